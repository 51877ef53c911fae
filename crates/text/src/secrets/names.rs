//! Whether a name says that what it names is a secret: `dbPassword` does, `password_field` and `tokenizer` do not.

use crate::identifiers::parts;

/// Words that name a password: people choose it, so short values count.
const PASSWORDS: &[&str] = &["password", "passwd", "passphrase", "passcode", "pwd", "pass"];

/// Words that name a secret which machines make.
const TOKENS: &[&str] = &["secret", "token", "credential", "creds"];

/// A user and a password in one, as the last word of a name: `_auth` of npm.
const AUTH: &[&str] = &["auth"];

/// What a secret key is a key for: `api_key`, `signingKey`.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "api", "access", "private", "secret", "auth", "signing", "sign", "encryption", "encrypt", "decryption", "master",
    "account", "shared", "storage", "session", "service", "deploy", "hmac", "aes", "crypto", "cipher", "consumer",
    "client", "app", "admin", "subscription", "webhook", "jwt", "cookie", "license",
];

/// Last words of names for what is known about a secret, not for the secret.
#[rustfmt::skip]
const ABOUT: &[&str] = &[
    "age", "alg", "algo", "algorithm", "arn", "audience", "button", "cache", "checksum", "class", "color", "column",
    "comment", "count", "desc", "description", "digest", "dir", "email", "endpoint", "env", "error", "errors",
    "expiration", "expires", "expiry", "factory", "field", "fields", "file", "filename", "fingerprint", "form",
    "format", "generator", "handler", "hash", "header", "headers", "help", "hint", "host", "id", "ids", "index",
    "input", "issuer", "kind", "label", "len", "length", "lifetime", "limit", "manager", "md5", "message", "model",
    "name", "names", "owner", "page", "param", "parameter", "path", "pattern", "placeholder", "policy", "port",
    "prefix", "provider", "ref", "reference", "regex", "role", "rule", "scope", "scopes", "server", "sha", "sha1",
    "sha256", "size", "state", "status", "store", "strength", "style", "suffix", "table", "template", "text",
    "timeout", "title", "ttl", "type", "types", "uri", "url", "urls", "user", "username", "validator", "validators",
    "var", "version", "view",
];

/// Words anywhere in a name that take the secret back.
#[rustfmt::skip]
const DISCLAIMERS: &[&str] = &[
    "authenticity", "bad", "cancel", "cancellation", "continuation", "csrf", "cursor", "dummy", "encrypted", "example",
    "fake", "hashed", "idempotency", "invalid", "jsonwebtoken", "mock", "mocked", "next", "page", "pagination",
    "placeholder", "public", "sample", "sync", "wrong", "xsrf",
];

/// What kind of secret a name promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// Chosen by a person.
    Password,
    /// Made by a machine.
    Token,
}

/// What the name promises, if anything.
pub(super) fn promise(name: &str) -> Option<Promise> {
    let words: Vec<&str> = parts(name).filter(|part| !part.starts_with(|char: char| char.is_ascii_digit())).collect();
    let last = words.last()?;
    if is_among(last, ABOUT) || words.iter().any(|word| is_among(word, DISCLAIMERS)) {
        return None;
    }
    if words.iter().any(|word| is_among(word, PASSWORDS) || ends_with_one(word, &PASSWORDS[..PASSWORDS.len() - 1])) {
        return Some(Promise::Password);
    }
    let is_key = |pair: &[&str]| is_among(pair[0], KEYS) && is_among(pair[1], &["key", "keys"]);
    let is_token = |word: &&str| is_among(word, TOKENS) || ends_with_one(word, TOKENS) || is_joined_key(word);
    let names_token = words.iter().any(is_token) || is_among(last, AUTH);
    (names_token || words.windows(2).any(is_key)).then_some(Promise::Token)
}

/// The spellings that a name with a promise contains, as literal as the search for them needs.
pub(super) fn spellings() -> Vec<String> {
    let mut all = vec!["_auth".to_owned(), "_AUTH".to_owned()];
    for word in PASSWORDS.iter().chain(TOKENS) {
        all.extend([(*word).to_owned(), capital(word), word.to_uppercase()]);
    }
    for word in KEYS {
        let (upper, capital) = (word.to_uppercase(), capital(word));
        all.extend([format!("{word}_key"), format!("{word}-key"), format!("{word}Key"), format!("{word}key")]);
        all.extend([format!("{upper}_KEY"), format!("{upper}-KEY"), format!("{upper}KEY"), format!("{upper}Key")]);
        all.extend([format!("{capital}Key"), format!("{capital}-Key"), format!("{capital}_Key")]);
    }
    all
}

fn is_among(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// `authtoken` and `tokens` name a token; `tokenizer` does not.
fn ends_with_one(word: &str, list: &[&str]) -> bool {
    let word = word.strip_suffix(['s', 'S']).unwrap_or(word);
    list.iter().any(|known| ends_with(word, known))
}

fn is_joined_key(word: &str) -> bool {
    let word = word.strip_suffix(['s', 'S']).unwrap_or(word);
    ends_with(word, "key") && KEYS.iter().any(|known| ends_with(&word[..word.len() - "key".len()], known))
}

fn ends_with(word: &str, ending: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= ending.len() && bytes[bytes.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes())
}

fn capital(word: &str) -> String {
    let mut capital = word.to_owned();
    capital[..1].make_ascii_uppercase();
    capital
}
