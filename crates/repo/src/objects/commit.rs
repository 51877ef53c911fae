//! Reading a commit object leniently: old repositories hold authors without mail and dates that are no numbers.

use gix::ObjectId;

/// The parts of a commit that walking and reporting need.
pub(crate) struct CommitData {
    pub tree: ObjectId,
    pub parents: Vec<ObjectId>,
    pub author: String,
    pub author_time: i64,
    pub committer_time: i64,
    pub message: String,
}

/// Reads a commit's bytes; `None` if it names no tree. Text that is not UTF-8 gets replacement characters.
pub(super) fn parse(bytes: &[u8]) -> Option<CommitData> {
    let (head, message) = split_message(bytes);
    let mut lines = head.split(|&byte| byte == b'\n');
    let tree = id(lines.next()?.strip_prefix(b"tree ")?)?;
    let mut commit = CommitData {
        tree,
        parents: Vec::new(),
        author: String::new(),
        author_time: 0,
        committer_time: 0,
        message: String::from_utf8_lossy(message).into_owned(),
    };
    // Headers end the list: a signature may contain anything.
    for line in lines {
        if let Some(parent) = line.strip_prefix(b"parent ") {
            commit.parents.push(id(parent)?);
        } else if let Some(author) = line.strip_prefix(b"author ") {
            (commit.author, commit.author_time) = signature(author);
        } else if let Some(committer) = line.strip_prefix(b"committer ") {
            commit.committer_time = signature(committer).1;
            break;
        }
    }
    Some(commit)
}

fn split_message(bytes: &[u8]) -> (&[u8], &[u8]) {
    match bytes.windows(2).position(|pair| pair == b"\n\n") {
        Some(place) => (&bytes[..place], &bytes[place + 2..]),
        None => (bytes, b""),
    }
}

fn id(hex: &[u8]) -> Option<ObjectId> {
    ObjectId::from_hex(hex).ok()
}

/// `Name <mail>` and the seconds behind it.
fn signature(bytes: &[u8]) -> (String, i64) {
    let text = String::from_utf8_lossy(bytes);
    let (person, time) = match text.rfind('>') {
        Some(end) => text.split_at(end + 1),
        None => (&*text, ""),
    };
    let seconds = time.split_whitespace().next().and_then(|word| word.parse().ok());
    (person.trim().to_owned(), seconds.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(head: &str, author: &str, times: (i64, i64)) {
        let tree = "1".repeat(40);
        let commit = parse(format!("tree {tree}\n{head}\n\nmessage\n\nbody\n").as_bytes()).expect("a commit");
        assert_eq!(commit.author, author);
        assert_eq!((commit.author_time, commit.committer_time), times);
        assert_eq!(commit.message, "message\n\nbody\n");
    }

    #[test]
    fn odd_signatures_are_kept_as_they_are() {
        check("author A B <a@b> 7 +0200\ncommitter C <c@d> 9 -0100\ngpgsig x", "A B <a@b>", (7, 9));
        check("author A <a> b> 7 +0000\ncommitter <> 9 +0000", "A <a> b>", (7, 9));
        check("author Nobody\ncommitter nonsense", "Nobody", (0, 0));
        check("author A <a@b> soon\ncommitter C <c@d> -5 +0000", "A <a@b>", (0, -5));
    }

    #[test]
    fn bytes_without_a_tree_are_no_commit() {
        assert!(parse(b"").is_none());
        assert!(parse(b"tree nonsense\n\nx").is_none());
    }
}
