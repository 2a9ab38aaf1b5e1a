//! Tag pairs of PGN: `[White "Anand, V."]`, with whatever quotes and escapes programs write.

/// A tag pair.
pub(in crate::read) struct Tag {
    pub(in crate::read) name: String,
    pub(in crate::read) value: String,
    /// Bytes, brackets included.
    pub(in crate::read) length: usize,
    /// Whether its quotes leave no doubt, so that it begins a game even behind moves.
    pub(in crate::read) sound: bool,
}

/// Tags without which hardly a game begins.
const NAMES: [&str; 3] = ["Event", "White", "Black"];

/// Whether a tag of this name says which game it is.
pub(super) fn names_a_game(name: &str) -> bool {
    NAMES.contains(&name)
}

impl Tag {
    /// Whether it says which game it is.
    pub(super) fn names_a_game(&self) -> bool {
        names_a_game(&self.name)
    }

    /// Whether it is one that nearly every file has.
    pub(in crate::read) fn is_usual(&self) -> bool {
        KNOWN.contains(&self.name.as_str())
    }

    /// Whether it may be a remark that begins with the name of a side: `[Black could castle.]`
    pub(super) fn is_prose(&self) -> bool {
        !self.sound && self.value.starts_with(char::is_lowercase) && self.value.contains(' ')
    }
}

/// Longest tag pair, in bytes.
const MAX_TAG: usize = 4_096;
/// Tag names that are believed without quotes around their value.
const KNOWN: [&str; 16] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "ECO",
    "WhiteElo",
    "BlackElo",
    "FEN",
    "SetUp",
    "Opening",
    "Variation",
    "Annotator",
    "PlyCount",
];

/// The line at the start of `text`, as far as any tag or bracket may reach.
pub(super) fn line_of(text: &str) -> &str {
    let window = &text[..text.floor_char_boundary(MAX_TAG)];
    &window[..window.find('\n').unwrap_or(window.len())]
}

/// The tag pair at the start of `text`, which starts with `[`.
pub(in crate::read) fn tag(text: &str) -> Option<Tag> {
    let line = line_of(text);
    let inner = line[1..].trim_start();
    let start = line.len() - inner.len();
    let name_len = inner
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
        .unwrap_or(inner.len());
    let name = &inner[..name_len];
    if !name.starts_with(char::is_alphabetic) || name_len > 64 {
        return None;
    }
    let after = inner[name_len..].trim_start_matches([' ', '\t', ':', '\u{a0}']);
    let value_at = start + inner.len() - after.len();
    let opens = after.chars().next().filter(|&c| is_quote(c));
    let Some(quote) = opens else {
        if !KNOWN.contains(&name) || value_at == start + name_len {
            return None;
        }
        let end = line[value_at..].find(']').map_or(line.len(), |end| value_at + end);
        let value = line[value_at..end].trim().to_owned();
        // Only the first quote is wanting: `[White Berg, A."]`
        let sound = value.ends_with('"') && !value.starts_with(char::is_lowercase);
        let length = (end + 1).min(line.len());
        return Some(Tag { name: name.to_owned(), value, length, sound });
    };
    let body_at = value_at + quote.len_utf8();
    let body = &line[body_at..];
    // The quote that closes is the first one with a `]` behind it.
    let mut candidates = body.char_indices().filter(|&(_, c)| is_quote(c));
    let closing = candidates.find(|&(at, c)| {
        let behind = body[at + c.len_utf8()..].trim_start();
        behind.starts_with(']')
    });
    let (value, end) = match closing {
        Some((at, c)) => {
            let behind = &body[at + c.len_utf8()..];
            let bracket = behind.find(']').unwrap_or(0);
            (&body[..at], body_at + at + c.len_utf8() + bracket + 1)
        }
        None => match body.find(']') {
            Some(end) => (&body[..end], body_at + end + 1),
            None => (body.trim_end(), line.len()),
        },
    };
    let marks = |c: char| is_quote(c) && !is_apostrophe(c);
    let sound = name.chars().all(|c| c.is_alphanumeric() || c == '_')
        // `[Black's rook]`
        && !(is_apostrophe(quote) && value_at == start + name_len)
        // `[Black "wins" a pawn]`
        && (closing.is_some() || !value.trim_end_matches(is_quote).contains(marks));
    let value = value.trim_end_matches(if closing.is_none() { is_quote } else { |_| false });
    // A table has written each quote twice.
    let twice = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    let value = twice.unwrap_or(value);
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Some(Tag { name: name.to_owned(), value: value.trim().to_owned(), length: end, sound })
}

