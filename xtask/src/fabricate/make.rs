//! Claims that are true, and the same made false: one function per kind.

use super::code::{File, Repository, is_word};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tribunal_domain::facts::{Role, Symbol, SymbolFlags, SymbolIx, SymbolKind};
use tribunal_domain::{Depth, Language, RepoPath};

/// A claim that was made up.
pub struct Made {
    pub kind: &'static str,
    pub language: String,
    pub is_true: bool,
    pub path: RepoPath,
    pub line: u32,
    pub body: String,
    pub evidence: String,
    claim: Option<Value>,
}

impl Made {
    /// As a finding of another tool.
    pub fn finding(&self, id: &str) -> Value {
        let path = self.path.to_text();
        match &self.claim {
            Some(claim) => {
                json!({"id": id, "path": path, "start_line": self.line, "message": self.body, "claims": [claim]})
            }
            None => json!({"id": id, "path": path, "line": self.line, "body": self.body, "evidence": self.evidence}),
        }
    }
}

/// A name that no repository has.
const INVENTED: &str = "Zqvx";

/// All claims of a repository, at most `count` of each kind, language and truth, drawn with the seed.
pub fn all(repository: &Repository, seed: u64, count: usize) -> Vec<Made> {
    let mut drawn: BTreeMap<(&'static str, String, bool), Vec<Made>> = BTreeMap::new();
    for file in repository.files.iter().filter(|file| file.facts.language.depth() == Depth::Symbols) {
        let mut maker = Maker { repository, file, made: Vec::new() };
        maker.lines();
        for ix in 0..file.facts.symbols.len() {
            maker.symbol(SymbolIx(ix as u32));
        }
        maker.imports();
        for made in maker.made {
            drawn.entry((made.kind, made.language.clone(), made.is_true)).or_default().push(made);
        }
    }
    likeness(repository, &mut drawn);
    let mut all = Vec::new();
    for mut made in drawn.into_values() {
        made.sort_by_key(|one| key(seed, one));
        all.extend(made.into_iter().take(count));
    }
    all
}

/// The same seed draws the same claims.
fn key(seed: u64, made: &Made) -> u64 {
    let text = format!("{seed}/{}/{}/{}/{}", made.path, made.line, made.body, made.evidence);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

struct Maker<'r> {
    repository: &'r Repository,
    file: &'r File,
    made: Vec<Made>,
}

impl Maker<'_> {
    fn add(&mut self, kind: &'static str, is_true: bool, line: u32, body: String, evidence: &str) {
        self.made.push(Made {
            kind,
            language: self.file.facts.language.family().name().to_owned(),
            is_true,
            path: self.file.path.clone(),
            line,
            body,
            evidence: evidence.to_owned(),
            claim: None,
        });
    }

    fn is_known(&self, text: &str) -> bool {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        squeezed(&self.file.text).contains(&squeezed(text))
    }

    /// Quotes of lines: as they are, with a name, a number, a negation changed, with a call put around.
    fn lines(&mut self) {
        let docs: Vec<(u32, u32)> =
            self.file.facts.docs.iter().map(|doc| (doc.span.start.line, doc.span.end.line)).collect();
        let text = self.file.text.clone();
        let mut quoted = false;
        for (at, line) in text.lines().enumerate() {
            let (number, line) = (at as u32 + 1, line.trim());
            // Texts over many lines are no code.
            let marks = line.matches("\"\"\"").count() + line.matches("'''").count() + line.matches('`').count();
            let was = quoted;
            quoted ^= marks % 2 == 1;
            if was || quoted || marks > 0 || docs.iter().any(|(first, last)| *first <= number && number <= *last) {
                continue;
            }
            let solid = line.chars().filter(|c| !c.is_whitespace()).count();
            let comment = ["//", "#", "*", "/*", "--"].iter().any(|mark| line.starts_with(mark))
                || line.contains("//")
                || line.contains(" # ")
                || line.contains("*/")
                || line.contains("/*");
            if comment {
                self.commented(number, line);
                continue;
            }
            if solid < 16 || !line.contains(['(', '=']) || line.contains('"') && line.matches('"').count() % 2 == 1 {
                continue;
            }
            self.add("line_content", true, number, "Look at this.".to_owned(), line);
            self.corrupted(number, line);
        }
    }

    /// Code that stands in a comment and nowhere else.
    fn commented(&mut self, number: u32, line: &str) {
        let inside = line.trim_start_matches(['/', '#', '*', ' ']);
        let code = line.starts_with(['/', '#'])
            && inside.ends_with([';', ')'])
            && inside.contains('(')
            && !inside.contains(". ")
            && inside.split(' ').count() < 5;
        let solid = inside.chars().filter(|c| !c.is_whitespace()).count();
        if code && solid > 15 && self.file.text.matches(inside).count() == 1 && !inside.contains(['`', '\'', '"']) {
            self.add("line_content", false, number, "Look at this.".to_owned(), inside);
        }
    }

    fn corrupted(&mut self, number: u32, line: &str) {
        let names: Vec<&str> = line
            .split(|c: char| !is_word(c))
            .filter(|word| word.len() > 3 && word.starts_with(char::is_alphabetic))
            .collect();
        let mut put = |changed: String| {
            if changed != line && !self.is_known(&changed) {
                self.add("line_content", false, number, "Look at this.".to_owned(), &changed);
            }
        };
        match number % 4 {
            0 => {
                let digits: String =
                    line.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
                let more = digits.parse::<u64>().map(|value| (value + 7).to_string());
                if let Ok(more) = more {
                    put(line.replacen(&digits, &more, 1));
                }
            }
            1 => {
                let turned = [("!=", "=="), (" not ", " "), ("==", "!="), ("(!", "("), ("is None", "is not None")];
                if let Some((from, to)) = turned.iter().find(|(from, _)| line.contains(from)) {
                    put(line.replacen(from, to, 1));
                }
            }
            2 => {
                if let Some((left, right)) = line.split_once(" = ") {
                    put(format!("{left} = sanitize{INVENTED}({right}"));
                }
            }
            _ => {
                if let Some(name) = names.last() {
                    put(line.replacen(name, &format!("{name}{INVENTED}"), 1));
                }
            }
        }
    }

    fn symbol(&mut self, ix: SymbolIx) {
        let facts = &self.file.facts;
        let symbol = facts.symbol(ix);
        let name = facts.text(symbol.name).to_owned();
        let same = facts.symbols.iter().filter(|other| facts.text(other.name) == name).count();
        if same > 1 || name.len() < 4 || !name.chars().all(is_word) {
            return;
        }
        let line = symbol.name_at.line;
        self.existence(&name, line);
        self.documentation(ix, &name, line);
        self.usage(symbol, &name, line);
        self.constant(symbol, &name, line);
        if symbol.measures.is_some() && symbol.body.is_some() && !symbol.flags.has(SymbolFlags::ABSTRACT) {
            self.function(ix, &name, line);
        }
    }

    fn existence(&mut self, name: &str, line: u32) {
        let path = self.file.path.to_text().into_owned();
        self.add("symbol_exists", true, line, format!("`{name}` is defined in {path}."), "");
        self.add("symbol_exists", false, line, format!("`{name}{INVENTED}` is defined in {path}."), "");
        self.add("symbol_exists", false, line, format!("`{name}` does not exist."), "");
    }

    fn documentation(&mut self, ix: SymbolIx, name: &str, line: u32) {
        let first = self.file.facts.symbol(ix).span.start.line as usize;
        let above =
            first.checked_sub(2).and_then(|at| self.file.text.lines().nth(at)).unwrap_or_default().trim().to_owned();
        let documented = self.file.facts.docs.iter().any(|doc| doc.symbol == Some(ix));
        let commented = above.starts_with(['/', '#', '*', '@']) || above.ends_with("*/");
        if documented || !commented {
            self.add("missing_doc", !documented, line, format!("`{name}` has no documentation."), "");
        }
    }

    fn usage(&mut self, symbol: &Symbol, name: &str, line: u32) {
        let kinds = [SymbolKind::Function, SymbolKind::Constant, SymbolKind::Class, SymbolKind::Struct];
        if self.file.test || !kinds.contains(&symbol.kind) || symbol.parent.is_some() {
            return;
        }
        let everywhere = self.repository.words.get(name).copied().unwrap_or(0);
        if everywhere == 1 && symbol.attributes.is_empty() {
            self.add("symbol_unused", true, line, format!("`{name}` is never used."), "");
            if symbol.measures.is_some() {
                self.add("missing_test", true, line, format!("`{name}` has no tests."), "");
            }
        }
        let own =
            self.file.facts.references.iter().filter(|one| {
                one.role == Role::Call && self.file.facts.text(one.name) == name && one.receiver.is_none()
            });
        let outside = own.filter(|one| {
            self.file
                .facts
                .owner_of(one.scope)
                .is_some_and(|owner| self.file.facts.text(self.file.facts.symbol(owner).name) != name)
        });
        if outside.count() > 0 {
            self.add("symbol_unused", false, line, format!("`{name}` is never used."), "");
        }
        // A test of the same package that calls the only definition of the name.
        let folder = self.file.path.folder().to_vec();
        let definitions = self
            .repository
            .files
            .iter()
            .flat_map(|file| file.facts.symbols.iter().filter(move |one| file.facts.text(one.name) == name))
            .count();
        let go = self.file.facts.language == Language::Go;
        let tested = definitions == 1
            && go
            && self.repository.files.iter().any(|file| {
                file.test
                    && file.path.folder() == folder
                    && file.facts.references.iter().any(|one| {
                        one.role == Role::Call && file.facts.text(one.name) == name && one.receiver.is_none()
                    })
            });
        let imported = definitions == 1
            && self.repository.files.iter().any(|file| {
                let takes = file
                    .facts
                    .imports
                    .iter()
                    .flat_map(|import| &import.names)
                    .any(|one| one.name.is_some_and(|taken| file.facts.text(taken) == name));
                file.test
                    && takes
                    && file
                        .facts
                        .references
                        .iter()
                        .any(|one| one.role == Role::Call && file.facts.text(one.name) == name)
            });
        if (tested || imported) && symbol.measures.is_some() {
            self.add("missing_test", false, line, format!("`{name}` has no tests."), "");
        }
    }

    /// `NAME = 12`.
    fn constant(&mut self, symbol: &Symbol, name: &str, line: u32) {
        let Some(text) = self.file.text.lines().nth(line as usize - 1) else { return };
        let value =
            text.split_once('=').map(|(_, value)| value.trim().trim_end_matches([';', ','])).unwrap_or_default();
        let number = value.parse::<u64>().ok();
        let single = self.file.text.matches(&format!("{name} =")).count() == 1;
        if let Some(number) =
            number.filter(|_| single && matches!(symbol.kind, SymbolKind::Constant | SymbolKind::Variable))
        {
            self.add("constant_value", true, line, format!("`{name}` is set to {number}."), "");
            self.add("constant_value", false, line, format!("`{name}` is set to {}.", number + 3), "");
        }
    }

    fn function(&mut self, ix: SymbolIx, name: &str, line: u32) {
        let facts = &self.file.facts;
        let symbol = facts.symbol(ix);
        let lines: Vec<&str> = self
            .file
            .text
            .lines()
            .skip(symbol.span.start.line as usize - 1)
            .take((symbol.span.end.line - symbol.span.start.line + 1) as usize)
            .collect();
        let body = lines.join("\n");
        let count = symbol.params.len();
        let names: Vec<String> = symbol.params.iter().map(|param| facts.text(param.name).to_owned()).collect();
        let is_async = symbol.flags.has(SymbolFlags::ASYNC);
        let node: Value = json!({"type": "pattern_at", "line": symbol.span.start.line, "end_line": symbol.span.end.line, "pattern": body.trim_end(), "essential": true});
        let called: Vec<String> = facts
            .references
            .iter()
            .filter(|one| one.role == Role::Call && facts.owner_of(one.scope) == Some(ix))
            .map(|one| facts.text(one.name).to_owned())
            .filter(|called| called.len() > 3 && body.contains(&format!("{called}(")))
            .collect();
        let other = facts
            .symbols
            .iter()
            .map(|other| facts.text(other.name).to_owned())
            .find(|other| other.len() > 4 && !body.contains(other.as_str()) && other.chars().all(is_word));
        if count > 0 && names.iter().all(|name| !name.is_empty()) && !body.contains("...") {
            self.add("measure", true, line, format!("`{name}` has {count} parameters."), "");
            self.add("measure", false, line, format!("`{name}` has {} parameters.", count + 4), "");
            self.add("type_or_signature", true, line, format!("`{name}` has a parameter `{}`.", names[0]), "");
            self.add(
                "type_or_signature",
                false,
                line,
                format!("`{name}` has a parameter `{}{INVENTED}`.", names[0]),
                "",
            );
            self.add("type_or_signature", false, line, format!("`{name}` has no parameter `{}`.", names[0]), "");
        }
        self.add("type_or_signature", is_async, line, format!("`{name}` is async."), "");
        self.add("type_or_signature", !is_async, line, format!("`{name}` is not async."), "");
        if let Some(called) = called.first() {
            self.add("function_behavior", true, line, format!("`{name}` calls `{called}`."), "");
            self.add("function_behavior", false, line, format!("`{name}` never calls `{called}`."), "");
        }
        if let Some(other) = other {
            self.add("function_behavior", true, line, format!("`{name}` never calls `{other}`."), "");
            self.add("function_behavior", false, line, format!("`{name}` calls `{other}`."), "");
        }
        self.handling(name, line, &body);
        self.calls(name, &body, &called);
        self.reach(symbol.span.start.line, symbol.span.end.line, &body);
        if lines.len() > 2 && body.len() < 900 {
            let language = self.file.facts.language.family().name().to_owned();
            let made = |is_true: bool, claim: Value| Made {
                kind: "pattern_at",
                language: language.clone(),
                is_true,
                path: self.file.path.clone(),
                line,
                body: "A shape".to_owned(),
                evidence: claim["pattern"].as_str().unwrap_or_default().to_owned(),
                claim: Some(claim),
            };
            let mut changed = node.clone();
            changed["pattern"] = Value::String(body.trim_end().replacen(name, &format!("{name}{INVENTED}"), 1));
            let both = [made(true, node), made(false, changed)];
            self.made.extend(both);
        }
    }

    /// Error handling by the words that every language has for it.
    fn handling(&mut self, name: &str, line: u32, body: &str) {
        let has = |words: &[&str]| words.iter().any(|word| body.contains(word));
        let handles = match self.file.facts.language.family() {
            Language::Python => has(&["    except ", "    except:"]),
            Language::TypeScript | Language::Java => has(&["} catch (", "} catch {"]),
            Language::Go => has(&["if err != nil {"]),
            Language::Rust => has(&[")?;", "map_err(", "Err(e)"]),
            _ => return,
        };
        let lower = body.to_lowercase();
        let silent = ![
            "err", "try", "catch", "exce", "fail", "unwrap", "expect", "panic", "result", "handle", "?", "abort",
            "recover", "warn", "suppress",
        ]
        .iter()
        .any(|word| lower.contains(word));
        if handles || silent {
            self.add("function_behavior", !handles, line, format!("`{name}` does not handle errors."), "");
        }
    }

    /// Calls inside and outside of a `try`, where every call of the name stands in this function.
    fn calls(&mut self, _name: &str, body: &str, called: &[String]) {
        if !matches!(self.file.facts.language.family(), Language::Python | Language::TypeScript | Language::Java) {
            return;
        }
        for name in called.iter().filter(|name| name.chars().all(is_word)) {
            let call = format!("{name}(");
            let stands =
                |text: &str| text.match_indices(&call).filter(|(at, _)| !text[..*at].ends_with(is_word)).count();
            if stands(&self.file.text) != 1 {
                continue;
            }
            let line = self.file.text.lines().position(|line| line.contains(&call)).map_or(1, |at| at as u32 + 1);
            let plain =
                !body.contains("try") && !body.contains("catch") && !body.contains("except") && !body.contains("err");
            let text = self.file.text.lines().nth(line as usize - 1).unwrap_or_default();
            let before = self.file.text.lines().nth((line as usize).saturating_sub(2)).unwrap_or_default().trim();
            let first_in_try = before == "try:" || before == "try {";
            if plain && !text.contains("return") && !text.contains('=') {
                self.add("call_pattern", true, line, format!("`{name}` is called without error handling."), "");
            } else if first_in_try {
                self.add("call_pattern", false, line, format!("`{name}` is called without error handling."), "");
            }
            break;
        }
    }

    /// The first line of a function's body is always reached.
    fn reach(&mut self, first: u32, last: u32, body: &str) {
        let jumps = ["return", "raise", "throw", "break", "continue"];
        let far = body.lines().take(5).all(|line| !jumps.iter().any(|jump| line.contains(jump)));
        if last > first + 7 && far {
            self.add("unreachable", false, first + 1, "The code after the return is unreachable.".to_owned(), "");
        }
    }

    /// Imported names that stand nowhere else in the file, and some that do.
    fn imports(&mut self) {
        let path = self.file.path.to_text().into_owned();
        if path.ends_with("__init__.py") || self.file.facts.language == Language::Rust {
            return;
        }
        let mut found = Vec::new();
        for import in self.file.facts.imports.iter().filter(|import| !import.reexport) {
            for local in import.names.iter().filter_map(|name| name.local) {
                let name = self.file.facts.text(local).to_owned();
                let count = self.file.text.split(|c: char| !is_word(c)).filter(|word| *word == name).count();
                let used = self.file.facts.references.iter().any(|one| {
                    self.file.facts.text(one.name) == name && one.receiver.is_none() && one.role != Role::Import
                });
                found.push((import.span.start.line, name, count, used));
            }
        }
        for (line, name, count, used) in found {
            if count == 1 || used {
                self.add("import_unused", count == 1, line, format!("`{name}` is imported but never used."), "");
            }
        }
    }
}

