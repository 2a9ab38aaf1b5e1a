//! The tag pairs at the head of a game, and how damaged ones are to be written.

use std::ops::Range;

use encoding_rs::WINDOWS_1252;

use crate::{read, record::GameResult};

/// What may stand before the first game of a file.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The head of a game.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// Where the movetext begins.
    pub(super) moves_at: usize,
    /// Tag pairs: where name and value stand.
    pub(super) tags: Vec<(Range<usize>, Range<usize>)>,
    /// What is damaged, and what is to stand there.
    pub(super) damaged: Vec<(Range<usize>, Vec<u8>)>,
    /// All blank lines between tags and movetext but the first.
    pub(super) extra_blank: Option<Range<usize>>,
}

impl Head {
    /// Reads the head of a game.
    pub(super) fn read(bytes: &[u8]) -> Head {
        let mut head = Head::default();
        head.fill(bytes);
        head
    }

    /// Reads the head of another game, in the same memory.
    pub(super) fn fill(&mut self, bytes: &[u8]) {
        self.tags.clear();
        self.damaged.clear();
        self.extra_blank = None;
        let mut at = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        // Where the blank lines before `at` begin.
        let mut blank = at;
        loop {
            let length = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len() - at, |n| n + 1);
            let line = &bytes[at..at + length];
            if length == 0 {
                break;
            }
            if line.trim_ascii().is_empty() {
                at += length;
                continue;
            }
            if let Some((name, value)) = strict(line) {
                if blank < at && !self.tags.is_empty() {
                    self.damaged.push((blank..at, Vec::new()));
                }
                self.tags.push((shift(&name, at), shift(&value, at)));
            } else if read::line_is_tag(line) {
                let rest = self.loose(bytes, at, at + length);
                if rest < at + length {
                    at = rest;
                    break;
                }
            } else if !matches!(line[0], b'%' | b';') {
                break;
            }
            at += length;
            blank = at;
        }
        // Behind two blank lines readers see another game.
        let gap = &bytes[blank..at];
        if !self.tags.is_empty()
            && at < bytes.len()
            && let Some(first) = memchr::memchr(b'\n', gap)
            && first + 1 < gap.len()
        {
            self.extra_blank = Some(blank + first + 1..at);
        }
        self.moves_at = at;
        self.canonical_result(bytes);
    }

    /// Reads the damaged tag pairs of a line; returns where other text begins.
    fn loose(&mut self, bytes: &[u8], from: usize, end: usize) -> usize {
        let mut at = from;
        while let Some(open) = memchr::memchr(b'[', &bytes[at..end]) {
            let start = at + open;
            let Some((name, value, length)) = loose_tag(&bytes[start..end]) else { break };
            let written = pair(&name, &value);
            let mut wanted = written.clone();
            if at > from {
                wanted.insert(0, b'\n');
            }
            let stop = start + length;
            if bytes[at..stop] != wanted[..] {
                self.damaged.push((at..stop, wanted));
            }
            self.tags.push((start..start, start..stop));
            at = stop;
        }
        let rest = bytes[at..end].trim_ascii();
        let markup = rest.starts_with(b"<") && rest.ends_with(b">");
        if !rest.is_empty() && !markup && !rest.iter().all(u8::is_ascii_punctuation) {
            // Movetext behind a tag pair.
            self.damaged.push((at..at, b"\n\n".to_vec()));
            return at;
        }
        let line_end = at + bytes[at..end].trim_ascii_end().len();
        if line_end > at && !rest.is_empty() {
            self.damaged.push((at..line_end, Vec::new()));
        }
        end
    }

    /// A result that PGN writes otherwise is a damaged tag.
    fn canonical_result(&mut self, bytes: &[u8]) {
        let Some(value) = self.range(bytes, b"Result") else { return };
        let text = &bytes[value.clone()];
        if matches!(text, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
            return;
        }
        if let Some(result) = GameResult::from_token(&lossy(text)) {
            self.damaged.push((value, result.as_str().as_bytes().to_vec()));
            self.damaged.sort_by_key(|(range, _)| range.start);
        }
    }

    /// Where the value of a tag stands. Damaged tags have no name to find them by.
    pub(super) fn range(&self, bytes: &[u8], name: &[u8]) -> Option<Range<usize>> {
        let same = |(at, _): &&(Range<usize>, Range<usize>)| {
            !at.is_empty() && bytes[at.clone()].eq_ignore_ascii_case(name)
        };
        self.tags.iter().find(same).map(|(_, value)| value.clone())
    }

    /// The value of a tag.
    pub(super) fn value<'a>(&self, bytes: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
        self.range(bytes, name).map(|range| &bytes[range])
    }
}

fn shift(range: &Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

/// Name and value of a tag pair that every reader takes, which is alone on its line.
pub(super) fn strict(line: &[u8]) -> Option<(Range<usize>, Range<usize>)> {
    let inner = line.trim_ascii_end().strip_prefix(b"[")?.strip_suffix(b"\"]")?;
    let name = inner.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    if name == 0 || !inner[0].is_ascii_alphanumeric() {
        return None;
    }
    let blanks = inner[name..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let value = name + blanks;
    if blanks == 0 || inner.get(value) != Some(&b'"') {
        return None;
    }
    let mut escaped = false;
    for &b in &inner[value + 1..] {
        match b {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' | b'\r' => return None,
            _ => {}
        }
    }
    (!escaped).then_some((1..name + 1, value + 2..inner.len() + 1))
}

/// Name, value and length of a damaged tag pair, in the bytes of its own encoding.
fn loose_tag(bytes: &[u8]) -> Option<(Vec<u8>, Vec<u8>, usize)> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let (name, value, length) = read::tag_at(text)?;
        return Some((name.into_bytes(), value.into_bytes(), length));
    }
    // Every byte is a character here, and goes back to the same byte.
    let text = WINDOWS_1252.decode_without_bom_handling(bytes).0;
    let (name, value, length) = read::tag_at(&text)?;
    let back = |text: &str| WINDOWS_1252.encode(text).0.into_owned();
    Some((back(&name), back(&value), text[..length].chars().count()))
}

/// `[Name "value"]`
pub(super) fn pair(name: &[u8], value: &[u8]) -> Vec<u8> {
    let plain = |&b: &u8| if b.is_ascii_alphanumeric() { b } else { b'_' };
    let mut written = b"[".to_vec();
    written.extend(name.iter().map(plain));
    written.extend(b" \"");
    for &b in value {
        match b {
            b'"' | b'\\' => written.extend([b'\\', b]),
            b if b.is_ascii_control() => written.push(b' '),
            b => written.push(b),
        }
    }
    written.extend(b"\"]");
    written
}

/// Bytes as text for people: UTF-8, or else the usual encoding of old files.
pub(super) fn lossy(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    }
}
