//! Strings of programs: a PGN in quotes line by line, a text whose lines are written as `\n`, and
//! moves in quotes with names before them: `{white: "Berg", moves: ["e4", "e5"]}`,
//! `board.push_san("e4")`.

use super::{
    strings::{Literal, Strings, label, name, strings},
    view::View,
};
use crate::read::{
    pgn::{self, tag},
    shape::scan::{self, begins_game},
};

/// Share of the lines that must be strings.
const SHARE: f64 = 0.5;
/// Fewest `\n` of a text without lines.
const FEW_ENDS: usize = 3;
/// Fewest moves in quotes.
const FEW: usize = 6;
/// Longest string that is looked at for a move or a name, in bytes.
const LONGEST: usize = 100;
/// Most characters before a string on its line.
const BEFORE: usize = 60;

/// The text that the strings of a program are.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    lines(text, sample).or_else(|| escaped(text, sample)).or_else(|| named(text, sample))
}

/// Lines that are strings.
fn lines<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    if !sample.contains(['"', '\'', '`']) {
        return None;
    }
    let filled = text.lines().filter(|line| !line.trim().is_empty()).count();
    let strings: Vec<&str> = text.lines().filter_map(string).collect();
    if strings.is_empty() || (strings.len() as f64) < SHARE * filled as f64 {
        return None;
    }
    let inner = strings.iter().map(|string| unescaped(string)).collect::<Vec<_>>().join("\n");
    let numbered = strings.iter().any(|string| begins_game(string));
    if !numbered && !inner.lines().any(tag::is_tag_line) {
        return None;
    }
    let mut view = View::new(text);
    for string in strings {
        let before = &text[..string.as_ptr().addr() - text.as_ptr().addr() - 1];
        if let Some(label) = label(name(before), string) {
            view.put(label, before.len());
            view.put(": ", before.len());
        }
        put(&mut view, string, string.as_ptr().addr() - text.as_ptr().addr());
        view.part('\n');
        if string.is_empty() || string == "\\n" {
            view.put("\n", text.len());
        }
    }
    Some(view)
}

/// What stands in the quotes of a line that is a string and nothing else.
fn string(line: &str) -> Option<&str> {
    let open = line.find(['"', '\'', '`'])?;
    let quote = line[open..].chars().next()?;
    let inside = &line[open + 1..];
    let close = inside.rfind(quote)?;
    let before = line[..open].trim();
    let named = before.is_empty() || before.ends_with(['=', '(', '[', '{', ',', ':', '+']);
    let ends =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '+' | '\\' | ')' | ']' | '}' | '.');
    (named && before.len() <= BEFORE && inside[close + 1..].trim_matches(ends).is_empty())
        .then(|| &inside[..close])
}

/// A text whose lines end in `\n` as programs write it.
fn escaped<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let ends = sample.matches("\\n").count();
    if ends < FEW_ENDS || ends <= 2 * sample.matches('\n').count() {
        return None;
    }
    let inner = unescaped(sample);
    let (_, moves) = pgn::likeness(&inner);
    (moves >= FEW || inner.lines().any(tag::is_tag_line)).then(|| {
        let mut view = View::new(text);
        put(&mut view, text, 0);
        view
    })
}

/// The text that a string with escapes stands for.
pub(super) fn unescaped(string: &str) -> String {
    let mut view = View::new(string);
    put(&mut view, string, 0);
    view.text().to_owned()
}

/// Writes a string without its escapes; `at` is its byte in the text.
pub(super) fn put(view: &mut View, string: &str, at: usize) {
    let mut done = 0;
    while let Some(sign) = string[done..].find('\\').map(|sign| done + sign) {
        view.put(&string[done..sign], at + done);
        let rest = &string[sign + 1..];
        let Some(c) = rest.chars().next() else { return };
        let code = |digits: usize| u32::from_str_radix(rest.get(1..=digits)?, 16).ok();
        let (meant, length) = match c {
            'n' => ('\n', 1),
            't' => ('\t', 1),
            'r' => (' ', 1),
            'u' => match code(4).and_then(char::from_u32) {
                Some(meant) => (meant, 5),
                None => ('u', 1),
            },
            other => (other, other.len_utf8()),
        };
        view.put(meant.encode_utf8(&mut [0; 4]), at + sign);
        done = sign + 1 + length;
    }
    view.put(&string[done..], at + done);
}

