//! Tasks of the developers, run as `cargo xtask TASK`.

use anyhow::{Result, bail};
use std::process::Command;

fn main() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("docs") => docs(),
        _ => bail!("known tasks: docs (writes docs/commands.md from the program's help)"),
    }
}

/// The test that compares the page writes it when asked to.
fn docs() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let test = ["test", "--quiet", "--package", "tribunal", "--test", "it", "the_page_of_commands_is_up_to_date"];
    let status = Command::new(cargo).args(test).env("UPDATE_DOCS", "1").status()?;
    if !status.success() {
        bail!("the page could not be written");
    }
    Ok(())
}
