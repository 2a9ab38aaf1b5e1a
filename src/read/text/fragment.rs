//! Moves of a game that begins before the text, as on a page cut from a book. Nobody knows what stood
//! on the board, so they are told, not guessed at.

use super::{
    candidates::Candidate,
    chain::{Begins, chains},
    game::{Wanted, is_game},
    items::Items,
};
use crate::record::Remark;

/// Fewest numbers before the first game that are looked at.
const FEW: usize = 8;

/// What is told of such moves among the candidates before the first game.
pub(super) fn told(items: &Items, before: &[Candidate]) -> Option<Remark> {
    if before.len() < FEW {
        return None;
    }
    let runs = chains(items, before, Begins::Later);
    let run = runs.iter().rfind(|run| is_game(run, items, before, 0.0, Wanted::Lines))?;
    let (first, last) = (run.links.first()?, run.links.last()?);
    let number = |ply: u32| ply / 2 + 1;
    let message = format!(
        "moves {} to {} are of a game that begins before this text; give them alone, and the \
         position before them with --start",
        number(first.ply),
        number(last.ply)
    );
    let place = items.place(&items.items[before[first.candidate].item]);
    (first.ply > 0).then_some(Remark { code: "moves-unread", place, message })
}

#[cfg(test)]
mod tests {
    use crate::read::text;

    #[test]
    fn moves_of_a_game_before_the_text_are_told() {
        let page = "16. Bd3 Rd8 17. Qe2 Nf6 18. Rfd1 Be7 19. h3 h6 20. a3 a5 21. Nd2 b5 22. f3 Nd5 \
            23. Bb1 Qc7 24. Ne4 c5 25. dxc5 Nf4 26. Qf1 Bxc5+ 27. Kh1 Bb6 28. Nd6 Rf8 Drawn.\n\n\
            Berg - Holm\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 \
            d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0";
        let games = text::games(page, 1);
        let told = games.iter().flat_map(|game| &game.remarks);
        let told: Vec<String> = told.map(|t| format!("{} {}", t.code, t.message)).collect();
        assert_eq!(games.len(), 1);
        let [told] = &told[..] else { panic!("{told:?}") };
        assert!(told.starts_with("moves-unread moves 16 to 28 are of a game"), "{told}");
    }
}