/// Moves in quotes, with names before some of them.
fn named<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let found = strings(sample);
    let outside = found.outside(sample);
    let found = short(found);
    let moves = found.iter().filter(|string| scan::is_move(string.text)).count();
    let mut outside = outside.iter().flat_map(|part| part.split_whitespace());
    if moves < FEW || outside.any(scan::is_move) {
        return None;
    }
    let told = |string: &Literal| string.label().is_some() || string.is_square();
    let calls = found.iter().filter(|string| sample[..string.open].ends_with('(')).count();
    if !found.iter().any(told) && calls < moves {
        return None;
    }
    let strings = short(strings(text));
    let mut view = View::new(text);
    // A name that comes again is that of another game.
    let mut from = 0;
    let mut known: Vec<&str> = Vec::new();
    for (index, string) in strings.iter().enumerate() {
        let Some(label) = string.label() else { continue };
        if known.contains(&label) {
            game(&mut view, &strings[from..index]);
            (from, known) = (index, Vec::new());
        }
        known.push(label);
    }
    game(&mut view, &strings[from..]);
    Some(view)
}

/// The strings that are short enough to be a move or a name.
fn short(strings: Strings<'_>) -> Vec<Literal<'_>> {
    let mut literals = strings.literals;
    literals.retain(|string| string.text.len() <= LONGEST && !string.text.contains('\n'));
    literals
}

/// Writes the names and the moves of one game.
fn game(view: &mut View, strings: &[Literal]) {
    view.part('\n');
    for string in strings {
        if let Some(label) = string.label() {
            view.put(label, string.at);
            view.put(": ", string.at);
            view.put(string.text, string.at);
            view.part('\n');
        }
    }
    view.put("\n", 0);
    for string in strings.iter().filter(|string| string.label().is_none()) {
        let whole = scan::is_move(string.text) || string.is_promotion();
        if !whole && !pgn::likeness(string.text).0.eq(&1.0) {
            continue;
        }
        // `from: "e2", to: "e4", promotion: "q"` is one move.
        if !string.is_target() && !string.is_promotion() {
            view.part(' ');
        }
        view.put(string.text, string.at);
    }
    view.put("\n", 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        view(text, text).unwrap_or_else(|| panic!("{text}")).shown()
    }

    #[test]
    fn strings_of_programs() {
        let moves = "\"e4\", \"e5\", \"Nf3\", \"d6\", \"d4\", \"exd4\"";
        let program =
            format!("var g = {{\n white: \"Berg\", 'black': \"Holm\", moves: [{moves}]}}");
        let calls = ["e4", "e5", "Nf3", "d6", "d4", "exd4"].map(|m| format!("push_san('{m}')\n"));
        let squares = ["e2", "e4", "e7", "e5", "b7", "b8"];
        let squares: String = squares
            .chunks(2)
            .map(|s| format!("m({{from: '{}', to: '{}'}})\n", s[0], s[1]))
            .collect();
        for (text, want) in [
            (
                "[White \\\"Berg\\\"]\\n[Black \\\"Holm\\\"]\\n\\n1. e4 e5",
                "[White \"Berg\"]|[Black \"Holm\"]|1. e4 e5",
            ),
            (
                "s = \"[White \\\"Berg\\\"]\\n\" +\n \"\\n\" +\n \"1. e4 e5\";",
                "[White \"Berg\"]|1. e4 e5",
            ),
            ("x = [\n '1. e4 e5',\n '1. d4 d5',\n]", "1. e4 e5|1. d4 d5"),
            (&program, "White: Berg|Black: Holm|e4 e5 Nf3 d6 d4 exd4"),
            (&calls.concat(), "e4 e5 Nf3 d6 d4 exd4"),
            (&format!("{squares}promotion: 'q'"), "e2e4 e7e5 b7b8q"),
        ] {
            assert_eq!(shown(text), want, "{text}");
        }
        for text in ["1. e4 e5 \"a good move\"", "'tis e4 and 'e5'", "[\"e4\", \"e5\"]", "a\\nb"] {
            assert!(view(text, text).is_none(), "{text}");
        }
    }
}
