//! Lists of the moves of each side with another heading than its name: `White's moves: e4, Nf3`, `B: e5`.

use shakmaty::Color;

use super::view::View;
use crate::read::{shape::scan, table};

/// Fewest moves of a list, all of them its first words.
const FEW: usize = 3;

/// The text with the names of the sides for the headings.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let headed: Vec<(Color, &str)> = sample.lines().filter_map(heading).collect();
    let has = |side| headed.iter().any(|(own, _)| *own == side);
    let is_name = |heading: &str| heading.chars().count() > 1 && table::side(heading).is_some();
    let named = headed.iter().all(|(_, heading)| is_name(heading));
    if named || !has(Color::White) || !has(Color::Black) {
        return None;
    }
    let mut view = View::new(text);
    for (side, heading) in text.lines().filter_map(heading) {
        let at = heading.as_ptr().addr() - text.as_ptr().addr();
        view.up_to(at);
        view.put(side.fold_wb("White", "Black"), at);
        view.pass(at + heading.len());
    }
    Some(view.with_rest())
}

/// The heading of a list of the moves of one side, and whose it is.
fn heading(line: &str) -> Option<(Color, &str)> {
    let (heading, rest) = line.split_once(':')?;
    let words = rest.split([' ', ',', ';', '\t']).filter(|word| !word.is_empty());
    let moves = words.take(FEW).filter(|word| scan::is_move(word)).count();
    let side = table::owner(heading).filter(|_| moves == FEW)?;
    Some((side, heading.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text, text).map(|view| view.shown())
    }

    #[test]
    fn lists_of_sides_are_headed_by_their_names() {
        for [white, black] in
            [["W", "B"], ["White's moves", "Black's moves"], ["White moves", "Black"]]
        {
            let text = format!("{white}: e4 Nf3 Bb5\n{black}: e5, Nc6, a6\n");
            assert_eq!(shown(&text).as_deref(), Some("White: e4 Nf3 Bb5|Black: e5, Nc6, a6"));
        }
        assert_eq!(shown("White: e4 Nf3 Bb5\nBlack: e5 Nc6 a6"), None);
    }
}