/// Whether `c` is a quote of any language, or what programs write for one.
pub(in crate::read) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '″') || is_apostrophe(c)
}

/// Whether `c` is a single quote, which may stand within a name.
fn is_apostrophe(c: char) -> bool {
    matches!(c, '‘' | '’' | '\'')
}

/// Whether a line is a tag pair of PGN and no remark in brackets.
pub(in crate::read) fn is_tag_line(line: &str) -> bool {
    of_line(line).is_some()
}

/// The tag pair of PGN that a line is, if it is no remark in brackets.
pub(in crate::read) fn of_line(line: &str) -> Option<Tag> {
    tag_of_line(line).filter(|tag| !tag.is_prose())
}

/// The tag pair that a line of PGN begins with.
pub(super) fn tag_of_line(line: &str) -> Option<Tag> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let line = line.strip_prefix("<br />").or(line.strip_prefix("<br>")).unwrap_or(line);
    let line = line.trim_start();
    let tag = if line.starts_with('[') { tag(line) } else { None };
    tag.filter(|tag| tag.name.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// The tag pair that the bytes of a line begin with.
pub(in crate::read) fn of_bytes(line: &[u8]) -> Option<Tag> {
    let start = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii_start();
    let may_be = matches!(start.first(), Some(b'[' | b'<'));
    may_be.then(|| tag_of_line(&String::from_utf8_lossy(start))).flatten()
}

/// The tag pair that begins a text in a program: ``pgn = `[Event "Cup"]``.
pub(super) fn quoted(line: &[u8]) -> Option<Tag> {
    let open = memchr::memchr(b'[', line)?;
    let quote = line.get(open.checked_sub(1)?);
    let tag = matches!(quote, Some(b'`' | b'"')).then(|| of_bytes(&line[open..])).flatten();
    tag.filter(|tag| tag.sound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_lines_are_told_from_commands() {
        assert!(is_tag_line("[Event \"x\"]"));
        assert!(is_tag_line("\u{feff}[Date „1851”]"));
        assert!(is_tag_line("<br />[White \"x\"]<br />"));
        assert!(!is_tag_line("[%clk 0:10]"));
        assert!(!is_tag_line("[A better move is e4]"));
        assert!(!is_tag_line("[pgn]"));
        assert!(!is_tag_line("[White should not be able to hold this]"));
        assert!(is_tag_line("[White anand]") && is_tag_line("[Black Van Wely"));
    }

    #[test]
    fn quotes_of_a_table_are_written_twice() {
        let value = |text| tag(text).map(|tag| tag.value);
        assert_eq!(value("[White \"\"Berg, A.\"\"]").as_deref(), Some("Berg, A."));
    }

    #[test]
    fn quotes_show_whether_a_tag_may_follow_moves() {
        let sound = |text: &str| tag(text).is_some_and(|tag| tag.sound);
        for text in [
            "[White \"Berg, A.\"]",
            "[White \"Berg, A.]",
            "[White \"O'Dell]",
            "[White \"Berg, A.\"",
            "[White Berg, A.\"]",
            "[White \"A \"B\" C\"]",
            "[White\"Berg\"]",
            "[White 'Berg']",
            "[white_elo \"2000\"]",
        ] {
            assert!(sound(text), "{text}");
        }
        for text in [
            "[White Berg]",
            "[Black could play 4...b5 here.]",
            "[Black's rook is lost]",
            "[Black \"wins\" a pawn]",
            "[Black could play the \"Dragon\"]",
        ] {
            assert!(!sound(text), "{text}");
        }
    }
}
