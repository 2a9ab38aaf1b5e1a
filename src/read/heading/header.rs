//! What stands around the moves: players' names, numbers of games, references, who has resigned.

use shakmaty::Color;

use super::{labels, odds::Odds, players};
use crate::{
    read::{
        shape::scan,
        table,
        text::{
            candidates::{Candidate, Reference},
            items::Items,
        },
    },
    record::{GameResult, Record, Remark},
};

/// Lines before the first move in which names are looked for.
const HEADER_LINES: usize = 14;

/// The nearest lines with anything on them in which players may be named without a label.
const HEADINGS: usize = 3;

/// Bytes of a line in which names are looked for.
const WINDOW: usize = 400;

const WHITE: &str = "White";
const BLACK: &str = "Black";

/// Tags told by the lines between the item `from` and the first move.
pub(in crate::read) fn tags(items: &Items, from: usize, first: usize) -> Vec<(String, String)> {
    let (lines, start) = lines_above(items, from, first);
    told(lines, start)
}

/// The lines between the item `from` and the first move, up to that of the move itself, and the
/// byte at which the move begins in it.
fn lines_above<'i, 'a>(items: &'i Items<'a>, from: usize, first: usize) -> (&'i [&'a str], usize) {
    let line_of = |at: usize| items.items.get(at).map_or(0, |item| item.line as usize);
    let after = if from == 0 { 0 } else { line_of(from) };
    let start = items.items.get(first).map_or(0, |item| item.start as usize);
    (items.lines.get(after..=line_of(first)).unwrap_or_default(), start)
}

/// What stands in the last of some lines before the byte at which the first move begins, and the
/// lines above it in which something may be told.
fn parted<'l, 'a>(lines: &'l [&'a str], start: usize) -> Option<(&'a str, &'l [&'a str])> {
    let (row, above) = lines.split_last()?;
    let above = &above[above.len().saturating_sub(HEADER_LINES)..];
    Some((row.get(..start).unwrap_or(row), above))
}

/// Has a game start from the odds that the lines between the item `from` and its first move tell,
/// and says so.
pub(in crate::read) fn tell_odds(items: &Items, from: usize, first: usize, game: &mut Record) {
    let (lines, start) = lines_above(items, from, first);
    let Some((front, above)) = parted(lines, start) else { return };
    let Some((line, odds)) = Odds::told(above.iter().copied().chain([front])) else { return };
    let row = items.items.get(first).map_or(0, |item| item.line as usize);
    let place = items.place_at(row - above.len() + line, 0);
    game.remarks.push(Remark { code: "odds", place, message: odds.message() });
    game.start = game.start.take().or_else(|| odds.start());
}

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
        let mut told = labelled(text);
        if headings < HEADINGS && told.is_empty() {
            let heads = if below.is_empty() { players::heads(text, row) } else { None };
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
        let (label, value) = (pair[0].trim().trim_end_matches(':'), pair[1].trim());
        let side = table::side(label).filter(|_| label.len() > 1);
        let tag = side.map(|color| color.fold_wb(WHITE, BLACK)).or_else(|| labels::tag(label));
        if let Some(tag) = tag.filter(|tag| is_value(tag, value) && !value.contains(':')) {
            told.push((tag, value.to_owned()));
        }
    }
    // One alone may be the head of a column and a move.
    if told.len() >= 2 {
        told.retain(|(tag, _)| !tags.iter().any(|(known, _)| known == tag));
        tags.extend(told.into_iter().map(|(tag, value)| (tag.to_owned(), value)));
    }
}

/// Words that may stand between a side and its colon: `White player: Berg`.
const PLAYER: [&str; 7] = ["player", "name", "spieler", "joueur", "jugador", "giocatore", "user"];

