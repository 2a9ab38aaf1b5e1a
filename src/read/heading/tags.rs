//! The tags that the lines above a game tell: labels with what stands behind or below them, names in
//! brackets, and the names of two players.

use super::{labels, parted, players};
use crate::{
    read::{
        shape::{chars::is_dash, scan},
        table,
    },
    record::GameResult,
};

/// The nearest lines with anything on them in which players may be named without a label.
const HEADINGS: usize = 3;

/// Bytes of a line in which names are looked for.
const WINDOW: usize = 400;

/// Most letters of an abbreviated title or first name, `Prof.`
const LONGEST_TITLE: usize = 4;

/// Most characters of a name or another value.
const LONGEST_NAME: usize = 50;

const WHITE: &str = "White";
const BLACK: &str = "Black";

/// Tags told by some lines, in the last of which the first move begins at a byte.
pub(in crate::read) fn told(lines: &[&str], start: usize) -> Vec<(String, String)> {
    let mut tags: Vec<(String, String)> = Vec::new();
    let Some((front, above)) = parted(lines, start) else { return tags };
    let row = lines.last().copied().unwrap_or(front);
    // The nearest names count; a title above may name players of another game.
    let mut headings = 0;
    let mut below = "";
    for text in std::iter::once(&front).chain(above.iter().rev()) {
        // Of a long line only what stands right before the moves.
        let text = &text[text.ceil_char_boundary(text.len().saturating_sub(WINDOW))..];
        if text.trim().is_empty() {
            continue;
        }
        let mut told = below_heads(text, below).unwrap_or_else(|| labelled(text));
        if told.is_empty() {
            told = in_turn(text);
        }
        if headings < HEADINGS && told.is_empty() {
            let heads = if below.is_empty() { players::heads(text, row) } else { None };
            let heads = heads.map(|names| names.map(|name| without_point(&name).to_owned()));
            let names = heads.or_else(|| players::pair(text, below)).into_iter().flatten();
            told.extend([WHITE, BLACK].into_iter().zip(names));
        }
        for (tag, value) in told {
            if !tags.iter().any(|(known, _)| known == tag) {
                tags.push((tag.to_owned(), value));
            }
        }
        // A rule below the heads of columns is none.
        if text.chars().any(char::is_alphanumeric)
            && (headings > 0 || text != front || has_words(text))
        {
            headings += 1;
            below = text;
        }
    }
    beneath(above, &mut tags);
    tags.sort_by(|a, b| b.0.cmp(&a.0));
    tags
}

/// Whether more than a number stands in a text.
fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// Adds what stands in the line below a label that has its line alone.
fn beneath(lines: &[&str], tags: &mut Vec<(String, String)>) {
    let mut told: Vec<(&str, String)> = Vec::new();
    for pair in lines.windows(2) {
        let (label, value) = (pair[0].trim().trim_end_matches([':', '.']), pair[1].trim());
        let side = table::side(label).filter(|_| label.len() > 1);
        let tag = side.map(|color| color.fold_wb(WHITE, BLACK)).or_else(|| labels::tag(label));
        if let Some(tag) = tag.filter(|tag| is_value(tag, value) && !value.contains(':')) {
            told.push((tag, without_point(value).to_owned()));
        }
    }
    // One alone may be the head of a column and a move.
    if told.len() >= 2 {
        told.retain(|(tag, _)| !tags.iter().any(|(known, _)| known == tag));
        tags.extend(told.into_iter().map(|(tag, value)| (tag.to_owned(), value)));
    }
}

