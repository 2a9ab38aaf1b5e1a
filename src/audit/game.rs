//! Findings about the game: repetition, fifty moves, how it ends, and what stays undecided.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, fen::Fen, san::SanPlus};

use super::{
    Case, End, Finding, Holds, Item, PLAUSIBLE, Severity, State, counted, fen,
    grid::Grid,
    standing::{FIFTY, Same, Standing, THREEFOLD, standings, walk},
};
use crate::{
    reconstruction::{PlacedMove, Unplaced},
    search::Readings,
    write::{Frame, is_doubtful},
};

/// Alternatives of a move that are named.
const NAMED: usize = 3;
/// Moves behind an entry that belongs nowhere from which on the game goes on.
const GOES_ON: usize = 3;
/// Alternatives less probable than this are not named.
const NAMED_FROM: f64 = 0.01;

pub(super) fn findings(case: &Case<'_>, grid: &Grid<'_>, readings: &Readings) -> Vec<Finding> {
    let mut findings = incomplete(case, grid);
    findings.extend(undecided(case, grid));
    let games = Games::of(case, readings);
    findings.extend(games.ends());
    findings.extend(games.repetition());
    findings.extend(games.quiet());
    findings
}

/// All readings with what the Laws say of their positions.
struct Games<'a> {
    case: &'a Case<'a>,
    readings: &'a Readings,
    standings: Vec<Vec<Standing>>,
}

/// A position that came again and again.
struct Repeated {
    probability: f64,
    /// How often, in the most probable reading in which it did.
    count: u32,
    /// After which moves, there.
    after: Vec<String>,
    /// The ply of the last of them, counted from 1; 0 is the start.
    last: u32,
    position: Fen,
}

impl<'a> Games<'a> {
    fn of(case: &'a Case<'a>, readings: &'a Readings) -> Games<'a> {
        let standings = readings.games.iter().map(|game| standings(case.start, &game.moves));
        Games { case, readings, standings: standings.collect() }
    }

    /// In how many readings something holds of the positions, and the first in which it does.
    fn holds(&self, test: impl Fn(&[Standing]) -> bool) -> Option<(Holds, usize)> {
        let mut probability = 0.0;
        let mut first = None;
        for (at, standings) in self.standings.iter().enumerate() {
            if test(standings) {
                probability += self.readings.games[at].probability;
                first = first.or(Some(at));
            }
        }
        let plausible = probability >= PLAUSIBLE;
        first.filter(|_| plausible).map(|at| (Holds::of(probability, self.readings), at))
    }

    fn moves(&self, reading: usize) -> &'a [Move] {
        &self.readings.games[reading].moves
    }

    /// The move of a ply of a reading, counted from 1: `12... Nbd7`.
    fn name(&self, reading: usize, ply: u32) -> String {
        let frame = Frame::of(self.case.game);
        match self.san(reading, ply) {
            Some(san) => frame.name(ply, &san),
            None => "the start".to_owned(),
        }
    }

    fn san(&self, reading: usize, ply: u32) -> Option<SanPlus> {
        let at = ply.checked_sub(1)? as usize;
        let m = *self.moves(reading).get(at)?;
        Some(SanPlus::from_move(self.position(reading, at), m))
    }

    /// The position after this many plies of a reading.
    fn position(&self, reading: usize, plies: usize) -> Chess {
        let walk = walk(self.case.start, self.moves(reading));
        walk.take(plies + 1).last().unwrap_or_else(|| self.case.start.clone())
    }

    fn item(&self, reading: usize, ply: u32) -> Item {
        Item {
            ply: Some(ply),
            played: self.san(reading, ply),
            position: Some(fen(&self.position(reading, ply as usize))),
            ..Item::default()
        }
    }

    /// What may be claimed is a fact where it holds in every reading, and a matter for a person
    /// where it depends on the reading.
    fn claimable(&self, code: &'static str, holds: Holds) -> Finding {
        let severity = if holds.everywhere { Severity::Info } else { Severity::Warning };
        Finding { holds: Some(holds), ..self.case.finding(code, severity, code) }
    }

