//! What the Laws say of each position of a game: how often it has occurred, how long no pawn has
//! moved and nothing was taken, whether the game is over.

use rustc_hash::FxHashMap;
use shakmaty::{Bitboard, Board, Chess, Color, EnPassantMode, Move, Position, Square};

use super::{
    Rules,
    dead::{Dead, dead},
};

/// Occurrences of a position from which on a draw can be claimed.
pub(super) const THREEFOLD: u32 = 3;
/// Occurrences of a position that end the game.
pub(super) const FIVEFOLD: u32 = 5;
/// Plies without a pawn move and without a capture from which on a draw can be claimed.
pub(super) const FIFTY: u32 = 100;
/// Plies without a pawn move and without a capture that end the game.
pub(super) const SEVENTY_FIVE: u32 = 150;

/// What makes two positions the same: the pieces, the side to move, the right to castle, and the
/// pawn that can be taken in passing, if it legally can.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Same {
    board: Board,
    turn: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
}

impl Same {
    pub(super) fn of(pos: &Chess) -> Same {
        Same {
            board: pos.board().clone(),
            turn: pos.turn(),
            castling: pos.castles().castling_rights(),
            en_passant: pos.ep_square(EnPassantMode::Legal),
        }
    }
}

/// What the Laws say of one position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// How often the position has occurred so far, itself included.
    pub occurrences: u32,
    /// Plies since the last pawn move or capture, counted on from a start position that tells.
    pub quiet_plies: u32,
    /// Whether the side to move is checkmated.
    pub checkmate: bool,
    /// Whether the side to move is stalemated.
    pub stalemate: bool,
    /// Why no series of legal moves leads to mate, where that is seen; a position may be dead
    /// without being seen to be.
    pub dead: Option<Dead>,
}

impl Standing {
    /// Why the game is over here under the rules, if it is.
    pub fn end(&self, rules: Rules) -> Option<End> {
        // A mate comes before whatever the same move has brought about besides.
        End::ALL.into_iter().find(|end| end.is_final(rules) && self.has(*end))
    }

    /// Whether the position is what would end a game.
    pub(super) fn has(&self, end: End) -> bool {
        match end {
            End::Checkmate => self.checkmate,
            End::Stalemate => self.stalemate,
            End::DeadPosition => self.dead.is_some(),
            End::Fivefold => self.occurrences >= FIVEFOLD,
            End::SeventyFive => self.quiet_plies >= SEVENTY_FIVE,
        }
    }
}

/// Why a game is over by the position itself, without a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// No series of legal moves leads to mate.
    DeadPosition,
    /// The position occurred five times.
    Fivefold,
    /// 75 moves of each side without a pawn move and without a capture.
    SeventyFive,
}

impl End {
    pub(super) const ALL: [End; 5] =
        [End::Checkmate, End::Stalemate, End::DeadPosition, End::Fivefold, End::SeventyFive];

    /// Whether the game ends by it at once. Under the rules of US Chess a director may, but need
    /// not, declare a draw for lack of progress.
    pub(super) fn is_final(self, rules: Rules) -> bool {
        !matches!((self, rules), (End::Fivefold | End::SeventyFive, Rules::UsChess))
    }

    /// The code of its finding, and the subject of its Law.
    pub fn code(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::DeadPosition => "dead-position",
            End::Fivefold => "fivefold",
            End::SeventyFive => "seventy-five",
        }
    }

    /// In plain words: `five occurrences of one position`.
    pub fn words(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::DeadPosition => "a dead position",
            End::Fivefold => "five occurrences of one position",
            End::SeventyFive => "75 moves without a pawn move and without a capture",
        }
    }
}

/// What the Laws say of every position of a game: of the start position, and after each move.
/// Stops before a move that is not legal.
///
/// # Examples
///
/// ```
/// use scoresheet::audit::standings;
/// use shakmaty::{Chess, Position, san::San};
///
/// let mut pos = Chess::default();
/// let mut moves = Vec::new();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     let m = text.parse::<San>()?.to_move(&pos)?;
///     pos.play_unchecked(m);
///     moves.push(m);
/// }
/// let standings = standings(&Chess::default(), &moves);
/// assert_eq!((standings[8].occurrences, standings[8].quiet_plies), (3, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standings(start: &Chess, moves: &[Move]) -> Vec<Standing> {
    let mut seen: FxHashMap<Same, u32> = FxHashMap::default();
    walk(start, moves)
        .map(|pos| {
            let occurrences = seen.entry(Same::of(&pos)).or_insert(0);
            *occurrences += 1;
            Standing {
                occurrences: *occurrences,
                quiet_plies: pos.halfmoves(),
                checkmate: pos.is_checkmate(),
                stalemate: pos.is_stalemate(),
                dead: dead(&pos),
            }
        })
        .collect()
}

