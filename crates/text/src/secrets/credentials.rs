//! User and password together: in addresses, in authorization headers, after `curl -u`.

use super::value;

/// User and password in an address are at most this long.
const LONGEST: usize = 256;

/// Shorter credentials in a header are words of a sentence: "Bearer of".
const SHORTEST_BEARER: usize = 16;

/// Signs between the name of a header and its value are no more than this.
const LONGEST_FRAME: usize = 8;

/// A shorter password stands for one.
const SHORTEST_PASSWORD: usize = 4;

/// A password for a machine that only tests know must be this long, and random, to count.
const SHORTEST_LOCAL: usize = 8;

/// What stands for a password in documentation and tests, in lower case; what contains `pass` does, too.
#[rustfmt::skip]
const USUAL: &[&str] = &[
    "pw", "pwd", "p", "x", "secret", "token", "user", "username", "root", "admin", "administrator", "postgres",
    "mysql", "mariadb", "redis", "mongo", "guest", "test", "testing", "rabbitmq", "changeit", "letmein", "foo", "bar",
    "baz", "qux", "abc", "abcd", "1234", "12345", "123456", "hunter2", "default", "django", "rails", "laravel",
    "docker", "dev", "me", "key", "x-oauth-basic", "oauth2", "none", "null", "undefined",
];

/// Where the password lies in the address whose `://` ends at `place`, or the user that is a token.
pub(super) fn in_address(text: &str, place: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let ends = |byte: &u8| !byte.is_ascii_graphic() || b"/\"'`<>(){}[]|\\,".contains(byte);
    let length = bytes[place..].iter().take(LONGEST).take_while(|byte| !ends(byte)).count();
    let authority = &text[place..place + length];
    let (login, host) = authority.rsplit_once('@')?;
    let Some((user, password)) = login.split_once(':') else {
        return is_token(login).then_some((place, place + login.len()));
    };
    let start = place + user.len() + 1;
    is_password(user, password, is_local(host)).then_some((start, start + password.len()))
}

/// Where the credential lies that follows the scheme (`Basic`, `Bearer`) which ends at `place`.
pub(super) fn after_scheme(text: &str, place: usize) -> Option<(usize, usize)> {
    let start = place + text[place..].bytes().take_while(|byte| *byte == b' ').count();
    if start == place {
        return None;
    }
    let end = start + credential_length(text, start);
    let is_basic = place >= 5 && text.as_bytes()[place - 5..place].eq_ignore_ascii_case(b"basic");
    let is_secret = if is_basic { is_login(&text[start..end]) } else { is_token(&text[start..end]) };
    is_secret.then_some((start, end))
}

/// Where the credential lies in a header whose name, `Authorization`, ends at `place`; the scheme may be any or none.
pub(super) fn in_header(text: &str, place: usize) -> Option<(usize, usize)> {
    let pass = |place: usize, signs: &[u8]| {
        place + text.as_bytes()[place..].iter().take(LONGEST_FRAME).take_while(|byte| signs.contains(byte)).count()
    };
    let first = pass(place, b"\"'` :=,]>(");
    if first == place {
        return None;
    }
    let scheme = first + credential_length(text, first);
    if text[first..scheme].eq_ignore_ascii_case("basic") || text[first..].starts_with("AWS4-HMAC") {
        return None;
    }
    let second = pass(scheme, b" ");
    let spans = [(first, scheme), (second, second + credential_length(text, second))];
    spans.into_iter().find(|(start, end)| is_token(&text[*start..*end]))
}

/// Where the password lies in `user:password` after a `-u` or `--user` of curl that ends at `place`.
pub(super) fn after_option(text: &str, place: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_curl = bytes[place.saturating_sub(LONGEST)..place].windows(4).any(|window| window == b"curl");
    let start = place + bytes[place..].iter().take(LONGEST_FRAME).take_while(|byte| b" \"'=".contains(byte)).count();
    let is_part = |byte: &u8| byte.is_ascii_graphic() && !b"\"'`$".contains(byte);
    let length = bytes[start..].iter().take(LONGEST).take_while(|byte| is_part(byte)).count();
    let (user, password) = text[start..start + length].split_once(':')?;
    let start = start + user.len() + 1;
    (is_curl && is_password(user, password, false)).then_some((start, start + password.len()))
}

fn credential_length(text: &str, place: usize) -> usize {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(byte);
    let length = text.as_bytes()[place..].iter().take_while(is_part).count();
    text[place..place + length].trim_end_matches('.').len()
}

fn is_password(user: &str, password: &str, is_local: bool) -> bool {
    let lower = password.to_ascii_lowercase();
    let is_usual = USUAL.contains(&lower.as_str()) || lower.contains("pass") || lower == user.to_ascii_lowercase();
    let is_template =
        lower.starts_with(['$', ':']) || lower.ends_with('%') || ["%s", "%d", "%v"].contains(&lower.as_str());
    let is_strong = password.len() >= SHORTEST_LOCAL && !value::is_readable(password);
    password.len() >= SHORTEST_PASSWORD
        && !is_usual
        && !is_template
        && !value::is_stand_in(password)
        && (is_strong || !is_local)
}

fn is_token(value: &str) -> bool {
    value.len() >= SHORTEST_BEARER
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && !value::is_readable(value)
        && !value::is_stand_in(value)
}

/// Whether the base64 of a header holds a user and a password worth hiding, or something that nobody can read.
fn is_login(base64: &str) -> bool {
    let decoded = decode(base64).and_then(|bytes| String::from_utf8(bytes).ok());
    match decoded.as_deref().filter(|login| !login.contains(char::is_control)).and_then(|login| login.split_once(':')) {
        Some((user, password)) => is_password(user, password, false),
        None => is_token(base64),
    }
}

fn decode(base64: &str) -> Option<Vec<u8>> {
    let digits = base64.trim_end_matches('=').bytes().map(|byte| match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    });
    let digits: Vec<u32> = digits.collect::<Option<_>>()?;
    let group = |digits: &[u32]| {
        let bits = (0..4).fold(0, |bits, place| bits << 6 | digits.get(place).copied().unwrap_or(0));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    Some(digits.chunks(4).filter(|digits| digits.len() > 1).flat_map(group).collect())
}

/// Names that never leave the machine or the documentation.
fn is_local(host: &str) -> bool {
    let name = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let is_reserved = |label: &str| {
        ["localhost", "example", "test", "invalid", "local", "internal", "domain", "host", "server", "proxy"]
            .contains(&label)
    };
    !name.contains('.') || name.starts_with("127.") || name.starts_with("0.") || name.split('.').any(is_reserved)
}
