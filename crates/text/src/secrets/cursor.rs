//! The way from a name to its value: operators, types, brackets, quotes, whatever language the text is in.
//!
//! Reads signs only; whether name and value are a secret is not decided here.

/// Of a longer value without quotes the rest is not judged, but redacted with it.
const LONGEST_JUDGED: usize = 128;

/// A longer text between quotes is no value but a document.
const LONGEST_QUOTED: usize = 4096;

/// A type between a name and its value is at most this long.
const LONGEST_TYPE: usize = 48;

/// What gives a value to a name, or compares it with one; no operator comes before one that it begins.
const OPERATORS: &[&str] = &["===", "!==", "==", "!=", "=>", ":=", "?=", "+=", "||", "??", "="];

/// How the value after an operator may be written.
#[derive(PartialEq, Eq)]
pub(super) enum Given {
    Anything,
    Quoted,
}

/// A place in a text that goes forward over what stands there.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) place: usize,
}

impl Cursor<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.place..]
    }

    fn pass_while(&mut self, test: impl Fn(u8) -> bool) -> usize {
        let count = self.rest().iter().take_while(|byte| test(**byte)).count();
        self.place += count;
        count
    }

    fn pass(&mut self, text: &str) -> bool {
        let is_here = self.rest().starts_with(text.as_bytes());
        self.place += if is_here { text.len() } else { 0 };
        is_here
    }

    /// Goes behind whatever gives a value to the name that ends here.
    pub(super) fn pass_operator(&mut self, name: (usize, usize)) -> Option<Given> {
        let is_quoted = self.pass_quote_of(name);
        self.pass("]");
        match self.rest().first()? {
            b'(' if !is_quoted => return self.pass("(").then_some(Given::Quoted),
            b'>' if self.text[..name.0].ends_with(['<', ':']) => return self.pass(">").then_some(Given::Anything),
            _ => {}
        }
        let spaces = self.pass_while(is_space);
        if OPERATORS.iter().any(|operator| self.pass(operator)) {
            return Some(Given::Anything);
        }
        if self.pass("?:") || (!self.rest().starts_with(b"::") && self.pass(":")) {
            self.pass_type();
            return Some(Given::Anything);
        }
        if is_quoted {
            return (self.pass(",") || self.pass("value=")).then_some(Given::Quoted);
        }
        let flag = &self.text[name.0..];
        if spaces > 0 && (flag.starts_with("--") || self.follows_login(name.0)) {
            return Some(Given::Anything);
        }
        (spaces > 0 && (flag.starts_with('-') || self.pass_type())).then_some(Given::Quoted)
    }

    /// Goes behind the quote that ends the name, if one began it; in a text within a text it has a `\\` before it.
    fn pass_quote_of(&mut self, name: (usize, usize)) -> bool {
        let Some(quote) = self.text[..name.0].chars().next_back().filter(|char| "\"'`".contains(*char)) else {
            return false;
        };
        self.pass(&format!("\\{quote}")) || self.pass(&quote.to_string())
    }

    /// Goes behind a type and its `=`, if a quoted value follows: `: Option<String> = "…"`, ` string = "…"`.
    fn pass_type(&mut self) -> bool {
        let is_type = |byte: &&u8| byte.is_ascii_alphanumeric() || b" _<>[]|&?.*:".contains(byte);
        let length = self.rest().iter().take(LONGEST_TYPE).take_while(is_type).count();
        let mut after = Cursor { text: self.text, place: self.place + length };
        let has_value = length > 0 && after.pass("=");
        after.pass_while(is_space);
        let is_type = has_value && after.quote().is_some();
        if is_type {
            self.place = after.place;
        }
        is_type
    }

    /// `login somebody password …`, as in a netrc file.
    fn follows_login(&self, name: usize) -> bool {
        let window = &self.text.as_bytes()[name.saturating_sub(LONGEST_JUDGED)..name];
        let line = window.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        line.windows(6).any(|window| window == b"login ")
    }

    /// The quote that begins a literal here, after the letters and calls that may stand before it.
    fn quote(&self) -> Option<usize> {
        let call = self.rest().iter().take(LONGEST_TYPE).take_while(|byte| is_callable(**byte)).count();
        let literal = self.rest().iter().take_while(|byte| b"rRbBfFuUL@$&*".contains(byte)).count();
        let opens = if self.rest().get(call) == Some(&b'(') { call + 1 } else { literal };
        self.rest().get(opens).is_some_and(|byte| is_quote(*byte)).then_some(self.place + opens)
    }

    /// The text between quotes, after brackets that open a list and at most one line break; the cursor goes behind it.
    pub(super) fn quoted(&mut self) -> Option<(usize, usize)> {
        self.pass_while(|byte| is_space(byte) || b"([{\\".contains(&byte));
        if self.pass("\r\n") || self.pass("\n") {
            let _ = self.pass("+") || self.pass("-");
            self.pass_while(is_space);
        }
        self.place = self.quote()?;
        let quote = self.rest()[0];
        let count = self.rest().iter().take(3).take_while(|byte| **byte == quote).count();
        self.place += if count == 3 { 3 } else { 1 };
        let start = self.place;
        let length = self.rest().iter().take(LONGEST_QUOTED).position(|byte| *byte == quote || *byte == b'\n')?;
        let is_closed = self.rest()[length] == quote;
        // In a text within a text, the quote that ends the value has a `\` before it.
        let escape = usize::from(self.rest()[..length].ends_with(b"\\"));
        self.place += length + 1;
        is_closed.then_some((start, start + length - escape))
    }

    /// Goes behind a comma, if one is next.
    pub(super) fn pass_comma(&mut self) -> bool {
        self.pass_while(is_space);
        self.pass(",")
    }

    /// The value without quotes, up to white space or a sign that ends values; nothing if it is an expression.
    pub(super) fn bare(&mut self) -> Option<(usize, usize)> {
        self.pass_while(is_space);
        let near = self.text.floor_char_boundary(self.place + LONGEST_JUDGED);
        let length = bare_length(&self.text[self.place..near]);
        if matches!(self.rest().get(length), Some(b'(' | b'{' | b'[')) {
            return None;
        }
        Some((self.place, self.place + length))
    }
}

/// How far a value without quotes goes.
pub(super) fn bare_length(text: &str) -> usize {
    let ends = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b',' | b';' | b'&' | b'(' | b')' | b'<' | b'>');
    let is_bracket = |byte: &u8| matches!(byte, b'{' | b'}' | b'[' | b']');
    text.bytes().take_while(|byte| byte.is_ascii_graphic() && !ends(byte) && !is_bracket(byte)).count()
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

fn is_callable(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b':' | b'$' | b'[' | b']')
}
