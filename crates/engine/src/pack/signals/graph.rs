//! The graph: how far files are from the seeds by dependencies, in either direction.

use crate::pack::known::Known;
use std::collections::VecDeque;

/// How far each file is from the nearest seed.
pub(in crate::pack) struct Distances {
    /// Steps along dependencies and dependents; `None` if no path leads there.
    steps: Vec<Option<u32>>,
}

/// The edges between files, to be walked from any seed.
pub(in crate::pack) struct Links {
    neighbors: Vec<Vec<usize>>,
}

impl Links {
    /// Edges lead from a dependent to what it depends on; backwards too unless `dependents` is off.
    pub(in crate::pack) fn new(known: &Known, edges: &[(usize, usize)], dependents: Dependents) -> Self {
        let mut neighbors = vec![Vec::new(); known.len()];
        for &(from, to) in edges {
            neighbors[from].push(to);
            if dependents == Dependents::Followed {
                neighbors[to].push(from);
            }
        }
        Self { neighbors }
    }

    /// Walks from the seeds, and from files that are one step from a seed that is no longer there.
    pub(in crate::pack) fn from(&self, seeds: &[usize], beside: &[usize]) -> Distances {
        let mut steps = vec![None; self.neighbors.len()];
        let mut waiting = VecDeque::new();
        let reach = |steps: &mut Vec<Option<u32>>, waiting: &mut VecDeque<usize>, at: usize, far: u32| {
            if steps[at].is_none() {
                steps[at] = Some(far);
                waiting.push_back(at);
            }
        };
        seeds.iter().for_each(|&seed| reach(&mut steps, &mut waiting, seed, 0));
        let near: Vec<usize> = seeds.iter().flat_map(|&seed| &self.neighbors[seed]).chain(beside).copied().collect();
        near.into_iter().for_each(|at| reach(&mut steps, &mut waiting, at, 1));
        while let Some(at) = waiting.pop_front() {
            let far = steps[at].map_or(0, |steps| steps + 1);
            self.neighbors[at].iter().for_each(|&other| reach(&mut steps, &mut waiting, other, far));
        }
        Distances { steps }
    }
}

/// Whether edges are followed from what is depended upon to who depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dependents {
    /// They are.
    #[default]
    Followed,
    /// They are not.
    LeftOut,
}

impl Distances {
    /// The files that are reached, with their distance.
    pub(in crate::pack) fn reached(&self) -> impl Iterator<Item = (usize, u32)> {
        self.steps.iter().enumerate().filter_map(|(place, steps)| Some((place, (*steps)?)))
    }

    /// The distance of a file.
    pub(in crate::pack) fn of(&self, place: usize) -> Option<u32> {
        self.steps[place]
    }
}

#[cfg(test)]
mod tests {
    use super::Links;

    #[test]
    fn files_beside_what_is_gone_are_one_step_away() {
        // 0 - 1 - 2, and 3 used something that was deleted; 4 uses 3.
        let neighbors = vec![vec![1], vec![0, 2], vec![1], vec![4], vec![3], vec![]];
        let links = Links { neighbors };
        let of =
            |seeds: &[usize], beside: &[usize]| (0..6).map(|at| links.from(seeds, beside).of(at)).collect::<Vec<_>>();
        assert_eq!(of(&[0], &[3]), [Some(0), Some(1), Some(2), Some(1), Some(2), None]);
        assert_eq!(of(&[], &[3]), [None, None, None, Some(1), Some(2), None]);
        assert_eq!(of(&[0, 1], &[]), [Some(0), Some(0), Some(1), None, None, None]);
    }
}
