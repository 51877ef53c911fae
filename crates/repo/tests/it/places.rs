//! Every kind of repository opens, and says what it is.

use crate::support::{Sandbox, git, path, paths, text};
use std::path::Path;
use tribunal_repo::{CommitId, EntryKind, Head, HistoryLimits, RepoError, Repository, WorktreeOptions};

fn clone(sandbox: &Sandbox, arguments: &[&str], name: &str) -> Repository {
    let source = format!("file://{}", sandbox.root().display());
    let arguments = [&["clone", "--quiet"], arguments, &[source.as_str(), name]].concat();
    text(&git(&sandbox.outside(), &arguments));
    Repository::discover(&sandbox.outside().join(name)).expect("opens")
}

fn id(hex: &str) -> CommitId {
    hex.parse().expect("full id")
}

#[test]
fn a_folder_without_git_is_no_repository() {
    let folder = tempfile::tempdir().expect("temporary folder");
    for dir in [folder.path(), &folder.path().join("missing")] {
        let error = Repository::discover(dir).err();
        assert!(matches!(error, Some(RepoError::NotARepository { .. })), "{error:?}");
    }
}

#[test]
fn an_empty_repository_is_unborn_and_its_files_are_untracked() {
    let sandbox = Sandbox::new();
    sandbox.write("new.py", "x = 1\n");
    let repository = sandbox.open();
    assert_eq!(repository.head().expect("head"), Head::Unborn);
    assert!(matches!(repository.resolve("HEAD"), Err(RepoError::UnknownRevision { .. })));
    assert_eq!(paths(&sandbox.worktree()), ["new.py"]);
}

#[test]
fn a_repository_is_found_from_any_folder_inside() {
    let sandbox = Sandbox::new();
    sandbox.write("a/b/c.txt", "x");
    let commit = sandbox.commit("one");
    let repository = Repository::discover(&sandbox.root().join("a/b")).expect("opens");
    assert_eq!(repository.root(), Some(sandbox.root().as_path()));
    assert_eq!(repository.git_dir(), sandbox.root().join(".git"));
    assert_eq!(repository.head().expect("head"), Head::Branch { name: "main".into(), commit: id(&commit) });
}

#[test]
fn a_detached_head_names_its_commit() {
    let sandbox = Sandbox::new();
    let first = sandbox.commit("one");
    sandbox.commit("two");
    sandbox.git(["checkout", "--quiet", "HEAD~1"]);
    assert_eq!(sandbox.open().head().expect("head"), Head::Detached { commit: id(&first) });
}

#[test]
fn a_bare_repository_has_commits_but_no_working_tree() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "text\n");
    sandbox.commit("one");
    let bare = clone(&sandbox, &["--bare"], "bare.git");
    assert!(bare.is_bare() && bare.root().is_none());
    assert!(matches!(bare.worktree(WorktreeOptions::default()), Err(RepoError::Bare)));
    let snapshot = bare.commit_snapshot(bare.resolve("main").expect("resolves")).expect("lists");
    assert_eq!(snapshot.read_path(&path("a.txt")).expect("reads"), b"text\n");
}

#[test]
fn a_linked_worktree_has_its_own_head_and_files() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "x");
    sandbox.commit("one");
    sandbox.git(["worktree", "add", "--quiet", "-b", "side", "../side"]);
    let side = sandbox.outside().join("side");
    std::fs::write(side.join("side.txt"), "y").expect("writes");
    std::fs::write(sandbox.root().join(".git/info/exclude"), "*.log\n").expect("writes");
    std::fs::write(side.join("x.log"), "y").expect("writes");
    let repository = Repository::discover(&side).expect("opens");
    assert_eq!(repository.root(), Some(side.as_path()));
    assert!(matches!(repository.head(), Ok(Head::Branch { name, .. }) if name == "side"));
    assert_eq!(paths(&repository.worktree(WorktreeOptions::default()).expect("captures")), ["a.txt", "side.txt"]);
}

#[test]
fn the_boundary_of_a_shallow_clone_changed_no_files() {
    let sandbox = Sandbox::new();
    for number in 0..5 {
        sandbox.write("a.txt", format!("{number}\n"));
        sandbox.write("b.txt", format!("{number}\n"));
        sandbox.commit("change");
    }
    let shallow = clone(&sandbox, &["--depth=2"], "shallow");
    assert!(shallow.is_shallow());
    let history = shallow.history(shallow.resolve("HEAD").expect("resolves"), HistoryLimits::default());
    let history = history.expect("reads");
    let counts: Vec<_> = history.commits.iter().map(|commit| commit.files.len()).collect();
    assert_eq!(counts, [2, 0]);
    assert_eq!((history.complete, history.uncompared), (false, 1));
    assert_eq!(paths(&shallow.worktree(WorktreeOptions::default()).expect("captures")), ["a.txt", "b.txt"]);
}

