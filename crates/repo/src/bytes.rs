//! Small questions about byte strings, asked of every file and tree.

use gix::bstr::ByteSlice;

/// Bytes compared at once while looking for a difference.
const BLOCK: usize = 64;

/// How many bytes are equal at the start.
pub(crate) fn common_prefix(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let equal = blocks.take_while(|(one, two)| one == two).count() * BLOCK;
    let bytes = old[equal..].iter().zip(&new[equal..]);
    equal + bytes.take_while(|(one, two)| one == two).count()
}

/// How many bytes are equal at the end.
pub(crate) fn common_suffix(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let equal = blocks.take_while(|(one, two)| one == two).count() * BLOCK;
    let bytes = old[..old.len() - equal].iter().rev().zip(new[..new.len() - equal].iter().rev());
    equal + bytes.take_while(|(one, two)| one == two).count()
}

/// How many line breaks there are.
pub(crate) fn count_breaks(bytes: &[u8]) -> usize {
    bytes.find_iter(b"\n").count()
}
