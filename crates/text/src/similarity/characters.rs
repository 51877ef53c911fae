//! Likeness by characters: the share of triples of neighbouring characters that both texts have.

/// Bits of a character's code.
const CHARACTER_BITS: u32 = 21;

/// The share of common triples, each counted as often as it occurs (Dice): 0 for nothing in common, 1 for the same.
///
/// A change at one place costs three triples wherever it stands: a character put in front leaves the rest alike, and so
/// does a sentence that moved. Comparing by edits would see that too, but takes time that grows with the product of the
/// lengths.
pub fn characters(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    let (one, other) = (triples(one), triples(other));
    let total = one.len() + other.len();
    2.0 * common(&one, &other) as f64 / total.max(1) as f64
}

/// All triples of the text with a blank on each side, as numbers, sorted.
fn triples(text: &str) -> Vec<u64> {
    let mut window = u64::from(' ');
    let mask = (1 << (3 * CHARACTER_BITS)) - 1;
    let mut triples: Vec<u64> = Vec::with_capacity(text.len());
    for (at, sign) in text.chars().chain([' ']).enumerate() {
        window = ((window << CHARACTER_BITS) | u64::from(sign)) & mask;
        if at > 0 {
            triples.push(window);
        }
    }
    triples.sort_unstable();
    triples
}

fn common(mut one: &[u64], mut other: &[u64]) -> usize {
    let mut count = 0;
    while let ([first, one_rest @ ..], [second, other_rest @ ..]) = (one, other) {
        count += usize::from(first == second);
        if first <= second {
            one = one_rest;
        }
        if second <= first {
            other = other_rest;
        }
    }
    count
}