/// What stands behind labels and a colon, as tags: `White: Teichmann. Black: Rubinstein.`, or in
/// the files of programs behind another sign: `white = "Teichmann"`.
fn labelled(line: &str) -> Vec<(&'static str, String)> {
    let mut marks: Vec<(&'static str, usize, usize)> = Vec::new();
    for (sign, _) in line.match_indices([':', '=']).take(8) {
        let Some((tag, word_at)) = label(&line[..sign]) else { continue };
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
            let value = line[start..end].trim();
            let value = value.split("  ").next().unwrap_or(value).trim();
            let value = unquoted(value).trim_end_matches(['.', ',', ';', '-', '_']).trim();
            is_value(tag, value).then(|| (tag, value.to_owned()))
        })
        .collect()
}

/// The tag that the words at the end of a text are the label of, and where it begins.
fn label(before: &str) -> Option<(&'static str, usize)> {
    let text = before.trim_end().trim_end_matches(['"', '\'', '*']);
    let begin = |text: &str| {
        let blank = text.rfind(|c: char| !c.is_alphabetic());
        blank.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))
    };
    let mut at = begin(text);
    let mut word = &text[at..];
    if PLAYER.contains(&word.to_lowercase().as_str()) {
        let front = text[..at].trim_end_matches([' ', '_', '-']);
        at = begin(front);
        word = &front[at..];
    }
    let side = table::side(word).filter(|_| word.len() > 2);
    let tag = side.map(|color| color.fold_wb(WHITE, BLACK)).or_else(|| {
        // Other labels stand first, or behind another one's value.
        let front = text[..at].trim_end_matches(|c: char| !c.is_alphanumeric());
        let apart = front.is_empty() || text[..at].ends_with("  ") || text[..at].ends_with(',');
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
        _ => value.chars().any(char::is_alphanumeric),
    };
    named && value.chars().count() <= 50
}

/// `WHITE. (Mr. M.)      BLACK. (M. B.)`: names in brackets behind the heads of the columns.
fn bracketed(line: &str) -> Vec<(&'static str, String)> {
    line.match_indices(" (")
        .take(4)
        .filter_map(|(open, _)| {
            let word = line[..open].trim_end_matches(['.', ' ', ':']);
            let word = word.rsplit(|c: char| !c.is_alphabetic()).next()?;
            let color = table::side(word).filter(|_| word.chars().count() > 2)?;
            let inside = &line[open + 2..];
            let name = inside[..inside.find(')')?].trim();
            let sane = name.starts_with(char::is_uppercase) && name.chars().count() <= 50;
            sane.then(|| (color.fold_wb(WHITE, BLACK), name.to_owned()))
        })
        .collect()
}

/// The number that the nearest heading above gives to a game: `GAME No. 12`, `Partij No 2995.`
pub(in crate::read) fn game_number(items: &Items, first: usize) -> Option<u32> {
    let end = items.items.get(first)?.line as usize;
    (end.saturating_sub(2 * HEADER_LINES)..=end).rev().find_map(|line| {
        let text = items.lines.get(line).copied().unwrap_or("");
        (text.len() <= 120 && text.trim().chars().count() <= 40).then(|| numbered(text)).flatten()
    })
}

/// The number behind the word for a game.
fn numbered(text: &str) -> Option<u32> {
    let lower = text.to_lowercase();
    let at = ["game", "partie", "partida", "partita", "partij", "партия", "parti"]
        .iter()
        .find_map(|word| lower.find(word).map(|at| at + word.len()))?;
    let digits: String = lower[at..]
        .trim_start_matches(|c: char| !c.is_ascii_digit() && !c.is_whitespace() || c == ' ')
        .trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, '.' | ' ' | 'º' | '°' | '№'))
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// Adds candidates for lines like `Move 1-8 as in Game No. 12.`
pub(in crate::read) fn add_references(items: &Items, candidates: &mut Vec<Candidate>) {
    for (line, text) in items.lines.iter().enumerate() {
        let Some(reference) = reference(text) else { continue };
        let Some(item) = items.first.get(line).copied().filter(|&at| at < items.items.len()) else {
            continue;
        };
        let end = items.first.get(line + 1).copied().unwrap_or(item);
        // The range `1-8` must not be taken for a move number.
        candidates.retain(|c| c.item < item || c.item >= end);
        let at = candidates.partition_point(|c| c.item < item);
        let candidate = Candidate {
            number: reference.upto,
            row: true,
            reference: Some(reference),
            ..Candidate::new(item, false)
        };
        candidates.insert(at, candidate);
    }
}

