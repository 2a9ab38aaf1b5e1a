//! What the clocks and the time control say about time trouble.
//!
//! Clocks stand beside the moves of a live board, in the records or in the version that they are
//! compared with. Where none is known, the time control alone may settle the question.

use shakmaty::Color;

use super::{Case, Rules, grid::Grid};
use crate::record::Record;

/// Seconds below which a player may stop recording.
const SHORT: u32 = 5 * 60;
/// Seconds a move from which on nobody may stop recording.
const INCREMENT: u32 = 30;
/// Moves for which increments count when a game is called rapid.
const COUNTED_MOVES: u32 = 60;
/// Seconds for a whole game from which on it is not rapid any more.
const STANDARD: u32 = 60 * 60;
/// Seconds by which a clock goes up, beside the increment, only when a new period begins.
const NEW_PERIOD: u32 = 5 * 60;

/// A time control as the tag of PGN gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Control {
    /// Seconds for the whole game, without increments.
    seconds: u32,
    /// Seconds added with each move of the last period.
    increment: u32,
}

impl Control {
    /// Reads `40/7200:1800+30`, `5400+30`, `300`; nothing for what says less.
    fn from_tag(text: &str) -> Option<Control> {
        let mut control = Control { seconds: 0, increment: 0 };
        for period in text.trim().split(':') {
            let (base, increment) = period.split_once('+').unwrap_or((period, "0"));
            let base = base.rsplit('/').next()?;
            control.seconds = control.seconds.checked_add(base.trim().parse().ok()?)?;
            control.increment = increment.trim().parse().ok()?;
        }
        Some(control)
    }

    /// Whether it is that of a rapid or blitz game.
    fn is_fast(self) -> bool {
        self.seconds.saturating_add(self.increment.saturating_mul(COUNTED_MOVES)) < STANDARD
    }
}

/// The clocks of a game as far as they are known.
pub(super) struct Clocks {
    control: Option<Control>,
    /// Seconds left after each ply on the clock of the side that has moved.
    after: Vec<Option<u32>>,
}

/// What a side's clock showed last before a ply.
#[derive(Clone, Copy)]
struct Shown {
    seconds: u32,
    /// Whether it has been below [`SHORT`] in this period.
    short: bool,
}

impl Clocks {
    pub(super) fn of(case: &Case<'_>, grid: &Grid<'_>) -> Clocks {
        let tag = |record: &Record| Control::from_tag(record.tag("TimeControl")?);
        let mut after: Vec<Option<u32>> = Vec::with_capacity(grid.table.len());
        for row in &grid.table {
            let noted = row.iter().zip(&grid.sheets).find_map(|(cell, sheet)| {
                case.record.sheets[sheet.index].entries.get(cell.entry?)?.clock
            });
            after.push(noted);
        }
        if after.iter().all(Option::is_none)
            && let Some(other) = case.other
        {
            // By the numbers: what the other version calls the ply.
            for entry in other.sheets.iter().flat_map(|sheet| &sheet.entries) {
                let ply = entry.claimed_ply().and_then(|ply| after.get_mut(ply as usize));
                if let (Some(slot), Some(_)) = (ply, entry.clock) {
                    *slot = entry.clock;
                }
            }
        }
        Clocks { control: tag(case.record).or_else(|| case.other.and_then(tag)), after }
    }

    /// What the clock of a side showed last before a ply, counted from 1; `first` moved first.
    fn shown(&self, side: Color, ply: u32, first: Color) -> Option<Shown> {
        let increment = self.control.map_or(0, |control| control.increment);
        let own = if side == first { 0 } else { 1 };
        let before = self.after.iter().take(ply.saturating_sub(1) as usize);
        let mut shown: Option<Shown> = None;
        for &seconds in before.skip(own).step_by(2).flatten() {
            let kept = shown.is_some_and(|last| {
                last.short && seconds <= last.seconds.saturating_add(increment + NEW_PERIOD)
            });
            shown = Some(Shown { seconds, short: kept || seconds < SHORT });
        }
        shown
    }

    /// Whether time trouble may excuse that nothing is written from a ply on, counted from 1, in
    /// words to be added to a finding. `writer` is the side whose sheet it is, if that is known.
    pub(super) fn excuse(&self, case: &Case<'_>, writer: Option<Color>, ply: u32) -> String {
        if self.is_fast(case.rules) {
            return "; in rapid and blitz chess moves need not be recorded".to_owned();
        }
        if self.control.is_some_and(|control| control.increment >= INCREMENT) {
            return "; with 30 seconds or more a move, time trouble is no excuse".to_owned();
        }
        let sides = match (writer, case.rules) {
            // Under the rules of US Chess the trouble of either side excuses both.
            (Some(writer), Rules::Fide) => vec![writer],
            _ => vec![Color::White, Color::Black],
        };
        let first = case.first();
        let shown: Vec<(Color, Shown)> =
            sides.iter().filter_map(|&side| Some((side, self.shown(side, ply, first)?))).collect();
        let clocks: Vec<String> = shown
            .iter()
            .map(|(side, shown)| {
                let name = side.fold_wb("White", "Black");
                format!("{name}'s clock showed {}", time(shown.seconds))
            })
            .collect();
        let clocks = clocks.join(" and ");
        if shown.iter().any(|(_, shown)| shown.short) {
            format!("; time trouble may be the excuse: {clocks}")
        } else if shown.len() == sides.len() {
            format!("; time trouble is no excuse: {clocks}")
        } else {
            "; excused only with less than five minutes left and less than 30 seconds a move"
                .to_owned()
        }
    }

    /// The subject of the Law about what need not be recorded.
    pub(super) fn subject(&self, rules: Rules) -> &'static str {
        if self.is_fast(rules) { "rapid" } else { "time-trouble" }
    }

    /// Whether nothing need be recorded, because the game is rapid or blitz.
    fn is_fast(&self, rules: Rules) -> bool {
        rules == Rules::Fide && self.control.is_some_and(Control::is_fast)
    }
}

/// `0:04:59`
fn time(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_pgn_writes_them() {
        for (text, control) in [
            ("40/7200:1800+30", Some((9000, 30))),
            ("5400+30", Some((5400, 30))),
            ("40/9000:3600", Some((12600, 0))),
            ("300", Some((300, 0))),
            ("-", None),
            ("?", None),
            ("90 minutes", None),
            ("4294967295:1", None),
        ] {
            let found = Control::from_tag(text).map(|found| (found.seconds, found.increment));
            assert_eq!(found, control, "{text}");
        }
        let is_fast = |text| Control::from_tag(text).is_some_and(Control::is_fast);
        assert!(is_fast("900+10") && is_fast("180+2") && !is_fast("1800+30") && !is_fast("5400"));
    }

    #[test]
    fn trouble_lasts_to_the_end_of_the_period() {
        let clocks = |after: &[u32]| Clocks {
            control: Control::from_tag("40/7200:3600"),
            after: after.iter().map(|&seconds| Some(seconds)).collect(),
        };
        let short = |after: &[u32], side| {
            let shown = clocks(after).shown(side, after.len() as u32 + 1, Color::White);
            shown.map(|shown| (shown.seconds, shown.short))
        };
        assert_eq!(short(&[400, 900, 280, 800, 320, 700], Color::White), Some((320, true)));
        assert_eq!(short(&[400, 900, 280, 800, 320, 700], Color::Black), Some((700, false)));
        // A new period has begun.
        assert_eq!(short(&[400, 900, 280, 800, 3800, 700], Color::White), Some((3800, false)));
        assert_eq!(short(&[], Color::White), None);
    }
}
