//! The game behind the records against another version of it: a published or live-board game.

use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::{
    Audit, Case, Finding, Item, Severity, counted,
    standing::{Same, walk},
};
use crate::{reconstruction::Reconstruction, record::Record, search::start_position};

/// How the game behind the records and another version of it differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Name of the other version.
    pub id: String,
    /// Moves that both have, in the same order.
    pub common: usize,
    /// Number of moves of the other version.
    pub moves: usize,
    /// The differences, in the order of the game.
    pub differences: Vec<Difference>,
}

/// One stretch in which two versions of a game differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The first ply of it, counted from 1, in the game behind the records.
    pub ply: u32,
    /// What that game has; empty where the other has more.
    pub ours: Vec<SanPlus>,
    /// What the other version has; empty where it has less.
    pub theirs: Vec<SanPlus>,
    /// Sheets whose entry at the first ply says the move of the game behind the records.
    pub for_ours: Vec<String>,
    /// Sheets whose entry there says the move of the other version.
    pub for_theirs: Vec<String>,
    /// Confidence of our first move, 0 to 1.
    pub confidence: Option<f64>,
}

/// One side of the comparison.
struct Version {
    moves: Vec<Move>,
    positions: Vec<Chess>,
    same: Vec<Same>,
}

impl Version {
    fn of(start: &Chess, game: &Reconstruction) -> Version {
        let moves: Vec<Move> = game.moves.iter().map(|placed| placed.m).collect();
        let positions: Vec<Chess> = walk(start, &moves).collect();
        let same = positions.iter().map(Same::of).collect();
        Version { moves, positions, same }
    }

    /// Whether two versions have the same move of the same side.
    fn agrees(&self, at: usize, other: &Version, there: usize) -> bool {
        // What is taken hangs on the moves before, and does not make another move.
        let goes = |m: &Move| (m.role(), m.from(), m.to(), m.promotion());
        goes(&self.moves[at]) == goes(&other.moves[there])
            && self.positions[at].turn() == other.positions[there].turn()
    }

    fn sans(&self, range: std::ops::Range<usize>) -> Vec<SanPlus> {
        range.map(|at| SanPlus::from_move(self.positions[at].clone(), self.moves[at])).collect()
    }
}

/// Compares; what is found beside the differences are findings.
pub(super) fn compare(audit: &Audit, other: &Reconstruction) -> (Comparison, Vec<Finding>) {
    let ours = Version::of(&audit.start, &audit.game);
    let theirs = Version::of(&start_of(other), other);
    let pairs = common(&ours, &theirs);
    let mut differences = Vec::new();
    let (mut here, mut there) = (0, 0);
    let ends = (ours.moves.len(), theirs.moves.len());
    for &(at, other_at) in pairs.iter().chain([&ends]) {
        if here < at || there < other_at {
            differences.push(difference(audit, &ours, &theirs, here..at, there..other_at));
        }
        (here, there) = (at + 1, other_at + 1);
    }
    let comparison = Comparison {
        id: other.id.clone(),
        common: pairs.len(),
        moves: theirs.moves.len(),
        differences,
    };
    let findings = findings(audit, other, &ours, &comparison);
    (comparison, findings)
}

/// The start position of a game that was reconstructed.
fn start_of(game: &Reconstruction) -> Chess {
    let record = Record { start: game.start.clone(), ..Default::default() };
    start_position(&record, &mut Vec::new())
}

