//! What the extractor says of small files, language by language.

mod render;

mod bash;
mod c;
mod comments;
mod csharp;
mod docs;
mod go;
mod java;
mod kotlin;
mod lua;
mod odd_input;
mod php;
mod python;
mod ruby;
mod rust;
mod samples;
mod typescript;
mod zones;
