//! Strings: where they end although quotes in them were not escaped, and what their escapes mean.

use super::blank::skip_blank;
use super::frame::Kind;
use super::{Bound, Parser, Stop, scalar};
use crate::structured::Repair;

mod escape;

pub(in crate::structured) use escape::unescape;

/// A key further than this, in bytes, is not looked for: looking ahead stays cheap at every quote.
const LONGEST_LOOK: usize = 256;

/// More blank than this, in bytes, is not looked behind, for the same reason; comments are rarely longer.
const LONGEST_BLANK: usize = 1024;

/// What a string is in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    Member,
    Item,
}

/// What a look ahead for a key and its colon finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::structured) enum KeyAhead {
    Yes,
    No,
    /// The text ends first.
    Cut,
}

/// Whether a string can begin with it.
pub(in crate::structured) fn is_quote(sign: char) -> bool {
    !closing_quotes(sign).is_empty()
}

/// The signs that end a string that this one began.
fn closing_quotes(opening: char) -> &'static [char] {
    match opening {
        '"' => &['"'],
        '\'' => &['\''],
        '“' | '”' | '„' => &['”', '“', '"'],
        '‘' | '’' | '‚' => &['’', '‘', '\''],
        _ => &[],
    }
}

impl Parser<'_> {
    /// A string, with the pieces that plus signs join to it.
    pub(super) fn joined_string(&mut self, kind: Kind) -> Result<String, Stop> {
        let role = if kind == Kind::Object { Role::Member } else { Role::Item };
        let mut whole = self.string(role)?;
        while let Some(next) = piece_ahead(self.text, self.at) {
            self.at = next;
            self.repairs.insert(Repair::JoinedStrings);
            whole.push_str(&self.string(role)?);
        }
        Ok(whole)
    }

    pub(super) fn string(&mut self, role: Role) -> Result<String, Stop> {
        let opening = self.rest().chars().next().ok_or(Stop::Cut)?;
        let closing = closing_quotes(opening);
        if opening != '"' {
            self.repairs.insert(Repair::Quotes);
        }
        self.at += opening.len_utf8();
        let (start, mut text, mut inner) = (self.at, String::new(), 0_usize);
        loop {
            let plain = self.rest().find(|sign: char| sign == '\\' || sign < ' ' || closing.contains(&sign));
            let plain = plain.ok_or(Stop::Cut)?;
            text.push_str(&self.rest()[..plain]);
            self.at += plain;
            let sign = self.rest().chars().next().ok_or(Stop::Cut)?;
            if sign == '\\' {
                self.escape(&mut text)?;
                continue;
            }
            self.at += sign.len_utf8();
            if sign >= ' ' && self.ends_string(role, inner % 2 == 1)? {
                break;
            }
            text.push(sign);
            inner += usize::from(sign >= ' ');
            self.repairs.insert(if sign < ' ' { Repair::ControlCharacter } else { Repair::InnerQuotes });
        }
        // Apostrophes come alone; of other quotes within a string each has its partner, or this is not where it ends.
        let is_paired = inner.is_multiple_of(2) || closing.contains(&'\'');
        if is_paired {
            Ok(text)
        } else {
            Err(Stop::Malformed { at: start, expected: "a string with its quotes escaped" })
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), Stop> {
        let (length, repair) = escape::read(self.rest(), text).ok_or(Stop::Cut)?;
        self.at += length;
        self.repairs.extend(repair);
        Ok(())
    }

    /// Whether the quote before this place ends the string: what follows must be able to follow a string.
    ///
    /// With a quote open within the string (`is_open`), a bracket that would close something further out is text.
    fn ends_string(&self, role: Role, is_open: bool) -> Result<bool, Stop> {
        if role == Role::Key {
            return Ok(true);
        }
        let next = match behind_blank(self.text, self.at) {
            Ok(next) => next,
            Err(KeyAhead::Cut) => return Err(Stop::Cut),
            Err(_) => return Ok(false),
        };
        let rest = &self.text[next..];
        if matches!(self.bound, Bound::Fence(fence) if rest.starts_with(fence)) {
            return Ok(true);
        }
        let ahead = match rest.chars().next() {
            None if matches!(self.bound, Bound::Text) => KeyAhead::Yes,
            None => KeyAhead::Cut,
            Some(',') if role == Role::Member => self.member_ahead(next + 1),
            Some(',') => KeyAhead::Yes,
            Some('}') => yes_if(role == Role::Member || !is_open),
            Some(']') => yes_if(role == Role::Item || !is_open),
            Some('+') => yes_if(!is_open && piece_ahead(self.text, self.at).is_some()),
            // A string behind the string is no part of it: a comma is missing, or more than that.
            Some(sign) if is_quote(sign) => yes_if(!is_open && next > self.at),
            Some(sign) if scalar::starts_word(sign) && role == Role::Member && !is_open && next > self.at => {
                key_ahead(self.text, next)
            }
            Some(_) => KeyAhead::No,
        };
        if ahead == KeyAhead::Cut { Err(Stop::Cut) } else { Ok(ahead == KeyAhead::Yes) }
    }

    /// Whether an object can go on here, behind a comma.
    fn member_ahead(&self, at: usize) -> KeyAhead {
        let next = match behind_blank(self.text, at) {
            Ok(next) => next,
            Err(ahead) => return ahead,
        };
        let rest = &self.text[next..];
        match (rest.chars().next(), self.bound) {
            (Some('}' | ','), _) | (None, Bound::Text) => KeyAhead::Yes,
            (_, Bound::Fence(fence)) if rest.starts_with(fence) => KeyAhead::Yes,
            _ => key_ahead(self.text, next),
        }
    }
}

