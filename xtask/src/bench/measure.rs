//! Running programs and what they cost: CPU of all threads, wall time, peak memory.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The median of so many runs is reported.
pub(super) const RUNS: usize = 3;

/// What one run cost.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cost {
    pub cpu: f64,
    pub wall: f64,
    pub peak_kib: u64,
}

impl Cost {
    /// The cost of both, one after the other.
    pub(super) fn and(self, other: Self) -> Self {
        Self { cpu: self.cpu + other.cpu, wall: self.wall + other.wall, peak_kib: self.peak_kib.max(other.peak_kib) }
    }
}

pub(super) fn built_tool() -> Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--release", "--quiet"]).status()?;
    anyhow::ensure!(status.success(), "the tool does not build");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(fs::canonicalize(target.join("release/tribunal"))?)
}

pub(super) fn show(name: &str, cost: Result<Cost>) -> Option<Cost> {
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

pub(super) fn ratio(name: &str, one: Option<Cost>, other: Option<Cost>) {
    if let (Some(one), Some(other)) = (one, other) {
        println!("{name}: {:.2}", one.cpu / other.cpu);
    }
}

pub(super) fn measure(root: &Path, program: &str, arguments: &[&str]) -> Result<Cost> {
    once(root, program, arguments)?; // warms the file cache
    median(|| once(root, program, arguments))
}

pub(super) fn measure_once(root: &Path, program: &str, arguments: &[&str]) -> Result<Cost> {
    once(root, program, arguments)
}

fn median(run: impl Fn() -> Result<Cost>) -> Result<Cost> {
    let mut costs = (0..RUNS).map(|_| run()).collect::<Result<Vec<_>>>()?;
    costs.sort_by(|one, two| one.cpu.total_cmp(&two.cpu));
    Ok(costs[RUNS / 2])
}

pub(super) fn changing(root: &Path, touch: &Path, run: impl Fn() -> Result<Cost>) -> Result<Cost> {
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
pub(super) fn once(root: &Path, program: &str, arguments: &[&str]) -> Result<Cost> {
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
