//! The program as a user meets it: through the built binary, in temporary repositories.

mod ask;
mod ask_faults;
mod bad_input;
mod config;
mod doctor;
mod doctor_models;
mod help;
mod init;
mod keys;
mod pack;
mod polish;
mod report;
mod review;
mod rust_modules;
mod streams;
mod support;
mod tidy;
mod trust;
mod verify;
