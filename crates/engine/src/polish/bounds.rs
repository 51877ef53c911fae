//! Bounds that a task sets in words: "at most 100 words", "no máximo 3 linhas".

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Measure {
    Words,
    Characters,
    Lines,
}

/// A bound of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bound {
    measure: Measure,
    most: usize,
}

/// Words that set an upper bound, in small letters.
#[rustfmt::skip]
const AT_MOST: &[&str] = &[
    "at most", "no more than", "not more than", "up to", "maximum of", "max", "under", "fewer than", "less than",
    "within", "no máximo", "até", "menos de",
];

/// All upper bounds that the task sets.
pub(super) fn bounds(task: &str) -> Vec<Bound> {
    let task = task.to_lowercase();
    let phrases = AT_MOST.iter().flat_map(|phrase| task.match_indices(phrase).map(|(at, _)| at + phrase.len()));
    phrases.collect::<Vec<_>>().into_iter().filter_map(|at| bound(&task[at..])).collect()
}

/// A number and what it counts.
fn bound(rest: &str) -> Option<Bound> {
    let mut words = rest.split(|sign: char| sign.is_whitespace() || sign == '-').filter(|word| !word.is_empty());
    let most = words.next()?.replace(',', "").parse().ok()?;
    let counted = words.next()?.trim_matches(|sign: char| !sign.is_alphabetic());
    let measure = match counted {
        "word" | "words" | "palavra" | "palavras" => Measure::Words,
        "character" | "characters" | "chars" | "caractere" | "caracteres" => Measure::Characters,
        "line" | "lines" | "linha" | "linhas" => Measure::Lines,
        _ => return None,
    };
    Some(Bound { measure, most })
}

impl Bound {
    /// Whether the text keeps it.
    pub(super) fn holds(self, text: &str) -> bool {
        let count = match self.measure {
            Measure::Words => text.split_whitespace().count(),
            Measure::Characters => text.trim_end().chars().count(),
            Measure::Lines => text.trim_end().lines().count(),
        };
        count <= self.most
    }

    /// The same in words.
    pub(super) fn text(self) -> String {
        let unit = match self.measure {
            Measure::Words => "words",
            Measure::Characters => "characters",
            Measure::Lines => "lines",
        };
        format!("more than {} {unit}", self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn bounds_are_read_from_the_task() {
        for (task, text, holds) in [
            ("Sum it up in at most 3 words.", "one two three", true),
            ("Sum it up in at most 3 words.", "one two three four", false),
            ("Escreva no máximo 2 linhas", "um\ndois\ntrês\n", false),
            ("Keep it under 1,000 characters", "short", true),
            ("A 5-word title, max 5 words", "one two three four five six", false),
        ] {
            let found = bounds(task);
            assert!(!found.is_empty(), "{task}");
            assert_eq!(found.iter().all(|bound| bound.holds(text)), holds, "{task} / {text}");
        }
        assert!(bounds("Explain at most everything, within reason.").is_empty());
    }
}
