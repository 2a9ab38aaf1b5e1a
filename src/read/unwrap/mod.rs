//! Texts within other things: what programs, pages and people have put around a game is taken off
//! before the text is read, and the places of its moves are those of the whole again.
//!
//! | what | told by | module |
//! |---|---|---|
//! | RTF | its first bytes | `rtf` |
//! | signs of Markdown with a backslash in front | `\[White`, `1\.` | `escaped` |
//! | logs of engines: UCI, xboard, ICS | their commands | `engine` |
//! | games from a position before them | a FEN or a drawn board, and moves that can be played from it | `set_up`, `drawn` |
//! | positions, one a move | FENs | `positions` |
//! | pages: HTML, XML | elements | `markup` |
//! | games in strings of a program | several strings that begin a game | `program` |
//! | a text with `\n` for its lines, strings of a program | escapes, quotes | `literals` |
//! | addresses, moves strung together by one sign | no blanks | `strung` |
//! | games whose tags stand within lines | tags and a first move behind them | `tagged` |
//! | moves that were spoken, messages of a chat | numbers as words, names | `spoken`, `chat` |
//! | moves told of each side in turn | `White plays e4` | `narrated` |
//! | moves told in a conversation, one each time | lines whose moves can be played in turn | `dialogue` |
//! | lists of the moves of each side | `White's moves: e4` | `headed` |
//! | moves with what is said of each | a colon behind the move | `commented` |
//! | numbers alone, before each side's move | `1.`, `1.`, `2.`, `2.` | `each` |
//! | openings, a line each | lines that begin with `1.` and can be played | `starts` |
//! | tables of moves between fences, or between prose | fences and rules of Markdown | `fenced` |
//! | texts all in capitals | `1. D4 NF6` | `capitals` |
//! | moves that name both squares without a dash | the first ones, which can be played | `apart` |
//! | lines cut at a column, through moves | their length | `folded` |
//! | tags below their moves | no moves behind the last tag | `below` |
//! | a template of a wiki | `{{` | here |
//! | marks of Markdown | `**`, `~~` in pairs | `emphasis` |
//! | signs, numbers or `Move 1` in front of all lines | `>`, `//`, a number a line | `prefixed` |
//!
//! Where a page, an RTF file or Markdown has all moves of its games in bold, moves between those are
//! put in brackets (`bold`).

use std::{cell::LazyCell, ops::Range};

use shakmaty::{Chess, EnPassantMode, fen::Fen};

use self::view::View;
use super::{table_or_text, text};
use crate::record::Record;

pub(super) use self::strung::percent_decoded;

mod apart;
mod below;
mod bold;
mod capitals;
mod chat;
mod commented;
mod dialogue;
mod drawn;
mod each;
mod emphasis;
mod engine;
mod escaped;
mod fenced;
mod folded;
mod headed;
mod literals;
mod markup;
mod narrated;
mod numbered;
mod positions;
mod prefixed;
mod program;
mod rtf;
mod set_up;
mod spoken;
mod starts;
mod strings;
mod strung;
mod tagged;
mod view;

/// Bytes that are looked at to find out what is around a text.
const SAMPLE: usize = 64 * 1024;

/// Most things around one another that are taken off.
const MOST_AROUND: usize = 6;

/// Games, and rows that could not be read, with their line and the reason.
type Found = (Vec<Record>, Vec<(u32, String)>);

/// Whether an input must be read as one, though lines of a PGN stand in it.
pub(super) fn is_whole(text: &str) -> bool {
    rtf::is_one(text) || below::is_one(text)
}

/// The games within what is around them, and rows that could not be read; `line` is the number of
/// the first line of the text. Nothing where nothing is around it, or no game within.
pub(super) fn games(text: &str, line: u32) -> Option<Found> {
    within(text, line, MOST_AROUND)
}

/// [`games`] of a text around which there may be so many more things.
fn within(text: &str, line: u32, around: usize) -> Option<Found> {
    let more = around.checked_sub(1)?;
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let sure = LazyCell::new(|| program::sure(sample));
    let view = rtf::view(text)
        .or_else(|| escaped::view(text))
        .or_else(|| engine::view(text, sample))
        .or_else(|| program::positioned(text, *sure))
        .or_else(|| set_up::view(text, sample))
        .or_else(|| positions::view(text, sample))
        .or_else(|| markup::view(text, sample))
        .or_else(|| program::several(text, *sure))
        .or_else(|| program::keyed(text, *sure))
        .or_else(|| literals::view(text, sample))
        .or_else(|| program::one(text, *sure))
        .or_else(|| strung::view(text, sample))
        .or_else(|| tagged::view(text, sample))
        .or_else(|| spoken::view(text, sample))
        .or_else(|| capitals::view(text, sample))
        .or_else(|| apart::view(text, sample))
        .or_else(|| chat::view(text, sample))
        .or_else(|| narrated::view(text, sample))
        .or_else(|| dialogue::view(text, sample))
        .or_else(|| headed::view(text, sample))
        .or_else(|| commented::view(text, sample))
        .or_else(|| each::view(text, sample))
        .or_else(|| starts::view(text, sample))
        .or_else(|| fenced::view(text, sample))
        .or_else(|| folded::view(text))
        .or_else(|| below::view(text))
        .or_else(|| template(text))
        .or_else(|| emphasis::view(text))
        .or_else(|| prefixed::view(text))?;
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for (index, (text, before)) in view.texts().into_iter().enumerate() {
        let (mut own, wrong) = match view.start(index) {
            Some(start) => (from_position(text, start), Vec::new()),
            None => read(text, view.bold(), more),
        };
        view::move_down(&mut own, before);
        games.extend(own);
        errors.extend(wrong.into_iter().map(|(line, why)| (line.saturating_add(before), why)));
    }
    view.restore(&mut games, line);
    (!games.is_empty()).then_some((games, errors))
}

/// The games of a text that was taken out of a document, whose bold parts are known by their bytes,
/// and rows that could not be read.
pub(super) fn of_document(text: &str, bold: &[Range<usize>]) -> Found {
    read(text, bold, MOST_AROUND)
}

/// The text that a page shows, and what of it is in bold, by its bytes.
pub(super) fn shown(page: &str) -> (String, Vec<Range<usize>>) {
    markup::shown(page).into_parts()
}

/// The games of a text of which the first begins from a position.
fn from_position(text: &str, start: &Chess) -> Vec<Record> {
    let mut games = text::games_from(text, 1, start.clone());
    if let Some(game) = games.first_mut() {
        game.start.get_or_insert_with(|| Fen::from_position(start, EnPassantMode::Legal));
    }
    games
}

/// The games of a text that was taken out of another one.
fn read(text: &str, bold: &[Range<usize>], around: usize) -> Found {
    let plain = |text| within(text, 1, around).unwrap_or_else(|| table_or_text(text));
    let Some(bracketed) = bold::view(text, bold) else { return plain(text) };
    let (mut games, errors) = plain(bracketed.text());
    bracketed.restore(&mut games, 1);
    (games, errors)
}

/// A template of a wiki, which looks like a comment.
fn template(text: &str) -> Option<View<'_>> {
    let inside = text.trim().strip_prefix("{{")?.strip_suffix("}}")?;
    let at = inside.as_ptr().addr() - text.as_ptr().addr();
    let mut view = View::new(text);
    view.copy(at, at + inside.len());
    Some(view)
}
