//! `tribunal report`: a stored review in any format.

use crate::error::{CliError, Kind};
use crate::output::{Output, escaped, shell_word};
use crate::report::{self, Format, PAGE, Shown, Which, markdown, terminal};
use crate::stored::Stored;
use crate::world::World;
use std::path::{Path, PathBuf};
use tribunal_domain::finding::{Axis, Severity, Word};
use tribunal_domain::review::{REVIEWS_FOLDER, Review, ReviewFile, SCHEMAS, document_name};
use tribunal_engine::state::write_to;
use tribunal_engine::suggest::nearest;

/// Show a stored review, in any format
///
/// Code is shown as it stands in the working tree if it is still what was reviewed, and as it was quoted otherwise.
/// Secrets are taken out of every format.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run; the newest review if none is named
    #[arg(value_name = "RUN")]
    run: Option<String>,
    /// The format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Terminal)]
    format: Format,
    /// Write to this file; a folder gets the report under its usual name, and Markdown by axis and by file, too
    #[arg(long, value_name = "FILE|DIR", value_hint = clap::ValueHint::AnyPath)]
    out: Option<PathBuf>,
    /// Also what was refuted, merged, settled or suppressed
    #[arg(long)]
    all: bool,
    /// Only these axes
    #[arg(long, value_name = "AXIS", value_delimiter = ',', value_parser = word::<Axis>)]
    axes: Vec<Axis>,
    /// Only from this severity on; a terminal sums up the rest
    #[arg(long, value_name = "SEVERITY", value_parser = severity)]
    severity: Option<Severity>,
    /// In a terminal at most so many in full, the gravest; 0 for all
    #[arg(long, value_name = "N", default_value_t = 0)]
    max_findings: usize,
    /// Print the JSON schema of a document instead: findings, review-file
    #[arg(long, value_name = "NAME", conflicts_with_all = ["run", "format", "all", "axes", "severity"])]
    schema: Option<String>,
}

pub fn run(args: &Args, world: &World, out: &mut Output) -> Result<(), CliError> {
    if let Some(name) = &args.schema {
        let text = schema(name)?;
        return deliver(args, world, &[("schema.json".to_owned(), text)], out);
    }
    let stored = Stored::open(world, args.run.as_deref())?;
    if !stored.complete {
        out.note(&format!("run {} did not come to its end; this is what it left", stored.run.id()));
    }
    let review = narrowed(args, &stored.review);
    let which = match (args.all, args.format) {
        (true, _) => Which::All,
        (false, Format::Html) => Which::Apart,
        (false, _) => Which::Reported,
    };
    let shown = Shown::new(&review, which, &stored.sources());
    if args.format == Format::Terminal && args.out.is_none() {
        for line in terminal::lines(&shown, &options(args, &stored)) {
            let pieces: Vec<_> = line.iter().map(|(style, text)| (*style, text.as_str())).collect();
            out.styled(&pieces)?;
        }
        return Ok(());
    }
    deliver(args, world, &documents(args, &stored, &shown)?, out)
}

/// The review with the findings that were asked for.
fn narrowed(args: &Args, review: &Review) -> Review {
    let mut review = review.clone();
    let summed_up = args.format == Format::Terminal;
    review.findings.retain(|finding| {
        let on_axis = args.axes.is_empty() || finding.axis.is_some_and(|axis| args.axes.contains(&axis));
        on_axis && (summed_up || args.severity.is_none_or(|limit| finding.severity.reaches(limit)))
    });
    review
}

fn options(args: &Args, stored: &Stored) -> terminal::Options {
    let run = args.run.as_ref().map(|run| format!(" {run}")).unwrap_or_default();
    let page = stored.run.path().join(PAGE);
    let page = if page.is_file() {
        format!(".tribunal/runs/{}/{PAGE}", stored.run.id())
    } else {
        format!("tribunal report{run} --format html --out {PAGE}")
    };
    terminal::Options {
        width: World::columns(),
        from: args.severity.unwrap_or(report::IN_FULL),
        most: if args.max_findings == 0 { usize::MAX } else { args.max_findings },
        command: format!("tribunal report{run}{}", if args.all { " --all" } else { "" }),
        page,
    }
}

