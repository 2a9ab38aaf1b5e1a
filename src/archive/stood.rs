//! Illegal moves that were played and stood: a king left in check, castling that was not allowed,
//! a piece that went where it cannot go. The game went on from a position that the rules do not
//! know, and which the later moves tell.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Position,
    PositionError, Rank, Role, Setup, Square, attacks, fen::Fen,
};

use super::{
    Scratch,
    lex::{Kind as Word, Token},
    moves::{Said, Why},
    walk,
};

/// Fewest plies that have to fit behind the illegal move.
const FEWEST_BEHIND: usize = 6;

/// An illegal move that stood.
#[derive(Debug)]
pub(super) struct Stood {
    /// The word that says it.
    pub(super) word: usize,
    /// The last word before the position below.
    pub(super) last: usize,
    /// The first legal position behind it; nothing where the game ends before there is one.
    pub(super) goes_on: Option<Fen>,
    /// What was wrong with it.
    pub(super) what: &'static str,
}

/// A position that need not be legal.
#[derive(Debug, Clone)]
struct Loose {
    board: Board,
    turn: Color,
    rights: Bitboard,
    en_passant: Option<Square>,
    ply: u32,
}

/// The illegal move that explains why a main line cannot be played, where all moves behind it can.
/// With `plain`, only a move that can mean one thing is looked at.
pub(super) fn stood(scratch: &Scratch, start: &Chess, plain: bool) -> Option<Stood> {
    let (at, why) = scratch.walk.broken?;
    let word = at as usize;
    if why != Why::Illegal || scratch.walk.words.first() != Some(&at) {
        return None;
    }
    let said: Option<Vec<(usize, Said)>> =
        scratch.walk.words.iter().map(|&at| said(scratch, at)).collect();
    let said = said?;
    let (&(_, illegal), rest) = said.split_first()?;
    if rest.len() < FEWEST_BEHIND {
        return None;
    }
    let before = walk::after(start, &scratch.walk.plies);
    let loose = Loose::of(&before, start, scratch.walk.plies.len());
    let mut found = loose.forced(illegal).into_iter().filter_map(|(after, what, sure)| {
        let (last, goes_on, touched) = after.play(word, landing(illegal), rest)?;
        (sure || touched && !plain).then_some(Stood { word, last, goes_on, what })
    });
    // Two ways to go on are none.
    found.next().filter(|_| found.next().is_none())
}

fn said(scratch: &Scratch, at: u32) -> Option<(usize, Said)> {
    match scratch.tokens[at as usize] {
        Token { kind: Word::Move(said), .. } => Some((at as usize, said)),
        _ => None,
    }
}

fn landing(said: Said) -> Option<Square> {
    match said {
        Said::Normal { to, .. } => Some(to),
        _ => None,
    }
}

impl Loose {
    fn of(pos: &Chess, start: &Chess, plies: usize) -> Loose {
        Loose {
            board: pos.board().clone(),
            turn: pos.turn(),
            rights: pos.castles().castling_rights(),
            en_passant: pos.ep_square(EnPassantMode::Always),
            ply: 2 * start.fullmoves().get() - 2
                + u32::from(start.turn().is_black())
                + plies as u32,
        }
    }

    /// The positions behind an illegal move, with what is wrong with it, and whether it is plain
    /// without later moves which piece it was.
    fn forced(&self, said: Said) -> Vec<(Loose, &'static str, bool)> {
        if let Said::Castle(side) = said {
            let home = self.turn.fold_wb(Rank::First, Rank::Eighth);
            let [corner, king_to, rook_to] = if side.is_king_side() {
                [File::H, File::G, File::F]
            } else {
                [File::A, File::C, File::D]
            }
            .map(|file| Square::from_coords(file, home));
            let king = self.board.king_of(self.turn).filter(|king| king.rank() == home);
            let Some(king) = king.filter(|_| self.is_own(corner, Role::Rook)) else {
                return Vec::new();
            };
            let free = |square: Square| {
                square == king || square == corner || self.board.piece_at(square).is_none()
            };
            if !free(king_to) || !free(rook_to) {
                return Vec::new();
            }
            let mut after = self.clone();
            after.board.discard_piece_at(king);
            after.board.discard_piece_at(corner);
            after.board.set_piece_at(king_to, Role::King.of(self.turn));
            after.board.set_piece_at(rook_to, Role::Rook.of(self.turn));
            after.pass(None);
            return vec![(after, "castling was not allowed", true)];
        }
        if let Some(from) = self.only(said) {
            return vec![(self.moved(from, said), "it leaves the king in check", true)];
        }
        let Said::Normal { role, from: (file, rank), to, .. } = said else { return Vec::new() };
        let fits = |from: &Square| {
            *from != to
                && file.is_none_or(|file| file == from.file())
                && rank.is_none_or(|rank| rank == from.rank())
        };
        if !self.is_free(to) {
            return Vec::new();
        }
        let pieces = self.board.by_piece(role.of(self.turn)).into_iter().filter(fits);
        pieces.map(|from| (self.moved(from, said), "no such piece can go there", false)).collect()
    }

    fn is_own(&self, square: Square, role: Role) -> bool {
        self.board.piece_at(square) == Some(role.of(self.turn))
    }

    /// Whether a piece may go to a square, own pieces and kings in its way.
    fn is_free(&self, to: Square) -> bool {
        self.board.color_at(to) != Some(self.turn) && self.board.role_at(to) != Some(Role::King)
    }

