//! What is taken for a game: which runs of numbers are one, and no line of an opening, no variation
//! and no endgame below a diagram.

use shakmaty::{Chess, Role};

use super::{
    board::{Board, Played},
    candidates::Candidate,
    chain::{self, Chain, Link},
    items::Items,
    opening::{self, SetOff},
};
use crate::{
    notation::{CheckSign, Language, languages, prepare, spelled_view, squares},
    read::{
        replay::{self, played_in_english},
        shape::chars::{is_capture, is_dash, is_file, is_rank},
    },
};

/// What is taken for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// What is one by its look, whatever stands around it.
    Games,
    /// A few moves between prose, where the text holds no game.
    Lines,
}

/// Fewest plies of a game whose first moves are no first moves by their look, being misread.
const LONG: u32 = 16;
/// Fewest plies of a game whose beginning is lost, in a text that has no other; and where most of them
/// stand in rows.
const SURE: u32 = 24;
const ROWS: u32 = 10;
/// Fewest plies of a line between prose that is put out where there is no game.
const LINE: u32 = 5;
/// Fewest plies of a game with players whose end does not show.
const BRIEF: u32 = 6;
/// Fewest plies of a line or game where a result stands right behind it.
const CLOSED: u32 = 3;

/// Share of the letters and digits of the text that stand in moves of the chains.
pub(super) fn density(items: &Items, candidates: &[Candidate], chains: &[Chain]) -> f64 {
    let count = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
    let all: usize = items.lines.iter().map(|line| count(line)).sum();
    let slots = chains.iter().flat_map(|c| &c.links).flat_map(|l| &candidates[l.candidate].slots);
    let moves: usize =
        slots.map(|s| count(items.span(&items.items[s.from], &items.items[s.to]))).sum();
    moves as f64 / all.max(1) as f64
}

/// Whether a run of numbers is a game and not a line of an opening, a variation or a diagram.
pub(super) fn is_game(
    chain: &Chain,
    items: &Items,
    candidates: &[Candidate],
    density: f64,
    wanted: Wanted,
) -> bool {
    let Some(first) = chain.links.first() else { return false };
    let plies = chain::plies(&chain.links);
    // The number of a row may come again in it for Black.
    let mut row = None;
    let in_row = |link: &&Link| {
        let candidate = &candidates[link.candidate];
        let place = Some((items.items[candidate.item].line, candidate.number));
        row = if candidate.row { place } else { row };
        row == place
    };
    let rows = chain.links.iter().filter(in_row).count();
    let opening = &candidates[first.candidate];
    let opens = || opening.reference.is_some() || opening::opens(items, opening);
    if first.ply == 0 && plies < LONG && !opens() {
        return false;
    }
    if is_endgame(chain, items, candidates) {
        return false;
    }
    let rows_share = rows as f64 / chain.links.len() as f64;
    match first.ply {
        // Most of the text is this game.
        0 | 1 if density > 0.4 => plies >= 2,
        0 if rows_share > 0.5 => plies >= 4,
        0 if wanted == Wanted::Lines => {
            plies >= LINE || plies >= CLOSED && is_closed(chain, items, candidates)
        }
        0 => plies >= 10,
        1 if plies >= LONG && opening.black && opens() => {
            density > 0.2 || is_shaped(chain, candidates)
        }
        1 => plies >= 10 && opening.black && density > 0.2,
        _ if density > 0.4 => plies >= 4,
        _ if wanted == Wanted::Lines => {
            let least = if rows_share > 0.5 { ROWS } else { SURE };
            plies >= least && is_shaped(chain, candidates)
        }
        _ => plies >= LONG && density > 0.2,
    }
}

/// A game of few moves, among other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    /// It ends with a result or a mate.
    Ended,
    /// Its end does not show: it may be the beginning of one, or an example.
    Open,
}

