//! The known name nearest to a mistyped one: for keys, languages, files and symbols alike.

/// Below this likeness (Jaro-Winkler, 0 to 1) a suggestion puzzles more than it helps.
const LIKENESS: f64 = 0.82;

/// The nearest of the known names, if any is near; the first of equals.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for candidate in known {
        let likeness = strsim::jaro_winkler(name, candidate);
        if likeness >= LIKENESS && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_the_name_and_nonsense_finds_nothing() {
        let known = ["max_commits", "max_files", "jobs"];
        assert_eq!(nearest("max_comits", known), Some("max_commits"));
        assert_eq!(nearest("zzz", known), None);
    }
}
