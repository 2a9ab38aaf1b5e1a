//! The end of a game: the result behind its last move, and last moves of a PGN game that cannot have
//! been played: kings that were put into the centre of a live board, pieces set up again, moves that
//! were tried after the game. Of moves that a text repeats without end, the first are kept.
//!
//! An illegal move in the middle of a game is a slip, and what follows shows what was played. At
//! the end nothing does: where everything before replays as written and only a few moves are left,
//! a guess would be an invention. Such moves become one entry that hardly belongs to the game, so
//! that it ends before them and they are put out as they stand. A piece that a legal move differs
//! from by one character is a slip there too, and so is everything in a list without tags, which a
//! person typed rather than a board.

use shakmaty::{
    CastlingMode, Chess, Position,
    san::{San, SanError, SanPlus},
};

use crate::{
    notation::prepare,
    read::shape::scan,
    record::{Entry, GameResult, Record, Sheet},
    start::position,
};

/// Fewest moves that replay before such an end.
const BEFORE: usize = 16;
/// Most moves of the end, the illegal one included.
const MOST: usize = 4;
/// How surely they are no moves of the game.
const ASIDE: f64 = 0.97;

/// Joins the moves behind the legal part of a game where they are few.
pub(super) fn doubt(record: &mut Record) {
    let Some(mut pos) = start(record).filter(|_| !record.tags.is_empty()) else { return };
    let [sheet] = &mut record.sheets[..] else { return };
    let is_move = |entry: &(usize, &Entry)| entry.1.aside < 0.5;
    let moves: Vec<(usize, &Entry)> = sheet.entries.iter().enumerate().filter(is_move).collect();
    let sans = moves.iter().map(|(_, entry)| san(entry.text()));
    let Some(sans) = sans.collect::<Option<Vec<San>>>() else { return };
    for (played, san) in sans.iter().enumerate() {
        match san.to_move(&pos) {
            Ok(m) => pos.play_unchecked(m),
            Err(SanError::IllegalSan)
                if played >= BEFORE && sans.len() - played <= MOST && !is_slip(&pos, san) =>
            {
                let rest = sheet.entries.split_off(moves[played].0);
                let texts: Vec<&str> = rest.iter().map(Entry::text).collect();
                let place = rest.first().map(|entry| entry.place).unwrap_or_default();
                let joined = Entry::from_text(texts.join(" "));
                sheet.entries.push(Entry { aside: ASIDE, place, ..joined });
                return;
            }
            Err(_) => return,
        }
    }
}

/// A move in English algebraic notation, whatever signs it is written with: `0-0`, `N×e5`.
fn san(text: &str) -> Option<San> {
    let clean = SanPlus::from_ascii(text.as_bytes()).map(|san| san.san).ok();
    clean.or_else(|| prepare(text).core.into_iter().collect::<String>().parse().ok())
}

/// Fewest times that both moves of a number stand on end where a text repeats itself.
const LOOPS: usize = 5;

/// Marks what stands again and again at the end of a sheet: both moves of a number, as a transcription
/// by a language model has them that goes on without end. No piece reaches the same square that often.
pub(super) fn looped(record: &mut Record) {
    for sheet in &mut record.sheets {
        let mut moves: Vec<&mut Entry> = sheet
            .entries
            .iter_mut()
            .filter(|entry| prepare(entry.text()).result.is_none())
            .collect();
        let count = moves.len();
        let again =
            |at: usize| moves[at].text() == moves[at - 2].text() && scan::is_move(moves[at].text());
        let first = (2..count).rev().take_while(|&at| again(at)).last().unwrap_or(count);
        if count - first >= 2 * LOOPS {
            moves[first..].iter_mut().for_each(|entry| entry.aside = ASIDE);
        }
    }
}

/// Takes the result that stands behind the last move of the sheets for that of the game, where the
/// record claims none: `½`, `remis`.
pub(super) fn claim(record: &mut Record) {
    let tagged = record.tag("Result").and_then(GameResult::from_token);
    record.result = record.result.or(tagged);
    let told = |sheet: &Sheet| {
        let last = sheet.entries.iter().rev().find(|entry| !entry.is_blank())?;
        prepare(last.text()).result
    };
    if record.result.is_none() {
        record.result = GameResult::of_all(record.sheets.iter().filter_map(told));
    }
}