    /// The square of the only piece that can make a move, kings in check or not.
    fn only(&self, said: Said) -> Option<Square> {
        let Said::Normal { role, from: (file, rank), to, .. } = said else { return None };
        if !self.is_free(to) {
            return None;
        }
        let mut found = self.board.by_piece(role.of(self.turn)).into_iter().filter(|&from| {
            file.is_none_or(|file| file == from.file())
                && rank.is_none_or(|rank| rank == from.rank())
                && self.reaches(role, from, to)
        });
        found.next().filter(|_| found.next().is_none())
    }

    fn reaches(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.board.occupied();
        if role != Role::Pawn {
            return attacks::attacks(from, role.of(self.turn), occupied).contains(to);
        }
        let taken = self.board.piece_at(to).is_some() || self.en_passant == Some(to);
        if from.file() != to.file() {
            return taken && attacks::pawn_attacks(self.turn, from).contains(to);
        }
        let step = self.turn.fold_wb(8, -8);
        let double = self.turn.fold_wb(Rank::Second, Rank::Seventh) == from.rank();
        let one = from.offset(step).filter(|one| !occupied.contains(*one));
        let two = one.filter(|_| double).and_then(|one| one.offset(step));
        one == Some(to) || two == Some(to) && !occupied.contains(to)
    }

    /// The position behind a move from a square, whatever is in the way.
    fn moved(&self, from: Square, said: Said) -> Loose {
        let Said::Normal { role, to, promotion, .. } = said else { return self.clone() };
        let mut after = self.clone();
        after.board.discard_piece_at(from);
        if role == Role::Pawn && self.en_passant == Some(to) && from.file() != to.file() {
            after.board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
        }
        after.board.set_piece_at(to, promotion.unwrap_or(role).of(self.turn));
        let double = role == Role::Pawn && from.file() == to.file() && from.distance(to) == 2;
        let passed = double.then(|| from.offset(self.turn.fold_wb(8, -8))).flatten();
        after.pass(passed);
        after
    }

    /// Gives the move to the other side.
    fn pass(&mut self, en_passant: Option<Square>) {
        self.turn = !self.turn;
        self.en_passant = en_passant;
        self.ply += 1;
    }

    /// The position as the rules know it, if they do.
    fn legal(&self) -> Option<Chess> {
        let rooks = self.board.rooks() & self.rights;
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.turn = self.turn;
        setup.castling_rights = rooks;
        setup.ep_square = self.en_passant;
        setup.fullmoves = std::num::NonZeroU32::MIN.saturating_add(self.ply / 2);
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }

    /// Plays the moves behind an illegal one. Yields the last word before the first legal position,
    /// that position, and whether a later move shows that a piece stands on the square that the
    /// illegal move went to.
    fn play(
        mut self,
        word: usize,
        landing: Option<Square>,
        rest: &[(usize, Said)],
    ) -> Option<(usize, Option<Fen>, bool)> {
        let mut last = word;
        for (at, &(word, said)) in rest.iter().enumerate() {
            if let Some(mut pos) = self.legal() {
                let fen = Fen::from_position(&pos, EnPassantMode::Legal);
                let mut touched = false;
                for &(_, said) in &rest[at..] {
                    let m = said.to_move(&pos).ok()?;
                    touched |= landing.is_some()
                        && (m.from() == landing || Some(m.to()) == landing && m.is_capture());
                    pos.play_unchecked(m);
                }
                return Some((last, Some(fen), touched));
            }
            let from = self.only(said)?;
            self = self.moved(from, said);
            last = word;
        }
        Some((last, None, false))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::walk::Start, *};

    fn found(movetext: &str, plain: bool) -> Option<(String, &'static str)> {
        let mut scratch = Scratch::default();
        scratch.read(movetext.as_bytes());
        let start = Start::default();
        scratch.walk.play(&start, movetext.as_bytes(), &scratch.tokens);
        let stood = stood(&scratch, &start.pos, plain)?;
        let word = &movetext[scratch.tokens[stood.word].range()];
        Some((format!("{word}: {}", stood.goes_on?), stood.what))
    }

    #[test]
    fn castling_after_the_king_has_moved() {
        let movetext = "1. e4 e5 2. Ke2 Nc6 3. Ke1 d6 4. Nf3 Nf6 5. Be2 Be7 6. O-O O-O 7. Re1 Re8 \
            8. Bf1 Bg4 9. h3 Bh5 1-0";
        let fen = "r1bqk2r/ppp1bppp/2np1n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 0 6";
        assert_eq!(
            found(movetext, true),
            Some((format!("O-O: {fen}"), "castling was not allowed"))
        );
    }

    #[test]
    fn a_check_that_nobody_saw() {
        let movetext = "1. e4 f5 2. Qh5+ Nf6 3. Nc3 g6 4. Qe2 fxe4 5. Nxe4 Nxe4 6. Qxe4 Bg7 1-0";
        let fen = "rnbqkb1r/ppppp1pp/5n2/5p1Q/4P3/2N5/PPPP1PPP/R1B1KBNR b KQkq - 0 3";
        let want = (format!("Nf6: {fen}"), "it leaves the king in check");
        assert_eq!(found(movetext, true), Some(want));
    }

    #[test]
    fn a_piece_that_flew_is_known_by_its_next_move() {
        let movetext = "1. e4 e5 2. Nf3 Nc6 3. Bd5 a6 4. Bxc6 dxc6 5. O-O Bd6 6. d3 Nf6 1-0";
        let fen = "r1bqkbnr/pppp1ppp/2n5/3Bp3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 3";
        let want = (format!("Bd5: {fen}"), "no such piece can go there");
        assert_eq!(found(movetext, false), Some(want));
        assert_eq!(found(movetext, true), None);
        // Nothing shows that it went there.
        assert_eq!(found(&movetext.replace("Bxc6 dxc6", "Nc3 d6"), false), None);
    }
}
