//! Python: scopes, bindings, imports, classes and the conventions of the language.

mod definitions;
mod files;
mod scopes;
mod uses;
