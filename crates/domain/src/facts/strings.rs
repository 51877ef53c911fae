//! The texts of one file, one after the other: there are many of them, short, and all are read at once.

use super::Text;
use serde::{Deserialize, Serialize};

/// Texts by their number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Stored", into = "Stored")]
pub struct Strings {
    all: String,
    /// Where each of them ends.
    ends: Vec<u32>,
}

impl Strings {
    /// Adds a text and gives its number.
    pub fn push(&mut self, text: &str) -> Text {
        let number = Text(self.ends.len() as u32);
        self.all.push_str(text);
        self.ends.push(self.all.len() as u32);
        number
    }

    /// The text with a number.
    pub fn get(&self, text: Text) -> &str {
        let start = text.ix().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.all[start as usize..self.ends[text.ix()] as usize]
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).map(|at| self.get(Text(at)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// As they are kept: lengths are smaller numbers than ends.
#[derive(Serialize, Deserialize)]
struct Stored {
    all: String,
    lengths: Vec<u32>,
}

impl From<Strings> for Stored {
    fn from(strings: Strings) -> Self {
        let starts = std::iter::once(&0).chain(&strings.ends);
        let lengths = strings.ends.iter().zip(starts).map(|(end, start)| end - start).collect();
        Self { all: strings.all, lengths }
    }
}

impl TryFrom<Stored> for Strings {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let (mut ends, mut at) = (stored.lengths, 0u32);
        for end in &mut ends {
            at = at.checked_add(*end).ok_or("texts are longer than can be")?;
            *end = at;
        }
        let whole = at as usize == stored.all.len();
        if !whole || !ends.iter().all(|&end| stored.all.is_char_boundary(end as usize)) {
            return Err("texts do not end where they should");
        }
        Ok(Self { all: stored.all, ends })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_by_their_numbers() {
        let mut strings = Strings::default();
        let numbers = ["", "näme", "x"].map(|text| (strings.push(text), text));
        for (number, text) in numbers {
            assert_eq!(strings.get(number), text);
        }
        assert_eq!(strings.iter().collect::<Vec<_>>(), ["", "näme", "x"]);
        let kept = serde_json::to_string(&strings).expect("plain data");
        assert_eq!(serde_json::from_str::<Strings>(&kept).expect("as written"), strings);
    }

    #[test]
    fn damage_is_noticed() {
        for kept in [r#"{"all":"ä","lengths":[1,1]}"#, r#"{"all":"abc","lengths":[2]}"#, r#"{"all":"a","lengths":[2]}"#]
        {
            assert!(serde_json::from_str::<Strings>(kept).is_err(), "{kept}");
        }
        assert!(serde_json::from_str::<Strings>(r#"{"all":"","lengths":[4294967295,4294967295]}"#).is_err());
    }
}
