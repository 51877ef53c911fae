//! Diffs of random repositories agree with `git diff`.

use crate::support::{Sandbox, git, text};
use std::fmt::Write;
use tribunal_domain::ChangeKind;
use tribunal_repo::CommitId;

/// A small generator, so that a failing seed fails again.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("fits")
    }

    fn text(&mut self, lines: usize) -> String {
        let mut text = String::new();
        for _ in 0..lines {
            writeln!(text, "line {} of {}", self.below(40), self.below(1_000)).expect("writes");
        }
        text
    }

    fn path(&mut self) -> String {
        let folders = ["", "src/", "src/deep/", "lib/", "tests/unit/"];
        let names = ["a.py", "b.py", "c.rs", "mod.rs", "d.txt", "e", "index.js", "f.bin"];
        format!("{}{}{}", folders[self.below(5)], ["", "x", "y"][self.below(3)], names[self.below(8)])
    }
}

fn files(sandbox: &Sandbox) -> Vec<String> {
    let listed = sandbox.git(["ls-files", "-z"]);
    listed.split_terminator('\0').map(str::to_owned).collect()
}

fn scramble(sandbox: &Sandbox, random: &mut Random) {
    for _ in 0..2 + random.below(8) {
        let known = files(sandbox);
        let victim = (!known.is_empty()).then(|| known[random.below(known.len())].clone());
        let target = sandbox.root().join(random.path());
        match (random.below(6), victim) {
            (0, Some(victim)) => drop(std::fs::remove_file(sandbox.root().join(victim))),
            (1..=3, Some(victim)) => rename(sandbox, random, &victim, &target),
            (4, Some(victim)) => edit(random, &sandbox.root().join(victim)),
            _ => {
                let lines = random.below(30);
                let text = random.text(lines);
                let _ = std::fs::create_dir_all(target.parent().expect("parent"));
                let _ = std::fs::write(target, text);
            }
        }
    }
}

fn rename(sandbox: &Sandbox, random: &mut Random, victim: &str, target: &std::path::Path) {
    let _ = std::fs::create_dir_all(target.parent().expect("parent"));
    if std::fs::rename(sandbox.root().join(victim), target).is_ok() && random.below(2) == 0 {
        edit(random, target);
    }
}

fn edit(random: &mut Random, path: &std::path::Path) {
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let share = 1 + random.below(4);
    let edited: String = text
        .split_inclusive('\n')
        .map(|line| if random.below(5) < share { random.text(1) } else { line.to_owned() })
        .collect();
    let _ = std::fs::write(path, edited);
}

fn own(sandbox: &Sandbox, old: &str, new: &str) -> Vec<String> {
    let id = |hex: &str| hex.parse::<CommitId>().expect("id");
    let files = sandbox.open().diff(Some(id(old)), id(new)).expect("compares");
    let mut shown: Vec<_> = files
        .iter()
        .map(|file| match (file.kind, &file.old_path) {
            (ChangeKind::Added, _) => format!("A {}", file.path),
            (ChangeKind::Deleted, _) => format!("D {}", file.path),
            (ChangeKind::Renamed, Some(old)) => format!("R {old} {}", file.path),
            _ => format!("M {}", file.path),
        })
        .collect();
    shown.sort();
    shown
}

fn gits(sandbox: &Sandbox, old: &str, new: &str) -> Vec<String> {
    let output = text(&git(&sandbox.root(), &["diff", "--name-status", "-M", old, new]));
    let mut shown: Vec<_> = output
        .lines()
        .map(|line| {
            let mut words = line.split('\t');
            let status = words.next().expect("status");
            let rest: Vec<_> = words.collect();
            format!("{} {}", &status[..1], rest.join(" "))
        })
        .collect();
    shown.sort();
    shown
}

#[test]
fn random_repositories_differ_as_git_says() {
    let sandbox = Sandbox::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..12 {
        let (path, text) = (random.path(), random.text(20));
        let target = sandbox.root().join(path);
        let _ = std::fs::create_dir_all(target.parent().expect("parent"));
        let _ = std::fs::write(target, text);
    }
    let mut commits = vec![sandbox.commit("start")];
    for _ in 0..60 {
        scramble(&sandbox, &mut random);
        commits.push(sandbox.commit("next"));
    }
    let mut renames = 0;
    for (step, distance) in (0..commits.len()).flat_map(|step| [(step, 1), (step, 5)]) {
        let Some(new) = commits.get(step + distance) else { continue };
        let expected = gits(&sandbox, &commits[step], new);
        assert_eq!(own(&sandbox, &commits[step], new), expected, "{} {new}", commits[step]);
        renames += expected.iter().filter(|line| line.starts_with('R')).count();
    }
    assert!(renames > 50, "only {renames} renames were compared");
}
