//! Changes to the bytes of a game: what is not changed stays as it is.

use std::ops::Range;

use super::{note::Note, tags::lossy};

/// A change with what is to be said about it.
#[derive(Debug)]
pub(super) struct Edit {
    /// The bytes that go; empty where something is put in.
    pub(super) range: Range<usize>,
    /// The bytes that come.
    pub(super) bytes: Vec<u8>,
    /// What is to be said; the line is filled in when the change is made.
    pub(super) note: Option<Note>,
}

/// A game with changes made to it, and where its bytes come from.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// The bytes as they are now.
    pub(super) bytes: Vec<u8>,
    /// Starts of stretches with the lines of the input that they come from, if a stretch begins
    /// on another line than the one before it ends on: offset, line.
    anchors: Vec<(usize, u64)>,
    /// What was done.
    pub(super) notes: Vec<Note>,
}

impl Text {
    /// The bytes of a game that begins on this line.
    pub(super) fn new(bytes: Vec<u8>, line: u64) -> Text {
        Text { bytes, anchors: vec![(0, line)], notes: Vec::new() }
    }

    /// A stretch of the bytes as a game of its own, without the notes.
    pub(super) fn part(&self, range: Range<usize>) -> Text {
        let within = self.anchors_within(range.start + 1, range.end);
        let anchors = std::iter::once((0, self.line(range.start)))
            .chain(within.iter().map(|&(from, line)| (from - range.start, line)))
            .collect();
        Text { bytes: self.bytes[range].to_vec(), anchors, notes: Vec::new() }
    }

    /// The line of the input that a byte comes from.
    pub(super) fn line(&self, at: usize) -> u64 {
        let index = self.anchors.partition_point(|&(from, _)| from <= at).saturating_sub(1);
        let (from, line) = self.anchors[index];
        let passed = self.bytes.get(from..at).unwrap_or_default();
        let line = line + memchr::memchr_iter(b'\n', passed).count() as u64;
        // Lines that were put in are none of the input.
        self.anchors.get(index + 1).map_or(line, |&(_, next)| line.min(next))
    }

    /// The line of a byte behind one whose line is known.
    fn line_from(&self, (from, line): (usize, u64), at: usize) -> u64 {
        if !self.anchors_within(from + 1, at + 1).is_empty() {
            return self.line(at);
        }
        let passed = self.bytes.get(from..at).unwrap_or_default();
        line + memchr::memchr_iter(b'\n', passed).count() as u64
    }

    /// Makes the changes. Of two that overlap the one that begins first is made, of two that begin
    /// together the longer one.
    pub(super) fn apply(&mut self, mut edits: Vec<Edit>) {
        if edits.is_empty() {
            return;
        }
        edits.sort_by_key(|edit| (edit.range.start, usize::MAX - edit.range.end));
        let mut bytes = Vec::with_capacity(self.bytes.len() + 64 * edits.len());
        let mut anchors = vec![self.anchors[0]];
        let mut at = 0;
        // A place and its line, so that lines are counted once.
        let mut seen = self.anchors[0];
        for edit in edits {
            if edit.range.start < at {
                continue;
            }
            let kept = self.anchors_within(at + 1, edit.range.start);
            anchors.extend(kept.iter().map(|&(from, line)| (bytes.len() + from - at, line)));
            bytes.extend(&self.bytes[at..edit.range.start]);
            bytes.extend(edit.bytes);
            at = edit.range.end;
            seen = (at, self.line_from(seen, at));
            anchors.push((bytes.len(), seen.1));
            if let Some(note) = edit.note {
                self.notes.push(Note { line: self.line(edit.range.start), ..note });
            }
        }
        let kept = self.anchors_within(at + 1, usize::MAX);
        anchors.extend(kept.iter().map(|&(from, line)| (bytes.len() + from - at, line)));
        bytes.extend(&self.bytes[at..]);
        (self.bytes, self.anchors) = (bytes, anchors);
    }

    /// The anchors from one offset to another.
    fn anchors_within(&self, start: usize, end: usize) -> &[(usize, u64)] {
        let first = self.anchors.partition_point(|&(from, _)| from < start);
        let last = self.anchors.partition_point(|&(from, _)| from < end);
        &self.anchors[first..last.max(first)]
    }

    /// What stands in a range, for people.
    pub(super) fn shown(&self, range: Range<usize>) -> String {
        lossy(&self.bytes[range])
    }
}

/// A comment that says what was repaired and keeps what stood there.
pub(super) fn comment(what: &str, kept: &[u8]) -> Vec<u8> {
    let mut written = format!("{{[%repair {what}").into_bytes();
    if !kept.is_empty() {
        written.extend(b" \"");
        written.extend(safe(kept));
        written.push(b'"');
    }
    written.extend(b"]}");
    written
}

/// The bytes with what would end a comment or a command replaced. It is by plain signs, since the
/// encoding of the file may have no others.
pub(super) fn safe(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    for &b in bytes.trim_ascii() {
        let b = match b {
            b'{' | b'[' => b'(',
            b'}' | b']' => b')',
            b'"' => b'\'',
            b if b.is_ascii_control() => b' ',
            b => b,
        };
        // Lines become one.
        if b != b' ' || plain.last() != Some(&b' ') {
            plain.push(b);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::note::Kind;

    fn edit(range: Range<usize>, bytes: &str) -> Edit {
        Edit { range, bytes: bytes.into(), note: Some(Note::new(Kind::Tag, 0)) }
    }

    #[test]
    fn lines_stay_those_of_the_input() {
        let mut text = Text::new(b"a\n\nb\nc d\n".to_vec(), 11);
        text.apply(vec![edit(1..3, "\n"), edit(5..5, "x\ny\n")]);
        assert_eq!(text.bytes, b"a\nb\nx\ny\nc d\n");
        assert_eq!(text.line(2), 13, "b");
        assert_eq!(text.line(10), 14, "d");
        text.apply(vec![edit(10..11, "e")]);
        assert_eq!(text.line(8), 14, "a line that was put in");
        let lines: Vec<u64> = text.notes.iter().map(|note| note.line).collect();
        assert_eq!(lines, [11, 14, 14]);
    }

    #[test]
    fn of_overlapping_changes_one_is_made() {
        let mut text = Text::new(b"abcdef".to_vec(), 1);
        text.apply(vec![edit(2..3, "X"), edit(1..5, "Y"), edit(1..2, "Z"), edit(5..5, "+")]);
        assert_eq!(text.bytes, b"aY+f");
        assert_eq!(text.notes.len(), 2);
    }

    #[test]
    fn comments_stay_comments() {
        assert_eq!(
            comment("stray-text", b"{a \"b\"\r\n[c]}"),
            b"{[%repair stray-text \"(a 'b' (c))\"]}"
        );
    }
}
