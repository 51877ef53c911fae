//! `format-mismatch`: a format has more or fewer places than it is given values.

use super::error;
use crate::local::{Local, TreeRule};
use crate::rule::Rule;
use crate::shape::{Call, binary, call, is_literal, is_string, within};
use tribunal_domain::Language;
use tribunal_domain::finding::Category;
use tribunal_syntax::tree::Node;

pub(crate) const RULE: Rule = Rule {
    category: Category::Type,
    ..error(
        "format-mismatch",
        &[Language::Python, Language::Go, Language::Java],
        "A format has more or fewer places than it is given values.",
        "Python and Java fail when they get there; Go prints `%!d(MISSING)`.\n\n\
         ```python\nprint(\"%s of %s\" % (done,))      # found: two places, one value\n```\n\n\
         Left alone: places with a name or number of their own, values that are spread, and formats that are computed.",
    )
};

pub(crate) const TREE_RULE: TreeRule =
    TreeRule { rule: &RULE, kinds: &["binary_operator", "call", "call_expression", "method_invocation"], check };

fn check(local: &mut Local<'_>, node: Node<'_>) {
    let found = match local.tree.language() {
        Language::Python => python_percent(node).or_else(|| python_format(node)),
        Language::Go => call(node).and_then(|found| go_format(&found)),
        _ => call(node).and_then(|found| java_format(&found)),
    };
    let Some((format, places, values)) = found.filter(|(_, places, values)| places != values) else { return };
    if within(node, &["with_statement", "try_statement"]).is_none() {
        let asked = if places == 1 { "1 value".to_owned() } else { format!("{places} values") };
        local.report(&RULE, node, format!("`{}` asks for {asked} and is given {values}", format.text()));
    }
}

type Counts<'t> = (Node<'t>, usize, usize);

fn python_percent(node: Node<'_>) -> Option<Counts<'_>> {
    let found = binary(node).filter(|found| found.operator == "%" && is_plain(found.left))?;
    let places = percent_places(found.left.text(), false)?;
    let values = match found.right.kind() {
        "tuple" if !has_spread(&found.right.named_children()) => {
            let values = found.right.named_children().into_iter();
            values.filter(|value| !value.is_comment() && value.kind() != "line_continuation").count()
        }
        _ if is_literal(found.right) => 1,
        _ => return None,
    };
    Some((found.left, places, values))
}

/// Only too few values: what is left over does no harm.
fn python_format(node: Node<'_>) -> Option<Counts<'_>> {
    let found = call(node).filter(|found| found.name == "format")?;
    let format = found.receiver.filter(|format| is_plain(*format) && !has_spread(&found.arguments))?;
    let places = brace_places(format.text())?;
    let values = found.arguments.iter().filter(|argument| argument.kind() != "keyword_argument").count();
    (places > values).then_some((format, places, values))
}

const GO_FORMATS: &[(&str, usize)] = &[
    ("fmt.Printf", 0),
    ("fmt.Sprintf", 0),
    ("fmt.Errorf", 0),
    ("fmt.Fprintf", 1),
    ("log.Printf", 0),
    ("log.Fatalf", 0),
    ("log.Panicf", 0),
    ("t.Errorf", 0),
    ("t.Fatalf", 0),
    ("t.Logf", 0),
    ("t.Skipf", 0),
];

fn go_format<'t>(found: &Call<'t>) -> Option<Counts<'t>> {
    let path = found.path();
    let (_, at) = GO_FORMATS.iter().find(|(name, _)| *name == path)?;
    let format = *found.arguments.get(*at).filter(|format| is_plain(**format))?;
    let places = percent_places(format.text(), true)?;
    (!has_spread(&found.arguments)).then(|| (format, places, found.arguments.len() - at - 1))
}

/// Only too few values: what is left over does no harm, and one value may be an array of all.
fn java_format<'t>(found: &Call<'t>) -> Option<Counts<'t>> {
    let formats = found.is("String", "format") || found.is("System.out", "printf") || found.is("System.err", "printf");
    let format = *found.arguments.first().filter(|format| formats && is_plain(**format))?;
    let places = percent_places(format.text(), false)?;
    let values = found.arguments.len() - 1;
    (places > values && values != 1).then_some((format, places, values))
}

fn is_plain(node: Node<'_>) -> bool {
    is_string(node) && !node.named_children().iter().any(|part| part.kind().contains("interpolation"))
}

fn has_spread(arguments: &[Node<'_>]) -> bool {
    arguments.iter().any(|argument| argument.kind().contains("splat") || argument.kind().contains("variadic"))
        || arguments.last().is_some_and(|last| last.next().is_some_and(|next| next.text() == "..."))
}

/// How many values a `%` format takes; `None` if its places have names or numbers.
fn percent_places(format: &str, width_takes: bool) -> Option<usize> {
    let mut letters = format.chars().peekable();
    let mut places = 0;
    while let Some(letter) = letters.next() {
        if letter != '%' {
            continue;
        }
        loop {
            match letters.next()? {
                '%' | 'n' if !width_takes => break,
                '%' => break,
                '(' | '[' | '$' | '<' => return None,
                '*' if width_takes => places += 1,
                '*' => return None,
                letter if letter.is_alphabetic() => {
                    // Length marks such as `l` come before the letter that takes the value; `tY` is one place.
                    if matches!(letter, 't' | 'T') && !width_takes {
                        letters.next();
                    }
                    places += 1;
                    break;
                }
                '0'..='9' | '.' | '-' | '+' | '#' | ' ' | ',' => {}
                _ => return None,
            }
        }
    }
    Some(places)
}

/// How many values a `{}` format takes by position; `None` if it has places inside of places.
fn brace_places(format: &str) -> Option<usize> {
    let text = format.replace("{{", "").replace("}}", "");
    let (mut automatic, mut highest) = (0, 0);
    for part in text.split('{').skip(1) {
        let field = part.split_once('}')?.0;
        let name: String = field.chars().take_while(|mark| mark.is_alphanumeric() || *mark == '_').collect();
        match name.parse::<usize>() {
            Ok(number) => highest = highest.max(number + 1),
            Err(_) if name.is_empty() => automatic += 1,
            Err(_) => {}
        }
    }
    Some(highest.max(automatic))
}
