//! What kind of text an input is, told by its first bytes or by the whole of it, and the games that
//! its reader finds.

use super::{
    columns, json, lists,
    pgn::{self, tag},
    raw::{beside, entities, fractions, noted, points, signs, spread, wrapped},
    table, tail,
    text::{self, plain},
    unwrap,
};
use crate::record::Record;

/// Bytes that are looked at to find out the format.
pub(super) const HEAD: usize = 64 * 1024;

/// Most digits of a move number.
const MAX_DIGITS: usize = 3;

/// In which pieces an input is read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Line by line, a record each.
    JsonLines,
    /// Game by game.
    Pgn,
    /// At once, whatever it is.
    Whole,
}

/// In which pieces an input is read that begins with these bytes.
pub(super) fn sniff(head: &[u8]) -> Form {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if starts_json(text) {
        let line = text.lines().next().unwrap_or("");
        // An object that goes on behind its line is no JSON Lines, and one that is broken is one
        // only where a record was meant: it may be a piece of a program.
        let is_line = match serde_json::from_str::<serde::de::IgnoredAny>(line) {
            Ok(_) => true,
            Err(error) if error.is_eof() && text.contains('\n') => false,
            Err(error) => json::is_meant(line) || error.is_eof() && head.len() >= HEAD,
        };
        return if is_line && !line.starts_with('[') { Form::JsonLines } else { Form::Whole };
    }
    let is_pgn = !unwrap::is_whole(text) && is_tagged(text);
    if is_pgn { Form::Pgn } else { Form::Whole }
}

/// Whether a text starts as a JSON object or an array of objects, not as a comment of PGN.
pub(super) fn starts_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let object = match text.strip_prefix('[') {
        Some(rest) => rest.trim_start(),
        None => text,
    };
    let Some(key) = object.strip_prefix('{') else { return false };
    let key = key.trim_start();
    key.starts_with('}')
        || key.strip_prefix('"').is_some_and(|key| {
            key.split_once('"').is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
        })
}

/// Games of a text that may be PGN or prose; `line` is its first line, from 1.
pub(super) fn pgn_or_text(text: &str, line: u32) -> Vec<Record> {
    unwrap::games(text, line).map_or_else(|| read_text(text, line), |(games, _)| games)
}

/// The games of a table or of a text with nothing around it, and rows that could not be read, with
/// their line and the reason.
pub(super) fn table_or_text(text: &str) -> (Vec<Record>, Vec<(u32, String)>) {
    // A list of moves may have a heading like that of a table.
    let table = table::read(text).map(|table| table.games());
    let found = table.filter(|(games, errors)| !games.is_empty() || !errors.is_empty());
    found.unwrap_or_else(|| (read_text(text, 1), Vec::new()))
}

/// Games of a text with nothing around it that is no table.
fn read_text(text: &str, line: u32) -> Vec<Record> {
    let text = &*entities::decoded(text);
    let text = &*spread::closed(text);
    let text = &*points::mended(text);
    let text = &*fractions::in_rows(text);
    let Some(marked) = signs::marked(text) else { return games_of(text, line) };
    let mut games = games_of(&marked.text, line);
    games.iter_mut().for_each(|game| marked.restore(game, line));
    games
}

/// Games of such a text in which no figurine is a cluster of characters.
fn games_of(text: &str, line: u32) -> Vec<Record> {
    let is_tagged = is_tagged(text);
    let bare = if is_tagged { beside::without_notes(text) } else { beside::without(text) };
    let mut games = if is_tagged { typed(&bare.text, line) } else { untagged(&bare.text, line) };
    noted::tell(&mut games, text, bare.noted, line);
    games
}

/// Whether a text has tags as PGN has: usual ones, or others in a text of moves. A page of prose may
/// quote the number that a server gave a game.
fn is_tagged(text: &str) -> bool {
    let mut tags = text.lines().filter_map(tag::of_line).peekable();
    let any = tags.peek().is_some();
    tags.any(|tag| tag.is_usual())
        || any && pgn::likeness(&text[..text.floor_char_boundary(HEAD)]).0 > 0.5
}

/// Games of a text without tags, with nothing beside its moves.
fn untagged(text: &str, line: u32) -> Vec<Record> {
    if let Some(games) = lists::games(text, line) {
        return games;
    }
    let text = &*wrapped::joined(text);
    let sample = &text[..text.floor_char_boundary(HEAD)];
    if columns::ordered(sample).is_some() {
        return text::games(text, line);
    }
    let (share, moves) = pgn::likeness(sample);
    let is_pgn = share > 0.9
        && moves > 0
        && !has_square_variations(sample)
        && !text::is_out_of_order(sample)
        && !plain::has_lists_of_sides(sample)
        && !plain::has_several(sample);
    if !is_pgn {
        return text::games(text, line);
    }
    let mut games = typed(text, line);
    pgn::heading::tell(&mut games, text, line);
    games
}

/// Whether variations stand in square brackets, `[44... Kb5 45. a4]`, as in books and no PGN.
fn has_square_variations(text: &str) -> bool {
    let is_numbered = |rest: &str| {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let behind = rest[digits..].strip_prefix('.');
        // `[0.31]` is an evaluation.
        let decimal = |behind: &str| behind.starts_with(|c: char| c.is_ascii_digit());
        (1..=MAX_DIGITS).contains(&digits) && behind.is_some_and(|behind| !decimal(behind))
    };
    text.match_indices('[').any(|(at, sign)| is_numbered(&text[at + sign.len()..]))
}

/// Games of a text that is PGN.
fn typed(text: &str, line: u32) -> Vec<Record> {
    let mut games = pgn::games(text, line);
    games.iter_mut().for_each(tail::doubt);
    games
}
