//! Illegal moves that were played and stood: a king left in check, castling that was not allowed,
//! a piece that went where it cannot go. The game went on from a position that the rules do not
//! know, and which the later moves tell.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, File, FromSetup, Move, Position,
    PositionError, Rank, Role, Setup, Square, attacks, fen::Fen, san::SanPlus,
};

use crate::{
    notation::{
        self, Kind, Language,
        strict::{self, Said, Why},
    },
    numbering::halves_before,
    reconstruction::{EntryText, Finding, Origin, Reconstruction, Unplaced},
    record::Record,
    write::is_clear,
};

/// How sure the surest of the moves before an illegal one that stood is.
const SUREST: f64 = 0.99;
/// Fewest plies that have to fit behind the illegal move.
const FEWEST_BEHIND: usize = 6;

/// An illegal move that was played and stood, and how the game went on.
#[derive(Debug, Clone)]
pub struct Stood {
    /// Ply of the illegal move, counted from 1.
    pub ply: u32,
    /// What was wrong with it, in plain words.
    pub what: &'static str,
    /// The position in which it was played.
    pub before: Fen,
    /// What was written before there was a legal position again: the illegal move, and perhaps
    /// moves behind it.
    pub written: Vec<String>,
    /// The first legal position behind it, as the record implies it; nothing where the game ends
    /// before there is one.
    pub goes_on: Option<Fen>,
    /// The moves from that position on, to the end of the record.
    pub moves: Vec<(Move, SanPlus)>,
}

impl Stood {
    /// The finding in plain words: what was wrong, and where the game went on.
    pub fn message(&self) -> String {
        match &self.goes_on {
            Some(fen) => format!("{}, but it was played; it went on from {fen}", self.what),
            None => format!("{}, but it was played", self.what),
        }
    }
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

/// The illegal move that explains why `said`, which begins with a word that is no legal move in
/// `before`, cannot be played, where everything behind it can. With `plain`, only a move that can
/// mean one thing is looked at.
///
/// `ply`, from 1, is that of the illegal move, and `written` what stands there for each of `said`.
pub(crate) fn explain<'a>(
    before: &Chess,
    ply: u32,
    said: &[Said],
    plain: bool,
    written: impl Fn(usize) -> &'a str,
) -> Option<Stood> {
    let (&illegal, rest) = said.split_first()?;
    if rest.len() < FEWEST_BEHIND {
        return None;
    }
    let loose = Loose::of(before);
    let mut found = loose.forced(illegal).into_iter().filter_map(|(after, what, sure)| {
        let (passed, goes_on, touched) = after.play(landing(illegal), rest)?;
        (sure || touched && !plain).then_some((passed, goes_on, what))
    });
    // Two ways to go on are none.
    let (passed, goes_on, what) = found.next().filter(|_| found.next().is_none())?;
    let mut moves = Vec::new();
    if let Some(mut pos) = goes_on.clone() {
        for said in &rest[passed..] {
            let m = said.to_move(&pos).ok()?;
            moves.push((m, SanPlus::from_move(pos.clone(), m)));
            pos.play_unchecked(m);
        }
    }
    let fen = |pos: &Chess| Fen::from_position(pos, EnPassantMode::Legal);
    Some(Stood {
        ply,
        what,
        before: fen(before),
        written: (0..=passed).map(|at| written(at).to_owned()).collect(),
        goes_on: goes_on.as_ref().map(fen),
        moves,
    })
}

