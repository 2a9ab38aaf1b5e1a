//! Games whose tags stand within lines, as a page or a post leaves them that has lost its ends of lines:
//! `Some of them: [White "Berg"] [Black "Holm"] 1. e4 e5 2. Nf3 [White "Falk"] …`

use std::ops::Range;

use super::{numbered::copy_game, view::View};
use crate::read::{pgn::tag, shape::scan::begins_game};

/// The games, each a text of its own, behind what stands before the first.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let is_game = |text: &str, run: &Range<usize>| begins_game(&text[run.end..]);
    if !runs(sample).iter().any(|run| is_game(sample, run) && is_within_line(sample, run)) {
        return None;
    }
    let runs = runs(text);
    let mut view = View::new(text);
    copy_game(&mut view, text, 0, runs.first()?.start);
    let ends = runs.iter().skip(1).map(|next| next.start).chain([text.len()]);
    for (run, end) in runs.iter().zip(ends) {
        // Tags may be cut off.
        if !is_game(text, run) {
            copy_game(&mut view, text, run.start, end);
            continue;
        }
        view.begin();
        view.copy(run.start, run.end);
        view.put("\n\n", run.end);
        view.copy(run.end, end);
    }
    Some(view)
}

/// The runs of tags, by their bytes.
fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('[') {
        let done = runs.last().map_or(0, |run| run.end);
        let Some(between) = text.get(done..at) else { continue };
        let Some(tag) = tag::tag(&text[at..]).filter(|tag| tag.sound && tag.is_usual()) else {
            continue;
        };
        let end = at + tag.length;
        match runs.last_mut().filter(|_| between.trim().is_empty()) {
            Some(run) => run.end = end,
            None => runs.push(at..end),
        }
    }
    runs
}

/// Whether tags begin behind something else on their line.
fn is_within_line(text: &str, run: &Range<usize>) -> bool {
    let line = text[..run.start].rsplit('\n').next().unwrap_or("");
    !line.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<Vec<String>> {
        let view = view(text, text)?;
        let texts = view.texts().into_iter().map(|(text, _)| text.trim().replace("\n\n ", "|"));
        Some(texts.filter(|text| !text.is_empty()).collect())
    }

    #[test]
    fn tags_within_lines_begin_games() {
        let text = "Some: [White \"A\"] [Black\"B\"] 1. e4 e5 2. Nf3 [White \"C\"] 1. d4 d5 * [White \"D\"] [Black \"…\n";
        let want = ["[White \"A\"] [Black\"B\"]|1. e4 e5 2. Nf3", "[White \"C\"]|1. d4 d5 *"];
        assert_eq!(shown(text), Some(want.map(str::to_owned).to_vec()));
        for text in [
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n",
            "[White \"A\"] [Black \"B\"]\n1. e4 e5\n",
            "Some: [White \"A\"] and more\n1. e4 e5\n",
            "Some: [Colour \"A\"] 1. e4 e5\n",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
