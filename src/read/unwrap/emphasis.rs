//! Markdown's marks around words: the stars of bold and slanted text are taken off, and what is struck
//! out, `~~Nf6~~`, is in brackets.

use std::ops::Range;

use super::view::View;

/// Longest run of stars that is a mark.
const LONGEST: usize = 3;
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

/// A mark at one end of a span.
struct Mark {
    kind: Kind,
    opens: bool,
}

/// The text without such marks.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    let spans = spans(text);
    if spans.is_empty() {
        return None;
    }
    // Where each mark stands.
    let mut marks: Vec<(Range<usize>, Mark)> = Vec::new();
    for Span { outer, inner, kind } in spans {
        marks.push((outer.start..inner.start, Mark { kind, opens: true }));
        marks.push((inner.end..outer.end, Mark { kind, opens: false }));
    }
    marks.sort_by_key(|(part, _)| part.start);
    let mut view = View::new(text);
    for (part, mark) in marks {
        view.up_to(part.start);
        match mark {
            Mark { kind: Kind::Struck, opens } => {
                view.put(if opens { "(" } else { ")" }, part.start);
            }
            Mark { kind: Kind::Bold, opens } => view.set_bold(opens),
            Mark { kind: Kind::Slanted, .. } => {}
        }
        view.pass(part.end);
    }
    Some(view.with_rest())
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
        // At the end of a line a blank may have slipped in before it.
        let ends = || run > 1 && !open.is_empty() && matches!(behind, None | Some('\n' | '\r'));
        let closes = (!is_blank(before) || ends()) && (sign != b'_' || !is_word(behind));
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
            ("**1. e4 e5 **\nA note.\n**2. Nf3**", "1. e4 e5 \nA note.\n2. Nf3"),
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
}
