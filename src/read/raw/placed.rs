//! Diagrams that are told piece by piece, as a page says them to those who cannot see: `a8 black rook`,
//! `c8 black bishop`, a line each and rank by rank, or a rank a line; or square by square, where the
//! pieces are lost: `a8 b8 c8 d8 e8 f8 g8 h8`. They are blanked, for they look like moves.

use super::beside::Edit;
use crate::read::{
    shape::chars::{is_file, is_rank},
    table,
};

/// Fewest pieces of a diagram.
const FEW: usize = 6;
/// Most words for a piece and its side, and most of all words of a diagram: twice those that are
/// needed, for some languages have a form for each.
const WORDS: usize = 3;
const ALL_WORDS: usize = 16;

/// Fewest pieces of a rank, and fewest letters of the word for their side.
const RANK: usize = 4;
const SIDE: usize = 3;

/// Blanks the diagrams of a text.
pub(super) fn placed(text: &str, edits: &mut Vec<Edit>) {
    let lines: Vec<&str> = text.lines().collect();
    let mut blank = |line: &str| {
        let from = line.as_ptr().addr() - text.as_ptr().addr();
        edits.push((from..from + line.len(), "".into()));
    };
    let blocks = lines.chunk_by(|above, below| follows(above, below));
    for block in blocks.filter(|block| block.len() >= FEW) {
        let pieces = block.iter().filter_map(|line| piece(line));
        let mut words: Vec<&str> = pieces.flat_map(|piece| piece.split(' ')).collect();
        words.sort_unstable();
        words.dedup();
        if words.len() <= ALL_WORDS {
            block.iter().for_each(|line| blank(line));
        }
    }
    let ranks = lines.iter().filter(|line| is_rank_of(line) || names_rank(line));
    ranks.for_each(|line| blank(line));
}

/// Whether a line tells of the pieces of a rank: `a8 black rook b8 black knight c8 black bishop`.
fn is_rank_of(line: &str) -> bool {
    let pairs = line.split_whitespace().zip(line.split_whitespace().skip(1));
    let on_square = |(square, side): &(&str, &str)| {
        let mut before = square.chars().rev();
        before.next().is_some_and(is_rank)
            && before.next().is_some_and(is_file)
            && side.chars().count() >= SIDE
            && table::side(side).is_some()
    };
    pairs.filter(on_square).count() >= RANK
}

/// Whether a line names the squares of a rank and nothing else.
fn names_rank(line: &str) -> bool {
    let Some(rank) = line.trim().chars().nth(1).filter(|c| is_rank(*c)) else { return false };
    ('a'..='h').map(|file| format!("{file}{rank}")).eq(line.split_whitespace())
}

/// Whether two lines tell of pieces on squares that follow each other, from the eighth rank down.
fn follows(above: &str, below: &str) -> bool {
    let both = piece(above).is_some() && piece(below).is_some();
    let [above, below] = [above, below].map(|line| line.trim().as_bytes());
    both && (below[1] < above[1] || below[1] == above[1] && below[0] > above[0])
}

/// The words behind the square that a line begins with, if they may be those of a piece and its side.
fn piece(line: &str) -> Option<&str> {
    let (square, words) = line.trim().split_once(' ')?;
    let mut chars = square.chars();
    let (file, rank) = (chars.next()?, chars.next()?);
    let named = words.chars().all(|c| c.is_alphabetic() || c == ' ');
    let count = words.split(' ').count();
    let is_square = is_file(file) && is_rank(rank) && square.len() == 2;
    (is_square && named && (2..=WORDS).contains(&count)).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: &str = "a8 black rook\nc8 black bishop\nd8 black queen\ne5 black pawn\n\
        f3 white knight\ng1 white king\n";

    fn blanked(text: &str) -> usize {
        let mut edits = Vec::new();
        placed(text, &mut edits);
        edits.len()
    }

    #[test]
    fn pieces_on_squares_are_a_diagram() {
        assert_eq!(blanked(&format!("A game\nabcdefgh\n{PIECES}8\n7\n1. e4 e5 2. Nf3\n")), 6);
        assert_eq!(blanked(&PIECES.replace("black", "da negra").replace("white", "da branca")), 6);
    }

    #[test]
    fn a_rank_may_stand_on_a_line() {
        let rank = "8a8 black rookb8 black knightc8 black bishopd8 black queen8\n";
        assert_eq!(blanked(&format!("a b c d\n{rank}{}a b c d\n", rank.replace("8", "7"))), 2);
        assert_eq!(blanked("On e4 black puts his knight, on c3 white a pawn.\n"), 0);
    }

    #[test]
    fn squares_without_pieces_are_a_diagram() {
        let rank = "a8 b8 c8 d8 e8 f8 g8 h8\n";
        assert_eq!(blanked(&format!("{rank}{}1. e4\n", rank.replace('8', "7"))), 2);
        assert_eq!(blanked("a4 b4 c4 d4 e4 f4 g4\na3 b4 c4 d4 e4 f4 g4 h4\n"), 0);
    }

    #[test]
    fn moves_with_words_behind_them_are_none() {
        let text = "e4 good move\ne5 good answer\nd4 strong centre\nd5 equal game\nc4 gambit now\n\
            c6 solid answer\n";
        assert_eq!(blanked(text), 0);
        assert_eq!(blanked(&PIECES.lines().take(3).collect::<Vec<_>>().join("\n")), 0);
    }
}
