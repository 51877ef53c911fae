//! Texts to edit: stretches of files of some hundred to some thousand characters, as refiners get them.

/// Lengths in characters, in turn.
const LENGTHS: [usize; 4] = [300, 800, 1_500, 3_000];

/// A file in stretches that begin and end at a line; the shortest ones are left out.
pub fn samples(text: &str) -> Vec<String> {
    const SHORTEST: usize = 200;
    let mut samples = Vec::new();
    let mut sample = String::new();
    for line in text.lines() {
        sample.push_str(line);
        sample.push('\n');
        if sample.len() >= LENGTHS[samples.len() % LENGTHS.len()] {
            samples.push(std::mem::take(&mut sample));
        }
    }
    samples.push(sample);
    samples.retain(|sample| sample.len() >= SHORTEST);
    samples
}
