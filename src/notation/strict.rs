//! Moves as every reader of PGN takes them.
//!
//! Beside SAN that is: castling with noughts, long algebraic notation, more disambiguation than
//! needed, a missing `=` before the piece of a promotion, missing or wrong signs of check and of
//! capture. None of these is damage.

use shakmaty::{CastlingSide, File, Move, MoveList, Position, Rank, Role, Square};

/// What a word says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    /// A move of a piece.
    Normal {
        /// The piece.
        role: Role,
        /// Where it comes from.
        from: (Option<File>, Option<Rank>),
        /// Where it goes.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Role>,
        /// Whether a capture is claimed.
        capture: bool,
    },
    /// Castling.
    Castle(CastlingSide),
    /// A piece that is dropped, in a variant of chess.
    Put(Role, Square),
    /// No move at all, as in analyses.
    Null,
}

/// Why a word is no move of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// No legal move is written so.
    Illegal,
    /// Several are.
    Ambiguous,
}

/// Bytes of the word at the start of `word` that are a move with its signs of check.
pub(crate) fn parse(word: &[u8]) -> Option<(Said, usize)> {
    let (said, length) = body(word)?;
    let mut end = length;
    while matches!(word.get(end), Some(b'+' | b'#')) {
        end += 1;
    }
    let rest = &word[end..];
    if let Some(&sign) = rest.first()
        && !matches!(sign, b'!' | b'?')
        && !matches!(rest, b"e.p." | b"ep" | b"e.p")
    {
        return None;
    }
    if rest.starts_with(b"e") {
        end = word.len();
    }
    Some((said, end))
}

fn body(word: &[u8]) -> Option<(Said, usize)> {
    match *word.first()? {
        o @ (b'O' | b'0') => return castling(word, o),
        b'-' if word.starts_with(b"--") => return Some((Said::Null, 2)),
        _ if word.iter().take(2).any(|b| *b == b'@') => return put(word),
        b'Z' if word.starts_with(b"Z0") => return Some((Said::Null, 2)),
        _ => {}
    }
    let role = match word[0] {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        _ => Role::Pawn,
    };
    let mut at = usize::from(role != Role::Pawn);
    let mut take = |test: fn(u8) -> bool| {
        let found = word.get(at).copied().filter(|&b| test(b));
        at += usize::from(found.is_some());
        found
    };
    let (is_file, is_rank) = (|b| matches!(b, b'a'..=b'h'), |b| matches!(b, b'1'..=b'8'));
    let (mut file, mut rank) = (take(is_file), take(is_rank));
    let sign = take(|b| matches!(b, b'x' | b'-'));
    let (to_file, to_rank) = match (take(is_file), take(is_rank)) {
        (Some(to_file), Some(to_rank)) => (to_file, to_rank),
        (None, None) if sign.is_none() => (file.take()?, rank.take()?),
        _ => return None,
    };
    // `1e4` is a move with its number.
    if role == Role::Pawn && rank.is_some() && file.is_none() {
        return None;
    }
    let mut promotion = None;
    if role == Role::Pawn {
        let equals = take(|b| b == b'=').is_some();
        // A king in antichess only.
        promotion = take(|b| matches!(b.to_ascii_uppercase(), b'N' | b'B' | b'R' | b'Q' | b'K'));
        if equals && promotion.is_none() {
            return None;
        }
    }
    let to = Square::from_coords(file_of(to_file), rank_of(to_rank));
    let said = Said::Normal {
        role,
        from: (file.map(file_of), rank.map(rank_of)),
        to,
        promotion: promotion.and_then(|b| Role::from_char(char::from(b))),
        capture: sign == Some(b'x'),
    };
    Some((said, at))
}

/// `O-O`, `0-0-0`, with the letter or the digit `o`.
fn castling(word: &[u8], o: u8) -> Option<(Said, usize)> {
    let long = [o, b'-', o, b'-', o];
    let (side, length) = if word.starts_with(&long) {
        (CastlingSide::QueenSide, 5)
    } else if word.starts_with(&long[..3]) {
        (CastlingSide::KingSide, 3)
    } else {
        return None;
    };
    Some((Said::Castle(side), length))
}

