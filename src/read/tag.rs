//! Tag pairs of PGN: `[White "Anand, V."]`, with whatever quotes and escapes programs write.

/// A tag pair.
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    /// Bytes, brackets included.
    pub(super) length: usize,
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
pub(super) fn tag(text: &str) -> Option<Tag> {
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
        return Some(Tag { name: name.to_owned(), value, length: (end + 1).min(line.len()) });
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
    let value = value.trim_end_matches(if closing.is_none() { is_quote } else { |_| false });
    let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
    Some(Tag { name: name.to_owned(), value: value.trim().to_owned(), length: end })
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '‘' | '’' | '\'')
}

/// Whether a line is a tag pair of PGN.
pub(super) fn is_tag_line(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let line = line.strip_prefix("<br />").or(line.strip_prefix("<br>")).unwrap_or(line);
    line.trim_start().starts_with('[')
        && tag(line.trim_start())
            .is_some_and(|tag| tag.name.starts_with(|c: char| c.is_ascii_uppercase()))
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
    }
}
