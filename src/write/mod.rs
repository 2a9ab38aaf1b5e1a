//! Shows a [`Reconstruction`]: one [`Report`] a format, and a [`summary`] for people.
//!
//! Every format but clean PGN holds every entry of the record exactly once: on the ply that it
//! was put on, or among the unplaced.

use std::io::{self, Write};

use crate::{
    reconstruction::{EntryText, Origin, PlacedMove, Reconstruction, Unplaced},
    record::GameResult,
};

pub mod audit;
pub mod board;
mod frame;
pub mod html;
mod json;
pub mod overview;
pub mod page;
mod pgn;
mod summary;
mod table;
mod text;

pub(crate) use frame::Frame;
pub use json::{Json, JsonLines};
pub(crate) use json::{PlainMove, StoodView, rounded};
pub use pgn::{Annotate, Pgn};
pub use summary::summary;
pub use table::Csv;
pub use text::Text;

/// Confidence from which on a move is shown without a mark, 0 to 1.
pub const CLEAR: f64 = 0.95;

/// Whether a move needs no mark: it stands in the record as it was played, and there is no doubt
/// about it ([`CLEAR`]).
pub fn is_clear(placed: &PlacedMove) -> bool {
    placed.origin == Origin::Read && !is_doubtful(placed)
}

/// Whether a person should look at a move: its confidence is below [`CLEAR`].
pub fn is_doubtful(placed: &PlacedMove) -> bool {
    // A confidence that is no number is a doubt too.
    !matches!(placed.confidence.partial_cmp(&CLEAR), Some(o) if o.is_ge())
}

/// An output format. Games are put out one by one, in the order in which they are handed over.
pub trait Report {
    /// Writes what stands before the first game.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands behind the last game.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}

/// A probability with two decimals. What is not certain is never shown as 1.00.
fn shown(probability: f64) -> String {
    let plain = if probability.is_finite() { probability.clamp(0.0, 1.0) } else { 0.0 };
    format!("{:.2}", if plain < 1.0 { plain.min(0.99) } else { plain })
}

/// A reason of an unplaced entry or a code of a finding as words: `after-the-end` is
/// `after the end`.
fn words(code: &str) -> String {
    code.replace('-', " ")
}

/// What stands on no ply, as people want to see it: without blanks and without a result that is
/// the game's, and with the words of a sentence together. Yields the reason, the first entry and
/// the text.
fn rest(game: &Reconstruction) -> Vec<(&'static str, &EntryText, String)> {
    let mut rest: Vec<(&'static str, &EntryText, String)> = Vec::new();
    let mut last: Option<&EntryText> = None;
    for Unplaced { entry, reason } in &game.unplaced {
        let text = entry.text.trim();
        let said = game.result.is_some() && GameResult::from_token(text) == game.result;
        if text.is_empty() || (*reason == "result" && said) {
            continue;
        }
        let next =
            last.is_some_and(|last| last.sheet == entry.sheet && last.entry + 1 == entry.entry);
        match rest.last_mut() {
            Some((ASIDE, _, words)) if next && *reason == ASIDE => {
                words.push(' ');
                words.push_str(text);
            }
            _ => rest.push((*reason, entry, text.to_owned())),
        }
        last = Some(entry);
    }
    rest
}

/// The reason of entries that are words around the game.
const ASIDE: &str = "aside";

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position, san::SanPlus};

    use super::*;
    use crate::{
        reconstruction::{Alternative, Finding},
        record::Place,
    };

