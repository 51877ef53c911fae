//! What is searched for is found however it is written.

use proptest::prelude::*;
use tribunal_text::identifiers::{Terms, is_stop_word, parts, stem, words};

#[track_caller]
fn check_parts(identifier: &str, expected: &[&str]) {
    assert_eq!(parts(identifier).collect::<Vec<_>>(), expected, "{identifier}");
}

#[track_caller]
fn check_terms(terms: Terms, text: &str, expected: &str) {
    assert_eq!(terms.collect(text).join(" "), expected, "{text}");
}

#[test]
fn identifiers_split_by_case_digits_and_separators() {
    check_parts("camelCase", &["camel", "Case"]);
    check_parts("PascalCaseName", &["Pascal", "Case", "Name"]);
    check_parts("snake_case_name", &["snake", "case", "name"]);
    check_parts("kebab-case-name", &["kebab", "case", "name"]);
    check_parts("SCREAMING_SNAKE", &["SCREAMING", "SNAKE"]);
    check_parts("HTTPServer", &["HTTP", "Server"]);
    check_parts("parseURL2", &["parse", "URL", "2"]);
    check_parts("getURLs", &["get", "URLs"]);
    check_parts("URLsToFetch", &["URLs", "To", "Fetch"]);
    check_parts("userIDs", &["user", "IDs"]);
    check_parts("URLset", &["UR", "Lset"]);
    check_parts("XMLHttpRequest", &["XML", "Http", "Request"]);
    check_parts("i18n", &["i", "18", "n"]);
    check_parts("sha256_of", &["sha", "256", "of"]);
    check_parts("__init__", &["init"]);
    check_parts("ÄnderungsÜbersicht", &["Änderungs", "Übersicht"]);
    check_parts("naïveCafé", &["naïve", "Café"]);
    check_parts("cafe\u{301}Bar", &["cafe\u{301}", "Bar"]);
    check_parts("счётчикСтрок", &["счётчик", "Строк"]);
    check_parts("get用户名", &["get", "用户名"]);
    check_parts("A", &["A"]);
    check_parts("", &[]);
    check_parts("___", &[]);
}

#[test]
fn words_are_identifiers_and_no_numbers() {
    let text = "let x = self.read_all(HTTPServer::new, \"content-type\")?; // don't -- 2 of `a-b`";
    let expected = ["let", "x", "self", "read_all", "HTTPServer", "new", "content", "type", "don", "t", "of", "a", "b"];
    assert_eq!(words(text).collect::<Vec<_>>(), expected);
    assert_eq!(words("0001_initial.py, line 404: __init__").collect::<Vec<_>>(), ["initial", "py", "line", "init"]);
}

#[test]
fn an_identifier_gives_its_parts_and_itself() {
    check_terms(Terms::Exact, "parseURL2", "parse url url2 =parseurl2");
    check_terms(Terms::Exact, "parse_url", "parse url =parse_url");
    check_terms(Terms::Exact, "ParseUrl", "parse url =parseurl");
    check_terms(Terms::Exact, "parse-url", "parse url");
    check_terms(Terms::Exact, "utf8", "utf utf8 =utf8");
    check_terms(Terms::Exact, "admin.E108", "admin e108 =e108");
    check_terms(Terms::Exact, "i18n", "i18 =i18n");
    check_terms(Terms::Exact, "status 404 on port 8080", "status on port");
    check_terms(Terms::Exact, "for i in x", "for in");
    check_terms(Terms::Exact, "ÄnderungsÜbersicht", "änderungs übersicht =änderungsübersicht");
    check_terms(Terms::Exact, "用户名 名", "用户 户名 名");
}

#[test]
fn prose_finds_code_by_stems() {
    check_terms(Terms::Stemmed, "The caches are invalidated when parsing queries", "cach invalidat pars query");
    check_terms(
        Terms::Stemmed,
        "invalidateCache(parsedQuery)",
        "invalidat cach =invalidatecache pars query =parsedquery",
    );
    check_terms(Terms::Stemmed, "is_valid", "valid =is_valid");
}

#[test]
fn forms_of_a_word_share_a_stem_and_other_words_do_not() {
    for family in [
        "cache caches cached caching",
        "parse parses parsed parsing",
        "run runs running",
        "stop stops stopped stopping",
        "query queries queried",
        "class classes",
        "process processes processed processing",
        "address addresses addressing",
        "box boxes boxed boxing",
        "control controls controlled controlling",
        "setting settings",
        "embed embeds embedded embedding",
        "string strings",
        "need needs needed",
        "verify verified verifies",
    ] {
        let stems: Vec<String> = family.split(' ').map(stemmed).collect();
        assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{family}: {stems:?}");
    }
    for (one, other) in
        [("string", "str"), ("thing", "th"), ("status", "statu"), ("use", "us"), ("speed", "spe"), ("bus", "bu")]
    {
        assert_ne!(stemmed(one), stemmed(other));
    }
    assert_eq!(stemmed("größe"), "größe", "only English is stemmed");
}

#[test]
fn stop_words_are_found() {
    assert!(["the", "a", "your", "and", "doesn"].into_iter().all(is_stop_word));
    assert!(!["token", "self", "return", ""].into_iter().any(is_stop_word));
}

#[test]
fn data_gives_no_terms() {
    check_terms(Terms::Exact, &"QUJDabc123".repeat(50), "");
    check_terms(Terms::Exact, "----------- ___ ... ", "");
}

fn stemmed(word: &str) -> String {
    let mut stem_of = word.to_owned();
    stem(&mut stem_of);
    stem_of
}

proptest! {
    #[test]
    fn splitting_loses_no_letter_and_terms_are_lower_case(text in any::<String>(), name in "[a-zA-Z0-9_éÉ用-]{0,20}") {
        let text = text + &name;
        for word in words(&text) {
            let kept: String = parts(word).collect();
            let letters: String = word.chars().filter(|char| !matches!(char, '_' | '-')).collect();
            prop_assert_eq!(kept, letters);
        }
        Terms::Stemmed.for_each(&text, |term| assert!(!term.bytes().any(|byte| byte.is_ascii_uppercase())));
        Terms::Exact.for_each(&text, |term| assert!(!term.is_empty()));
    }
}
