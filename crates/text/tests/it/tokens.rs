//! Counts are those of the vocabularies, add up where they are said to, and never fall short.

use proptest::prelude::*;
use tribunal_text::tokens::{Block, Vocabulary, is_additive_boundary};

const ALL: [Vocabulary; 3] = [Vocabulary::O200k, Vocabulary::Cl100k, Vocabulary::Approximate];

/// Texts of the kinds that come into a pack, and of the kinds that break counters.
fn corpora() -> Vec<(&'static str, String)> {
    let numbers: String = (0..400).map(|number| format!("{}, {}.{}\n", number * 7919, number, number * 31)).collect();
    vec![
        ("source", include_str!("../../src/tokens/seam.rs").to_owned()),
        ("tests", include_str!("tokens.rs").to_owned()),
        ("configuration", include_str!("../../Cargo.toml").to_owned()),
        ("numbers", numbers),
        ("hexadecimal", (0..500_u32).map(|number| format!("{:08x}", number.wrapping_mul(2_654_435_761))).collect()),
        ("shouting", "HTTPSConnectionPoolError XMLHttpRequestUpload MAX_RETRY_COUNT\n".repeat(20)),
        ("minified", "!function(e,t){\"use strict\";var n=e.i18n||{};for(var r in t)n[r]=t[r]}(this,{a:1});".repeat(9)),
        ("diff", "@@ -1,4 +1,4 @@\n-\tif a != b {\n+\tif a == b {\n \t\treturn nil\n".repeat(20)),
        ("prose", "Every finding stands trial, and what cannot be proven says so.\n\n".repeat(20)),
        ("chinese", "每一个发现都要经过审判。代码给出事实,模型给出判断。\n".repeat(20)),
        ("russian", "Каждый вывод проверяется по коду и записывается в журнал.\n".repeat(20)),
        ("thai", "ทุกข้อค้นพบต้องผ่านการพิจารณา\n".repeat(20)),
        ("emoji", "👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽".repeat(20)),
        ("white space", " \t \n\n   \r\n\u{a0}\u{2003}\n".repeat(40)),
        ("one letter", "a".repeat(3000)),
        ("rules", "=".repeat(500) + "\n" + &"-".repeat(500) + "\n" + &"/".repeat(500)),
        ("odd characters", "\u{0}\u{1}\u{7f}\u{85}\u{2028}\u{feff}\u{fffd}\u{10ffff}".repeat(20)),
    ]
}

#[test]
fn counts_are_those_of_the_vocabulary() {
    // Counts of the reference implementation.
    assert_eq!(Vocabulary::Cl100k.count("tiktoken is great!"), 6);
    assert_eq!(Vocabulary::O200k.count("tiktoken is great!"), 6);
    assert_eq!(Vocabulary::Cl100k.count("お誕生日おめでとう"), 9);
    assert_eq!(Vocabulary::O200k.count("お誕生日おめでとう"), 8);
    assert_eq!(Vocabulary::Cl100k.count("antidisestablishmentarianism"), 6);
    assert_eq!(Vocabulary::O200k.count("antidisestablishmentarianism"), 6);
    assert_eq!(Vocabulary::O200k.count("<|endoftext|>"), 7, "a special token's name is ordinary text");
    for vocabulary in ALL {
        assert_eq!(vocabulary.count(""), 0);
        assert_eq!(Vocabulary::from_name(vocabulary.name()), Some(vocabulary));
    }
    assert_eq!(Vocabulary::from_name("p50k"), None);
}

#[test]
fn the_approximation_never_falls_short() {
    for (name, text) in corpora() {
        let approximate = Vocabulary::Approximate.count(&text);
        // The third stands for the vocabularies that are not known here: it takes every digit alone.
        let exact = [
            Vocabulary::O200k.count(&text),
            Vocabulary::Cl100k.count(&text),
            bpe_openai::voyage3_base().count(text.as_str()),
        ];
        assert!(exact.iter().all(|count| approximate >= *count), "{name}: {approximate} for {exact:?}");
    }
}