#[test]
fn a_partial_clone_gives_names_without_counts() {
    let sandbox = Sandbox::new();
    sandbox.git(["config", "uploadpack.allowFilter", "true"]);
    sandbox.write("a.txt", "one\n");
    sandbox.commit("one");
    sandbox.write("a.txt", "two\n");
    sandbox.commit("two");
    let partial = clone(&sandbox, &["--filter=blob:none", "--no-checkout"], "partial");
    let head = partial.resolve("HEAD").expect("resolves");
    let files = partial.diff(Some(partial.resolve("HEAD~1").expect("resolves")), head).expect("compares");
    assert_eq!(crate::support::shown(&files), ["M a.txt"]);
    let snapshot = partial.commit_snapshot(head).expect("lists");
    assert!(matches!(snapshot.read_path(&path("a.txt")), Err(RepoError::MissingObject { .. })));
}

#[test]
fn a_submodule_is_recorded_and_not_entered() {
    let sandbox = Sandbox::new();
    let inner = Sandbox::new();
    inner.write("inside.py", "x = 1\n");
    inner.commit("inner");
    let url = inner.root().display().to_string();
    sandbox.git(["submodule", "--quiet", "add", &url, "sub"]);
    let commit = sandbox.commit("add");
    let expected = [(".gitmodules".to_owned(), EntryKind::File), ("sub".to_owned(), EntryKind::Submodule)];
    let repository = sandbox.open();
    for snapshot in [sandbox.worktree(), repository.commit_snapshot(id(&commit)).expect("lists")] {
        let found: Vec<_> = snapshot.entries().iter().map(|entry| (entry.path.to_string(), entry.kind)).collect();
        assert_eq!(found, expected);
        assert!(matches!(snapshot.read_path(&path("sub")), Err(RepoError::NotAFile { .. })));
    }
    let within = Repository::discover(&sandbox.root().join("sub")).expect("opens");
    assert_eq!(within.root(), Some(sandbox.root().join("sub").as_path()));
}

#[test]
fn a_sparse_checkout_lists_what_is_on_disk() {
    let sandbox = Sandbox::new();
    for name in ["in/a.txt", "out/b.txt", "top.txt"] {
        sandbox.write(name, "x");
    }
    sandbox.commit("one");
    sandbox.git(["sparse-checkout", "set", "in"]);
    assert_eq!(paths(&sandbox.worktree()), ["in/a.txt", "top.txt"]);
    sandbox.git(["sparse-checkout", "set", "--sparse-index", "in"]);
    assert_eq!(paths(&sandbox.worktree()), ["in/a.txt", "top.txt"]);
    assert_eq!(
        paths(&sandbox.open().commit_snapshot(sandbox.open().resolve("HEAD").expect("id")).expect("lists")).len(),
        3
    );
}

#[test]
fn a_working_tree_elsewhere_is_not_believed() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "x");
    let elsewhere = sandbox.outside().join("secrets");
    std::fs::create_dir(&elsewhere).expect("folder");
    std::fs::write(elsewhere.join("key"), "secret").expect("writes");
    sandbox.git(["config", "core.worktree", elsewhere.to_str().expect("text")]);
    assert_eq!(paths(&sandbox.worktree()), ["a.txt"]);
}

#[test]
fn revisions_resolve_in_gits_own_syntax() {
    let sandbox = Sandbox::new();
    let first = sandbox.commit("one");
    sandbox.git(["tag", "--annotate", "--message=t", "v1"]);
    let second = sandbox.commit("two");
    let repository = sandbox.open();
    for (rev, expected) in
        [("HEAD", &second), ("main~1", &first), ("v1", &first), ("HEAD^", &first), (&second[..9], &second)]
    {
        assert_eq!(repository.resolve(rev).expect(rev).to_string(), *expected, "{rev}");
    }
    for rev in ["nothing", "HEAD:missing", "", "HEAD~9"] {
        assert!(matches!(repository.resolve(rev), Err(RepoError::UnknownRevision { .. })), "{rev}");
    }
}

#[test]
fn the_merge_base_is_where_two_branches_parted() {
    let sandbox = Sandbox::new();
    let base = sandbox.commit("base");
    sandbox.git(["checkout", "--quiet", "-b", "side"]);
    let side = sandbox.commit("side");
    sandbox.git(["checkout", "--quiet", "main"]);
    let main = sandbox.commit("main");
    sandbox.git(["checkout", "--quiet", "--orphan", "island"]);
    let island = sandbox.commit("island");
    let repository = sandbox.open();
    assert_eq!(repository.merge_base(id(&side), id(&main)).expect("reads"), Some(id(&base)));
    assert_eq!(repository.merge_base(id(&side), id(&island)).expect("reads"), None);
}

