//! What leaves and what does not. The cases are in `secrets.md`; here is how it is read, and what holds for any text.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tribunal_text::secrets::{Cleared, clear, is_secret_path};

const DOCUMENT: &str = include_str!("secrets.md");

/// A case of the document: the text, and what it becomes.
struct Case {
    line: usize,
    input: String,
    expected: String,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut kind = "";
    let mut fence: Option<(bool, Vec<(usize, &str)>)> = None;
    for (number, line) in DOCUMENT.lines().enumerate() {
        match (line.strip_prefix("```"), fence.take()) {
            (Some(info), None) => fence = Some((info == "block", Vec::new())),
            (Some(_), Some((true, lines))) => {
                let text: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
                cases.push(case(kind, number, &text.join("\n")));
            }
            (Some(_), Some((false, lines))) => cases.extend(lines.iter().map(|(at, line)| case(kind, *at, line))),
            (None, Some((is_block, mut lines))) => {
                lines.push((number, line));
                fence = Some((is_block, lines));
            }
            (None, None) => kind = line.strip_prefix("## ").unwrap_or(kind),
        }
    }
    cases
}

fn case(kind: &str, line: usize, text: &str) -> Case {
    let text = text.replace('¦', "");
    let mut expected = String::new();
    let mut rest = text.as_str();
    while let Some((before, (_, after))) =
        rest.split_once('«').map(|(before, rest)| (before, rest.split_once('»').expect("a closing »")))
    {
        expected += &format!("{before}[REDACTED:{kind}]");
        rest = after;
    }
    Case { line: line + 1, input: text.replace(['«', '»'], ""), expected: expected + rest }
}

#[test]
fn every_case_of_the_document_holds() {
    let cases = cases();
    let mut wrong = Vec::new();
    for case in &cases {
        let cleared = clear(b"", &case.input);
        if cleared.text() != case.expected {
            wrong.push(format!(
                "line {}:\n  input    {}\n  expected {}\n  found    {}",
                case.line,
                case.input,
                case.expected,
                cleared.text()
            ));
        }
    }
    let secrets = cases.iter().filter(|case| case.input != case.expected).count();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(secrets >= 120 && cases.len() - secrets >= 150, "{secrets} secrets among {} cases", cases.len());
}

#[test]
fn a_mark_stands_on_the_line_of_its_secret() {
    let text = format!(
        "one\npassword = \"{0}\"\nthree\nsecret = \"{0}\" # {1}\n",
        "k2Lp0x8Rr4Qz",
        ["gh", "p_", &"a1B2c3".repeat(6)].concat()
    );
    let cleared = clear(b"src/settings.py", &text);
    let lines: Vec<(&str, u32)> = cleared.redactions().iter().map(|mark| (mark.kind.name(), mark.line)).collect();
    assert_eq!(lines, [("password", 2), ("secret", 4), ("github-token", 4)]);
    let counts: BTreeMap<&str, usize> =
        cleared.counts().into_iter().map(|(kind, count)| (kind.name(), count)).collect();
    assert_eq!(counts, BTreeMap::from([("github-token", 1), ("password", 1), ("secret", 1)]));
    assert_eq!(cleared.text().lines().count(), text.lines().count());
}

#[test]
fn a_file_that_is_secret_by_name_keeps_only_its_lines() {
    let cleared = clear(b"deploy/.env", "A=1\r\n\nB=2");
    assert_eq!(cleared.text(), "[REDACTED:secret-file]\r\n\n[REDACTED:secret-file]");
    assert_eq!(cleared.redactions().len(), 2);
    assert_eq!(clear(b"deploy/.env", cleared.text()).text(), cleared.text());
    assert_eq!(clear(b"", "A=1\nB=2").text(), "A=1\nB=2");
}

#[test]
fn files_are_secret_by_name_and_patterns_to_copy_are_not() {
    for path in [
        ".env",
        "a/.env",
        ".env.production",
        ".env.local",
        ".envrc",
        "prod.env",
        "server.pem",
        "tls/server.KEY",
        "id_rsa",
        ".ssh/id_ed25519",
        "store.p12",
        "store.pfx",
        "release.jks",
        "debug.keystore",
        ".netrc",
        ".pypirc",
        ".aws/credentials",
        "vault.kdbx",
        "terraform.tfstate",
        "x/terraform.tfstate.backup",
        "gcp-service-account.json",
        "client_secret_1.json",
        "my-credentials.json",
        "credentials.json",
        ".git-credentials",
        ".pgpass",
        ".htpasswd",
        ".docker/config.json",
        ".kube/config",
        "kubeconfig",
        "putty.ppk",
        "home.ovpn",
        "config/secrets.yml",
    ] {
        assert!(is_secret_path(path.as_bytes()), "{path}");
    }
    for path in [
        ".env.example",
        ".env.sample",
        ".env.template",
        ".env.dist",
        "example.env",
        "src/env.rs",
        "environment.ts",
        "id_rsa.pub",
        "keys.rs",
        "key.go",
        "src/credentials.rs",
        "credentials/mod.rs",
        ".npmrc",
        "config.json",
        "docker/config.json",
        "package.json",
        "tokens.json",
        "src/secrets.rs",
        "secrets.py",
        "pem.rs",
        "monkey",
        "README.md",
        "",
        "a/.env/b.txt",
    ] {
        assert!(!is_secret_path(path.as_bytes()), "{path}");
    }
    assert!(is_secret_path(b"\xff\xfe/.env"), "paths are bytes");
}