/// What stands behind labels and a colon, as tags: `White: Teichmann. Black: Rubinstein.`, or in
/// the files of programs behind another sign: `white = "Teichmann"`.
fn labelled(line: &str) -> Vec<(&'static str, String)> {
    let mut marks: Vec<(&'static str, usize, usize)> = Vec::new();
    for (sign, _) in line.match_indices([':', '=']).take(8) {
        let Some((tag, word_at)) = label(&line[..sign], !marks.is_empty()) else { continue };
        marks.push((tag, word_at, sign + 1));
    }
    if marks.is_empty() {
        return bracketed(line);
    }
    let ends = marks.iter().skip(1).map(|m| m.1).chain([line.len()]);
    marks
        .iter()
        .zip(ends)
        .filter_map(|(&(tag, _, start), end)| {
            let value = line[start..end].trim_matches(|c| c == ' ' || c == '_');
            let value = &value[..apart(value)];
            let value = if matches!(tag, WHITE | BLACK) { sentence(value) } else { value };
            let signs = |c: char| matches!(c, '.' | ',' | ';' | '_' | '/' | '|') || is_dash(c);
            let value = unquoted(value).trim_end_matches(|c| signs(c) || c == ' ');
            let words = || value.split_whitespace().collect::<Vec<_>>().join(" ");
            is_value(tag, value).then(|| (tag, words()))
        })
        .collect()
}

/// Where a wide blank ends a value; one behind an initial does not: `K. W.   Derrick`.
fn apart(value: &str) -> usize {
    let wide = value.match_indices("  ").map(|(at, _)| at);
    let is_initial = |at: &usize| {
        let before = value[..*at].rsplit(' ').next().unwrap_or_default();
        before.ends_with('.') && before.chars().count() == 2
    };
    wide.filter(|at| !value[..*at].ends_with(' ')).find(|at| !is_initial(at)).unwrap_or(value.len())
}

/// A name up to the point that ends it, which is none of an initial or a title: `A. Zapata. Memorial`.
fn sentence(value: &str) -> &str {
    let ends = value.match_indices(". ").map(|(at, _)| at);
    let is_end = |at: &usize| {
        let mut before = value[..*at].rsplit(' ');
        let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
        let last = letters(before.next().unwrap_or_default());
        // Behind an initial stands the surname: `A. Holm.`
        let initial = before.next().is_some_and(|word| word.ends_with('.') && letters(word) == 1);
        last > LONGEST_TITLE || last > 1 && initial
    };
    ends.into_iter().find(is_end).map_or(value, |end| &value[..end])
}

/// A name without the point that ends it, if that is none of an initial.
fn without_point(name: &str) -> &str {
    let initial = |name: &str| name.rsplit(' ').next().is_some_and(|w| w.chars().count() == 1);
    name.strip_suffix('.').filter(|name| !initial(name)).unwrap_or(name)
}

/// `White, A. Holm; Black, B. Berg.`: names behind the sides with a comma or a point.
fn in_turn(line: &str) -> Vec<(&'static str, String)> {
    let sides = line.match_indices([',', '.']).filter_map(|(sign, _)| {
        let (side, at) = side_at_end(&line[..sign])?;
        line[at..].starts_with(char::is_uppercase).then_some((side, at, sign + 1))
    });
    let sides: Vec<(&str, usize, usize)> = sides.collect();
    let names = sides.windows(2).rev().find_map(|pair| {
        let [(first, _, from), (second, to, behind)] = [pair[0], pair[1]];
        let name = |text: &str| {
            let name = sentence(text.trim()).trim_end_matches([';', ',']);
            players::whole(without_point(name))
        };
        let names = [(first, name(&line[from..to])?), (second, name(&line[behind..])?)];
        (first != second).then_some(names)
    });
    names.into_iter().flatten().collect()
}

/// The side that the word at the end of a text names, and where the word begins.
fn side_at_end(text: &str) -> Option<(&'static str, usize)> {
    let at = last_word(text);
    let word = &text[at..];
    let color = table::side(word).filter(|_| word.chars().count() > 2)?;
    Some((color.fold_wb(WHITE, BLACK), at))
}

/// Where the letters at the end of a text begin.
fn last_word(text: &str) -> usize {
    let blank = text.rfind(|c: char| !c.is_alphabetic());
    blank.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))
}

/// The tag that the words at the end of a text are the label of, and where it begins; `later` where
/// the line has labels before it.
fn label(before: &str, later: bool) -> Option<(&'static str, usize)> {
    let text = before.trim_end().trim_end_matches(['"', '\'', '*']);
    let mut at = last_word(text);
    let mut word = &text[at..];
    // `White player: Berg`
    if labels::is_player(&word.to_lowercase()) {
        let front = text[..at].trim_end_matches([' ', '_', '-']);
        at = last_word(front);
        word = &front[at..];
    }
    let side = table::side(word).filter(|_| word.len() > 2);
    let front = text[..at].trim_end_matches(|c: char| !c.is_alphanumeric());
    // `WeiB: Euwe`, as an engine reads it.
    let side = side.or_else(|| {
        let stands_first = front.is_empty() && word.starts_with(char::is_uppercase);
        stands_first.then(|| table::nearly_side(word)).flatten()
    });
    let tag = side.map(|color| color.fold_wb(WHITE, BLACK)).or_else(|| {
        // Other labels stand first, or behind another one's value.
        let apart = front.is_empty()
            || text[..at].ends_with("  ")
            || text[..at].ends_with(',')
            || later && word.starts_with(char::is_uppercase);
        labels::tag(word).filter(|_| apart)
    })?;
    Some((tag, at))
}

