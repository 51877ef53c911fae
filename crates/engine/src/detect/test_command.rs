//! The command that runs a project's tests, by build tool; the one whose language has the most files wins.

use super::{Guess, Project};
use tribunal_domain::Language;

type Probe = fn(&Project<'_>) -> Option<Guess<String>>;

/// Build tools with the language they speak for; the first of equals wins.
const PROBES: &[(Language, Probe)] = &[
    (Language::TypeScript, package_json),
    (Language::Python, python),
    (Language::Rust, |project| by_file(project, "Cargo.toml", "cargo test")),
    (Language::Go, |project| by_file(project, "go.mod", "go test ./...")),
    (Language::Java, jvm),
    (Language::Kotlin, jvm),
];

/// What `npm init` writes; it only fails.
const NPM_PLACEHOLDER: &str = "no test specified";

pub(super) fn test_command(project: &Project<'_>) -> Option<Guess<String>> {
    let mut best: Option<(usize, Guess<String>)> = None;
    for (language, probe) in PROBES {
        let files = project.files_of(*language);
        let Some(guess) = probe(project) else { continue };
        if best.as_ref().is_none_or(|(most, _)| files > *most) {
            best = Some((files, guess));
        }
    }
    best.map(|(_, guess)| guess)
}

fn by_file(project: &Project<'_>, file: &str, command: &str) -> Option<Guess<String>> {
    project.has(file).then(|| Guess::new(command, format!("{file} is there")))
}

fn package_json(project: &Project<'_>) -> Option<Guess<String>> {
    let manifest = project.json("package.json")?;
    let script = manifest.get("scripts")?.get("test")?.as_str()?;
    if script.contains(NPM_PLACEHOLDER) {
        return None;
    }
    let lock_files = [
        ("pnpm-lock.yaml", "pnpm test"),
        ("yarn.lock", "yarn test"),
        ("bun.lock", "bun run test"),
        ("bun.lockb", "bun run test"),
    ];
    let runner = lock_files.iter().find(|(lock, _)| project.has(lock)).map_or("npm test", |(_, runner)| runner);
    Some(Guess::new(runner, "package.json has scripts.test"))
}

fn python(project: &Project<'_>) -> Option<Guess<String>> {
    const PYTEST: &str = "python -m pytest";
    by_file(project, "noxfile.py", "nox")
        .or_else(|| by_file(project, "tox.ini", "tox"))
        .or_else(|| by_file(project, "pytest.ini", PYTEST))
        .or_else(|| {
            let pyproject = project.toml("pyproject.toml")?;
            let pytest = pyproject.get("tool")?.get("pytest");
            pytest.map(|_| Guess::new(PYTEST, "pyproject.toml configures pytest"))
        })
        .or_else(|| {
            let setup = project.text("setup.cfg")?;
            setup.contains("[tool:pytest]").then(|| Guess::new(PYTEST, "setup.cfg configures pytest"))
        })
        .or_else(|| by_file(project, "conftest.py", PYTEST))
        .or_else(|| {
            let test = project.paths.iter().find(|path| is_pytest_file(path.file_name()))?;
            Some(Guess::new(PYTEST, format!("{test} looks like a pytest file")))
        })
}

fn is_pytest_file(name: &[u8]) -> bool {
    name.ends_with(b".py") && (name.starts_with(b"test_") || name.ends_with(b"_test.py") || name == b"conftest.py")
}

fn jvm(project: &Project<'_>) -> Option<Guess<String>> {
    if project.has("pom.xml") {
        let command = if project.has("mvnw") { "./mvnw test" } else { "mvn test" };
        return by_file(project, "pom.xml", command);
    }
    let command = if project.has("gradlew") { "./gradlew test" } else { "gradle test" };
    by_file(project, "build.gradle", command).or_else(|| by_file(project, "build.gradle.kts", command))
}