#[test]
fn a_secret_across_a_seam_is_found() {
    let token = ["gh", "p_", &"a1B2c3".repeat(6)].concat();
    let head = clear(b"a.txt", "one\npassword = \"k2Lp0x8Rr4\"\n");
    let parts = [head, clear(b"b.txt", &token[..12]), clear(b"c.txt", &token[12..])];
    let joined = Cleared::join(&parts);
    assert_eq!(joined.text(), "one\npassword = \"[REDACTED:password]\"\n[REDACTED:github-token]");
    assert_eq!(joined.redactions().iter().map(|mark| mark.line).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn a_whole_diff_is_cleared_by_line() {
    let document: Vec<String> = cases().into_iter().map(|case| case.input).collect();
    for prefix in ["+", "-", " "] {
        let diff: String =
            document.iter().flat_map(|text| text.lines()).map(|line| format!("{prefix}{line}\n")).collect();
        let cleared = clear(b"", &diff);
        assert_eq!(cleared.text().lines().count(), diff.lines().count());
        assert!(cleared.text().lines().all(|line| line.starts_with(prefix)), "the sign of every line stays");
        assert!(cleared.redactions().len() > 200, "{}", cleared.redactions().len());
    }
}

#[test]
fn lines_longer_than_any_key_are_no_trouble() {
    for shift in ["", "a", "ab"] {
        let long = format!("{shift}{}", "é用".repeat(20_000));
        for text in
            ["-----BEGIN RSA", "-----END RSA"].map(|title| format!("{long}{title} PRIVATE KEY-----{long}\n{long}"))
        {
            assert_eq!(clear(b"", &text).text(), text);
        }
        for text in ["kind: Secret", "password = ", "AKIA", "://a:b@"].map(|text| format!("{long}{text}{long}")) {
            assert_eq!(clear(b"", &text).text(), text);
        }
    }
}

/// Pieces of secrets and of their surroundings, put together at random.
fn fragments() -> impl Strategy<Value = String> {
    let lines: Vec<String> = cases().into_iter().map(|case| case.input).collect();
    let fragment = prop_oneof![
        4 => prop::sample::select(lines),
        4 => prop::sample::select(vec![
            "password", "=", ":", "\"", "'", "`", "\n", "\r\n", " ", "token", "://", "@", "-----BEGIN ", "PRIVATE KEY-----",
            "-----END ", "eyJ", ".", "AKIA", "sk-", "[REDACTED:", "]", "[REDACTED:secret]", "Bearer ", "Basic ", "-us1", ":AA",
            "<", ">", "(", ")", "--", ",", "+", "curl", " -u ", "Private-Lines: 1\n", "=>", "\\", "login ", "é", "用", "😀",
        ]).prop_map(str::to_owned),
        2 => "[a-zA-Z0-9+/]{1,70}",
        1 => any::<String>(),
    ];
    let cut = (prop::collection::vec(fragment, 0..12), 0..400_usize, 0..400_usize);
    cut.prop_map(|(fragments, from, length)| fragments.concat().chars().skip(from % 40).take(length + 40).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn clearing_twice_is_clearing_once_and_keeps_the_lines(text in fragments()) {
        let once = clear(b"", &text);
        let twice = clear(b"", once.text());
        prop_assert_eq!(once.text(), twice.text());
        prop_assert!(twice.redactions().is_empty());
        prop_assert_eq!(once.text().matches('\n').count(), text.matches('\n').count());
        let marks = once.text().matches("[REDACTED:").count();
        prop_assert!(marks >= once.redactions().len(), "{} marks", marks);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), path in any::<Vec<u8>>()) {
        let cleared = clear(&path, &text);
        prop_assert_eq!(cleared.text().matches('\n').count(), text.matches('\n').count());
    }
}