/// A file, and the first and last line of something in it.
type Stretch<'f> = (&'f File, u32, u32);

/// Functions with the same words, and functions that share few.
fn likeness(repository: &Repository, drawn: &mut BTreeMap<(&'static str, String, bool), Vec<Made>>) {
    let mut functions: BTreeMap<(String, String), Vec<Stretch<'_>>> = BTreeMap::new();
    for file in repository.files.iter().filter(|file| file.facts.language.depth() == Depth::Symbols) {
        for symbol in file.facts.symbols.iter().filter(|symbol| symbol.measures.is_some() && symbol.body.is_some()) {
            let (first, last) = (symbol.span.start.line, symbol.span.end.line);
            let lines: Vec<&str> =
                file.text.lines().skip(first as usize).take((last - first) as usize).map(str::trim).collect();
            let body = lines.join(" ");
            if body.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()).count() > 50 {
                let language = file.facts.language.family().name().to_owned();
                functions.entry((language, body)).or_default().push((file, first, last));
            }
        }
    }
    let mut add = |language: &str, is_true: bool, one: (&File, u32, u32), two: (&File, u32, u32)| {
        let body = format!(
            "The same code stands at {}:{}-{} and {}:{}-{}.",
            one.0.path, one.1, one.2, two.0.path, two.1, two.2
        );
        let made = Made {
            kind: "pattern_violation",
            language: language.to_owned(),
            is_true,
            path: one.0.path.clone(),
            line: one.1,
            body,
            evidence: String::new(),
            claim: None,
        };
        drawn.entry(("pattern_violation", language.to_owned(), is_true)).or_default().push(made);
    };
    let mut before: Option<(&(String, String), Stretch<'_>)> = None;
    for (key, places) in &functions {
        if let [one, two, ..] = places.as_slice() {
            add(&key.0, true, *one, *two);
        }
        if let Some((other, place)) = before.filter(|(other, _)| other.0 == key.0) {
            let set = |text: &str| {
                text.split(|c: char| !is_word(c)).map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
            };
            let (a, b) = (set(&other.1), set(&key.1));
            if a.intersection(&b).count() * 5 < a.union(&b).count() {
                add(&key.0, false, place, places[0]);
            }
        }
        before = Some((key, places[0]));
    }
}