/// The report by the name it has in a folder; Markdown has more than one document there.
fn documents(args: &Args, stored: &Stored, shown: &Shown) -> Result<Vec<(String, String)>, CliError> {
    let text =
        report::render(args.format, shown).unwrap_or_else(|| plain(&terminal::lines(shown, &options(args, stored))));
    let mut documents = vec![(report::usual_name(args.format).to_owned(), text)];
    if args.format == Format::Markdown && args.out.as_deref().is_some_and(is_folder) {
        let axes = Axis::ALL.iter().filter_map(|axis| Some((*axis, markdown::axis(shown, Some(*axis))?)));
        documents.extend(axes.map(|(axis, text)| (format!("axes/{}.md", axis.name()), text)));
        documents.extend(files(stored, shown)?);
    }
    Ok(documents)
}

/// The documents of single files that the run has kept.
fn files(stored: &Stored, shown: &Shown) -> Result<Vec<(String, String)>, CliError> {
    let mut paths: Vec<_> = shown.review().findings.iter().map(|finding| &finding.path).collect();
    paths.sort();
    paths.dedup();
    let mut documents = Vec::new();
    for path in paths {
        let kept = stored.run.read(&format!("{REVIEWS_FOLDER}/{}", document_name(path, "json")))?;
        if let Some(file) = kept.and_then(|bytes| serde_json::from_slice::<ReviewFile>(&bytes).ok()) {
            let name = format!("{REVIEWS_FOLDER}/{}", document_name(path, "md"));
            documents.push((name, markdown::file(&shown.file(&file))));
        }
    }
    Ok(documents)
}

/// To stdout, to a file, or into a folder.
fn deliver(args: &Args, world: &World, documents: &[(String, String)], out: &mut Output) -> Result<(), CliError> {
    let Some(target) = &args.out else {
        return documents.iter().try_for_each(|(_, text)| out.raw(text));
    };
    let place = world.dir().join(target);
    for (name, text) in documents {
        let path = if is_folder(&place) || is_folder(target) { place.join(name) } else { place.clone() };
        if let Some(folder) = path.parent().filter(|folder| !folder.is_dir()) {
            std::fs::create_dir_all(folder).map_err(|error| {
                CliError::because(Kind::Io, format!("cannot make the folder {}", folder.display()), error)
            })?;
        }
        write_to(&path, text.as_bytes())?;
        out.note(&shell_word(&path));
    }
    Ok(())
}

/// Whether a target is a folder, or is meant to be one.
fn is_folder(target: &Path) -> bool {
    target.is_dir() || target.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Lines without colour.
fn plain(lines: &[terminal::Line]) -> String {
    let line = |line: &terminal::Line| line.iter().map(|(_, text)| escaped(text)).collect::<String>();
    lines.iter().map(|pieces| format!("{}\n", line(pieces).trim_end())).collect()
}

fn schema(name: &str) -> Result<String, CliError> {
    let Some((_, make)) = SCHEMAS.iter().find(|(known, _)| *known == name) else {
        let known: Vec<_> = SCHEMAS.iter().map(|(known, _)| *known).collect();
        let error = CliError::unknown("schema", name, known.iter().copied());
        return Err(if error.hint.is_none() { error.hint(format!("known are {}", known.join(", "))) } else { error });
    };
    let text = serde_json::to_string_pretty(&make()).expect("a schema is plain data");
    Ok(format!("{text}\n"))
}

fn word<W: Word>(name: &str) -> Result<W, String> {
    let names: Vec<_> = W::ALL.iter().map(|word| word.name()).collect();
    let near = nearest(name, names.iter().copied()).map(|near| format!("did you mean `{near}`? "));
    W::from_name(&name.replace('-', "_"))
        .ok_or_else(|| format!("{}known are {}", near.unwrap_or_default(), names.join(", ")))
}

fn severity(name: &str) -> Result<Severity, String> {
    word(&name.to_ascii_uppercase())
}
