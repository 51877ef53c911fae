//! `cargo xtask bench`: the tool and its peers side by side on one checkout, in CPU seconds and as ratios.
//!
//! Peers that are not installed are left out and said so. The checkout is changed by one line and put back.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tribunal_text::tokens::Vocabulary;

/// The median of so many runs is reported.
const RUNS: usize = 3;

/// What one run cost.
#[derive(Debug, Clone, Copy)]
struct Cost {
    cpu: f64,
    wall: f64,
    peak_kib: u64,
}

/// Measures on the checkout at `root`; `touch` is the file that gets one more line.
pub fn run(root: &Path, touch: &Path, with_vulture: bool) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let index = |more: &[&str]| measure(root, tool, &[&["index", ".", "--quiet"], more].concat());
    println!("| job | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|");
    let ctags = show("universal-ctags -R", measure(root, "ctags", &["-R", "-f", "/dev/null", "."]));
    let vulture = if with_vulture { show("vulture .", measure_once(root, "vulture", &["."])) } else { None };
    let status = show("git status", measure(root, "git", &["status"]));
    let cold = show("tribunal index --rebuild", index(&["--rebuild"]));
    let one = show("tribunal index --rebuild --jobs 1", index(&["--rebuild", "--jobs", "1"]));
    let warm = show("tribunal index, nothing changed", index(&[]));
    let changed = show(
        "tribunal index, one file changed",
        changing(root, touch, || once(root, tool, &["index", ".", "--quiet"])),
    );
    println!();
    ratio("cold index / ctags", cold, ctags);
    ratio("cold index / vulture", cold, vulture);
    ratio("nothing changed / git status", warm, status);
    ratio("one file changed / git status", changed, status);
    if let (Some(one), Some(two)) = (one, cold) {
        println!("one thread / all threads, wall: {:.2}", one.wall / two.wall);
    }
    parse_phase(root, tool)
}

/// A warm pack of `task` at 128,000 tokens beside repomix on the same checkout.
pub fn pack(root: &Path, task: &str) -> Result<()> {
    let tool = built_tool()?;
    let tool = tool.to_str().context("the path of the tool is not text")?;
    let folder = std::env::temp_dir().join(format!("tribunal-bench-{}", std::process::id()));
    let out = folder.to_str().context("the temporary folder is not text")?;
    let packing = ["pack", "--quiet", "--task", task, "--budget", "128000", "--out", out];
    let whole = format!("{out}/repomix.xml");
    println!("| job | CPU s | wall s | peak MiB |");
    println!("|---|---|---|---|");
    once(root, tool, &["index", ".", "--quiet"])?;
    show("tribunal pack, first", measure_once(root, tool, &packing));
    let warm = show("tribunal pack, warm", measure(root, tool, &packing));
    let peer = show("repomix", measure(root, "repomix", &["--quiet", "--output", &whole, "."]));
    println!();
    ratio("warm pack / repomix", warm, peer);
    tokens(Path::new(&whole))?;
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {out}"))
}

/// How fast one thread counts the tokens of a text, here all of the checkout as repomix wrote it.
fn tokens(file: &Path) -> Result<()> {
    let Ok(text) = fs::read_to_string(file) else { return Ok(()) };
    for vocabulary in [Vocabulary::O200k, Vocabulary::Cl100k] {
        vocabulary.count("unpacks the vocabulary");
        let started = Instant::now();
        let tokens = vocabulary.count(&text);
        let speed = text.len() as f64 / 1e6 / started.elapsed().as_secs_f64();
        println!("{}: {tokens} tokens of {} bytes, {speed:.1} MB/s", vocabulary.name(), text.len());
    }
    Ok(())
}

