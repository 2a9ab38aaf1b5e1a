//! Games that two play in conversation, a move each time one of them speaks: `I play Nf3.`, `I'll
//! respond with Nf6, developing my knight.`, `Bb5`.
//!
//! Squares and moves are spoken of besides. Each line has one move, or none; most of them do where all
//! can be played one after the other, and few are squares where the line names a piece, too.

use std::cmp::Reverse;

use shakmaty::Chess;

use super::view::View;
use crate::read::{replay::Replay, shape::scan};

/// Fewest moves of a game, and most lines with moves.
const FEW: usize = 8;
const LONG: usize = 1_000;
/// Of the lines that hold moves one in so many may have none that can be played, and of those that
/// have one so many may be rows of a list.
const ONE_OF: usize = 5;
/// Bytes of a square alone.
const SQUARE: usize = 2;
/// As many moves of a line are a game of their own.
const MANY: usize = 6;
/// Lines without one that are no reason to give up early.
const SPARE: usize = 20;
/// What the lines may have said so far that is followed, in so many ways.
const BEAM: usize = 16;
/// Fewest words of a sentence, and of so many lines with a move one is a sentence at least.
const WORDS: usize = 4;
const SENTENCES: usize = 3;

/// The move of a line, with its byte.
type Said<'a> = (&'a str, usize);

/// The moves of the game.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    let moves = told(sample)?;
    let moves = if sample.len() < text.len() { told(text)? } else { moves };
    let mut view = View::new(text);
    view.put_moves(moves, false);
    Some(view)
}

/// What the lines so far may have said.
#[derive(Clone)]
struct State<'a> {
    replay: Replay<'a>,
    moves: Vec<Said<'a>>,
    /// How many of the moves are squares alone though the line names a piece.
    squares: usize,
    /// Lines with a move that are sentences, and those that are rows of a list.
    sentences: usize,
    rows: usize,
}

impl<'a> State<'a> {
    /// With the move of a line, if it can be played.
    fn after(&self, line: &Line<'a>, word: &'a str) -> Option<State<'a>> {
        let mut next = self.clone();
        if !next.replay.play(word) {
            return None;
        }
        // Rows of a list have numbers before their moves, or the moves of both sides.
        let mut behind = line.moves.iter().skip_while(|own| **own != word).skip(1);
        let both = behind.next().is_some_and(|word| next.replay.clone().play(word));
        next.rows += usize::from(line.numbered || both);
        next.squares += usize::from(is_square(word) && !line.moves.iter().copied().all(is_square));
        next.sentences += usize::from(line.words >= WORDS);
        next.moves.push((word, word.as_ptr().addr() - line.source));
        Some(next)
    }
}

/// A line that holds moves.
struct Line<'a> {
    moves: Vec<&'a str>,
    words: usize,
    numbered: bool,
    /// Where the text begins.
    source: usize,
}

/// The moves of a conversation, if a text is one.
fn told(text: &str) -> Option<Vec<Said<'_>>> {
    let line = |line| {
        let moves: Vec<&str> = words(line).filter(|word| scan::is_move(word)).collect();
        let numbered = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let source = text.as_ptr().addr();
        (!moves.is_empty()).then(|| Line { moves, words: words(line).count(), numbered, source })
    };
    let lines: Vec<Line> = text.lines().filter_map(line).collect();
    if !may_be_talk(&lines) {
        return None;
    }
    let replay = Replay::new(Chess::default());
    let mut states = vec![State { replay, moves: Vec::new(), squares: 0, sentences: 0, rows: 0 }];
    for (at, line) in lines.iter().enumerate() {
        let next =
            |state| line.moves.iter().filter_map(move |word| State::after(state, line, word));
        let more: Vec<State> = states.iter().flat_map(next).collect();
        states.extend(more);
        states.sort_by_key(|state| (Reverse(state.moves.len()), state.squares));
        states.truncate(BEAM);
        let most = states[0].moves.len();
        if (at + 1 - most) * ONE_OF > at + 1 + SPARE {
            return None;
        }
    }
    let best = states.swap_remove(0);
    let found = best.moves.len();
    let enough = found >= FEW && (lines.len() - found) * ONE_OF <= lines.len();
    let is_talk = best.sentences * SENTENCES >= found && best.rows * ONE_OF <= found;
    (enough && is_talk).then_some(best.moves)
}

/// Whether lines with moves may be those of a conversation, whatever can be played: of lists most texts
/// are some. All but one of [`ONE_OF`] lines have to give a move.
fn may_be_talk(lines: &[Line]) -> bool {
    let sentences = lines.iter().filter(|line| line.words >= WORDS).count();
    let numbered = lines.iter().filter(|line| line.numbered).count();
    (FEW..=LONG).contains(&lines.len())
        && lines.iter().all(|line| line.moves.len() < MANY)
        && sentences * SENTENCES * ONE_OF >= lines.len() * (ONE_OF - 1)
        && numbered * ONE_OF <= 2 * lines.len()
}

/// The words of a line, bare.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().map(bare)
}

fn is_square(word: &str) -> bool {
    word.len() == SQUARE
}

/// A word without its number and the signs around it.
fn bare(word: &str) -> &str {
    let is_sign = |c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#');
    let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = if number.starts_with(['.', '…', ')']) { number } else { word };
    word.trim_start_matches(is_sign).trim_end_matches(is_sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALK: &str = "\
I have the white pieces, and I open with e4.
e4 is a fine move. I'll counter with e5, taking my share of the centre.
I play Nf3.
I'll respond with Nf6, developing my knight.
*Nxe5*
“I'll play 3... d6, attacking the knight on e5.”
Nf3
Now Nxe4, and my pawn on d6 is safe.
";

    #[test]
    fn the_moves_of_a_conversation_are_a_game() {
        let wrong =
            format!("{TALK}I move Bh7.\nThat bishop cannot go to h7, mine is on f1.\nThen d4!\n");
        for (text, want) in [(TALK, ""), (&wrong, " 5. d4")] {
            let shown = view(text, text).unwrap_or_else(|| panic!("{text}")).shown();
            let game = "1. e4 e5 2. Nf3 Nf6 3. Nxe5 d6 4. Nf3 Nxe4";
            assert_eq!(shown, format!("{game}{want}"));
        }
    }

    #[test]
    fn lists_and_talk_of_moves_are_none() {
        let list = "e4 e5\nNf3 Nf6\nNxe5 d6\nNf3 Nxe4\nd4 d5\nBd3 Nc6\nO-O Be7\nRe1 Bg4\n";
        let talk = "White should play e4 there.\nI prefer d4 in such places.\n".repeat(8);
        let notes = TALK.lines().map(|line| format!("1. {line}\n")).collect::<String>();
        let told = format!("{TALK}So it was 1. e4 e5 2. Nf3 Nf6 3. Nxe5 d6.\n");
        for text in
            [list, &talk, &notes, &told, &TALK.replace("Nf6, developing", "Ng6, developing")]
        {
            assert!(view(text, text).is_none(), "{text}");
        }
    }
}
