//! Moves that are hyphenated over the end of a line: `Q-` and `R5ch`, `cx-` and `d4`.

use std::borrow::Cow;

use super::scan;

/// Longest part of a move before the line's end, and behind it, in bytes.
const LONG: usize = 12;

/// The text with such moves put together on the line where they begin. Blanks stand where their
/// ends were taken from, so that all places stay what they are.
pub(super) fn joined(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    // Bytes of the text that are written out.
    let mut done = 0;
    for (newline, _) in text.match_indices('\n') {
        // The end of the line before may be what is left of a line that was joined already.
        let Some((stump, rest, joined)) = join(&text[done..newline], &text[newline + 1..]) else {
            continue;
        };
        let end = newline - stump;
        out.push_str(&text[done..end]);
        out.push_str(&joined);
        out.push('\n');
        let line = &text[newline + 1..];
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        out.push_str(&line[..indent]);
        let end_of_line = line[indent + rest..].lines().next().unwrap_or("");
        // A line that were blank now would end the paragraph.
        let blanks = line[indent..indent + rest].chars().count();
        let alone = end_of_line.trim().is_empty();
        out.push(if alone { ',' } else { ' ' });
        out.extend(std::iter::repeat_n(' ', blanks.saturating_sub(1)));
        done = newline + 1 + indent + rest;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// The move that stands at the end of one line and the beginning of the next, with the bytes that
/// it takes of both.
fn join(before: &str, after: &str) -> Option<(usize, usize, String)> {
    let line = before.trim_end_matches([' ', '\t', '\r']);
    let first = line.strip_suffix(['-', '‐', '¬', '\u{ad}'])?;
    let tail = &first[first.ceil_char_boundary(first.len().saturating_sub(LONG))..];
    let word = tail.rfind(|c: char| c.is_whitespace()).map_or(tail, |at| &tail[at..]).trim_start();
    let after = after.trim_start_matches([' ', '\t']);
    let window = &after[..after.floor_char_boundary(LONG)];
    let rest = window.split(char::is_whitespace).next().unwrap_or("");
    let signs = |c: char| matches!(c, '.' | ',' | ';' | ':' | ')' | '!' | '?' | '+' | '#');
    let bare = rest.trim_end_matches(signs);
    // The number may be glued to the move: `2.N-`.
    let own = word.trim_start_matches(|c: char| c.is_ascii_digit() && c != '0');
    let own = own.trim_start_matches('.');
    let whole = own.starts_with(char::is_alphanumeric) && !bare.is_empty();
    let dashed = format!("{own}-{bare}");
    let plain = format!("{own}{bare}");
    let sign = match () {
        () if !whole || scan::is_move(own) && scan::is_move(bare) && own.len() > 2 => return None,
        () if scan::is_move(&dashed) => "-",
        () if scan::is_move(&plain) => "",
        () => return None,
    };
    Some((before.len() - first.len() + word.len(), rest.len(), format!("{word}{sign}{rest}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_put_together_where_they_begin() {
        let cases = [
            ("6. Q-\nK2 P-QKt4", "6. Q-K2\n   P-QKt4"),
            ("3. Q-\r\n  R5ch, K-Q1", "3. Q-R5ch,\n        K-Q1"),
            ("8. P-B3 Cas-\ntles 9. P-KR3 Kt-\nQR4", "8. P-B3 Castles\n     9. P-KR3 Kt-QR4\n,  "),
            ("2.N-\nf3 cx-\nd4 4. O-O-\nO", "2.N-f3\n   cxd4\n   4. O-O-O\n,"),
        ];
        for (text, want) in cases {
            assert_eq!(joined(text), want, "{text}");
        }
    }

    #[test]
    fn words_and_dashes_stay() {
        for text in ["a won-\nderful game", "1. e4 -\ne5", "1. e4 e5-\n2. Nf3", "Nf3-\n", "-\n-\n"]
        {
            assert_eq!(joined(text), text);
        }
    }
}
