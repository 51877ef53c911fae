//! A configuration file as checked values, each with its line; what is wrong becomes problems, never a default.

use super::models::{MODELS, OVERRIDES, TABLES};
use super::{ConfigFile, ConfigProblem, KEYS, Key, SECTIONS, key, problem};
use crate::suggest::nearest;
use serde_json::{Value, json};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The most characters of a refused value that a message repeats.
const SHOWN: usize = 40;

/// A checked value and where it stands.
pub(super) struct Entry {
    pub key: Key,
    /// The stage, for a key of `[models.overrides.STAGE]`.
    pub stage: Option<String>,
    pub value: Value,
    pub place: String,
}

impl Entry {
    /// The whole path of the key.
    pub(super) fn path(&self) -> String {
        match &self.stage {
            Some(stage) => format!("{MODELS}.{OVERRIDES}.{stage}.{}", self.key.name),
            None => self.key.path(),
        }
    }
}

/// All values of a file and all problems with it.
pub(super) fn entries(file: &ConfigFile) -> (Vec<Entry>, Vec<ConfigProblem>) {
    let mut reader = Reader { name: &file.name, text: "", entries: Vec::new(), problems: Vec::new() };
    let bytes = file.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file.bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            reader.text = text;
            reader.file();
        }
        Err(error) => {
            let line = line_at(&bytes[..error.valid_up_to()]);
            reader.problems.push(ConfigProblem {
                place: format!("{}:{line}", file.name),
                message: "the file is not UTF-8".to_owned(),
                suggestion: None,
            });
        }
    }
    (reader.entries, reader.problems)
}

struct Reader<'a> {
    name: &'a str,
    text: &'a str,
    entries: Vec<Entry>,
    problems: Vec<ConfigProblem>,
}

