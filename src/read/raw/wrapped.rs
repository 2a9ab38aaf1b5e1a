//! Moves that the end of a line tears apart, with a hyphen or without: `Q-` and `R5ch`, `cx-` and
//! `d4`, `Kt to` and `B 3`, `B-K` and `2`.

use std::borrow::Cow;

use crate::{
    notation::{is_square, may_go_on_to_square, named_move, names_square},
    read::shape::{
        chars::{any_word, bytes, is_capture, is_dash},
        descriptive::descriptive,
        scan,
        spelled::{is_part, spelled},
        worded,
        words::words,
    },
};

/// Longest part of a move before the line's end, and behind it, in bytes.
const LONG: usize = 12;
/// How much of a text is looked at before the end of a line, and behind it, in bytes.
const WIDE: usize = 200;
const AHEAD: usize = 64;

/// The text with such moves put together on the line where they begin. Blanks stand where their
/// ends were taken from, so that all places stay what they are.
pub(in crate::read) fn joined(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    // Bytes of the text that are written out.
    let mut done = 0;
    for (newline, _) in text.match_indices('\n') {
        // The end of the line before may be what is left of a line that was joined already.
        let before = text[done..newline].trim_end_matches([' ', '\t', '\r']);
        let line = &text[newline + 1..];
        let after = line.trim_start_matches([' ', '\t']);
        let Some((stump, rest, joined)) = join(before, after).or_else(|| run_over(before, after))
        else {
            continue;
        };
        out.push_str(&text[done..done + before.len() - stump]);
        out.push_str(&joined);
        out.push('\n');
        let indent = line.len() - after.len();
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

/// The move that is hyphenated at the end of one line and goes on in the next, or goes on there with
/// a dash and a square, with the bytes that it takes of both, which have no blanks around the line's
/// end.
fn join(before: &str, after: &str) -> Option<(usize, usize, String)> {
    let Some(first) = before.strip_suffix(['-', '‐', '¬', '\u{ad}']) else {
        return join_at_dash(before, after);
    };
    let tail = &first[first.ceil_char_boundary(first.len().saturating_sub(LONG))..];
    let word = tail.rfind(|c: char| c.is_whitespace()).map_or(tail, |at| &tail[at..]).trim_start();
    let window = &after[..after.floor_char_boundary(LONG)];
    let rest = window.split(char::is_whitespace).next().unwrap_or("");
    let bare = rest.trim_end_matches(is_sign);
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

/// Whether a character may stand behind a move.
fn is_sign(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | ')' | '!' | '?' | '+' | '#')
}

/// The move of which the next line has the dash and the square where it ends: `Rf3` and `—g5`.
fn join_at_dash(before: &str, after: &str) -> Option<(usize, usize, String)> {
    let word = before.rsplit(char::is_whitespace).next().filter(|word| word.len() <= LONG)?;
    let own = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let mut to = after.strip_prefix(is_dash)?.chars();
    let goes_on = matches!((to.next(), to.next()), (Some(a), Some(b)) if is_square(&[a, b]));
    let rest = &after[..after.find(char::is_whitespace).unwrap_or(after.len())];
    let joined = format!("{own}{}", rest.trim_end_matches(is_sign));
    let fits = goes_on && rest.len() <= LONG && names_square(own) && scan::is_move(&joined);
    fits.then(|| (word.len(), rest.len(), format!("{word}{rest}")))
}

/// The move in several words that begins in one line and goes on in the next, with the bytes that
/// it takes of both.
fn run_over(before: &str, after: &str) -> Option<(usize, usize, String)> {
    let line = &before[before.ceil_char_boundary(before.len().saturating_sub(WIDE))..];
    let window = after[..after.floor_char_boundary(AHEAD)].lines().next()?.trim_end();
    if !window.starts_with(|c: char| c.is_alphanumeric() || c == '-') {
        return None;
    }
    let word = line.rsplit([' ', '\t']).next().unwrap_or("");
    // The number may be glued to the move: `13.roque`.
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if let Some(castling) = castling(word, window) {
        return Some((word.len(), castling.len() - word.len() - 1, castling));
    }
    if let Some(found) = with_suffix(line, window) {
        return Some(found);
    }
    let takes = takes_at_end(word, window);
    if !takes && !may_go_on(word) {
        return None;
    }
    let text: Vec<char> = line.chars().chain([' ']).chain(window.chars()).collect();
    let newline = text.len() - window.chars().count() - 1;
    let found = Across::find(&text, newline, takes)?;
    // `Q. takes Q.` and `Kt.(KR3) takes Q.`: the second line goes on with a move of its own.
    let behind = text[found.to..].iter().position(|c| *c != ' ').unwrap_or(0) + found.to;
    if words().takes.at(&text, behind).is_some() || any_word(&text, behind, &["to"]).is_some() {
        return None;
    }
    // A word for check goes with its move.
    let to = Some(scan::suffix(&text, behind)).filter(|end| *end > behind).unwrap_or(found.to);
    let (tail, head) = (&text[found.from..newline], &text[newline + 1..to]);
    let rank = head[0].is_ascii_digit() && head.get(1) != Some(&')');
    if rank && !found.ends_in_rank(head, &text[found.to..]) {
        return None;
    }
    Some((bytes(tail), bytes(head), text[found.from..to].iter().collect()))
}

/// Castling in several words, of which the first ends a line: `rövid` and `sánc`.
fn castling(word: &str, after: &str) -> Option<String> {
    let mut told = format!("{word} {after}");
    let end = worded::castles(&told).filter(|end| *end > word.len())?;
    told.truncate(end);
    Some(told)
}

/// Most words of a move whose word for check begins the next line.
const MOST_WORDS: usize = 4;

/// A move whose word for check or mate begins the next line, `Cf6` and `escac`: the bytes of both,
/// and the move.
fn with_suffix(line: &str, after: &str) -> Option<(usize, usize, String)> {
    let first = after.split(char::is_whitespace).next()?.trim_end_matches(',');
    let end = worded::suffix(first, after)?;
    let words = line.rmatch_indices([' ', '\t']).map(|(at, _)| at + 1).chain([0]);
    let is_move = |at: &usize| {
        let text: Vec<char> = line[*at..].chars().collect();
        let text = behind_number(&text);
        scan::move_at(text, 0).is_some_and(|found| found.end == text.len())
    };
    let start = words.take(MOST_WORDS).find(is_move)?;
    let whole = &line[start..];
    Some((whole.len(), end, format!("{whole} {}", &after[..end])))
}

/// What stands behind a number that is glued to a move.
fn behind_number(text: &[char]) -> &[char] {
    let number = text.iter().take_while(|c| c.is_ascii_digit() || **c == '.').count();
    if text[..number].contains(&'.') { &text[number..] } else { text }
}

/// Whether a line ends with a word for a capture, or with what may capture while that word begins
/// the next line: `schlägt`, or `Td8` and `schlägt`.
fn takes_at_end(word: &str, after: &str) -> bool {
    let is_taking = |text: &str| {
        let chars: Vec<char> = text.chars().collect();
        words().takes.at(&chars, 0)
    };
    is_taking(word) == Some(word.chars().count())
        || word.len() <= LONG
            && word.contains(char::is_alphabetic)
            && after.starts_with(char::is_alphabetic)
            && is_taking(after).is_some()
}

/// Whether a line may end within a move with this word: a piece, or what stands before a square or
/// a piece.
fn may_go_on(word: &str) -> bool {
    let last = word.trim_end_matches('.').chars().next_back();
    matches!(word, "to" | "takes" | "tks" | "tks." | "x")
        || matches!(word, "L" | "S" | "F" | "H")
        || !word.is_empty() && word.chars().all(is_capture)
        || word.ends_with("'s")
        || last
            .is_some_and(|c| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N' | 'P' | 'D' | 'T' | 'A' | 'C'))
        || word.ends_with("Kt")
        || word.ends_with("Kt.")
        || word.ends_with(')') && word.contains('(')
        || may_go_on_to_square(word)
        || is_part(word)
}

/// A move that goes on behind a place.
struct Across {
    from: usize,
    to: usize,
    /// The last number before it that belongs to no move.
    number: Option<u32>,
}

impl Across {
    /// `takes` says whether a word for a capture stands at the place.
    fn find(text: &[char], place: usize, takes: bool) -> Option<Across> {
        let mut number = None;
        let mut at = 0;
        let is_whole = |found: &scan::Found| takes || found.kind == scan::Kind::Long;
        while at < place {
            // The number may be glued to the move: `14R` and `takes B`.
            let numbered =
                takes && at > 0 && text[at - 1].is_ascii_digit() && text[at].is_uppercase();
            if at > 0 && text[at - 1].is_alphanumeric() && !numbered || text[at].is_whitespace() {
                at += 1;
            } else if text[at].is_ascii_digit() {
                let digits = text[at..place].iter().take_while(|c| c.is_ascii_digit()).count();
                number = whole_number(&text[at..at + digits]);
                at += digits;
            } else if let Some(to) = descriptive(text, at)
                .map(|found| found.end)
                .or_else(|| spelled(text, at).map(|found| found.end))
                .or_else(|| named_move(text, at))
                .or_else(|| scan::algebraic(text, at).filter(is_whole).map(|found| found.end))
                .filter(|end| *end > place + 1)
            {
                return Some(Across { from: at, to, number });
            } else {
                at = scan::move_at(text, at).map_or(at + 1, |found| found.end.min(place));
            }
        }
        None
    }

    /// Whether the digit that the end of a move in the second line begins with is its rank, and not
    /// the number of the next, or the last digit of it: `B-K` and `2 8 B-Q 3`, but not `1 P-Q 4 P-Q` and
    /// `2 P-Q B 4`. The number may come again for Black's move: `7 B-K` and `2 7 B-Q 3`.
    fn ends_in_rank(&self, head: &[char], behind: &[char]) -> bool {
        let start = behind.iter().position(|c| !c.is_whitespace()).unwrap_or(behind.len());
        let digits = behind[start..].iter().take_while(|c| c.is_ascii_digit()).count();
        match (self.number, whole_number(&behind[start..start + digits])) {
            (Some(last), Some(next)) => (last..=last + 1).contains(&next),
            (Some(last), None) => whole_number(&head[..1]).is_some_and(|digit| {
                digit != last + 1 && (head.len() > 1 || digit != (last + 1) % 10)
            }),
            (None, next) => next.is_some(),
        }
    }
}

/// The number that some digits are.
fn whole_number(digits: &[char]) -> Option<u32> {
    digits.iter().collect::<String>().parse().ok()
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
            ("5. Rf3\n—g5, Rg8-h6", "5. Rf3—g5,\n     Rg8-h6"),
            ("1. e2\n-e4 e7-e5", "1. e2-e4\n    e7-e5"),
            ("2.N-\nf3 cx-\nd4 4. O-O-\nO", "2.N-f3\n   cxd4\n   4. O-O-O\n,"),
        ];
        for (text, want) in cases {
            assert_eq!(joined(text), want, "{text}");
        }
    }

    #[test]
    fn moves_of_several_words_run_over_to_the_next_line() {
        let cases = [
            ("8. B to K 3 Kt\nto Q 2 9. Castles", "8. B to K 3 Kt to Q 2\n       9. Castles"),
            (
                "12. Kt takes\nKt. Q takes\nKt 13. P-B 4",
                "12. Kt takes Kt.\n    Q takes Kt\n   13. P-B 4",
            ),
            ("7 P-K 3 B-K\n2 8 B-Q 3", "7 P-K 3 B-K 2\n  8 B-Q 3"),
            ("13 P x P 14R\ntakes B 15 P x P", "13 P x P 14R takes B\n        15 P x P"),
            ("7 P-K\n3  7 B-Q 3 8 Castles", "7 P-K 3\n   7 B-Q 3 8 Castles"),
            ("5. R.(R3)\nto K's 3d. B. to K 2", "5. R.(R3) to K's 3d.\n           B. to K 2"),
            ("28 R(K\n1)-Q B 1 B-K 1", "28 R(K 1)-Q B 1\n         B-K 1"),
            ("14 Castles QR-K\n1 15 B-K 3", "14 Castles QR-K 1\n  15 B-K 3"),
            (
                "19. a captura b6 a\ncaptura b6 20. Da4",
                "19. a captura b6 a captura b6\n           20. Da4",
            ),
            ("7. Lf3 schlägt\ne4 d5", "7. Lf3 schlägt e4\n   d5"),
            ("15.Sb5\nschlägt a7 Sd4", "15.Sb5 schlägt a7\n           Sd4"),
            ("21. Tc8\nuzima c4 šah 22. Td4", "21. Tc8 uzima c4 šah\n             22. Td4"),
            ("19.rövid\nsánc Fe7", "19.rövid sánc\n     Fe7"),
            ("6. kurze\nRochade h6", "6. kurze Rochade\n        h6"),
            ("27. Cf6\nescac Rf8", "27. Cf6 escac\n      Rf8"),
            ("36. D 8R\nscacco R 2TR", "36. D 8R scacco\n       R 2TR"),
            ("22. T1R D toma D\nxeque 23. T1D", "22. T1R D toma D xeque\n      23. T1D"),
        ];
        for (text, want) in cases {
            assert_eq!(joined(text), want, "{text}");
        }
    }

    #[test]
    fn numbers_and_whole_moves_stay_on_their_lines() {
        for text in [
            "1 P-Q 4 P-Q\n2 P-Q B 4 P-K 3",
            "1. P-K 4 P-K 4\n2. Kt-K B 3",
            "10 PACD PATD\n1 PSC csD",
            "Q takes P\nB-K 3",
            "Q. takes Q.\nKt.(KR3) takes Q.",
            "P. takes B.\nR.(QR1) to Q. B's sq.",
            "Kt takes B\nP takes Kt",
            "the Queen to\nthe King's side",
            "by playing the B\nto his own side",
            "5. QxB\nP-K 4",
            "R-K\nQ-B 3",
            "wer schlägt\nden Bauern",
            "7. h3\n-Lh5 8.Le3-0-0",
        ] {
            assert_eq!(joined(text), text);
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