/// `N@f3`, `@e4`
fn put(word: &[u8]) -> Option<(Said, usize)> {
    let (role, square) = match word {
        [b'@', square @ ..] => (Role::Pawn, square),
        [role, b'@', square @ ..] => (Role::from_char(char::from(*role))?, square),
        _ => return None,
    };
    let (file, rank) = (*square.first()?, *square.get(1)?);
    if !matches!((file, rank), (b'a'..=b'h', b'1'..=b'8')) {
        return None;
    }
    let to = Square::from_coords(file_of(file), rank_of(rank));
    Some((Said::Put(role, to), word.len() - square.len() + 2))
}

fn file_of(b: u8) -> File {
    File::new(u32::from(b - b'a'))
}

fn rank_of(b: u8) -> Rank {
    Rank::new(u32::from(b - b'1'))
}

impl Said {
    /// The one legal move that is written so.
    pub(crate) fn to_move<P: Position>(self, pos: &P) -> Result<Move, Why> {
        match self.candidates(pos)[..] {
            [m] => Ok(m),
            [] => Err(Why::Illegal),
            _ => Err(Why::Ambiguous),
        }
    }

    /// All legal moves that are written so.
    #[inline]
    pub(crate) fn candidates<P: Position>(self, pos: &P) -> MoveList {
        match self {
            Said::Null => MoveList::new(),
            Said::Put(role, to) => {
                let mut found = pos.san_candidates(role, to);
                found.retain(|m| matches!(m, Move::Put { .. }));
                found.truncate(1);
                found
            }
            Said::Castle(side) => {
                let mut found = pos.castling_moves(side);
                found.truncate(1);
                found
            }
            Said::Normal { role, from: (file, rank), to, promotion, .. } => {
                let mut found = pos.san_candidates(role, to);
                // A pawn that captures names its file.
                let bare = role == Role::Pawn && file.is_none();
                found.retain(|m| {
                    let Some(from) = m.from() else { return false };
                    !matches!(m, Move::Castle { .. })
                        && file.is_none_or(|file| file == from.file())
                        && rank.is_none_or(|rank| rank == from.rank())
                        && m.promotion() == promotion
                        && !(bare && from.file() != to.file())
                });
                found
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().expect("a FEN");
        fen.into_position(CastlingMode::Standard).expect("a position")
    }

    #[test]
    fn what_every_reader_takes_is_taken() {
        let pos = position("r3k2r/1P6/8/3p4/4P3/8/8/R3K1NR w KQkq - 0 1");
        for (word, want) in [
            ("O-O-O", "O-O-O"),
            ("0-0-0+", "O-O-O"),
            ("exd5", "exd5"),
            ("ed5", "exd5"),
            ("e4xd5", "exd5"),
            ("e4-e5", "e5"),
            ("e5!?", "e5"),
            ("bxa8=Q+", "bxa8=Q"),
            ("bxa8Q", "bxa8=Q"),
            ("b8n", "b8=N"),
            ("Ng1-f3", "Nf3"),
            ("Nf3#", "Nf3"),
            ("Rh1h5", "Rh5"),
        ] {
            let (said, length) = parse(word.as_bytes()).expect(word);
            let m = said.to_move(&pos).unwrap_or_else(|why| panic!("{word}: {why:?}"));
            assert_eq!(shakmaty::san::San::from_move(&pos, m).to_string(), want);
            assert!(word[length..].chars().all(|c| "!?".contains(c)), "{word}");
        }
    }

    #[test]
    fn what_some_readers_refuse_is_refused() {
        let pos = position("r3k2r/1P6/8/3p4/4P3/8/8/R3K1NR w KQkq - 0 1");
        for word in ["d5", "xd5", "b8", "O-O", "e1c1", "Ne5", "Kxe4", "bxa8=K"] {
            let said = parse(word.as_bytes()).map(|(said, _)| said);
            assert!(said.is_none_or(|said| said.to_move(&pos).is_err()), "{word}");
        }
        for word in [
            "N@",
            "@@@@",
            "X@e4",
            "Sf3",
            "Nf9",
            "N",
            "e",
            "Kt-B3",
            "O-",
            "exd",
            "1e4",
            "Nf3x",
            "",
            "\u{2658}f3",
        ] {
            assert_eq!(parse(word.as_bytes()), None, "{word}");
        }
    }
}
