//! Who uses a definition: all uses in one list, those of one definition side by side.

use super::Use;

/// Uses by the number of what is used.
#[derive(Debug, Default)]
pub(super) struct Uses {
    starts: Vec<u32>,
    uses: Vec<Use>,
}

impl Uses {
    /// Puts uses in the order of what they use; those of one definition stay in their order.
    pub(super) fn of(count: usize, found: &[(u32, Use)]) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for (target, _) in found {
            starts[*target as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        // Every place is written once below; the first use only fills them.
        let mut uses: Vec<Use> = found.first().map_or_else(Vec::new, |(_, first)| vec![*first; found.len()]);
        for (target, use_) in found {
            let at = &mut next[*target as usize];
            uses[*at as usize] = *use_;
            *at += 1;
        }
        Self { starts, uses }
    }

    /// The uses of a definition or file.
    pub(super) fn get(&self, number: usize) -> &[Use] {
        match (self.starts.get(number), self.starts.get(number + 1)) {
            (Some(&start), Some(&end)) => &self.uses[start as usize..end as usize],
            _ => &[],
        }
    }
}