fn yes_if(holds: bool) -> KeyAhead {
    if holds { KeyAhead::Yes } else { KeyAhead::No }
}

/// Whether a key and its colon stand here.
pub(in crate::structured) fn key_ahead(text: &str, at: usize) -> KeyAhead {
    let Some(sign) = text[at..].chars().next() else { return KeyAhead::Cut };
    let end = if is_quote(sign) {
        match quoted_end(text, at + sign.len_utf8(), closing_quotes(sign)) {
            Ok(end) => end,
            Err(ahead) => return ahead,
        }
    } else if scalar::starts_word(sign) {
        at + scalar::word(&text[at..]).len()
    } else {
        return KeyAhead::No;
    };
    match behind_blank(text, end).map(|next| text[next..].chars().next()) {
        Ok(Some(':')) => KeyAhead::Yes,
        Ok(Some(_)) => KeyAhead::No,
        Ok(None) => KeyAhead::Cut,
        Err(ahead) => ahead,
    }
}

/// Where white space and comments end, if that is near; else whether that is because the text ends.
fn behind_blank(text: &str, at: usize) -> Result<usize, KeyAhead> {
    let window = &text[..text.floor_char_boundary(at + LONGEST_BLANK)];
    match skip_blank(window, at) {
        Some(blank) if blank.end < window.len() || window.len() == text.len() => Ok(blank.end),
        None if window.len() == text.len() => Err(KeyAhead::Cut),
        _ => Err(KeyAhead::No),
    }
}

/// Where a quoted key ends; one too long to look through is taken for a key.
fn quoted_end(text: &str, start: usize, closing: &[char]) -> Result<usize, KeyAhead> {
    let mut is_escaped = false;
    for (at, sign) in text[start..].char_indices() {
        if at > LONGEST_LOOK {
            return Err(KeyAhead::Yes);
        }
        if !is_escaped && closing.contains(&sign) {
            return Ok(start + at + sign.len_utf8());
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    Err(KeyAhead::Cut)
}

/// Where the next piece begins, if a plus sign joins one to the string that ends here.
fn piece_ahead(text: &str, at: usize) -> Option<usize> {
    let plus = behind_blank(text, at).ok()?;
    let rest = text[plus..].strip_prefix('+')?;
    let next = behind_blank(text, text.len() - rest.len()).ok()?;
    text[next..].starts_with(is_quote).then_some(next)
}