/// What a run of few moves is that begins a line and could be a game.
pub(super) fn short_game(chain: &Chain, items: &Items, candidates: &[Candidate]) -> Option<Short> {
    let [first, last] = [chain.links.first()?, chain.links.last()?];
    let [opening, end] = [first, last].map(|link| &candidates[link.candidate]);
    let plies = chain::plies(&chain.links);
    let begins = first.ply == 0 && opening.row && opening::opens(items, opening);
    if !begins || is_endgame(chain, items, candidates) {
        return None;
    }
    let mates = || end.slots.last().is_some_and(|slot| mates(slot.text(items)));
    if plies >= CLOSED && (is_closed(chain, items, candidates) || mates()) {
        return Some(Short::Ended);
    }
    (plies >= BRIEF).then_some(Short::Open)
}

/// Whether the moves of a run can be played from the start, and those of a problem can't: as far as their
/// form is known, or all of them.
fn is_played(chain: &Chain, items: &Items, candidates: &[Candidate], all: bool) -> bool {
    let mut board = Board::first(items);
    for slot in chain.links.iter().flat_map(|link| link.slots(&candidates[link.candidate])) {
        match slot.kind.map(|kind| board.play(slot.text(items), kind)) {
            Some(Played::On(next)) => board = next,
            Some(Played::Not) => return false,
            Some(Played::Unknown) | None => return !all,
        }
    }
    true
}

/// Fewest lines with labels, and without them, that make a list of openings, and fewest plies of a
/// game among those without.
const LABELLED: usize = 3;
const ALONE: usize = 2;
const WHOLE: u32 = 24;

/// How a run is set off that may be one of a list of openings.
pub(super) fn listed(chain: &Chain, items: &Items, candidates: &[Candidate]) -> Option<SetOff> {
    let mut links = chain.links.iter().filter(|link| link.plies > 0);
    let first = links.next()?;
    let opening = &candidates[first.candidate];
    let set_off = opening::set_off(items, opening)?;
    let line = |link: &Link| items.items[candidates[link.candidate].item].line;
    if set_off == SetOff::Alone && links.any(|link| line(link) != line(first)) {
        return None;
    }
    let opens = first.ply == 0 && opening::opens(items, opening);
    let all = set_off == SetOff::Alone;
    (opens && is_played(chain, items, candidates, all)).then_some(set_off)
}

/// Whether a text is a list of openings, whose runs are listed as told beside each, and has no other
/// game.
pub(super) fn is_list(runs: &[(&Chain, Option<SetOff>)], is_game: impl Fn(&Chain) -> bool) -> bool {
    let count = |set_off| runs.iter().filter(|(_, listed)| *listed == Some(set_off)).count();
    let labelled = count(SetOff::Labelled);
    let short = |(run, _): &(&Chain, _)| chain::plies(&run.links) < WHOLE;
    let enough =
        labelled >= LABELLED || labelled + count(SetOff::Alone) >= ALONE && runs.iter().all(short);
    enough && runs.iter().all(|(run, listed)| listed.is_some() || !is_game(run))
}

/// Whether a move says that it is mate; in some languages two signs do.
pub(super) fn mates(text: &str) -> bool {
    matches!(prepare(text).check, Some(CheckSign::Mate | CheckSign::DoubleOrMate))
}

/// Whether at least half of the numbers of a chain have a move by its look.
fn is_shaped(chain: &Chain, candidates: &[Candidate]) -> bool {
    let shaped = chain.links.iter().filter(|link| candidates[link.candidate].is_shaped()).count();
    2 * shaped >= chain.links.len()
}

/// Whether a result stands right behind the last move, or the asterisk of PGN at the end of its line.
fn is_closed(chain: &Chain, items: &Items, candidates: &[Candidate]) -> bool {
    let Some(last) = chain.links.last().map(|link| &candidates[link.candidate]) else {
        return false;
    };
    let line = items.lines.get(items.items[last.last()].line as usize);
    chain::result_of(items, last).is_some()
        || line.is_some_and(|line| line.trim_end().ends_with(" *"))
}

/// Moves of kings and rooks among the first ones that show a position which was set up. Of 1,500
/// real games none has more than one among its first ten plies, castling aside. Where both sides
/// begin with a pawn, by its square, or a Russian letter stands in the moves, more are asked for: a
/// Russian knight may be typed as a K, or read as one.
const ENDGAME: usize = 4;
const ENDGAME_LATER: usize = 6;
const OPENING: usize = 10;