    /// A game in which every move was read as it stands here, without doubt.
    pub(super) fn game(sans: &[&str]) -> Reconstruction {
        let mut pos = Chess::default();
        let mut moves = Vec::new();
        for (at, text) in sans.iter().enumerate() {
            let plain: SanPlus = text.parse().expect("SAN");
            let m = plain.san.to_move(&pos).expect("legal");
            moves.push(PlacedMove {
                ply: at as u32 + 1,
                m,
                san: SanPlus::from_move(pos.clone(), m),
                confidence: 0.999,
                origin: Origin::Read,
                entries: vec![entry(at, text)],
                alternatives: Vec::new(),
                decided_by: None,
            });
            pos.play_unchecked(m);
        }
        Reconstruction {
            id: "g".into(),
            tags: Vec::new(),
            start: None,
            result: None,
            complete: true,
            confidence: 0.9,
            moves,
            unplaced: Vec::new(),
            findings: Vec::new(),
            styles: Vec::new(),
            stood: None,
        }
    }

    pub(super) fn entry(at: usize, text: &str) -> EntryText {
        EntryText {
            sheet: 0,
            sheet_id: "1".into(),
            entry: at,
            text: text.into(),
            place: Place::default(),
            clock: None,
        }
    }

    /// A short game with one move of every origin, a second reading, an unplaced entry, a
    /// finding and every character that an output format could trip over.
    pub(super) fn hard_game() -> Reconstruction {
        let mut found = game(&["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        found.tags = vec![
            ("White".into(), "Quote \" and \\ and ] }".into()),
            ("Zeta".into(), "last\nline".into()),
            ("Board Nr.".into(), "7".into()),
        ];
        found.result = Some(GameResult::WhiteWins);
        found.moves[2].origin = Origin::Corrected;
        found.moves[2].confidence = 0.62;
        found.moves[2].entries = vec![entry(2, "Nd1 ]}\" %x")];
        let mut pos = Chess::default();
        for placed in &found.moves[..2] {
            pos.play_unchecked(placed.m);
        }
        let other: SanPlus = "Ne2".parse().expect("SAN");
        let m = other.san.to_move(&pos).expect("legal");
        found.moves[2].alternatives = vec![Alternative { m, san: other, confidence: 0.3 }];
        found.moves[3].origin = Origin::Supplied;
        found.moves[3].confidence = 0.4;
        found.moves[3].entries.clear();
        found.unplaced =
            vec![Unplaced { entry: entry(3, "} [Event \"x\"] %y"), reason: "no-move" }];
        found.findings = vec![Finding {
            code: "gap",
            ply: Some(4),
            message: "no entry says 2... Nc6; it was supplied".into(),
        }];
        found
    }

    /// Everything that a report writes for these games.
    pub(super) fn written(mut report: impl Report, games: &[Reconstruction]) -> String {
        let mut out = Vec::new();
        report.begin(&mut out).expect("memory");
        for game in games {
            report.game(game, &mut out).expect("memory");
        }
        report.end(&mut out).expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_confidence_that_is_no_number_is_a_doubt() {
        let mut found = game(&["e4"]);
        assert!(is_clear(&found.moves[0]));
        found.moves[0].confidence = f64::NAN;
        assert!(is_doubtful(&found.moves[0]) && !is_clear(&found.moves[0]));
    }

    #[test]
    fn words_around_the_game_stay_together() {
        let mut found = game(&["e4"]);
        found.result = Some(GameResult::Draw);
        let unplaced = |at, text, reason| Unplaced { entry: entry(at, text), reason };
        found.unplaced = vec![
            unplaced(0, "A", "aside"),
            unplaced(1, "fine", "aside"),
            unplaced(3, "game", "aside"),
            unplaced(4, "", "blank"),
            unplaced(5, "½-½", "result"),
            unplaced(6, "1-0", "result"),
        ];
        let texts: Vec<String> = rest(&found).into_iter().map(|(_, _, text)| text).collect();
        assert_eq!(texts, ["A fine", "game", "1-0"]);
    }

    #[test]
    fn what_is_not_certain_is_not_shown_as_certain() {
        let shown = [1.0, 0.9999, 0.624, 0.0, f64::NAN, 7.0].map(shown);
        assert_eq!(shown, ["1.00", "0.99", "0.62", "0.00", "0.00", "1.00"]);
    }
}