/// The reading phase alone, by the tool's own clock, on one and on two threads.
fn parse_phase(root: &Path, tool: &str) -> Result<()> {
    let reading = |jobs: &str| -> Result<f64> {
        let mut laps = Vec::new();
        for _ in 0..RUNS {
            let arguments = ["index", ".", "--rebuild", "--json", "--jobs", jobs];
            let output = Command::new(tool)
                .args(arguments)
                .env("TRIBUNAL_HISTORY_MAX_COMMITS", "0")
                .current_dir(root)
                .output()?;
            let report: serde_json::Value = serde_json::from_slice(&output.stdout)?;
            laps.push(report["timing"]["reading"].as_f64().context("the report has no timing")?);
        }
        laps.sort_by(f64::total_cmp);
        Ok(laps[laps.len() / 2])
    };
    let (one, two) = (reading("1")?, reading("2")?);
    println!("parse phase, one thread {one:.0} ms, two threads {two:.0} ms: {:.2} times", one / two);
    Ok(())
}

fn built_tool() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--release", "--quiet"]).status()?;
    anyhow::ensure!(status.success(), "the tool does not build");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(fs::canonicalize(target.join("release/tribunal"))?)
}

fn show(name: &str, cost: Result<Cost>) -> Option<Cost> {
    match cost {
        Ok(cost) => {
            println!("| {name} | {:.2} | {:.2} | {} |", cost.cpu, cost.wall, cost.peak_kib / 1024);
            Some(cost)
        }
        Err(error) => {
            println!("| {name} | – | – | – | ({error})");
            None
        }
    }
}

fn ratio(name: &str, one: Option<Cost>, other: Option<Cost>) {
    if let (Some(one), Some(other)) = (one, other) {
        println!("{name}: {:.2}", one.cpu / other.cpu);
    }
}

fn measure(root: &Path, program: &str, arguments: &[&str]) -> Result<Cost> {
    once(root, program, arguments)?; // warms the file cache
    median(|| once(root, program, arguments))
}

fn measure_once(root: &Path, program: &str, arguments: &[&str]) -> Result<Cost> {
    once(root, program, arguments)
}

fn median(run: impl Fn() -> Result<Cost>) -> Result<Cost> {
    let mut costs = (0..RUNS).map(|_| run()).collect::<Result<Vec<_>>>()?;
    costs.sort_by(|one, two| one.cpu.total_cmp(&two.cpu));
    Ok(costs[RUNS / 2])
}

fn changing(root: &Path, touch: &Path, run: impl Fn() -> Result<Cost>) -> Result<Cost> {
    let path = root.join(touch);
    let before = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let count = std::cell::Cell::new(0);
    let cost = median(|| {
        count.set(count.get() + 1);
        let mut text = before.clone();
        text.extend(std::iter::repeat_n(b'\n', count.get()));
        fs::write(&path, text)?;
        // A file changed this very moment is not trusted by its time stamp; let the clock move on.
        std::thread::sleep(Duration::from_millis(100));
        run()
    });
    fs::write(&path, before)?;
    cost
}

/// One run: the CPU time of the child from the kernel's account of waited-for children, its peak from its own status.
fn once(root: &Path, program: &str, arguments: &[&str]) -> Result<Cost> {
    let before = children_ticks()?;
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{program} is not installed"))?;
    let status_file = format!("/proc/{}/status", child.id());
    let mut peak_kib = 0;
    while child.try_wait()?.is_none() {
        peak_kib = peak_kib.max(peak(&status_file).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(3));
    }
    let wall = start.elapsed().as_secs_f64();
    // Ticks of a hundredth of a second, as Linux has them everywhere.
    let cpu = (children_ticks()? - before) as f64 / 100.0;
    Ok(Cost { cpu, wall, peak_kib })
}

fn peak(status_file: &str) -> Option<u64> {
    let status = fs::read_to_string(status_file).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn children_ticks() -> Result<u64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let rest = stat.rsplit_once(')').context("an odd /proc/self/stat")?.1;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    Ok(fields[13].parse::<u64>()? + fields[14].parse::<u64>()?)
}
