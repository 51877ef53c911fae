//! Lua: `require "a.b"` is `a/b.lua` or `a/b/init.lua` below a folder of `package.path`, which only a run knows.

use super::{Link, folder_of, join, normalised, parent};
use crate::resolve::Resolver;
use crate::unit::Unit;
use crate::value::Target;
use crate::world::FileIx;
use tribunal_domain::facts::{ImportIx, ImportKind};

/// Folders that projects put on the path: their root itself, and where their sources are.
const ROOTS: [&str; 4] = ["", "lua", "src", "lib"];

/// Where an import leads: the nearest folder above that has the module.
pub(super) fn link<'w>(cx: &Resolver<'w>, unit: &'w Unit, import: ImportIx) -> Link {
    let row = &unit.facts.imports[import.ix()];
    let specifier = unit.facts.text(row.specifier);
    let found = match row.kind {
        ImportKind::Require => required(cx, folder_of(cx, unit), specifier),
        _ => loaded(cx, folder_of(cx, unit), specifier),
    };
    found.map_or_else(|| Link::External(specifier.into()), |file| Link::Internal(vec![Target::File(file)]))
}

fn required(cx: &Resolver<'_>, from: &str, specifier: &str) -> Option<FileIx> {
    let module = specifier.replace('.', "/");
    let files = [format!("{module}.lua"), format!("{module}/init.lua")];
    let above = std::iter::successors(Some(from), |folder| parent(folder));
    let folders = above.flat_map(|folder| ROOTS.map(|root| join(folder, root)));
    folders.into_iter().find_map(|folder| files.iter().find_map(|file| cx.probe(&normalised(&join(&folder, file))?)))
}

/// `dofile "a.lua"`: a path from where the program was started, or from beside the file.
fn loaded(cx: &Resolver<'_>, from: &str, specifier: &str) -> Option<FileIx> {
    [from, ""].iter().find_map(|folder| cx.probe(&normalised(&join(folder, specifier))?))
}