/// Tells where a game that was found is no better explanation of its record than an illegal move
/// that stood: where every entry but that one is a legal move as it is written. The game then ends
/// before that move, and how it went on is told beside it.
///
/// Where slips before that move would explain it, there must be more than one of them; the game up
/// to it is then the one that `search` finds for those entries alone.
pub(crate) fn look(
    record: &Record,
    start: impl FnOnce() -> Chess,
    game: &mut Reconstruction,
    search: impl FnOnce(&Record) -> Reconstruction,
) {
    let doubtful = |game: &Reconstruction| {
        game.moves.iter().any(|placed| placed.origin != Origin::Read && !is_clear(placed))
    };
    let mut filled = (0..record.sheets.len()).filter(|&at| !record.sheets[at].entries.is_empty());
    let (Some(sheet), None) = (filled.next(), filled.next()) else { return };
    if game.complete && !doubtful(game) || !record.constraints.is_empty() {
        return;
    }
    let Some(style) = game.styles.first() else { return };
    let Ok(language) = notation::language(&style.language) else { return };
    let mut words: Vec<(usize, Said)> = Vec::new();
    for (at, entry) in record.sheets[sheet].entries.iter().enumerate() {
        if matches!(notation::prepare(entry.text()).kind, Kind::Blank | Kind::Result) {
            continue;
        }
        let Some(said) = said(entry.text(), language) else { return };
        words.push((at, said));
    }
    let mut pos = start();
    let mut legal = 0;
    let mut slips = false;
    let why = loop {
        let Some((_, said)) = words.get(legal) else { return };
        match said.to_move(&pos) {
            Err(why) => break why,
            Ok(m) => {
                slips |= game.moves.get(legal).is_none_or(|placed| placed.m != m);
                pos.play_unchecked(m);
            }
        }
        legal += 1;
    };
    if why != Why::Illegal {
        return;
    }
    let rest: Vec<Said> = words[legal..].iter().map(|(_, said)| *said).collect();
    let text = |at: usize| record.sheets[sheet].entries[words[legal + at].0].text().trim();
    let Some(stood) = explain(&pos, legal as u32 + 1, &rest, game.complete, text) else { return };
    if slips {
        let corrected = game.moves.iter().filter(|placed| placed.origin != Origin::Read).count();
        let mut before = record.clone();
        before.sheets[sheet].entries.truncate(words[legal].0);
        let written = search(&before);
        if corrected < 2 || written.moves.len() != legal {
            return;
        }
        let behind = game.moves.split_off(legal.min(game.moves.len()));
        game.moves = written.moves;
        game.moves.extend(behind);
    }
    end_before(game, stood);
}

/// What a text says as a move of a language, where it is one as every reader would take it.
fn said(text: &str, language: &Language) -> Option<Said> {
    let mut english = text.trim().trim_end_matches(['!', '?']).to_owned();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        let letter = language.letters(role).iter().find(|letter| english.starts_with(&***letter));
        if let Some(letter) = letter {
            english.replace_range(..letter.len(), &role.upper_char().to_string());
            break;
        }
    }
    let (said, length) = strict::parse(english.as_bytes())?;
    (length == english.len()).then_some(said)
}

/// Ends a game before the illegal move that stood.
fn end_before(game: &mut Reconstruction, stood: Stood) {
    let behind = game.moves.split_off(stood.ply as usize - 1);
    let moved = behind.into_iter().flat_map(|placed| placed.entries);
    let unplaced = |entry: EntryText| Unplaced { entry, reason: "illegal-stood" };
    game.unplaced.extend(moved.map(unplaced));
    game.unplaced.sort_by_key(|unplaced| (unplaced.entry.sheet, unplaced.entry.entry));
    for unplaced in &mut game.unplaced {
        if matches!(unplaced.reason, "no-move" | "after-the-end") {
            unplaced.reason = "illegal-stood";
        }
    }
    game.findings.retain(|finding| {
        finding.code != Finding::PARTIAL && finding.ply.is_none_or(|ply| ply < stood.ply)
    });
    game.findings.push(Finding {
        code: Finding::ILLEGAL_STOOD,
        ply: Some(stood.ply),
        message: format!("\"{}\": {}", stood.written[0], stood.message()),
    });
    // What the search took from all moves alike, for the strain of this one, is given back.
    let most = game.moves.iter().map(|placed| placed.confidence).fold(0.0, f64::max);
    if most > 0.0 && most < SUREST {
        for placed in &mut game.moves {
            let others: f64 = placed.alternatives.iter().map(|other| other.confidence).sum();
            placed.confidence = (placed.confidence * SUREST / most).min(1.0 - others);
        }
    }
    game.complete = false;
    game.confidence = game.moves.iter().map(|placed| placed.confidence).product();
    game.stood = Some(Box::new(stood));
}

fn landing(said: Said) -> Option<Square> {
    match said {
        Said::Normal { to, .. } => Some(to),
        _ => None,
    }
}