/// A value without the quotes or braces around it, up to where they are closed.
fn unquoted(value: &str) -> &str {
    let close = match value.chars().next() {
        Some('"') => '"',
        Some('\'') => '\'',
        Some('{') => '}',
        _ => return value,
    };
    let inside = &value[1..];
    inside.find(close).map_or(value, |end| &inside[..end])
}

/// Whether a text can be the value of a tag.
fn is_value(tag: &str, value: &str) -> bool {
    let named = match tag {
        WHITE | BLACK => {
            let first = value.split_whitespace().next().unwrap_or("");
            let is_move = scan::is_move(first) || table::side(first).is_some();
            value.chars().count() > 1 && value.starts_with(char::is_uppercase) && !is_move
        }
        "Result" => GameResult::from_token(value).is_some(),
        // A sentence about the board, or its squares, is none.
        "Board" => value.len() <= 4 && value.bytes().all(|byte| byte.is_ascii_digit()),
        _ => value.chars().any(char::is_alphanumeric),
    };
    named && value.chars().count() <= LONGEST_NAME
}

/// `WHITE. BLACK. (A. Burn.) (J. W. Showalter.)`: names in brackets behind the heads of both columns, or
/// in the line below them; engines misread brackets.
fn below_heads(line: &str, below: &str) -> Option<Vec<(&'static str, String)>> {
    let open = |c: char| matches!(c, '(' | '{' | '[');
    let close = |c: char| matches!(c, ')' | '}' | ']');
    let at = line.find(open).unwrap_or(line.len());
    let (heads, names) = line.split_at(at);
    let names = if names.is_empty() { below } else { names };
    let mut words = heads.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let mut side = || table::side(words.next()?).map(|color| color.fold_wb(WHITE, BLACK));
    let (second, first) = (side()?, side()?);
    let mut rest = names.trim_start();
    let mut name = || {
        let inside = rest.strip_prefix(open)?;
        let end = inside.find(|c| open(c) || close(c))?;
        rest = inside[end..].trim_start_matches(|c: char| close(c) || c.is_whitespace());
        in_brackets(&inside[..end])
    };
    let names = [(first, name()?), (second, name()?)];
    (first != second).then(|| names.into())
}

/// `WHITE. (Mr. M.)      BLACK. (M. B.)`: names in brackets behind the heads of the columns.
fn bracketed(line: &str) -> Vec<(&'static str, String)> {
    line.match_indices(" (")
        .take(4)
        .filter_map(|(open, _)| {
            let (side, _) = side_at_end(line[..open].trim_end_matches(['.', ' ', ':']))?;
            let inside = &line[open + 2..];
            Some((side, in_brackets(&inside[..inside.find(')')?])?))
        })
        .collect()
}