#[test]
fn a_damaged_repository_gives_an_error() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "x");
    let commit = sandbox.commit("one");
    std::fs::write(sandbox.root().join(".git/index"), b"DIRC\0\0\0\x09garbage").expect("writes");
    assert!(sandbox.open().worktree(WorktreeOptions::default()).is_err());
    let object = sandbox.root().join(".git/objects").join(&commit[..2]).join(&commit[2..]);
    std::fs::remove_file(object).expect("removes");
    assert!(matches!(sandbox.open().commit_snapshot(id(&commit)), Err(RepoError::MissingObject { .. })));
    assert!(Path::new(&sandbox.root()).exists());
}

/// Stores a tree object that git itself would refuse to make.
fn hostile_tree(sandbox: &Sandbox, entries: &[(&str, &str, &str)]) -> String {
    let mut bytes = Vec::new();
    for (mode, name, id) in entries {
        bytes.extend_from_slice(format!("{mode} {name}\0").as_bytes());
        let digits = id.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).expect("hex"));
        bytes.extend(digits.map(|pair| u8::from_str_radix(pair, 16).expect("hex")));
    }
    let file = sandbox.outside().join("tree");
    std::fs::write(&file, bytes).expect("writes");
    let file = file.to_str().expect("text");
    sandbox.git(["hash-object", "-t", "tree", "--literally", "-w", file]).trim().to_owned()
}

fn commit_of(sandbox: &Sandbox, tree: &str) -> CommitId {
    id(sandbox.git(["commit-tree", "-m", "hostile", tree]).trim())
}

#[test]
fn forbidden_names_in_a_tree_are_problems_and_not_entries() {
    let sandbox = Sandbox::new();
    sandbox.write("blob", "x");
    let blob = sandbox.git(["hash-object", "-w", "blob"]).trim().to_owned();
    let inner = hostile_tree(&sandbox, &[("100644", "hooks", &blob)]);
    let names = ["..", ".git", "a/../../b", "ok"];
    let entries: Vec<_> = names.iter().map(|name| ("100644", *name, blob.as_str())).collect();
    let tree = hostile_tree(&sandbox, &[entries, vec![("40000", ".GIT", inner.as_str())]].concat());
    let repository = sandbox.open();
    let commit = commit_of(&sandbox, &tree);
    let snapshot = repository.commit_snapshot(commit).expect("lists");
    assert_eq!(paths(&snapshot), ["ok"]);
    assert_eq!(snapshot.problems().len(), 4);
    assert_eq!(crate::support::shown(&repository.diff(None, commit).expect("compares")), ["A ok +1 -0"]);
    let moved = commit_of(&sandbox, &hostile_tree(&sandbox, &[("100644", "moved", &blob)]));
    let forbidden = commit_of(&sandbox, &hostile_tree(&sandbox, &[("100644", ".git", &blob)]));
    let diff = repository.diff(Some(forbidden), moved).expect("compares");
    assert_eq!(crate::support::shown(&diff), ["A moved +1 -0"], "it was not renamed from nowhere");
}

#[test]
fn trees_that_unfold_without_end_are_refused() {
    let sandbox = Sandbox::new();
    let names: Vec<String> = (10..30).map(|number| number.to_string()).collect();
    let mut tree = hostile_tree(&sandbox, &[]);
    for _ in 0..12 {
        let entries: Vec<_> = names.iter().map(|name| ("40000", name.as_str(), tree.as_str())).collect();
        tree = hostile_tree(&sandbox, &entries);
    }
    let repository = sandbox.open();
    let commit = commit_of(&sandbox, &tree);
    assert!(matches!(repository.commit_snapshot(commit), Err(RepoError::Git { .. })));
    assert!(matches!(repository.diff(None, commit), Err(RepoError::Git { .. })));
    let history = repository.history(commit, HistoryLimits::default()).expect("reads");
    assert_eq!((history.commits.len(), history.uncompared), (1, 1));
}

#[test]
fn a_repository_of_another_user_opens() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "x");
    sandbox.commit("one");
    let somebody = Some(54_321);
    let folders = [sandbox.root(), sandbox.root().join(".git"), sandbox.root().join(".git/config")];
    // Only root can give files away; for others the repository stays their own.
    let _ = folders.iter().try_for_each(|path| std::os::unix::fs::chown(path, somebody, somebody));
    let repository = sandbox.open();
    let head = repository.resolve("HEAD").expect("resolves");
    assert_eq!(paths(&repository.commit_snapshot(head).expect("lists")), ["a.txt"]);
    assert_eq!(paths(&sandbox.worktree()), ["a.txt"]);
}