/// Whether the moves begin as those of an endgame do, numbered from 1 below a diagram that is not known.
pub(super) fn is_endgame(chain: &Chain, items: &Items, candidates: &[Candidate]) -> bool {
    if items.start.is_some() || chain.links.first().is_none_or(|first| first.ply > 0) {
        return false;
    }
    let moves = chain.links.iter().flat_map(|link| &candidates[link.candidate].slots);
    let moves = moves.filter(|slot| slot.kind.is_some()).take(OPENING);
    let texts = moves.map(|slot| slot.text(items));
    // `Kt` is a knight; `KB`, `K Kt` and `R P` are other pieces.
    let heavy = |text: &str| {
        if leaps(text) {
            return false;
        }
        if let Some(view) = spelled_view(text) {
            let mut letters = view.chars();
            let piece = letters.next().is_some_and(|c| matches!(c, 'K' | 'R'));
            return piece && !letters.next().is_some_and(|c| c.is_ascii_uppercase());
        }
        let rest = text.strip_prefix(['K', 'R', '♔', '♚', '♖', '♜']).unwrap_or("t");
        let next = rest.trim_start_matches(['.', ' ']).chars().next().unwrap_or(' ');
        !rest.starts_with('t') && !matches!(next, 'B' | 'K' | 'N' | 'P' | 'Q' | 'R')
    };
    let texts: Vec<&str> = texts.collect();
    let is_square = |text: &&str| {
        let mut chars = text.chars();
        let square = chars.next().is_some_and(is_file) && chars.next().is_some_and(is_rank);
        square && chars.next().is_none()
    };
    let russian = texts.iter().any(|text| text.contains(|c| matches!(c, 'А'..='я')));
    let most = if russian || texts.iter().take(2).all(is_square) { ENDGAME_LATER } else { ENDGAME };
    let strange: Vec<usize> = (0..texts.len()).filter(|at| heavy(texts[*at])).collect();
    let from_start = || replay::played(Chess::default(), texts.iter().copied()) == texts.len();
    strange.len() >= most && !opens_abroad(&texts[..=strange[SURELY - 1]]) && !from_start()
}

/// So many moves of pieces called K or R that can be played from the start show what they are.
const SURELY: usize = 2;

/// Whether moves can be played from the start in a language whose K or R is a knight or bishop, as
/// the Finnish R is.
fn opens_abroad(texts: &[&str]) -> bool {
    let lighter = |language: &&Language| {
        let letter = |role| matches!(language.letter(role), "K" | "R");
        letter(Role::Knight) || letter(Role::Bishop)
    };
    languages().iter().filter(lighter).any(|language| {
        // `e4 - c5` may be two moves.
        let words = texts.iter().flat_map(|text| text.split_whitespace());
        let words = words.filter(|word| word.contains(char::is_alphanumeric));
        let moves: Vec<String> = words.map(|word| in_english(word, language)).collect();
        played_in_english(Chess::default(), moves.iter().map(String::as_str)) == moves.len()
    })
}

/// A move with the letters and signs of SAN, and nothing around it.
fn in_english(text: &str, language: &Language) -> String {
    let sign = |c: char| match c {
        _ if is_dash(c) => '-',
        _ if is_capture(c) => 'x',
        _ => c,
    };
    let text: String =
        text.trim_matches(|c: char| !c.is_alphanumeric()).chars().map(sign).collect();
    let named = |role: Role| {
        let rest = text.strip_prefix(language.letter(role)).filter(|rest| *rest != text)?;
        Some(if role == Role::Pawn { rest.into() } else { format!("{}{rest}", role.upper_char()) })
    };
    Role::ALL.into_iter().find_map(named).unwrap_or(text)
}

/// Whether a move goes from one square to another as only a knight does: the `K` in `Kg1-f3` is one.
fn leaps(text: &str) -> bool {
    let mut squares = squares(text);
    let (Some(from), Some(to), None) = (squares.next(), squares.next(), squares.next()) else {
        return false;
    };
    matches!((from[0].abs_diff(to[0]), from[1].abs_diff(to[1])), (1, 2) | (2, 1))
}
