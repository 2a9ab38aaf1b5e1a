//! Games that end before their movetext does: wrecks of live boards, and rests that are kept.

use shakmaty::{Chess, EnPassantMode, Move, Position, Role, Square, fen::Fen, san::SanPlus};

use super::{
    Illegal, Options, Reject, Scratch, at_ply,
    edit::{Edit, Text, comment},
    edit_at,
    lex::{Kind as Word, Token},
    note::{Kind, Note, Parts},
    structure, walk,
};
use crate::{
    illegal,
    notation::strict::{Said, Why},
};

/// Where kings are put to signal a result.
const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];
/// Most words behind mate that are wreckage; more of them doubt the mate.
const MOST_BEHIND_MATE: usize = 6;
/// A king that goes farther than this, in squares, does not move: it is put.
const STEP: u32 = 2;
/// Fewest words that pieces are set up with.
const FEWEST_SET_UP: usize = 4;

/// The edit that puts the wreckage of a live board at the end of a game into a comment.
pub(super) fn wreck(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Vec<Edit>> {
    let (at, _) = scratch.walk.broken?;
    let said: Vec<Option<Said>> = scratch
        .walk
        .words
        .iter()
        .filter(|&&word| word >= at)
        .map(|&word| match scratch.tokens[word as usize].kind {
            Word::Move(said) => Some(said),
            _ => None,
        })
        .collect();
    if said.len() != scratch.walk.words.len() {
        return None;
    }
    let pos = walk::after(start, &scratch.walk.plies);
    let kings = said.iter().take_while(|said| said.is_some_and(is_signal)).count();
    let behind = &said[kings..];
    let is_signal = kings >= 2 || kings == 1 && behind.is_empty() && is_far(&pos, said[0]);
    let (kind, message) = if pos.is_game_over() && said.len() <= MOST_BEHIND_MATE {
        let what = if pos.is_checkmate() { "mate" } else { "the end of the game" };
        (Kind::MovesAfterEnd, format!("moves behind {what}"))
    } else if is_signal && (behind.is_empty() || is_set_up(behind)) {
        (Kind::LiveBoardKings, signal(&said[..kings], scratch, &pos))
    } else if is_set_up(&said) {
        (Kind::SetUpAgain, "pieces set up again on a live board".to_owned())
    } else {
        return None;
    };
    Some(vec![cut(text, scratch, start, kind, message)])
}

/// Whether a single king goes too far for a slip of the pen.
fn is_far(pos: &Chess, said: Option<Said>) -> bool {
    let king = pos.board().king_of(pos.turn());
    matches!((king, said), (Some(king), Some(Said::Normal { to, .. })) if king.distance(to) > STEP)
}

/// Whether a king goes to one of the four squares in the centre.
fn is_signal(said: Said) -> bool {
    matches!(said, Said::Normal { role: Role::King, to, .. } if CENTRE.contains(&to))
}

/// What kings in the centre say: both on light squares White won, both on dark squares Black did,
/// one on each a draw.
fn signal(kings: &[Option<Said>], scratch: &Scratch, pos: &Chess) -> String {
    let squares: Vec<Square> = kings
        .iter()
        .flatten()
        .filter_map(|said| match said {
            Said::Normal { to, .. } => Some(*to),
            _ => None,
        })
        .collect();
    let words = "kings put into the centre of a live board";
    match squares[..] {
        [a, b] if a.is_light() && b.is_light() => format!("{words}: 1-0"),
        [a, b] if a.is_dark() && b.is_dark() => format!("{words}: 0-1"),
        [_, _] => format!("{words}: 1/2-1/2"),
        [square] => {
            // The first of the two kings may have been put where it could go.
            let other = pos.board().king_of(!pos.turn());
            let moved = scratch.walk.plies.last().is_some_and(|(_, m)| Some(m.to()) == other);
            match other.filter(|other| moved && CENTRE.contains(other) && *other != square) {
                Some(other) => format!("{words}; that on {other} may be part of the signal"),
                None => words.to_owned(),
            }
        }
        _ => words.to_owned(),
    }
}

/// Whether pieces go to the squares that they have in the usual start position.
fn is_set_up(said: &[Option<Said>]) -> bool {
    let home = Chess::default();
    let at_home = |said: &&Option<Said>| match said {
        Some(Said::Normal { role, to, .. }) => home.board().role_at(*to) == Some(*role),
        _ => false,
    };
    said.len() >= FEWEST_SET_UP && said.iter().filter(at_home).count() * 5 >= said.len() * 4
}

/// A game with an illegal move that stood: the edit that keeps what is legal, and where the moves
/// are to go on, the game that they are.
pub(super) fn illegal(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    options: &Options,
    reject: &Reject,
) -> Option<(Vec<Edit>, Option<Vec<u8>>)> {
    // Where a legal game was found, a slip of the pen is likelier than a piece that flew.
    if !matches!(scratch.walk.broken, Some((_, Why::Illegal))) {
        return None;
    }
    let (words, said): (Vec<u32>, Vec<Said>) = scratch.said_behind()?.into_iter().unzip();
    let written: Vec<String> =
        words.iter().map(|&word| text.shown(scratch.tokens[word as usize].range())).collect();
    let ply = scratch.walk.plies.len() as u32 + 1;
    let pos = walk::after(start, &scratch.walk.plies);
    // Where a legal game was found, a slip of the pen is likelier than a piece that flew.
    let plain = reject.0.kind == Kind::TooDoubtful;
    let stood = illegal::explain(&pos, ply, &said, plain, |at| &written[at])?;
    let mut edit = cut(text, scratch, start, Kind::IllegalStood, stood.message());
    let last = scratch.tokens[words[stood.written.len() - 1] as usize].range().end;
    if let Some(note) = &mut edit.note {
        note.before.clone_from(&stood.written[0]);
        note.parts = Some(Box::new(Parts {
            start: Fen::from_position(start, EnPassantMode::Legal),
            moves: sans(start, scratch),
            stood: stood.clone(),
        }));
    }
    let Some(fen) = stood.goes_on.filter(|_| options.illegal == Illegal::Parts) else {
        return Some((vec![edit], None));
    };
    edit.bytes = structure::kept(Kind::IllegalStood, text, edit.range.start..last);
    let signs = text.bytes[last..].iter().take_while(|b| matches!(b, b'!' | b'?')).count();
    let head = &text.bytes[..scratch.head.moves_at];
    let mut part: Vec<u8> = Vec::new();
    for line in head.split_inclusive(|b| *b == b'\n') {
        let replaced = line.starts_with(b"[FEN ") || line.starts_with(b"[SetUp ");
        if !replaced && !line.trim_ascii().is_empty() {
            part.extend(line);
        }
    }
    part.extend(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n").into_bytes());
    let kept = text.shown(edit.range.start..last);
    part.extend(comment(Kind::IllegalStood.as_str(), format!("part 2, behind {kept}").as_bytes()));
    part.push(b' ');
    part.extend(text.bytes[last + signs..].trim_ascii_start());
    Some((vec![edit], Some(part)))
}

/// The legal moves of a main line.
fn sans(start: &Chess, scratch: &Scratch) -> Vec<(Move, SanPlus)> {
    let mut pos = start.clone();
    let san = |&(_, m): &(u32, Move)| {
        let san = SanPlus::from_move(pos.clone(), m);
        pos.play_unchecked(m);
        (m, san)
    };
    scratch.walk.plies.iter().map(san).collect()
}

/// The rest of a game that cannot be mended, as the options want it.
pub(super) fn fallback(
    text: &Text,
    scratch: &Scratch,
    start: &Chess,
    options: &Options,
    Reject(note): Reject,
) -> Result<Vec<Edit>, Reject> {
    let first = scratch.walk.words.first().copied().unwrap_or_default();
    let legal = scratch.walk.plies.first().is_some_and(|(word, _)| *word < first);
    if !options.keep_prefix || !legal {
        return Err(Reject(note));
    }
    let message = format!("{}: {}", note.kind.words(), note.message);
    Ok(vec![cut(text, scratch, start, Kind::RestKept, message)])
}

/// Puts everything from the first word that is no legal move to the result into a comment.
fn cut(text: &Text, scratch: &Scratch, start: &Chess, kind: Kind, message: String) -> Edit {
    let Scratch { tokens, walk, .. } = scratch;
    let bare = |token: &Token| matches!(token.kind, Word::Number { .. } | Word::Dots);
    let broken = walk.words.first().map_or(tokens.len() - 1, |&at| at as usize);
    let first = broken - tokens[..broken].iter().rev().take_while(|token| bare(token)).count();
    // A result may stand before the moves that cannot be played.
    let result = walk.result.map(|at| at as usize).filter(|at| *at > broken);
    let end = result.unwrap_or(tokens.len());
    let comments = |token: &Token| matches!(token.kind, Word::Comment { .. } | Word::LineComment);
    let last = end - tokens[broken + 1..end].iter().rev().take_while(|t| comments(t)).count();
    let range = tokens[first].range().start..tokens[last - 1].range().end;
    let note = Note::new(kind, 0).change(text.shown(range.clone()), "").saying(message);
    let note = at_ply(note, start, walk.plies_before(broken));
    edit_at(range.clone(), structure::kept(kind, text, range), note)
}
