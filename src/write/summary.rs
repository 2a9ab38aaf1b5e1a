//! One line that tells a person how a game came out.

use super::{frame::Frame, is_doubtful, shown, words};
use crate::reconstruction::{Finding, Origin, Reconstruction};

/// Moves of a kind that a summary names, at most.
const MOST_NAMED: usize = 8;

/// How a game came out, in one line:
/// `41 moves; 3 corrected, 1 supplied; sheets differ: 31. Rfe1; doubtful: 12... Nbd7 (0.61)`.
/// Constraints that no game keeps and contradicting results are told in full.
///
/// Moves are counted as chess players count them, a move of both sides as one.
pub fn summary(game: &Reconstruction) -> String {
    let frame = Frame::of(game);
    let plies = u32::try_from(game.moves.len()).unwrap_or(u32::MAX);
    let moves = match plies {
        0 => 0,
        plies => frame.number(plies).0 - frame.number(1).0 + 1,
    };
    let mut line = if game.complete { String::new() } else { "partial: ".to_owned() };
    line.push_str(&counted(moves as usize, "move", "moves"));
    let parts = [changes(game), lost(game), disputed(game, &frame)];
    let parts = parts.into_iter().flatten().chain(told(game)).chain(doubtful(game, &frame));
    for part in parts {
        line.push_str("; ");
        line.push_str(&part);
    }
    line
}

/// `3 corrected, 1 supplied`.
fn changes(game: &Reconstruction) -> Option<String> {
    let (corrected, supplied) = (game.count(Origin::Corrected), game.count(Origin::Supplied));
    let mut changes = Vec::new();
    if corrected > 0 {
        changes.push(format!("{corrected} corrected"));
    }
    if supplied > 0 {
        changes.push(format!("{supplied} supplied"));
    }
    (!changes.is_empty()).then(|| changes.join(", "))
}

/// `2 entries not placed`: those that may be moves.
fn lost(game: &Reconstruction) -> Option<String> {
    let lost = game
        .unplaced
        .iter()
        .filter(|unplaced| !matches!(unplaced.reason, "blank" | "result" | "aside" | "duplicate"))
        .count();
    (lost > 0).then(|| format!("{} not placed", counted(lost, "entry", "entries")))
}

/// `sheets differ: 31. Rfe1`.
fn disputed(game: &Reconstruction, frame: &Frame<'_>) -> Option<String> {
    let disputed: Vec<String> = game
        .moves
        .iter()
        .filter(|placed| game.is_disputed(placed.ply))
        .map(|placed| frame.name(placed.ply, &placed.san))
        .collect();
    let named = disputed[..disputed.len().min(MOST_NAMED)].join(", ");
    let more = and_more(disputed.len());
    (!disputed.is_empty()).then(|| format!("sheets differ: {named}{more}"))
}

/// The findings that are told in full: constraints that no game keeps, and contradicting results.
fn told(game: &Reconstruction) -> impl Iterator<Item = String> {
    let told = |finding: &&Finding| {
        finding.code.ends_with("-unmet")
            || matches!(finding.code, "results-differ" | "result-contradiction")
    };
    let findings = game.findings.iter().filter(told);
    findings.map(|finding| format!("{}: {}", words(finding.code), finding.message))
}

/// `doubtful: 12... Nbd7 (0.61)`: the least sure moves, in the order of the game.
fn doubtful(game: &Reconstruction, frame: &Frame<'_>) -> Option<String> {
    let doubtful: Vec<_> = game.moves.iter().filter(|placed| is_doubtful(placed)).collect();
    let mut named: Vec<usize> = (0..doubtful.len()).collect();
    named.sort_by(|&a, &b| doubtful[a].confidence.total_cmp(&doubtful[b].confidence));
    named.truncate(MOST_NAMED);
    named.sort_unstable();
    let name = |&at: &usize| {
        let placed = doubtful[at];
        format!("{} ({})", frame.name(placed.ply, &placed.san), shown(placed.confidence))
    };
    let names: Vec<String> = named.iter().map(name).collect();
    let more = and_more(doubtful.len());
    (!doubtful.is_empty()).then(|| format!("doubtful: {}{more}", names.join(", ")))
}

/// ` and 3 more`, where more are counted than are named.
fn and_more(count: usize) -> String {
    match count.saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}

/// `1 move`, `2 moves`.
fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::tests::{game, hard_game};

    #[test]
    fn says_what_a_person_wants_to_know() {
        assert_eq!(summary(&game(&["e4"])), "1 move");
        assert_eq!(
            summary(&hard_game()),
            "3 moves; 1 corrected, 1 supplied; 1 entry not placed; \
             doubtful: 2. Nf3 (0.62), 2... Nc6 (0.40)"
        );
        let mut partial = game(&[]);
        partial.complete = false;
        assert_eq!(summary(&partial), "partial: 0 moves");
    }

    #[test]
    fn names_the_moves_that_sheets_differ_on() {
        let mut found = game(&["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]);
        let finding = |code, ply, message: &str| Finding { code, ply, message: message.to_owned() };
        found.findings = vec![
            finding(Finding::SHEETS_DIFFER, Some(4), "x"),
            finding("final-unmet", None, "no game was found"),
        ];
        assert_eq!(
            summary(&found),
            "5 moves; sheets differ: 2... Nc6; final unmet: no game was found"
        );
        found.findings =
            (1..=10).map(|ply| finding(Finding::SHEETS_DIFFER, Some(ply), "")).collect();
        let line = summary(&found);
        assert!(line.ends_with("4. Ba4, 4... Nf6 and 2 more"), "{line}");
    }

    #[test]
    fn names_the_least_sure_of_many() {
        let mut found = game(&["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]);
        for (at, placed) in found.moves.iter_mut().enumerate() {
            placed.confidence = 0.9 - 0.01 * at as f64;
        }
        let line = summary(&found);
        assert!(!line.contains("1. e4") && !line.contains("1... e5"), "{line}");
        assert!(
            line.contains("doubtful: 2. Nf3 (0.88)") && line.ends_with(" and 2 more"),
            "{line}"
        );
    }
}
