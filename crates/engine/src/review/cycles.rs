//! Import cycles: files of Python and of scripts that wait for each other when they are loaded.
//!
//! Imports that are only types, that stand inside a function or that are made on demand wait for nobody.

use std::collections::VecDeque;
use tribunal_axes::Code;
use tribunal_domain::facts::ImportKind;
use tribunal_domain::{ImportOutcome, Language};

/// Which file imports which, and which of them reach each other.
pub(super) struct Cycles {
    imports: Vec<Vec<u32>>,
    /// The same number for files that reach each other.
    groups: Vec<u32>,
}

impl Cycles {
    /// Looks at the imports of all files.
    pub(super) fn of(code: &Code) -> Self {
        let imports: Vec<Vec<u32>> = (0..code.files.len()).map(|at| imports(code, at)).collect();
        let groups = groups(&imports);
        Self { imports, groups }
    }

    /// The shortest cycle that a file is in, as its files in their order, beginning with this one.
    pub(super) fn through(&self, at: usize) -> Option<Vec<usize>> {
        let inside = |other: u32| self.groups[other as usize] == self.groups[at];
        let mut from: Vec<Option<u32>> = vec![None; self.imports.len()];
        let mut todo = VecDeque::from([at as u32]);
        while let Some(here) = todo.pop_front() {
            for &next in self.imports[here as usize].iter().filter(|next| inside(**next)) {
                if next as usize == at {
                    let back = std::iter::successors(Some(here), |file| from[*file as usize]);
                    let mut cycle: Vec<usize> = back.map(|file| file as usize).collect();
                    cycle.reverse();
                    return Some(cycle);
                }
                if from[next as usize].is_none() {
                    from[next as usize] = Some(here);
                    todo.push_back(next);
                }
            }
        }
        None
    }
}

/// The files that a file waits for.
fn imports(code: &Code, at: usize) -> Vec<u32> {
    let file = &code.files[at];
    let waits =
        matches!(file.language(), Language::Python | Language::JavaScript | Language::TypeScript | Language::Tsx);
    let mut found = Vec::new();
    for (import, outcome) in file.facts.imports.iter().zip(&file.resolution.imports).filter(|_| waits) {
        let ImportOutcome::Internal(ids) = outcome else { continue };
        let at_once = matches!(import.kind, ImportKind::Static | ImportKind::Require) && !import.type_only;
        if at_once && file.owner(import.scope).is_none() {
            found.extend(ids.iter().filter_map(|id| code.place(*id)).map(|place| place.file));
        }
    }
    found.retain(|&other| other as usize != at);
    found.sort_unstable();
    found.dedup();
    found
}

/// Numbers the files so that those which reach each other have the same (Tarjan, without recursion).
fn groups(imports: &[Vec<u32>]) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let mut seen = vec![NEW; imports.len()];
    let mut lowest = vec![NEW; imports.len()];
    let mut group = vec![NEW; imports.len()];
    let (mut count, mut open) = (0, Vec::new());
    for start in 0..imports.len() {
        if seen[start] != NEW {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((at, step)) = path.pop() {
            if step == 0 {
                (seen[at], lowest[at]) = (count, count);
                count += 1;
                open.push(at);
            }
            if let Some(&next) = imports[at].get(step) {
                path.push((at, step + 1));
                let next = next as usize;
                if seen[next] == NEW {
                    path.push((next, 0));
                } else if group[next] == NEW {
                    lowest[at] = lowest[at].min(seen[next]);
                }
                continue;
            }
            if let Some(&(above, _)) = path.last() {
                lowest[above] = lowest[above].min(lowest[at]);
            }
            if lowest[at] == seen[at] {
                while let Some(member) = open.pop() {
                    group[member] = seen[at];
                    if member == at {
                        break;
                    }
                }
            }
        }
    }
    group
}

#[cfg(test)]
mod tests {
    use super::{Cycles, groups};

    fn cycles(imports: &[&[u32]]) -> Cycles {
        let imports: Vec<Vec<u32>> = imports.iter().map(|it| it.to_vec()).collect();
        let groups = groups(&imports);
        Cycles { imports, groups }
    }

    #[test]
    fn the_shortest_cycle_through_a_file_is_told() {
        // 0 → 1 → 2 → 0, 1 → 0, 3 → 0, 4 alone.
        let found = cycles(&[&[1], &[0, 2], &[0], &[0], &[]]);
        assert_eq!(found.through(0), Some(vec![0, 1]));
        assert_eq!(found.through(2), Some(vec![2, 0, 1]));
        assert_eq!(found.through(3), None);
        assert_eq!(found.through(4), None);
    }

    #[test]
    fn files_that_reach_each_other_are_one_group() {
        let found = groups(&[vec![1], vec![2], vec![1], vec![0]]);
        assert_eq!(found[1], found[2]);
        assert_ne!(found[0], found[1]);
        assert_ne!(found[3], found[0]);
    }
}
