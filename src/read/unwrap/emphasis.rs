//! Markdown's marks around words: the stars of bold and slanted text are taken off, and what is struck
//! out, `~~Nf6~~`, is in brackets. Where all moves of a game are bold, those between them are of
//! other games, and are in brackets too.

use std::ops::Range;

use super::view::View;
use crate::read::{pgn, shape::scan};

/// Longest run of stars that is a mark.
const LONGEST: usize = 3;
/// Fewest moves of a game in bold, how many of a hundred words there are moves, and how many of a
/// hundred that its numbers ask for are there.
const MOVES: usize = 6;
const SHARE: f64 = 0.8;
const WHOLE: usize = 90;

/// What stands between a pair of marks, with the marks and without.
struct Span {
    outer: Range<usize>,
    inner: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Bold,
    Slanted,
    Struck,
}

/// The text without such marks.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    let spans = spans(text);
    if spans.is_empty() {
        return None;
    }
    let asides = asides(text, &spans);
    // What is put for each part of the text.
    let mut parts: Vec<(Range<usize>, &str)> = Vec::new();
    for Span { outer, inner, kind } in &spans {
        let (open, close) = if *kind == Kind::Struck { ("(", ")") } else { ("", "") };
        parts.extend([(outer.start..inner.start, open), (inner.end..outer.end, close)]);
    }
    parts.extend(
        asides
            .iter()
            .flat_map(|aside| [(aside.start..aside.start, "{"), (aside.end..aside.end, "}")]),
    );
    parts.sort_by_key(|(part, _)| (part.start, part.end));
    let mut view = View::new(text);
    let mut done = 0;
    for (part, instead) in parts {
        view.copy(done, part.start);
        view.put(instead, part.start);
        done = part.end;
    }
    view.copy(done, text.len());
    Some(view)
}

/// All pairs of marks, by where they begin.
fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    // Marks that no other has closed yet.
    let mut open: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find(['*', '~', '_', '\n']) {
        let from = at + found;
        let sign = text.as_bytes()[from];
        let run = text.as_bytes()[from..].iter().take_while(|&&byte| byte == sign).count();
        at = from + run;
        let (before, behind) = (text[..from].chars().next_back(), text[at..].chars().next());
        if sign == b'\n' {
            // Marks are of one paragraph.
            if run > 1 || text[at..].lines().next().is_none_or(|line| line.trim().is_empty()) {
                open.clear();
            }
            continue;
        }
        let is_mark = if sign == b'*' { run <= LONGEST } else { run == 2 };
        if !is_mark || before == Some('\\') {
            continue;
        }
        let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let closes = !is_blank(before) && (sign != b'_' || !is_word(behind));
        // A star alone may be the sign of a capture or a footnote.
        let opens = !is_blank(behind) && (run > 1 && sign != b'_' || !is_word(before));
        let own = |mark: &Range<usize>| mark.len() == run && text.as_bytes()[mark.start] == sign;
        if closes && let Some(last) = open.iter().rposition(own) {
            let mark = open.swap_remove(last);
            open.truncate(last);
            let kind = match sign {
                b'~' => Kind::Struck,
                _ if run == 1 => Kind::Slanted,
                _ => Kind::Bold,
            };
            spans.push(Span { outer: mark.start..at, inner: mark.end..from, kind });
        } else if opens {
            open.push(from..at);
        }
    }
    spans.sort_by_key(|span| span.outer.start);
    spans
}

/// Where all moves of the games are bold, the parts of lines between them that have others.
fn asides(text: &str, spans: &[Span]) -> Vec<Range<usize>> {
    let has_move = |text: &str| words(text).any(scan::is_move);
    let bold: Vec<&Span> = spans
        .iter()
        .filter(|span| span.kind == Kind::Bold && has_move(&text[span.inner.clone()]))
        .collect();
    let game: Vec<&str> = bold.iter().map(|span| &text[span.inner.clone()]).collect();
    if !is_whole(&game.join("\n")) {
        return Vec::new();
    }
    let mut asides = Vec::new();
    for pair in bold.windows(2) {
        let (mut from, end) = (pair[0].outer.end, pair[1].outer.start);
        for line in text[from..end.max(from)].split_inclusive('\n') {
            let bare = line.trim();
            let begins = from + line.len() - line.trim_start().len();
            if has_move(bare) && !bare.contains(['{', '}']) {
                asides.push(begins..begins + bare.len());
            }
            from += line.len();
        }
    }
    asides
}

/// The words of a text, without the numbers and signs around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|word| {
        let word = word.trim_matches(['(', ')', ',', ';', '.', ':', '*', '~', '_']);
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if bare.starts_with('.') { bare.trim_start_matches('.') } else { word }
    })
}

/// Whether a text holds whole games, and little else.
fn is_whole(text: &str) -> bool {
    let (share, moves) = pgn::likeness(text);
    // The last number of each game.
    let (mut wanted, mut last) = (0, 0);
    for word in text.split_whitespace() {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match word[..digits].parse::<usize>() {
            Ok(number) if word[digits..].starts_with('.') => {
                wanted += if number < last { last } else { 0 };
                last = number;
            }
            _ => {}
        }
    }
    let wanted = 2 * (wanted + last);
    moves >= MOVES && share > SHARE && wanted > 0 && moves * 100 >= wanted * WHOLE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text).map(|view| view.text().to_owned())
    }

    #[test]
    fn marks_are_taken_off() {
        for (text, want) in [
            ("**1.** e4 *e5* ***2.Nf3*** __Nc6__", "1. e4 e5 2.Nf3 Nc6"),
            ("1. **e4!** | **e5**", "1. e4! | e5"),
            ("**Kt**-B3 and *so\non*.", "Kt-B3 and so\non."),
            ("1. ~~d4~~ e4 ~~c5 ~~e5", "1. (d4) e4 ~~c5 ~~e5"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn other_stars_stay() {
        for text in [
            "1. e4*d5 N*e5 2. Nf3* Nc6*",
            "* 1. e4\n* 1... e5\n",
            "1. e4 e5 *\n\n2. d4 d5 *",
            "* * *\n\n****\n____ 2. d4 __\n",
            "*) a note\n**\n\n** not closed",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn moves_between_those_in_bold_are_of_other_games() {
        let text = "**Berg - Falk**\n\n**1. e4** Or 1. d4.\n**1...e5** Good, and **2. Nf3 Nc6** as\n\
                    usual; 2...d6 3. d4 is solid.\n\n**3. Bb5 a6** He may take: 4. Bxc6.";
        let want = "Berg - Falk\n\n1. e4 {Or 1. d4.}\n1...e5 Good, and 2. Nf3 Nc6 as\n\
                    {usual; 2...d6 3. d4 is solid.}\n\n3. Bb5 a6 He may take: 4. Bxc6.";
        assert_eq!(shown(text).as_deref(), Some(want));
        // Not all moves are bold.
        let text = "**1. e4** e5 **2. Nf3** Nc6 **3. Bb5** a6 **4. Ba4** Nf6";
        assert_eq!(shown(text).as_deref(), Some("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6"));
    }
}
