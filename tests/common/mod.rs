//! What every reconstruction has to hold, whatever was written.

use std::{collections::HashMap, io::Cursor, ops::ControlFlow};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use scoresheet::{
    reconstruction::{Origin, PlacedMove, Reconstruction},
    record::Record,
    write::{Annotate, Pgn, Report},
};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

/// The first promise of the design that a game breaks, if any.
pub fn broken_promise(record: &Record, game: &Reconstruction) -> Option<String> {
    illegal(game)
        .or_else(|| lost_entry(record, game))
        .or_else(|| wrong_claim(record, game))
        .or_else(|| unreadable_pgn(game))
}

fn start(fen: Option<&Fen>) -> Option<Chess> {
    match fen {
        None => Some(Chess::default()),
        Some(fen) => fen.clone().into_position(CastlingMode::detect(fen.as_setup())).ok(),
    }
}

/// Every move is legal where it stands, and is named as it is.
fn illegal(game: &Reconstruction) -> Option<String> {
    let mut pos = start(game.start.as_ref())?;
    for (at, placed) in game.moves.iter().enumerate() {
        if placed.ply as usize != at + 1 {
            return Some(format!("move {at} says that it is ply {}", placed.ply));
        }
        if !pos.is_legal(placed.m) {
            return Some(format!("ply {}: {} is not legal", placed.ply, placed.san));
        }
        let san = shakmaty::san::SanPlus::from_move(pos.clone(), placed.m);
        if san != placed.san {
            return Some(format!("ply {}: {} is called {}", placed.ply, san, placed.san));
        }
        for other in &placed.alternatives {
            if !pos.is_legal(other.m) || other.m == placed.m {
                return Some(format!("ply {}: {} is no other move", placed.ply, other.san));
            }
        }
        let mut probabilities =
            placed.alternatives.iter().map(|a| a.confidence).chain([placed.confidence]);
        if let Some(wrong) = probabilities.find(|p| !(0.0..=1.0).contains(p)) {
            return Some(format!("ply {}: {wrong} is no probability", placed.ply));
        }
        let others: f64 = placed.alternatives.iter().map(|a| a.confidence).sum();
        if placed.confidence + others > 1.0 + 1e-9 {
            let sum = placed.confidence + others;
            return Some(format!("ply {}: move and alternatives sum to {sum}", placed.ply));
        }
        pos.play_unchecked(placed.m);
    }
    None
}

/// Every entry stands on a ply or among the unplaced, once, with its text.
fn lost_entry(record: &Record, game: &Reconstruction) -> Option<String> {
    let mut seen: HashMap<(usize, usize), u32> = HashMap::new();
    let placed = game.moves.iter().flat_map(|placed| &placed.entries);
    for entry in placed.chain(game.unplaced.iter().map(|unplaced| &unplaced.entry)) {
        *seen.entry((entry.sheet, entry.entry)).or_default() += 1;
        let text = record.sheets.get(entry.sheet)?.entries.get(entry.entry)?.text();
        if text != entry.text {
            return Some(format!("entry {} is \"{}\", not \"{text}\"", entry.entry, entry.text));
        }
    }
    for (sheet, written) in record.sheets.iter().enumerate() {
        for at in 0..written.entries.len() {
            let times = seen.get(&(sheet, at)).copied().unwrap_or(0);
            if times != 1 {
                let text = written.entries[at].text();
                return Some(format!(
                    "sheet {sheet}, entry {at} \"{text}\" is put out {times} times"
                ));
            }
        }
    }
    None
}

/// What the record claims is not changed, and nothing is invented silently.
fn wrong_claim(record: &Record, game: &Reconstruction) -> Option<String> {
    // A mate on the board is a result that nobody has to claim.
    let mates = |placed: &PlacedMove| placed.san.to_string().ends_with('#');
    let shown = record.result.is_none() && game.moves.last().is_some_and(mates);
    if record.result != game.result && !shown {
        return Some(format!("the result became {:?}", game.result));
    }
    let silent = game.moves.iter().find(|placed| {
        (placed.origin == Origin::Supplied) != placed.entries.iter().all(is_blank)
    })?;
    Some(format!("ply {}: {} says {}", silent.ply, silent.san, silent.origin.as_str()))
}

fn is_blank(entry: &scoresheet::reconstruction::EntryText) -> bool {
    entry.text.trim().is_empty()
}

/// A strict reader takes the PGN and finds the same moves.
fn unreadable_pgn(game: &Reconstruction) -> Option<String> {
    for annotate in [Annotate::None, Annotate::Comments, Annotate::Variations] {
        let mut report = Pgn::new(annotate);
        let mut text = Vec::new();
        report.game(game, &mut text).ok()?;
        let shown = String::from_utf8_lossy(&text).into_owned();
        let long =
            |line: &&str| line.chars().count() > 79 && line.contains(' ') && !line.starts_with('[');
        if let Some(line) = shown.lines().find(long) {
            return Some(format!("a line is too long: {line}"));
        }
        let mut reader = Reader::new(Cursor::new(&text));
        let found = reader.read_game(&mut Moves(start(game.start.as_ref())?));
        let wanted: Vec<String> = game.moves.iter().map(|m| m.san.to_string()).collect();
        match found {
            Ok(Some(Ok(moves))) if moves == wanted => {}
            other => return Some(format!("PGN does not load: {other:?}\n{shown}")),
        }
        if !matches!(reader.read_game(&mut Moves(Chess::default())), Ok(None)) {
            return Some(format!("PGN holds more than one game:\n{shown}"));
        }
    }
    None
}

/// Plays the moves of a PGN game.
struct Moves(Chess);

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Result<Vec<String>, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        match std::str::from_utf8(name).is_ok() && std::str::from_utf8(value.as_bytes()).is_ok() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Err("a tag is no text".to_owned())),
        }
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, moves: &mut Vec<String>, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(&self.0) {
            Ok(m) => {
                self.0.play_unchecked(m);
                moves.push(san.to_string());
                ControlFlow::Continue(())
            }
            Err(error) => ControlFlow::Break(Err(format!("{san}: {error}"))),
        }
    }

    fn begin_variation(&mut self, _: &mut Vec<String>) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, moves: Vec<String>) -> Self::Output {
        Ok(moves)
    }
}