    /// Positions that occurred three times or more in plausible readings, in the order of the game.
    fn repeated(&self) -> Vec<Repeated> {
        let mut repeated: Vec<Repeated> = Vec::new();
        let mut known: FxHashMap<Same, usize> = FxHashMap::default();
        for (at, standings) in self.standings.iter().enumerate() {
            if !repeats(standings) {
                continue;
            }
            let positions: Vec<Chess> = walk(self.case.start, self.moves(at)).collect();
            let third = (0..standings.len()).filter(|&p| standings[p].occurrences == THREEFOLD);
            for ply in third {
                let same = Same::of(&positions[ply]);
                let probability = self.readings.games[at].probability;
                if let Some(&index) = known.get(&same) {
                    repeated[index].probability += probability;
                    continue;
                }
                let plies: Vec<usize> =
                    (0..positions.len()).filter(|&p| Same::of(&positions[p]) == same).collect();
                known.insert(same, repeated.len());
                repeated.push(Repeated {
                    probability,
                    count: plies.len() as u32,
                    after: plies.iter().map(|&ply| self.name(at, ply as u32)).collect(),
                    last: plies.last().map_or(0, |&ply| ply as u32),
                    position: fen(&positions[ply]),
                });
            }
        }
        repeated.retain(|repeated| repeated.probability >= PLAUSIBLE);
        repeated.sort_by_key(|repeated| repeated.last);
        repeated
    }

    fn repetition(&self) -> Option<Finding> {
        let (holds, _) = self.holds(repeats)?;
        let repeated = self.repeated();
        let items = repeated.iter().map(|repeated| Item {
            ply: Some(repeated.last),
            note: format!("{} times, after {}", repeated.count, repeated.after.join(", ")),
            confidence: Some(repeated.probability),
            position: Some(repeated.position.clone()),
            ..Item::default()
        });
        let mut finding = self.claimable("threefold", holds);
        finding.items = items.collect();
        finding.message = match repeated.len() {
            0 | 1 => "a position occurred three times or more".to_owned(),
            many => format!("{many} positions occurred three times or more"),
        };
        let plies = self.case.game.moves.len() as u32;
        let at_the_end = repeated.iter().any(|repeated| repeated.last == plies && plies > 0);
        if at_the_end {
            finding.message.push_str(
                ", one of them with the last move written; a move that is written for a claim may \
                 not have been played",
            );
        }
        Some(finding)
    }

    fn quiet(&self) -> Option<Finding> {
        let quiet = |standings: &[Standing]| standings.iter().any(|s| s.quiet_plies >= FIFTY);
        let (holds, reading) = self.holds(quiet)?;
        let standings = &self.standings[reading];
        let mut items = Vec::new();
        for (ply, standing) in standings.iter().enumerate() {
            let goes_on = standings.get(ply + 1).is_some_and(|next| next.quiet_plies > FIFTY);
            if standing.quiet_plies < FIFTY || goes_on {
                continue;
            }
            let ply = ply as u32;
            let reached = ply.saturating_sub(standing.quiet_plies - FIFTY);
            items.push(Item {
                note: format!(
                    "{} of each side up to {}; the fiftieth is complete with {}",
                    counted(standing.quiet_plies as usize / 2, "move", "moves"),
                    self.name(reading, ply),
                    self.name(reading, reached),
                ),
                ..self.item(reading, ply)
            });
        }
        let mut finding = self.claimable("fifty", holds);
        finding.message = "50 moves of each side without a pawn move and without a capture".into();
        finding.items = items;
        Some(finding)
    }

    /// How the game ends by itself, and what is written behind that.
    fn ends(&self) -> Vec<Finding> {
        let rules = self.case.rules;
        let mut findings = Vec::new();
        for end in End::ALL {
            // The first end counts; what follows it is no game any more.
            let over = |standings: &[Standing]| {
                let end = |s: &Standing| s.end(rules).is_some();
                standings.iter().position(end).unwrap_or(standings.len())
            };
            let found = |standings: &[Standing]| {
                let last = (over(standings) + 1).min(standings.len());
                let first = standings[..last].iter().position(|s| s.has(end))?;
                (!end.is_final(rules) || standings[first].end(rules) == Some(end)).then_some(first)
            };
            let Some((holds, reading)) = self.holds(|all| found(all).is_some()) else { continue };
            let standings = &self.standings[reading];
            let ply = found(standings).unwrap_or_default();
            let name = self.name(reading, ply as u32);
            let words = match standings[ply].dead.filter(|_| end == End::DeadPosition) {
                Some(dead) => format!("{}, {}", end.words(), dead.words()),
                None => end.words().to_owned(),
            };
            let mut finding = self.claimable(end.code(), holds);
            finding.message = match standings.len() - 1 - ply {
                _ if !end.is_final(rules) => {
                    format!("the director may declare a draw from {name} on: {words}")
                }
                0 => format!("the game ends with {name}: {words}"),
                after => format!(
                    "the game was over with {name}: {words}; {} written behind it",
                    counted(after, "move is", "moves are"),
                ),
            };
            if end.is_final(rules) && ply + 1 < standings.len() {
                finding.severity = Severity::Warning;
            }
            finding.items = vec![self.item(reading, ply as u32)];
            findings.push(finding);
        }
        findings
    }
}

