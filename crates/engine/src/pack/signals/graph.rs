//! The graph: how far files are from the seeds by dependencies, in either direction.

use crate::pack::known::Known;
use std::collections::VecDeque;

/// How far each file is from the nearest seed.
pub(in crate::pack) struct Distances {
    /// Steps along dependencies and dependents; `None` if no path leads there.
    steps: Vec<Option<u32>>,
}

/// Walks from the seeds over edges from a dependent to what it depends on; backwards too unless `dependents` is off.
pub(in crate::pack) fn distances(
    known: &Known,
    edges: &[(usize, usize)],
    seeds: &[usize],
    dependents: Dependents,
) -> Distances {
    let mut neighbors = vec![Vec::new(); known.len()];
    for &(from, to) in edges {
        neighbors[from].push(to);
        if dependents == Dependents::Followed {
            neighbors[to].push(from);
        }
    }
    let mut steps = vec![None; known.len()];
    let mut waiting: VecDeque<usize> = seeds.iter().copied().collect();
    seeds.iter().for_each(|&seed| steps[seed] = Some(0));
    while let Some(at) = waiting.pop_front() {
        let next = steps[at].map(|steps| steps + 1);
        for &other in &neighbors[at] {
            if steps[other].is_none() {
                steps[other] = next;
                waiting.push_back(other);
            }
        }
    }
    Distances { steps }
}

/// Whether edges are followed from what is depended upon to who depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dependents {
    /// They are.
    Followed,
    /// They are not.
    LeftOut,
}

impl Distances {
    /// The distance of a file.
    pub(in crate::pack) fn of(&self, place: usize) -> Option<u32> {
        self.steps[place]
    }
}
