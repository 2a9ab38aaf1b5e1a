//! What comments and remarks in brackets tell of the move before them in PGN, and where those that
//! go over several lines end.

use super::tag::tag;
use crate::notation::prepare;

/// How far behind the beginning of a remark its end is sought, and behind an inner `}` the partner
/// of an outer `{`, in bytes.
pub(super) const MAX_NESTED: usize = 2_000;
/// Most brackets that are open at a time in a remark.
const MAX_OPEN: u32 = 8;
/// Longest comment that is read as a remark on an offer, in bytes.
const MAX_OFFER: usize = 60;

/// Byte offset of the `]` that ends a remark of several lines, which starts with `[`: it ends
/// before the next empty line and the next tag.
pub(super) fn remark_end(text: &str) -> Option<usize> {
    let window = &text[..text.floor_char_boundary(MAX_NESTED)];
    let mut open = 0;
    let mut from = 0;
    for line in window.split_inclusive('\n') {
        let tagged = from > 0 && line.starts_with('[') && tag(line).is_some_and(|tag| tag.sound);
        if line.trim().is_empty() || tagged {
            return None;
        }
        for (at, c) in line.match_indices(['[', ']']) {
            open = if c == "[" { open + 1 } else { open - 1 };
            match open {
                0 => return Some(from + at),
                MAX_OPEN => return None,
                _ => {}
            }
        }
        from += line.len();
    }
    None
}

/// Seconds that a command such as `[%clk 1:02:03]` tells.
pub(super) fn clock(text: &str) -> Option<u32> {
    let (_, value) = text.split_once("[%clk")?;
    let (value, _) = value.split_once(']')?;
    seconds(value.trim())
}

/// The seconds of a time, `1:29:58` or `5399`.
pub(in crate::read) fn seconds(time: &str) -> Option<u32> {
    let mut seconds = 0u32;
    for part in time.split(':') {
        // Some programs write tenths of a second.
        let whole = part.split('.').next().filter(|part| !part.is_empty())?;
        seconds = seconds.checked_mul(60)?.checked_add(whole.parse().ok()?)?;
    }
    Some(seconds)
}

/// Whether a comment notes an offer of a draw and nothing else, or notes it as score sheets do. A
/// mere `=` judges the position.
pub(super) fn offers_draw(text: &str) -> bool {
    if text.contains("(=)") {
        return true;
    }
    if text.len() > MAX_OFFER || !text.contains(char::is_alphabetic) || text.contains("[%") {
        return false;
    }
    let said = prepare(text);
    said.draw_offer && said.core.is_empty()
}