/// The name that stands in brackets, if it is none of what a problem has there: `Black (ten pieces)`.
fn in_brackets(inside: &str) -> Option<String> {
    let name = without_point(inside.trim());
    let last = last_word(name);
    let counted = labels::labels().men.contains(&name[last..].to_lowercase());
    let sane = name.starts_with(char::is_uppercase) && name.chars().count() <= LONGEST_NAME;
    (sane && !counted).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fmt::Display;

    use super::*;

    /// Tags with their values.
    fn shown(tags: Vec<(impl Display, String)>) -> String {
        let tags = tags.into_iter().map(|(tag, value)| format!("{tag}={value}"));
        tags.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn names_in_brackets_behind_both_heads() {
        for (lines, want) in [
            (
                ["The Match. WHITE. BLACK. (A. Burn.) (J. W. Showalter.) ", ""],
                "A. Burn–J. W. Showalter",
            ),
            (["WHITE BLACK", "(Portisch {Beliavsky }"], "Portisch–Beliavsky"),
            (["Schwarz Weiss", "(Keres) (Tal M.)"], "Tal M.–Keres"),
        ] {
            let lines = [lines[0], lines[1], "1 P-K4"];
            let tags = told(&lines, 0);
            let names: Vec<&str> = tags.iter().map(|(_, name)| name.as_str()).collect();
            assert_eq!(names.join("–"), want);
        }
        assert_eq!(below_heads("He had White, not Black (Tal)", ""), None);
    }

    #[test]
    fn what_stands_behind_labels() {
        for (line, want) in [
            (
                "White: J. S. Morrison. Black: J. R. Capablanca.",
                "White=J. S. Morrison|Black=J. R. Capablanca",
            ),
            ("Wit: F. K. Overduyn.", "White=F. K. Overduyn"),
            (
                "Blancas: A. Zapata. Negras: I. Herrera. Defensa Siciliana. Memorial Capablanca.",
                "White=A. Zapata|Black=I. Herrera",
            ),
            (
                "White: N. Hosken (191). Black: K. W.   Derrick (206).",
                "White=N. Hosken (191)|Black=K. W. Derrick (206)",
            ),
            ("Weiß: Alder – Schwarz: Prof. Brook", "White=Alder|Black=Prof. Brook"),
            ("White: Alder | Black: Brook", "White=Alder|Black=Brook"),
            ("    White: Yates.    Black: Gunsberg.", "White=Yates|Black=Gunsberg"),
            ("WHITE.      BLACK.", ""),
            ("Wweif: Schwarz:", ""),
            ("WHITE. (Mr. M.)     BLACK. (M. B.)", "White=Mr. M.|Black=M. B."),
            ("BLACK (Ten Pieces).", ""),
            ("Note: this is black: it is dark", ""),
            ("Event: Club Championship   Round: 4", "Event=Club Championship|Round=4"),
            ("Datum: 12.03.1998", "Date=12.03.1998"),
            (
                "Schwarz: Steiner, Herman Brett: 13 Ergebnis: 1-0",
                "Black=Steiner, Herman|Board=13|Result=1-0",
            ),
            ("Mesa: madera", ""),
            ("Date: ____________   Round: ___", ""),
            ("Result: 1-0", "Result=1-0"),
            ("Result: White wins a pawn", ""),
            ("White player: Berg, Anna", "White=Berg, Anna"),
            ("white_name = \"Berg\", black_name = \"Holm\"", "White=Berg|Black=Holm"),
            (
                "\\newchessgame[white={Berg},black={Holm},result={1-0}]",
                "White=Berg|Black=Holm|Result=1-0",
            ),
            ("| result = ½-½", "Result=½-½"),
            ("White: Nf3 Black: d5", ""),
            ("then 41. e8=Q and White=better", ""),
            ("He was late for the second round: the clock ran", ""),
        ] {
            assert_eq!(shown(labelled(line)), want, "{line}");
        }
    }

    #[test]
    fn names_behind_the_sides_one_after_the_other() {
        for (line, want) in [
            (
                "Played in 1896. White, H. N. Berg; Black, Dr E. Holm. Queen's Gambit. 1 ",
                "White=H. N. Berg|Black=Dr E. Holm",
            ),
            ("White, Mr A. Berg (Leeds). Black. Holmes. 1 ", "White=Mr A. Berg|Black=Holmes"),
            ("Black. White. White, Tal M.; Black, Berg", "White=Tal M.|Black=Berg"),
            ("White. Black. Berg B. Holm. 1 ", ""),
            ("White, to move, won; Black, a pawn up, lost. 1 ", ""),
        ] {
            assert_eq!(shown(in_turn(line)), want, "{line}");
        }
    }

    #[test]
    fn headings_in_columns_and_in_lines_of_their_own() {
        for (text, want) in [
            ("      Berg, A.     Holm, B.\n  1.  e4           e5", "White=Berg, A.|Black=Holm, B."),
            ("\tBerg\tHolm\n1\te4\te5", "White=Berg|Black=Holm"),
            ("Move  Berg    Holm\n----  -----   -----\n  1.  e4      e5", "White=Berg|Black=Holm"),
            ("Paris      Hastings\n1. e4 e5", ""),
            ("      White        Black\n  1.  e4           e5", ""),
            ("White\nBerg\nBlack\nHolm\n\n1. e4 e5", "White=Berg|Black=Holm"),
            ("White\nBerg\n\n1. e4 e5", ""),
            ("White.\nBerg.\nBlack.\nTal M.\n1. e4 e5", "White=Berg|Black=Tal M."),
        ] {
            let lines: Vec<&str> = text.lines().collect();
            let start = lines.last().and_then(|row| row.find('e')).unwrap_or(0);
            assert_eq!(shown(told(&lines, start)), want, "{text}");
        }
    }
}
