//! What the resolution of a file looked at, as hashes: the edges along which a change spreads.
//!
//! 32 bits are enough: a collision only makes an update resolve a file again that it need not.

use rustc_hash::FxHashSet;
use std::cell::RefCell;

fn key(kind: u8, text: &[u8]) -> u32 {
    // FNV-1a: stable over versions and machines, which a stored hash must be.
    let mut hash = 0x811c_9dc5_u32 ^ u32::from(kind);
    for &byte in text {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    hash
}

/// The interface of a file was consulted.
pub fn unit_key(path: &[u8]) -> u32 {
    key(1, path)
}

/// The list of files in a folder was consulted.
pub fn folder_key(folder: &[u8]) -> u32 {
    key(3, folder)
}

/// The implementations, or definitions by linkage name, of a name were consulted across the repository.
pub fn impl_key(name: &[u8]) -> u32 {
    key(4, name)
}

/// Whether a file stands at a path was asked. Extensions do not matter: `a/b.ts` is `a/b`.
pub fn probe_key(path: &[u8]) -> u32 {
    key(2, without_extension(path))
}

/// The keys that the appearance or disappearance of a file touches.
pub fn path_keys(path: &[u8]) -> Vec<u32> {
    let mut keys = vec![unit_key(path), probe_key(path)];
    let mut folder = path;
    // A file makes its folders exist, too: `import a.b` may mean a namespace package.
    while let Some(slash) = folder.iter().rposition(|&byte| byte == b'/') {
        folder = &folder[..slash];
        keys.push(probe_key(folder));
        keys.push(folder_key(folder));
    }
    keys.push(folder_key(b""));
    keys
}

fn without_extension(path: &[u8]) -> &[u8] {
    let name = path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    // The first dot of the name, so that `a.d.ts`, `a.test.ts` and `a.ts` share a key.
    match path[name..].iter().skip(1).position(|&byte| byte == b'.') {
        Some(dot) => &path[..name + 1 + dot],
        None => path,
    }
}

/// Collects keys during one file's resolution.
#[derive(Default)]
pub(crate) struct Reads(RefCell<FxHashSet<u32>>);

impl Reads {
    pub fn record(&self, key: u32) {
        self.0.borrow_mut().insert(key);
    }

    pub fn into_sorted(self) -> Vec<u32> {
        let mut keys: Vec<u32> = self.0.into_inner().into_iter().collect();
        keys.sort_unstable();
        keys
    }
}
