//! What the extractor says of small files, language by language.

mod render;

mod bash;
mod c;
mod csharp;
mod go;
mod java;
mod kotlin;
mod odd_input;
mod php;
mod python;
mod ruby;
mod rust;
mod typescript;
mod comments;
mod docs;
mod samples;
