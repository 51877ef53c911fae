//! The files of a folder, for looking at rules on real code.

use std::path::Path;
use tribunal_domain::RepoPath;

/// Folders that hold other people's code or none.
const LEFT_OUT: &[&str] = &[".git", ".tribunal", "node_modules", "target", "vendor", ".venv", "dist"];

/// All files below a folder, sorted by path.
pub fn files(root: &Path) -> std::io::Result<Vec<(RepoPath, Vec<u8>)>> {
    let mut files = Vec::new();
    gather(root, Path::new(""), &mut files)?;
    files.sort();
    Ok(files)
}

fn gather(root: &Path, below: &Path, files: &mut Vec<(RepoPath, Vec<u8>)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() && !LEFT_OUT.contains(&entry.file_name().to_string_lossy().as_ref()) {
            gather(root, &path, files)?;
        } else if kind.is_file()
            && let Ok(inside) = RepoPath::new(path.as_os_str().as_encoded_bytes())
        {
            files.push((inside, std::fs::read(entry.path())?));
        }
    }
    Ok(())
}