fn reference(line: &str) -> Option<Reference> {
    if line.len() > 120 {
        return None;
    }
    let lower = line.trim().to_lowercase();
    let rest = lower.strip_prefix("the ").unwrap_or(&lower);
    let rest = rest.strip_prefix("moves").or_else(|| rest.strip_prefix("move"))?;
    let (range, source) = rest.split_once(" as in ")?;
    let game = numbered(source)?;
    let last: String = range.chars().rev().skip_while(|c| !c.is_ascii_digit()).collect();
    let last: String = last.chars().take_while(char::is_ascii_digit).collect();
    let upto: u16 = last.chars().rev().collect::<String>().parse().ok()?;
    (1..=60).contains(&upto).then_some(Reference { game, upto })
}

/// Who has won where a line says that somebody resigns or wins: as it names them, else the one who
/// has moved last.
pub(in crate::read) fn who_resigns(line: &str, plies: u32) -> Option<GameResult> {
    let line = &line[..line.floor_char_boundary(WINDOW)];
    let named = line
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() > 1)
        .find_map(table::side);
    let to_move = Color::from_white(plies.is_multiple_of(2));
    // `And Black wins.` names the winner.
    let wins = line.to_lowercase().contains(" wins");
    let loser = named.map_or(to_move, |named| if wins { !named } else { named });
    Some(loser.fold_wb(GameResult::BlackWins, GameResult::WhiteWins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_labels() {
        for (line, want) in [
            (
                "White: J. S. Morrison. Black: J. R. Capablanca.",
                "White=J. S. Morrison|Black=J. R. Capablanca",
            ),
            ("Wit: F. K. Overduyn.", "White=F. K. Overduyn"),
            ("    White: Yates.    Black: Gunsberg.", "White=Yates|Black=Gunsberg"),
            ("WHITE.      BLACK.", ""),
            ("Wweif: Schwarz:", ""),
            ("WHITE. (Mr. M.)     BLACK. (M. B.)", "White=Mr. M.|Black=M. B."),
            ("Note: this is black: it is dark", ""),
            ("Event: Club Championship   Round: 4", "Event=Club Championship|Round=4"),
            ("Datum: 12.03.1998", "Date=12.03.1998"),
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
            let found = labelled(line).into_iter().map(|(tag, value)| format!("{tag}={value}"));
            assert_eq!(found.collect::<Vec<_>>().join("|"), want, "{line}");
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
        ] {
            let lines: Vec<&str> = text.lines().collect();
            let start = lines.last().and_then(|row| row.find('e')).unwrap_or(0);
            let found = told(&lines, start);
            let found: Vec<_> = found.iter().map(|(tag, value)| format!("{tag}={value}")).collect();
            assert_eq!(found.join("|"), want, "{text}");
        }
    }

    #[test]
    fn references_to_other_games() {
        let cases = [
            ("Move 1-8 as in Game No. 12.", Some((12, 8))),
            ("Moves 1 to 6 as in Game 16", Some((16, 6))),
            ("as in Game No. 12", None),
            ("Move the king as in life", None),
        ];
        for (line, want) in cases {
            assert_eq!(reference(line).map(|r| (r.game, r.upto)), want, "{line}");
        }
    }

    #[test]
    fn who_resigns_is_told_or_has_the_move() {
        assert_eq!(who_resigns("And White resigns.", 3), Some(GameResult::BlackWins));
        assert_eq!(who_resigns("Resigns.", 54), Some(GameResult::BlackWins));
        assert_eq!(who_resigns("And Black wins.", 68), Some(GameResult::BlackWins));
        assert_eq!(who_resigns("18. Resigns.", 35), Some(GameResult::WhiteWins));
        assert_eq!(who_resigns("Белые сдались", 18), Some(GameResult::BlackWins));
    }
}
