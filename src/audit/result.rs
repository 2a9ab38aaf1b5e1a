//! The results that are claimed, against one another and against the final position.

use shakmaty::{Chess, Color, Position};

use super::{
    Case, End, Finding, Holds, Item, PLAUSIBLE, Rules, Severity, Spot, fen,
    standing::{standings, walk},
};
use crate::{notation::prepare, reconstruction::EntryText, record::GameResult, search::Readings};

/// A result and who claims it.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Name of the sheet, or what else claims it, in words.
    pub witness: String,
    /// The result.
    pub result: GameResult,
    /// Where it stands, if it stands on a sheet.
    pub spot: Option<Spot>,
}

/// Every result that is claimed: on the sheets in their order, in the tags, and otherwise.
pub(super) fn claims(case: &Case<'_>) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for (index, sheet) in case.record.sheets.iter().enumerate() {
        for (at, entry) in sheet.entries.iter().enumerate() {
            let text = entry.text();
            let result = GameResult::from_token(text).or_else(|| prepare(text).result);
            let Some(result) = result.filter(|_| entry.aside < PROSE) else { continue };
            let entry = EntryText::new(index, sheet, at);
            claims.push(Claim { witness: sheet.id.clone(), result, spot: Some(case.spot(&entry)) });
        }
        // Readers of lists take the result for the game's, and its place is gone.
        let told = claims.iter().any(|claim| claim.witness == sheet.id);
        if let Some(result) = sheet.result.filter(|_| !told) {
            claims.push(Claim { witness: sheet.id.clone(), result, spot: None });
        }
    }
    let others = [
        ("the tag Result", case.record.tag("Result").and_then(GameResult::from_token)),
        ("what is known of the game", case.record.constraints.result),
    ];
    for (witness, result) in others {
        let Some(result) = result else { continue };
        claims.push(Claim { witness: witness.to_owned(), result, spot: None });
    }
    if let (Some(result), true) = (case.record.result, claims.is_empty()) {
        claims.push(Claim { witness: "the record".to_owned(), result, spot: None });
    }
    claims
}

/// What is more probably than this no part of the game claims nothing.
const PROSE: f64 = 0.5;

pub(super) fn findings(case: &Case<'_>, claims: &[Claim], readings: &Readings) -> Vec<Finding> {
    let mut findings = Vec::new();
    let differ = claims.iter().any(|claim| claim.result != claims[0].result);
    if differ {
        let mut finding = case.finding("results-differ", Severity::Error, "signed");
        let says = |claim: &Claim| format!("{} says {}", claim.witness, claim.result);
        let all: Vec<String> = claims.iter().map(says).collect();
        finding.message = format!("the claimed results differ: {}", all.join(", "));
        finding.items = claims.iter().map(item).collect();
        findings.push(finding);
    } else {
        // What the witnesses claim outside their sheets is told by those who joined them.
        let told = case.game.findings.iter().filter(|told| {
            matches!(told.code, "results-differ" | "result-contradiction" | "result-mismatch")
        });
        findings.extend(told.map(|told| Finding {
            message: told.message.clone(),
            ..case.finding("results-differ", Severity::Error, "signed")
        }));
    }
    findings.extend(against_position(case, claims, readings));
    findings.extend(winner_cannot_mate(case, claims));
    findings
}

fn item(claim: &Claim) -> Item {
    let note = match claim.spot {
        Some(_) => String::new(),
        None => format!("so says {}", claim.witness),
    };
    Item {
        spot: claim.spot.clone(),
        written: Some(claim.result.to_string()),
        note,
        ..Item::default()
    }
}

/// The result that a game has by its own end, if it has one.
fn own_result(case: &Case<'_>, moves: &[shakmaty::Move]) -> Option<(End, GameResult)> {
    let standings = standings(case.start, moves);
    let ends = standings.iter().map(|standing| standing.end(case.rules));
    let (ply, end) = ends.enumerate().find_map(|(ply, end)| Some((ply, end?)))?;
    let result = match end {
        End::Checkmate => match walk(case.start, moves).nth(ply)?.turn() {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        },
        _ => GameResult::Draw,
    };
    Some((end, result))
}

/// Claims that cannot be, in some or all of the readings.
fn against_position(case: &Case<'_>, claims: &[Claim], readings: &Readings) -> Option<Finding> {
    let mut probability = 0.0;
    let mut first = None;
    for game in &readings.games {
        let Some((end, result)) = own_result(case, &game.moves) else { continue };
        if claims.iter().any(|claim| claim.result != result) {
            probability += game.probability;
            first = first.or(Some((end, result, &game.moves)));
        }
    }
    let (end, result, moves) = first.filter(|_| probability >= PLAUSIBLE)?;
    let mut finding = case.finding("result-against-position", Severity::Error, end.code());
    let holds = Holds::of(probability, readings);
    if !holds.everywhere {
        finding.severity = Severity::Warning;
    }
    finding.message = format!("the game ends in {}, which is {result}", end.words());
    finding.holds = Some(holds);
    let others = claims.iter().filter(|claim| claim.result != result);
    finding.items = others.map(item).collect();
    let position = walk(case.start, moves).last().map(|pos| fen(&pos));
    if let Some(item) = finding.items.first_mut() {
        item.position = position;
    }
    Some(finding)
}

/// Whether a side has too little material to win when the other one's time is out.
fn cannot_win(pos: &Chess, side: Color, rules: Rules) -> bool {
    let (own, other) = (pos.board().material_side(side), pos.board().material_side(!side));
    match rules {
        Rules::Fide => pos.has_insufficient_material(side),
        Rules::UsChess => {
            let minor = own.knight + own.bishop;
            let knights = own.knight == 2 && minor == 2 && other.pawn == 0;
            own.pawn + own.rook + own.queen == 0 && (minor < 2 || knights)
        }
    }
}

/// A claimed win of a side that has nothing to mate with where the record ends.
fn winner_cannot_mate(case: &Case<'_>, claims: &[Claim]) -> Option<Finding> {
    let last = case.game.moves.last()?;
    let moves: Vec<_> = case.game.moves.iter().map(|placed| placed.m).collect();
    let pos = walk(case.start, &moves).last()?;
    if own_result(case, &moves).is_some() {
        return None;
    }
    let claim = claims.iter().find(|claim| match claim.result {
        GameResult::WhiteWins => cannot_win(&pos, Color::White, case.rules),
        GameResult::BlackWins => cannot_win(&pos, Color::Black, case.rules),
        GameResult::Draw => false,
    })?;
    let mut finding = case.finding("winner-cannot-mate", Severity::Warning, "cannot-mate");
    let winner = if claim.result == GameResult::WhiteWins { "White" } else { "Black" };
    finding.message = match case.rules {
        Rules::Fide => {
            format!("{winner} is said to have won, and has nothing left to give mate with")
        }
        Rules::UsChess => format!(
            "{winner} is said to have won, and has nothing left that wins on time, unless it won \
             by force"
        ),
    };
    finding.items = vec![Item { position: Some(fen(&pos)), ..case.move_item(last) }, item(claim)];
    Some(finding)
}