impl Reader<'_> {
    fn file(&mut self) {
        let text = self.text;
        match DeTable::parse(text) {
            Ok(table) => {
                for (name, value) in in_source_order(table.get_ref()) {
                    self.section(name, value);
                }
            }
            Err(error) => {
                let message = format!("not valid TOML: {}", error.message().trim().replace('\n', "; "));
                self.problem(error.span().unwrap_or_default(), message, None);
            }
        }
    }

    fn section(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let section = name.get_ref().as_ref();
        if !SECTIONS.iter().any(|(known, _)| *known == section) {
            let known = SECTIONS.iter().map(|(known, _)| *known);
            let suggestion = nearest(section, known).map(|known| format!("[{known}]")).or_else(|| home_of(section));
            return self.problem(name.span(), format!("unknown section `{section}`"), suggestion);
        }
        let DeValue::Table(keys) = value.get_ref() else {
            return self.problem(name.span(), format!("`{section}` is a section: write [{section}]"), None);
        };
        for (name, value) in in_source_order(keys) {
            if section == MODELS {
                self.model(name, value);
                continue;
            }
            let part = format!("{section}.{}", name.get_ref());
            match value.get_ref() {
                DeValue::Table(table) if KEYS.iter().any(|key| key.section == part) => {
                    in_source_order(table).into_iter().for_each(|(name, value)| self.value(&part, name, value));
                }
                _ => self.value(section, name, value),
            }
        }
    }

    /// `[models.ROLE]`, or all of `[models.overrides]`.
    fn model(&mut self, name: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let role = TABLES.iter().find(|(role, ..)| *role == name.get_ref());
        let DeValue::Table(table) = value.get_ref() else {
            let message = format!("`{MODELS}.{}` is no key: write a table [{MODELS}.ROLE]", name.get_ref());
            return self.problem(name.span(), message, None);
        };
        match role {
            Some((_, section, _)) => {
                in_source_order(table).into_iter().for_each(|(name, value)| self.value(section, name, value));
            }
            None if name.get_ref() == OVERRIDES => {
                in_source_order(table).into_iter().for_each(|(stage, value)| self.stage(stage, value));
            }
            None => {
                let known = TABLES.iter().map(|(role, ..)| *role).chain([OVERRIDES]);
                let suggestion = nearest(name.get_ref(), known).map(|role| format!("[{MODELS}.{role}]"));
                self.problem(name.span(), format!("unknown role `{}`", name.get_ref()), suggestion);
            }
        }
    }

    /// `[models.overrides.STAGE]`: the keys of a role, for one stage.
    fn stage(&mut self, stage: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let (_, section, _) = TABLES[0];
        let (entries, problems) = (self.entries.len(), self.problems.len());
        match value.get_ref() {
            DeValue::Table(table) => {
                in_source_order(table).into_iter().for_each(|(name, value)| self.value(section, name, value));
            }
            _ => self.problem(stage.span(), format!("write a table [{MODELS}.{OVERRIDES}.{}]", stage.get_ref()), None),
        }
        for entry in &mut self.entries[entries..] {
            entry.stage = Some(stage.get_ref().to_string());
        }
        let own = format!("{MODELS}.{OVERRIDES}.{}.", stage.get_ref());
        for problem in &mut self.problems[problems..] {
            let role = format!("{section}.");
            problem.message = problem.message.replace(&role, &own);
            problem.suggestion = problem.suggestion.as_deref().map(|key| key.replace(&role, &own));
        }
    }

    fn value(&mut self, section: &str, name: &Spanned<std::borrow::Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let path = format!("{section}.{}", name.get_ref());
        let Some(key) = key(&path) else {
            let known = KEYS.iter().filter(|key| key.section == section).map(|key| key.name);
            let suggestion = nearest(name.get_ref(), known).map(|name| format!("{section}.{name}"));
            let suggestion = suggestion.or_else(|| home_of(name.get_ref()));
            return self.problem(name.span(), format!("unknown key `{path}`"), suggestion);
        };
        let found = json_of(value.get_ref());
        let place = self.place(&value.span());
        match key.domain.check(&found, &shortened(&self.text[value.span()])) {
            Ok(()) => self.entries.push(Entry { key: *key, stage: None, value: found, place }),
            Err(reason) => self.problems.push(problem(key, &place, &reason)),
        }
    }

    fn problem(&mut self, span: Range<usize>, message: String, suggestion: Option<String>) {
        self.problems.push(ConfigProblem { place: self.place(&span), message, suggestion });
    }

    fn place(&self, span: &Range<usize>) -> String {
        let before = &self.text.as_bytes()[..span.start.min(self.text.len())];
        format!("{}:{}", self.name, line_at(before))
    }
}

/// The line, from 1, that follows these bytes.
fn line_at(before: &[u8]) -> usize {
    before.split(|&byte| byte == b'\n').count()
}

/// The section a key belongs to, for a key in the wrong place.
fn home_of(name: &str) -> Option<String> {
    KEYS.iter().find(|key| key.name == name).map(Key::path)
}

type Named<'t, 'i> = (&'t Spanned<std::borrow::Cow<'i, str>>, &'t Spanned<DeValue<'i>>);

fn in_source_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Named<'t, 'i>> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

fn json_of(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(number) => {
            u64::from_str_radix(number.as_str(), number.radix()).map_or_else(|_| json!(number.to_string()), Value::from)
        }
        DeValue::Float(number) => json!(number.to_string()),
        DeValue::Boolean(flag) => json!(flag),
        DeValue::Datetime(time) => json!(time.to_string()),
        DeValue::Array(items) => items.iter().map(|item| json_of(item.get_ref())).collect(),
        DeValue::Table(_) => json!({}),
    }
}

fn shortened(source: &str) -> String {
    let line = source.lines().next().unwrap_or_default();
    if line.len() == source.len() && line.chars().count() <= SHOWN {
        return line.to_owned();
    }
    line.chars().take(SHOWN).chain(['…']).collect()
}
