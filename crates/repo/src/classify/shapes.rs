//! What only one program writes: told by its shape, where it leaves no mark or somebody took the mark away.

use super::generated::{TOP_BYTES, TOP_LINES};
use tribunal_domain::RepoPath;

/// Whether a file has the shape of what a known program writes.
pub(super) fn is_known(path: &RepoPath, bytes: &[u8]) -> bool {
    let top = || String::from_utf8_lossy(&bytes[..bytes.len().min(TOP_BYTES)]);
    match path.extension() {
        b"js" => {
            let top = top();
            is_compiled(&top, bytes) || is_glue(bytes) || is_of_a_schema(&top)
        }
        b"mjs" | b"cjs" => is_compiled(&top(), bytes) || is_glue(bytes),
        b"jsx" => is_compiled(&top(), bytes),
        b"ts" | b"tsx" => is_of_a_schema(&top()),
        b"java" => is_message(&top()),
        b"py" => is_client(&top()),
        b"go" => is_mock(path, bytes),
        _ => false,
    }
}

fn holds(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|part| part == word)
}

/// What a compiler of scripts wrote: it names its map at the end, or says at the top what an import is to make of it.
fn is_compiled(top: &str, bytes: &[u8]) -> bool {
    let tail = String::from_utf8_lossy(&bytes[bytes.len().saturating_sub(TOP_BYTES)..]);
    let mapped = || tail.trim_end().lines().next_back().is_some_and(|line| line.starts_with("//# sourceMappingURL="));
    let marked = || {
        top.lines().take(TOP_LINES).any(|line| {
            line.starts_with("exports.__esModule = true")
                || line.starts_with("Object.defineProperty(exports, \"__esModule\"")
        })
    };
    mapped() || marked() || is_bundle(top)
}

/// What a bundler puts before the modules that it joins.
fn is_bundle(top: &str) -> bool {
    const HELPERS: [&str; 5] = [
        "__webpack_require__",
        "var __commonJS = ",
        "var __defProp = Object.defineProperty",
        "parcelRequire",
        "__toESM = (",
    ];
    top.lines()
        .take(TOP_LINES)
        .any(|line| !line.trim_start().starts_with("//") && HELPERS.iter().any(|it| line.contains(it)))
}

/// What Emscripten writes beside the module it compiles.
fn is_glue(bytes: &[u8]) -> bool {
    holds(bytes, b"wasmMemory") && holds(bytes, b"HEAPU8") && holds(bytes, b"updateMemoryViews")
}

/// Clients that switch off every linter at once, types of GraphQL, and messages of protocol buffers, for scripts.
fn is_of_a_schema(top: &str) -> bool {
    let head: String = top.lines().take(5).collect();
    let client = ["istanbul ignore file", "eslint-disable", "tslint:disable"].iter().all(|word| head.contains(word));
    client
        || top.contains("export type Maybe<T> = ") && top.contains("export type Scalars = ")
        || top.contains("export type Json =")
            && ["export type Database = ", "export interface Database {"].iter().any(|it| top.contains(it))
        || top.contains("export const protobufPackage = ")
        || top.contains("$protobuf.roots")
}

/// What the compiler of protocol buffers writes for Java.
fn is_message(top: &str) -> bool {
    const WRITTEN: [&str; 3] = [
        "extends com.google.protobuf.GeneratedMessage",
        "com.google.protobuf.GeneratedMessageV3 implements",
        "@@protoc_insertion_point",
    ];
    WRITTEN.iter().any(|it| top.contains(it))
}

/// What openapi-python-client writes.
fn is_client(top: &str) -> bool {
    let call = || top.contains("\ndef _get_kwargs(") && top.contains("AuthenticatedClient");
    top.contains("define as _attrs_define") || call()
}

/// What gomock wrote.
fn is_mock(path: &RepoPath, bytes: &[u8]) -> bool {
    path.file_name().starts_with(b"mock") && holds(bytes, b"gomock.Controller") && holds(bytes, b"MockRecorder")
}