#[test]
fn a_limit_is_inclusive_and_stops_the_count() {
    for (name, text) in corpora() {
        for vocabulary in ALL {
            let count = vocabulary.count(&text);
            assert_eq!(vocabulary.count_within(&text, count), Some(count), "{name}, {vocabulary:?}");
            assert_eq!(vocabulary.count_within(&text, count - 1), None, "{name}, {vocabulary:?}");
        }
    }
}

#[test]
fn counts_do_not_add_up_at_any_line_break() {
    // Each reason in the condition is needed: here the counts really differ.
    for (vocabulary, a, b) in [
        (Vocabulary::O200k, "}\n", "\nfn"),
        (Vocabulary::Cl100k, "x\n", "  \n"),
        (Vocabulary::O200k, "{\n", "/* why */\n"),
        (Vocabulary::Cl100k, "x ", "fn"),
    ] {
        assert!(!is_additive_boundary(a, b), "{a:?} {b:?}");
        assert_ne!(vocabulary.count(&format!("{a}{b}")), vocabulary.count(a) + vocabulary.count(b), "{a:?} {b:?}");
    }
}

#[test]
fn a_block_counts_the_same_wherever_it_stands() {
    for (name, text) in corpora() {
        let block = Block::seal(Vocabulary::O200k, format!("```\n{text}")).expect("a fence begins a block");
        let header = Block::seal(Vocabulary::O200k, "## crates/text/src/lib.rs }".to_owned()).expect("a block");
        let pack = [header.text(), block.text(), header.text(), block.text()].concat();
        assert_eq!(Vocabulary::O200k.count(&pack), 2 * (header.tokens() + block.tokens()), "{name}");
    }
    for odd in ["", "\n", "   ", "  \nx", "// comment", "\r\nx"] {
        assert_eq!(Block::seal(Vocabulary::Cl100k, odd.to_owned()), None, "{odd:?}");
    }
}

/// Text rich in what the patterns tell apart.
fn tricky() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        4 => prop::sample::select(vec![
            "\n", "\r", "\r\n", "\n\n", " ", "  ", "\t", "/", "//", "'s", "'LL", "}", "{", "=>", "a", "Foo", "fooBar", "HTTP",
            "1", "1234", "é", "漢字", "\u{301}", "\u{a0}", "\u{2028}", "\u{85}", "👍🏽", "\u{0}", "_", "ǅ", "ʰ", "Ⅷ", "²",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(atom, 0..12).prop_map(|atoms| atoms.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn counts_add_up_where_they_are_said_to(
        head in tricky(), end in prop::sample::select(vec!["\n", "\r\n", "\n\n"]), indent in "[ \t\u{a0}\u{2028}]{0,3}", b in tricky()
    ) {
        let (a, b) = (head + end, indent + &b);
        if !is_additive_boundary(&a, &b) {
            return Ok(());
        }
        for vocabulary in ALL {
            prop_assert_eq!(vocabulary.count(&format!("{a}{b}")), vocabulary.count(&a) + vocabulary.count(&b), "{:?}", vocabulary);
        }
    }

    #[test]
    fn joined_parts_count_as_the_whole(parts in prop::collection::vec(tricky(), 0..8)) {
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        for vocabulary in [Vocabulary::O200k, Vocabulary::Cl100k] {
            prop_assert_eq!(vocabulary.count_joined(&parts), vocabulary.count(&parts.concat()));
        }
    }

    #[test]
    fn blocks_add_up_in_any_order(texts in prop::collection::vec(tricky(), 0..8)) {
        for vocabulary in ALL {
            let blocks: Vec<Block> = texts.iter().filter_map(|text| Block::seal(vocabulary, text.clone())).collect();
            let whole: String = blocks.iter().map(Block::text).collect();
            prop_assert_eq!(vocabulary.count(&whole), blocks.iter().map(Block::tokens).sum::<usize>());
        }
    }
}
