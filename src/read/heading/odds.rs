//! Games at odds: `Remove White's Q. Kt.`, `at the odds of the Queen's Rook`, `Pawn and move`.
//!
//! What the lines above a game say of the piece that one side does without gives the position that
//! it starts from.

use std::sync::LazyLock;

use serde::Deserialize;
use shakmaty::{Chess, Color, EnPassantMode, File, Position, Rank, Role, Square, fen::Fen};

use crate::notation::{SpelledWord, descriptive_language, spelled_word};

/// The words of such lines, of all languages together, in small letters without signs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    remove: Vec<String>,
    odds: Vec<String>,
    /// What may stand between these and the piece.
    passed: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    gives: Vec<String>,
    and: Vec<String>,
    two: Vec<String>,
    moves: Vec<String>,
    /// Other names of the rook than those of descriptive notation.
    rook: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("odds.json")).expect("the embedded words are valid")
});

/// Most names that name one piece: `King's Bishop's Pawn`.
const NAMES: usize = 3;

/// What a game is played at.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::read) struct Odds {
    /// The squares of the pieces that are taken off.
    without: Vec<Square>,
    /// Whether one side begins with two moves, which no position tells.
    two_moves: bool,
}

impl Odds {
    /// The odds that some lines tell, and the index of the line that does; the nearest to the game
    /// count, which comes behind the last of them.
    pub fn told<'a>(lines: impl Iterator<Item = &'a str>) -> Option<(usize, Odds)> {
        let mut words: Vec<String> = Vec::new();
        // Of each word its line, and whether it begins a sentence.
        let mut places: Vec<(usize, bool)> = Vec::new();
        for (line, text) in lines.enumerate() {
            let mut opens = true;
            for part in text.split_inclusive(|c: char| !c.is_alphabetic()) {
                let word = part.trim_end_matches(|c: char| !c.is_alphabetic());
                // The s of a possessive is none.
                if !word.is_empty() && word != "s" {
                    words.push(word.to_lowercase());
                    places.push((line, opens));
                    opens = false;
                }
                opens |= part.ends_with(['.', '!', ':', ';', '(', '[']);
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        (0..words.len()).rev().find_map(|at| {
            let (line, opens) = places[at];
            Some((line, odds_at(&words, at, opens)?))
        })
    }

    /// The position that the game starts from.
    pub fn start(&self) -> Option<Fen> {
        let mut setup = Chess::default().to_setup(EnPassantMode::Legal);
        for &square in &self.without {
            setup.board.discard_piece_at(square);
            setup.castling_rights.discard(square);
        }
        let fen = Fen::try_from_setup(setup).ok()?;
        crate::start::position(&fen, shakmaty::CastlingMode::Standard).is_ok().then_some(fen)
    }

    /// What a person should know of it.
    pub fn message(&self) -> String {
        let squares: Vec<String> = self.without.iter().map(Square::to_string).collect();
        let squares = squares.join(" and ");
        if self.two_moves {
            format!(
                "played at odds: nothing stands on {squares}, and two moves came first; whatever \
                 position they led to can be given with --start"
            )
        } else {
            format!("played at odds: nothing stands on {squares} at the start")
        }
    }
}

/// Whether there is a word, and it is one of a list.
fn is(word: Option<&&str>, list: &[String]) -> bool {
    word.is_some_and(|word| list.iter().any(|known| known == word))
}

/// The side that a word names.
fn side(word: Option<&&str>) -> Option<Color> {
    let white = is(word, &WORDS.white).then_some(Color::White);
    white.or_else(|| is(word, &WORDS.black).then_some(Color::Black))
}

/// The odds that the word at an index announces, which may begin a sentence.
fn odds_at(words: &[&str], at: usize, opens: bool) -> Option<Odds> {
    // Where it does not, somebody tells what was done.
    let remove = opens && is(words.get(at), &WORDS.remove);
    let odds = is(words.get(at), &WORDS.odds);
    if !remove && !odds {
        return None;
    }
    // `White gives the odds of`
    let before = words[..at].windows(2).rev().take(NAMES);
    let giver = before
        .filter(|pair| is(Some(&pair[1]), &WORDS.gives))
        .find_map(|pair| side(Some(&pair[0])));
    let mut given = giver;
    let mut next = at + 1;
    while is(words.get(next), &WORDS.passed) || side(words.get(next)).is_some() {
        given = given.or(side(words.get(next)));
        next += 1;
    }
    let (mut end, first) = piece(words, next).or_else(|| {
        // `Queen's Knight odds`
        let starts = (at.saturating_sub(NAMES)..at).filter(|_| odds);
        starts.filter_map(|start| piece(words, start)).find(|(end, _)| *end == at)
    })?;
    let mut without = vec![first];
    let mut two_moves = false;
    if end != at {
        let behind = |at: usize| {
            let passed = words[at..].iter().take_while(|word| is(Some(word), &WORDS.passed));
            at + passed.count()
        };
        given = given.or_else(|| side(words.get(behind(end))));
        while is(words.get(end), &WORDS.and) {
            let more = behind(end + 1);
            two_moves |= is(words.get(more), &WORDS.two) && is(words.get(more + 1), &WORDS.moves);
            let Some((after, piece)) = piece(words, more) else { break };
            without.push(piece);
            end = after;
        }
    }
    // A pawn is given by Black, who then has the second move.
    let by_usage = Color::from_white(first.1 != Role::Pawn);
    let without = without.iter().map(|&(file, role)| home(file, role, given.unwrap_or(by_usage)));
    Some(Odds { without: without.collect(), two_moves })
}

/// Where a piece or a pawn of a side stands at the start.
fn home(file: File, role: Role, color: Color) -> Square {
    let back = color.fold_wb(Rank::First, Rank::Eighth);
    let pawns = color.fold_wb(Rank::Second, Rank::Seventh);
    Square::from_coords(file, if role == Role::Pawn { pawns } else { back })
}

/// The piece named at an index, as the file it stands on and its role, and the index behind it.
fn piece(words: &[&str], at: usize) -> Option<(usize, (File, Role))> {
    let mut roles: Vec<Role> = Vec::new();
    let mut found = None;
    for (end, word) in words.iter().enumerate().skip(at).take(NAMES) {
        let Some(more) = roles_of(word) else { break };
        roles.extend(more);
        found = named(&roles).map(|piece| (end + 1, piece)).or(found);
    }
    found
}

/// The piece that some names name together.
fn named(roles: &[Role]) -> Option<(File, Role)> {
    let file = |wing: Role, role: Role| match (wing, role) {
        (Role::Queen, Role::Rook) => Some(File::A),
        (Role::Queen, Role::Knight) => Some(File::B),
        (Role::Queen, Role::Bishop) => Some(File::C),
        (Role::King, Role::Bishop) => Some(File::F),
        (Role::King, Role::Knight) => Some(File::G),
        (Role::King, Role::Rook) => Some(File::H),
        _ => None,
    };
    match *roles {
        [Role::Queen] => Some((File::D, Role::Queen)),
        // Where nothing is said, it is the queen's.
        [role @ (Role::Knight | Role::Rook)] => Some((file(Role::Queen, role)?, role)),
        [Role::Pawn] => Some((File::F, Role::Pawn)),
        [Role::Queen, Role::Pawn] => Some((File::D, Role::Pawn)),
        [Role::King, Role::Pawn] => Some((File::E, Role::Pawn)),
        [wing, role] => Some((file(wing, role)?, role)),
        [wing, role, Role::Pawn] => Some((file(wing, role)?, Role::Pawn)),
        _ => None,
    }
}

/// The pieces that a word names, by a name or by letters, which may be written together: `QKt`, `kbp`.
fn roles_of(word: &str) -> Option<Vec<Role>> {
    let mut roles = Vec::new();
    let mut rest = word;
    while let Some((length, role)) =
        [2, 1].into_iter().find_map(|n| Some((n, lettered(rest.get(..n)?)?)))
    {
        roles.push(role);
        rest = &rest[length..];
    }
    if rest.is_empty() {
        return (1..=NAMES).contains(&roles.len()).then_some(roles);
    }
    let name = word.strip_suffix('s').unwrap_or(word);
    if is(Some(&name), &WORDS.rook) {
        return Some(vec![Role::Rook]);
    }
    match spelled_word(&name.chars().collect::<Vec<_>>()) {
        // The lines are English, and so are the names.
        Some(SpelledWord::Piece { role, side_last: false }) => Some(vec![role]),
        _ => None,
    }
}

/// The piece that has some letters, in small ones: `kt`, `n`, `b`.
fn lettered(letters: &str) -> Option<Role> {
    let english = descriptive_language("en")?;
    Role::ALL.into_iter().find(|role| {
        let usual = english.letter(*role).eq_ignore_ascii_case(letters);
        usual || letters.chars().eq([role.char()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        Odds::told(text.lines()).map_or_else(String::new, |(_, odds)| {
            let squares: Vec<String> = odds.without.iter().map(Square::to_string).collect();
            format!("{}{}", squares.join(" "), if odds.two_moves { " and two" } else { "" })
        })
    }

    #[test]
    fn what_is_taken_off() {
        for (text, wanted) in [
            ("(Remove White's Queen's Knight from the board.)", "b1"),
            ("Remove White's Q. Kt.", "b1"),
            ("[Remove Black's K. B. P.]", "f7"),
            ("Remove the QR of White", "a1"),
            ("Played in a club, White giving the odds of\nthe Queen's Rook.", "a1"),
            ("Odds of Pawn and move.", "f7"),
            ("Odds of pawn and two moves", "f7 and two"),
            ("a game at the odds of a knight", "b1"),
            ("Black gives the odds of Q. Kt.", "b8"),
            ("Remove White's Queen's Rook and King's Knight.", "a1 g1"),
            ("Queen's Knight odds", "b1"),
            ("Remove White's queen", "d1"),
            ("Odds of the Queen's Castle", "a1"),
            ("Remove Black's KBP and QN", "f7 b8"),
            ("against all odds he won", ""),
            ("White removed to another room", ""),
            ("he had to remove the queen from the attack", ""),
            ("a pawn up, the odds are even", ""),
        ] {
            assert_eq!(told(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_game_starts_without_it() {
        let (_, odds) = Odds::told(["Remove White's Queen's Rook"].into_iter()).expect("odds");
        let fen = odds.start().expect("a position").to_string();
        assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
    }
}