/// Whether a position occurs three times.
fn repeats(standings: &[Standing]) -> bool {
    standings.iter().any(|standing| standing.occurrences >= THREEFOLD)
}

/// That the records could not be followed to their end, or break what is known of the game; and
/// what the reader noticed.
fn incomplete(case: &Case<'_>, grid: &Grid<'_>) -> Vec<Finding> {
    // What each sheet tells by itself: an entry in the place of a move, behind the end or before
    // moves that could be followed, a sheet that was not read.
    let told_there = |left: &Unplaced| {
        let entry = &left.entry;
        let sheet = grid.sheets.iter().position(|sheet| sheet.index == entry.sheet);
        let stands = |at: usize| {
            let found = || grid.table.iter().filter_map(|row| row[at].entry);
            found().any(|found| found == entry.entry)
                || found().filter(|found| *found > entry.entry).count() >= GOES_ON
        };
        left.reason != "no-move" || sheet.is_some_and(stands)
    };
    let mut findings = Vec::new();
    for told in &case.game.findings {
        let severity = match told.code {
            "partial" | "illegal-start" | "beginning-lost" => Severity::Error,
            code if code.ends_with("-unmet") => Severity::Error,
            "tags-differ"
            | "starts-differ"
            | "constraints-differ"
            | "sheets-not-searched"
            | "bad-start"
            | "other-rules"
            | "moves-unread"
            | "line-left-out"
            | "unknown-result"
            | "too-long" => Severity::Warning,
            // Told by the findings about results, sheets and single moves.
            "results-differ" | "result-contradiction" | "result-mismatch" => continue,
            _ if told.is_of_a_move() => continue,
            _ => Severity::Info,
        };
        let left = |unplaced: &&Unplaced| {
            told.code == "partial"
                && matches!(unplaced.reason, "no-move" | "after-the-end" | "not-searched")
        };
        let left: Vec<&Unplaced> = case.game.unplaced.iter().filter(left).collect();
        if !left.is_empty() && left.iter().all(|left| told_there(left)) {
            continue;
        }
        findings.push(Finding {
            message: told.message.clone(),
            items: left.iter().map(|left| case.item(&left.entry)).collect(),
            ..case.finding(told.code, severity, "reconstruction")
        });
    }
    findings
}

/// The moves that the records leave open, and those that a sheet plainly says and that are doubtful
/// all the same.
fn undecided(case: &Case<'_>, grid: &Grid<'_>) -> Vec<Finding> {
    let plain = |placed: &PlacedMove| {
        let row = grid.table.get(placed.ply as usize - 1).map_or(&[][..], |row| &row[..]);
        row.iter().any(|cell| cell.state == State::Right)
            && row.iter().all(|cell| !cell.state.is_wrong())
    };
    let item = |placed: &&PlacedMove| {
        let others = placed.alternatives.iter().filter(|other| other.confidence >= NAMED_FROM);
        let others: Vec<String> = others
            .take(NAMED)
            .map(|other| format!("{} {:.2}", other.san, other.confidence))
            .collect();
        let note = match others.is_empty() {
            true => String::new(),
            false => format!("or {}", others.join(", ")),
        };
        Item { note, ..case.move_item(placed) }
    };
    let doubtful = case.game.moves.iter().filter(|placed| is_doubtful(placed));
    let (said, open): (Vec<&PlacedMove>, Vec<&PlacedMove>) = doubtful.partition(|m| plain(m));
    let items = |moves: &[&PlacedMove]| moves.iter().map(item).collect::<Vec<Item>>();
    let open = case.about("undecided", Severity::Warning, "", items(&open), |n| {
        format!("the records leave {} open", counted(n, "move", "moves"))
    });
    let said = case.about("doubtful", Severity::Info, "", items(&said), |n| {
        counted(
            n,
            "move is plainly written and less than certain",
            "moves are plainly written and less than certain",
        )
    });
    open.into_iter().chain(said).collect()
}