/// The most moves that both have in the same order, as pairs of indices from 0. Takes time and
/// memory in proportion to the product of the lengths, which the search bounds.
fn common(ours: &Version, theirs: &Version) -> Vec<(usize, usize)> {
    let (rows, columns) = (ours.moves.len(), theirs.moves.len());
    // `length[i][j]`: most common moves from i and j on.
    let mut length = vec![vec![0u16; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            length[i][j] = match ours.agrees(i, theirs, j) {
                true => length[i + 1][j + 1] + 1,
                false => length[i + 1][j].max(length[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < rows && j < columns {
        if ours.agrees(i, theirs, j) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if length[i + 1][j + 1] == length[i][j] {
            // One move stands for another before one is left out and another put in.
            (i, j) = (i + 1, j + 1);
        } else if length[i + 1][j] >= length[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

fn difference(
    audit: &Audit,
    ours: &Version,
    theirs: &Version,
    here: std::ops::Range<usize>,
    there: std::ops::Range<usize>,
) -> Difference {
    let at = here.start;
    let cells = audit.table.get(at).map_or(&[][..], |row| &row[..]);
    // Sheets can speak for the other move only where it is made in the same position.
    let rival = theirs
        .moves
        .get(there.start)
        .filter(|_| !there.is_empty() && ours.same.get(at) == theirs.same.get(there.start));
    let own = ours.moves.get(at).filter(|_| !here.is_empty());
    let sheets = |m: Option<&Move>| -> Vec<String> {
        let Some(m) = m else { return Vec::new() };
        let named = audit.sheets.iter().zip(cells).filter(|(_, cell)| cell.spells.contains(m));
        named.map(|(sheet, _)| sheet.id.clone()).collect()
    };
    Difference {
        ply: at as u32 + 1,
        ours: ours.sans(here.clone()),
        theirs: theirs.sans(there.clone()),
        for_ours: sheets(own),
        for_theirs: sheets(rival),
        confidence: audit.game.moves.get(at).filter(|_| !here.is_empty()).map(|m| m.confidence),
    }
}

/// Longest stretch that is told move by move.
const TOLD: usize = 4;

fn findings(
    audit: &Audit,
    other: &Reconstruction,
    ours: &Version,
    comparison: &Comparison,
) -> Vec<Finding> {
    let record = Record::default();
    let case = Case {
        record: &record,
        other: None,
        file: None,
        game: &audit.game,
        start: &audit.start,
        rules: audit.rules,
    };
    let agrees = comparison.differences.is_empty();
    let of_moves =
        if agrees { agreement(&case, comparison) } else { differs(&case, ours, comparison) };
    let mut findings = vec![of_moves];
    if let (Some(here), Some(there)) = (audit.claims.first(), other.result)
        && audit.claims.iter().any(|claim| claim.result != there)
    {
        let mut finding = case.finding("against-result", Severity::Error, "signed");
        finding.message =
            format!("{} gives {there}, {} claims {}", comparison.id, here.witness, here.result);
        findings.push(finding);
    }
    findings
}

/// That the other version has the same moves.
fn agreement(case: &Case<'_>, comparison: &Comparison) -> Finding {
    let moves = counted(comparison.moves, "move", "moves");
    let message = format!("{} has the same {moves}", comparison.id);
    Finding { message, ..case.finding("against-agrees", Severity::Info, "") }
}

/// Where the other version differs.
fn differs(case: &Case<'_>, ours: &Version, comparison: &Comparison) -> Finding {
    let item = |difference: &Difference| Item {
        ply: Some(difference.ply),
        played: difference.ours.first().cloned(),
        confidence: difference.confidence,
        note: told(difference),
        position: ours.positions.get(difference.ply as usize - 1).map(super::fen),
        ..Item::default()
    };
    let message = format!(
        "{} differs in {}; {} in common",
        comparison.id,
        counted(comparison.differences.len(), "place", "places"),
        counted(comparison.common, "move", "moves")
    );
    let items = comparison.differences.iter().map(item).collect();
    Finding { message, items, ..case.finding("against-differs", Severity::Warning, "") }
}

/// `the records have Nbd7 (white.txt), the other version Nfd7 (black.txt)`
fn told(difference: &Difference) -> String {
    let side = |moves: &[SanPlus], sheets: &[String]| {
        let mut text = match moves.len() {
            0 => "nothing".to_owned(),
            _ => {
                let named: Vec<String> = moves.iter().take(TOLD).map(SanPlus::to_string).collect();
                let more = if moves.len() > TOLD { " …" } else { "" };
                format!("{}{more}", named.join(" "))
            }
        };
        if moves.len() > TOLD {
            text.push_str(&format!(" ({} moves)", moves.len()));
        }
        if !sheets.is_empty() {
            text.push_str(&format!(" (so says {})", sheets.join(", ")));
        }
        text
    };
    format!(
        "the records have {}, the other version {}",
        side(&difference.ours, &difference.for_ours),
        side(&difference.theirs, &difference.for_theirs)
    )
}