/// Whether a legal move of another piece than the king is written almost like this one.
fn is_slip(pos: &Chess, san: &San) -> bool {
    let text = san.to_string();
    let legal = pos.legal_moves();
    let mut written = legal.iter().map(|&m| San::from_move(pos, m).to_string());
    !text.starts_with('K') && written.any(|other| strsim::levenshtein(&other, &text) == 1)
}

/// The position that a game starts from.
fn start(record: &Record) -> Option<Chess> {
    let Some(fen) = &record.start else { return Some(Chess::default()) };
    position(fen, CastlingMode::Chess960).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENING: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                           8. c3 O-O";

    /// Texts that are marked.
    fn marked(moves: &str) -> String {
        let pgn = format!("[Event \"x\"]\n\n{moves}");
        let records = crate::read::read(pgn.as_bytes(), "f").expect("a game");
        let entries = records.iter().flat_map(|record| &record.sheets[0].entries);
        let marked = entries.filter(|entry| entry.aside > 0.9).map(Entry::text);
        marked.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_last_words_of_a_sheet_claim_the_result() {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
        for (end, want) in [
            ("½", Some(GameResult::Draw)),
            ("remis", Some(GameResult::Draw)),
            ("1/2", Some(GameResult::Draw)),
            ("1/2 – 1/2", Some(GameResult::Draw)),
            ("1 - 0", Some(GameResult::WhiteWins)),
            ("0 — 1", Some(GameResult::BlackWins)),
            ("draw?", None),
            ("5. 0 - 0 - 0", None),
        ] {
            let found = crate::read::read(format!("{moves} {end}").as_bytes(), "f").expect(end);
            assert_eq!(found[0].result, want, "{end}");
        }
        // Sheets that contradict one another claim none.
        for (ends, want) in [(["½", "1-0"], None), (["½", "remis"], Some(GameResult::Draw))] {
            let sheets = ends.map(|end| format!(r#"{{"entries":["e4","e5","{end}"]}}"#));
            let json = format!(r#"{{"sheets":[{}]}}"#, sheets.join(","));
            let found = crate::read::read(json.as_bytes(), "f").expect("a record");
            assert_eq!(found[0].result, want, "{ends:?}");
        }
    }

    #[test]
    fn illegal_moves_at_the_end_are_marked() {
        assert_eq!(marked(&format!("{OPENING} 9. Ke4 Kd5 1-0")), "Ke4 Kd5");
        let zeros = OPENING.replace("O-O", "0-0").replace("Nc6", "Nc6!?");
        assert_eq!(marked(&format!("{zeros} 9. Ke4 Kd5 1-0")), "Ke4 Kd5");
        assert_eq!(marked(&format!("{OPENING} 9. h3 Nb9")), "");
        assert_eq!(marked(&format!("{OPENING} 9. h3 Qh4 10. d4 Bb7 *")), "Qh4 d4 Bb7");
    }

    #[test]
    fn moves_that_a_text_repeats_without_end_are_marked() {
        let again = |times: usize| {
            let row = |number: usize| format!(" {number}. h3 Bb7");
            (9..9 + times).map(row).collect::<String>()
        };
        assert_eq!(marked(&format!("{OPENING}{}", again(4))), "");
        let all = marked(&format!("{OPENING}{} 1-0", again(20)));
        assert_eq!(all, "h3 Bb7 ".repeat(19).trim_end());
        let text = format!("{OPENING}{}\n", again(20));
        let records = crate::read::read(text.as_bytes(), "f").expect("a game");
        let aside = records[0].sheets[0].entries.iter().filter(|entry| entry.aside > 0.9).count();
        assert_eq!(aside, 38);
    }

    #[test]
    fn slips_that_later_moves_show_are_not() {
        assert_eq!(marked(&format!("{OPENING} 9. h3 Qh4 10. d4 Bb7 11. Nbd2 Re8")), "");
        // One character away from a legal move.
        assert_eq!(marked(&format!("{OPENING} 9. h3 Bc7 10. d4 Bb7")), "");
        // Too few moves are known to be sound.
        assert_eq!(marked("1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke4"), "");
        // Which knight is a question, not an end.
        assert_eq!(marked(&format!("{OPENING} 9. h3 Bb7 10. d4 Re8 11. Nd2")), "");
        assert_eq!(marked(OPENING), "");
    }
}
