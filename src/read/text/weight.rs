//! Costs and gains of a chain, in units of one move that is well explained. Set by hand on the
//! development sets.

/// A number that begins a row of its own, and stands in no brackets.
pub(super) const ROW: f64 = 1.5;
/// The same, with prose behind its moves.
pub(super) const ROW_IN_PROSE: f64 = 0.7;
/// A number in brackets.
pub(in crate::read) const DEEP: f64 = -3.0;
/// A number that a sentence leads to.
pub(super) const TOLD: f64 = -1.0;
/// A number without any move.
pub(super) const EMPTY: f64 = -0.5;
/// Beginning a game, at move 1 and later.
pub(super) const START: f64 = -1.0;
pub(super) const START_BLACK: f64 = -3.0;
pub(super) const START_LATER: f64 = -4.0;
/// Beginning so near to move 1 that the moves before it can be supplied.
pub(super) const START_SOON: f64 = -1.5;
pub(super) const START_DEEP: f64 = -7.0;
/// Beginning later with a number that could go on with the game before.
pub(super) const START_AGAIN: f64 = -3.0;
/// Beginning within a sentence, and behind one in its line.
pub(super) const START_PROSE: f64 = -4.8;
pub(super) const START_SENTENCE: f64 = -1.5;
/// Beginning with a move that no first move can be.
pub(super) const START_NO_OPENING: f64 = -3.0;
/// One ply that is wanting; the first of several, and each.
pub(super) const ONE_PLY: f64 = -1.2;
pub(in crate::read) const GAP: f64 = -1.5;
pub(super) const GAP_PLY: f64 = -0.5;
/// The widest gap, where a game may begin with any number.
pub(super) const WIDEST: f64 = -3.5;
/// One of those of which something is left.
pub(super) const LEFT_PLY: f64 = -0.1;
/// Moves that stand there without a number.
pub(super) const BARE: f64 = -0.6;
/// A number that goes back, and one that does so in the next row.
pub(in crate::read) const BACK: f64 = -5.0;
pub(super) const BACK_NEXT: f64 = -2.0;
/// Taking a number for Black's that does not say so.
pub(in crate::read) const UNSAID: f64 = -0.3;
/// Going on within prose: at all, and by word.
pub(super) const PROSE: f64 = -0.6;
pub(super) const PROSE_WORD: f64 = -0.1;
pub(super) const PROSE_MOST: f64 = -1.6;
/// What is left of that each time that the game has been broken off for prose before.
pub(super) const PROSE_AGAIN: f64 = 0.5;
/// Going on in a row past prose, by word.
pub(super) const ROW_WORD: f64 = -0.001;
pub(super) const ROW_WORDS_MOST: f64 = -1.5;
/// Going on in prose where the game stood in rows.
pub(super) const ROW_TO_PROSE: f64 = -4.0;
/// Going on in another notation.
pub(super) const STYLE: f64 = -1.5;
/// Going on with commas where there were none, or without.
pub(super) const COMMAS: f64 = -1.2;
/// Going on in a row from a game that began within a sentence.
pub(super) const PROSE_TO_ROW: f64 = -4.0;
/// Going on to a number with prose behind it, past the same number right behind the last move.
pub(super) const PASSED: f64 = -0.9;
/// Going on to a number with prose behind it, which comes again in a row without.
pub(super) const REPLACED: f64 = -1.5;
/// Going on to a number past an earlier one for the same move.
pub(super) const FIRST: f64 = -0.3;
/// Going on to a number that goes on with a line beside the game: to 8 in `7. Nd5 Bg4. Usual is
/// 7...Nxd5 8. exd5`.
pub(super) const LINE: f64 = -6.0;
/// Going on past the beginning of a line that parts from the game further back: `II. 4. Nf3`.
pub(super) const BRANCH: f64 = -6.0;
/// Moves that a result stands right behind.
pub(super) const CLOSED: f64 = 0.8;
/// Going on behind a result: within a line, or right behind the last move.
pub(super) const RESULT: f64 = -12.5;
/// A move that can be played on the board behind those before it, and one that can't: at all, and where
/// nothing stands between them.
pub(super) const PLAYED: f64 = 0.1;
pub(super) const ILLEGAL: f64 = -1.0;
pub(super) const ILLEGAL_NEXT: f64 = -0.7;
/// Moves that are given by reference.
pub(super) const REFERENCE: f64 = 3.0;