/// The positions of a game, the start position first; stops before a move that is not legal.
pub(super) fn walk<'a>(start: &Chess, moves: &'a [Move]) -> impl Iterator<Item = Chess> + use<'a> {
    let mut next = Some(start.clone());
    let mut moves = moves.iter();
    std::iter::from_fn(move || {
        let pos = next.take()?;
        next = moves.next().and_then(|&m| pos.clone().play(m).ok());
        Some(pos)
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::San};

    use super::*;

    fn played(fen: &str, text: &str) -> Vec<Standing> {
        let fen: Fen = fen.parse().expect("a FEN");
        let start: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let mut pos = start.clone();
        let mut moves = Vec::new();
        for san in text.split_whitespace() {
            let m = san.parse::<San>().expect(san).to_move(&pos).expect(san);
            pos.play_unchecked(m);
            moves.push(m);
        }
        standings(&start, &moves)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn lost_castling_rights_make_another_position() {
        let knights = "Nf3 Nf6 Ng1 Ng8 ";
        assert_eq!(played(START, &knights.repeat(2)).last().map(|s| s.occurrences), Some(3));
        // The king has been away: the position after 5...Ng8 is new.
        let found = played(START, "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nf6 Ng1 Ng8");
        let counts: Vec<u32> = found.iter().map(|s| s.occurrences).collect();
        assert_eq!(counts, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    }

    #[test]
    fn a_pawn_counts_as_takeable_in_passing_only_if_it_legally_is() {
        // Black's pawn on d4 may take on e3, and the position does not come again.
        let there = "4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1";
        let found = played(there, "e4 Kd8 Rh2 Ke8 Rh1 Kd8 Rh2 Ke8");
        assert_eq!(found[5].occurrences, 1);
        // A pinned pawn cannot take: after 1. e4 the position is the same without the right.
        let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
        let found = played(pinned, "e4 Ke8 Ke2 Kd8 Ke1");
        assert_eq!(found.last().map(|s| s.occurrences), Some(2));
    }

    #[test]
    fn quiet_plies_and_ends_are_told() {
        let found = played("7k/8/8/8/8/8/8/KR6 w - - 148 90", "Ka2 Kg7");
        assert_eq!(found[1].end(Rules::Fide), None);
        assert_eq!(
            (found[2].quiet_plies, found[2].end(Rules::Fide)),
            (150, Some(End::SeventyFive))
        );
        // Mate with the 150th ply comes first.
        let found = played("7k/8/6K1/8/8/8/8/1R6 w - - 149 90", "Rb8");
        assert_eq!(found[1].end(Rules::Fide), Some(End::Checkmate));
        let found = played("7k/8/5QK1/8/8/8/8/8 b - - 0 1", "Kg8 Qf7 Kh8");
        assert_eq!(found[3].end(Rules::Fide), None);
        assert_eq!(
            played("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "")[0].end(Rules::Fide),
            Some(End::Stalemate)
        );
        for (fen, dead) in [
            ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", true),
            ("8/8/8/4k3/8/8/8/3NK3 w - - 0 1", true),
            ("8/8/8/4kb2/8/8/8/3BK3 w - - 0 1", true),
            ("8/8/8/4k1b1/8/8/8/3BK3 w - - 0 1", false),
            ("8/8/8/4kn2/8/8/8/3NK3 w - - 0 1", false),
        ] {
            assert_eq!(played(fen, "")[0].dead.is_some(), dead, "{fen}");
        }
    }

    #[test]
    fn an_illegal_move_ends_the_walk() {
        let e4 = "e4".parse::<San>().expect("SAN").to_move(&Chess::default()).expect("legal");
        assert_eq!(standings(&Chess::default(), &[e4, e4]).len(), 2);
    }
}