impl Loose {
    fn of(pos: &Chess) -> Loose {
        Loose {
            board: pos.board().clone(),
            turn: pos.turn(),
            rights: pos.castles().castling_rights(),
            en_passant: pos.ep_square(EnPassantMode::Always),
            ply: halves_before(pos),
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

    /// Plays the moves behind an illegal one. Yields how many of them come before the first legal
    /// position, that position, and whether a later move shows that a piece stands on the square
    /// that the illegal move went to.
    fn play(
        mut self,
        landing: Option<Square>,
        rest: &[Said],
    ) -> Option<(usize, Option<Chess>, bool)> {
        for (at, &said) in rest.iter().enumerate() {
            if let Some(first) = self.legal() {
                let mut pos = first.clone();
                let mut touched = false;
                for said in &rest[at..] {
                    let m = said.to_move(&pos).ok()?;
                    touched |= landing.is_some()
                        && (m.from() == landing || Some(m.to()) == landing && m.is_capture());
                    pos.play_unchecked(m);
                }
                return Some((at, Some(first), touched));
            }
            let from = self.only(said)?;
            self = self.moved(from, said);
        }
        Some((rest.len(), None, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        read,
        search::{Options, Reconstructor},
    };

    fn found(movetext: &str, plain: bool) -> Option<(String, &'static str)> {
        let words: Vec<&str> =
            movetext.split_whitespace().filter(|word| !word.ends_with(['.', '0'])).collect();
        let said: Vec<Said> =
            words.iter().map(|word| strict::parse(word.as_bytes()).expect("a move").0).collect();
        let mut pos = Chess::default();
        let legal = said.iter().take_while(|said| match said.to_move(&pos) {
            Ok(m) => {
                pos.play_unchecked(m);
                true
            }
            Err(_) => false,
        });
        let legal = legal.count();
        let stood = explain(&pos, legal as u32 + 1, &said[legal..], plain, |at| words[legal + at])?;
        assert_eq!(legal + stood.written.len() + stood.moves.len(), words.len());
        Some((format!("{}: {}", stood.written[0], stood.goes_on?), stood.what))
    }

    const CASTLED: &str = "1. e4 e5 2. Ke2 Nc6 3. Ke1 d6 4. Nf3 Nf6 5. Be2 Be7 6. O-O O-O 7. Re1 \
        Re8 8. Bf1 Bg4 9. h3 Bh5 1-0";
    const CASTLED_TO: &str = "r1bqk2r/ppp1bppp/2np1n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 0 6";

    #[test]
    fn castling_after_the_king_has_moved() {
        assert_eq!(
            found(CASTLED, true),
            Some((format!("O-O: {CASTLED_TO}"), "castling was not allowed"))
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

    #[test]
    fn a_record_is_told_in_two_parts() {
        // No slips of the pen explain so many moves of the king.
        const MOVETEXT: &str = "1. e4 e5 2. Ke2 Nc6 3. Ke3 d6 4. Ke2 Nf6 5. Ke1 a6 6. Nf3 Be7 \
            7. Be2 Bd7 8. O-O O-O 9. Re1 Re8 10. Bf1 Bg4 11. h3 Bh5 1-0";
        const AFTER: &str = "r2qk2r/1ppbbppp/p1np1n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RK1 b kq - 0 8";
        let reconstructor = Reconstructor::new(Options::default()).expect("default options");
        let german = |text: &str| text.replace('N', "S").replace('B', "L").replace('R', "T");
        for text in [MOVETEXT.to_owned(), german(MOVETEXT)] {
            let record = read::read(text.as_bytes(), "test").expect("a game").remove(0);
            let game = reconstructor.reconstruct(&record);
            let stood = game.stood.as_ref().expect("an illegal move");
            assert_eq!((game.moves.len(), stood.ply, game.complete), (14, 15, false), "{text}");
            assert_eq!(stood.goes_on.as_ref().map(Fen::to_string).as_deref(), Some(AFTER));
            let sans: Vec<String> = stood.moves.iter().map(|(_, san)| san.to_string()).collect();
            assert_eq!(sans.join(" "), "O-O Re1 Re8 Bf1 Bg4 h3 Bh5");
            let codes: Vec<&str> = game.findings.iter().map(|finding| finding.code).collect();
            assert_eq!(codes, [Finding::ILLEGAL_STOOD]);
            assert_eq!(game.unplaced.iter().filter(|u| u.reason == "illegal-stood").count(), 8);
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_no_illegal_move() {
        let reconstructor = Reconstructor::new(Options::default()).expect("default options");
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba5 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
        let record = read::read(text.as_bytes(), "test").expect("a game").remove(0);
        let game = reconstructor.reconstruct(&record);
        assert!(game.stood.is_none() && game.complete);
    }
}
