//! Questions about prose in code: documentation and comments.

use super::{CommentInfo, DocInfo, KnowledgeBase};
use crate::StoreError;
use crate::codec::damaged;
use rusqlite::Row;
use tribunal_domain::SymbolId;
use tribunal_domain::facts::CommentKind;

impl KnowledgeBase<'_> {
    /// The documentation of a file and its definitions, in source order.
    pub fn docstrings_for_file(&self, file: SymbolId) -> Result<Vec<DocInfo>, StoreError> {
        self.ask(|connection| {
            let sql = "SELECT s.qualified_name, d.format, d.text, d.start_line FROM docstrings d
                       LEFT JOIN symbols s ON s.file_id = d.file_id AND s.id = d.symbol_id
                       WHERE d.file_id = ?1 ORDER BY d.ordinal";
            let read = |row: &Row<'_>| {
                Ok(DocInfo { symbol: row.get(0)?, format: row.get(1)?, text: row.get(2)?, line: row.get(3)? })
            };
            connection.prepare_cached(sql)?.query_map([file.0], read)?.collect()
        })
    }

    /// The comments of a file that are of one of these kinds, in source order.
    pub fn comments(&self, file: SymbolId, kinds: &[CommentKind]) -> Result<Vec<CommentInfo>, StoreError> {
        let all: Vec<CommentInfo> = self.ask(|connection| {
            let sql = "SELECT s.qualified_name, c.kind, c.line, c.text FROM inline_comments c
                       LEFT JOIN symbols s ON s.file_id = c.file_id AND s.id = c.symbol_id
                       WHERE c.file_id = ?1 ORDER BY c.ordinal";
            connection.prepare_cached(sql)?.query_map([file.0], comment)?.collect()
        })?;
        Ok(all.into_iter().filter(|comment| kinds.contains(&comment.kind)).collect())
    }

    /// The comments of a file that tell more than the code: all kinds but general ones.
    pub fn rationale_comments(&self, file: SymbolId) -> Result<Vec<CommentInfo>, StoreError> {
        let told: Vec<CommentKind> =
            CommentKind::ALL.iter().copied().filter(|kind| *kind != CommentKind::General).collect();
        self.comments(file, &told)
    }
}

fn comment(row: &Row<'_>) -> rusqlite::Result<CommentInfo> {
    let kind = row.get_ref(1)?.as_str()?;
    let kind = CommentKind::from_name(kind).ok_or_else(|| damaged("an unknown kind of comment"))?;
    Ok(CommentInfo { symbol: row.get(0)?, kind, line: row.get(2)?, text: row.get(3)? })
}
