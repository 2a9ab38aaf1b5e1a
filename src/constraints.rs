//! What is known of a game besides its sheets and binds it: moves at their plies, where it
//! ended, how long it was.
//!
//! A constraint but the result is law: no game that breaks it is put out while one that keeps it can be found.
//!
//! # Examples
//!
//! ```
//! use scoresheet::{constraints::Constraints, read, search::{Options, Reconstructor}};
//!
//! let mut record = read::read(b"1. e4 e5 2. N?3 Nc6", "sheet.txt")?.remove(0);
//! record.constraints = Constraints {
//!     fixed: vec!["2w=Nc3".parse()?],
//!     ..Constraints::default()
//! };
//! let game = Reconstructor::new(Options::default())?.reconstruct(&record);
//! assert_eq!(game.moves[2].san.to_string(), "Nc3");
//! # Ok::<(), scoresheet::error::Error>(())
//! ```

use std::{fmt, str::FromStr};

use shakmaty::{
    Bitboard, Board, Chess, Color, Move, Position, Role,
    fen::Fen,
    san::{San, SanPlus},
    uci::UciMove,
};

use crate::{
    error::{Error, ErrorKind},
    numbering::MoveNumber,
    record::GameResult,
};

/// What binds a game besides its sheets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Constraints {
    /// Moves that were played, each at its ply.
    pub fixed: Vec<FixedMove>,
    /// The position that the game ends in.
    pub end: Option<FinalPosition>,
    /// How long the game is.
    pub length: Option<Length>,
    /// How the game ended. This is no law but evidence, and no claim of the record: a last
    /// position that denies it is less likely, and a record that claims another result keeps it.
    pub result: Option<GameResult>,
}

impl Constraints {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Constraints::default()
    }
}

/// A ply as people name it, or by its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// Counted from 1, whatever move number the game starts with.
    Ply(u32),
    /// Move number and side, numbered on from the start position.
    Move(u32, Color),
}

/// A move that was played at a ply, as law.
///
/// Read from text such as `12b=Nbd7`, `12...=Nbd7`, `12. Nf3` or `12w=g1f3`: move number, side
/// (`w`, `b`, one dot, three dots), and the move in standard algebraic notation with English
/// letters or as coordinates. A move that fits several legal ones allows all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedMove {
    at: At,
    text: String,
    wanted: Wanted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    San(SanPlus),
    Uci(UciMove),
}

impl FixedMove {
    /// A move at a ply.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Constraint`] where `text` is neither standard algebraic notation with English
    /// letters nor coordinates, or where plies or move numbers start below 1.
    pub fn new(at: At, text: &str) -> Result<FixedMove, Error> {
        let text = text.trim();
        if matches!(at, At::Ply(0) | At::Move(0, _)) {
            return Err(wrong(format!("\"{text}\": plies and moves count from 1")));
        }
        // Coordinates first: as algebraic notation they would be a pawn's move.
        let coordinates = UciMove::from_ascii(text.as_bytes()).ok();
        let wanted = coordinates
            .filter(|uci| matches!(uci, UciMove::Normal { .. }))
            .map(Wanted::Uci)
            .or_else(|| {
                let san: SanPlus = text.replace('0', "O").parse().ok()?;
                matches!(san.san, San::Normal { .. } | San::Castle(_)).then_some(Wanted::San(san))
            });
        match wanted {
            Some(wanted) => Ok(FixedMove { at, text: text.to_owned(), wanted }),
            None => Err(wrong(format!(
                "\"{text}\" is no move; write it as Nbd7, exd5, O-O, e8=Q or g1f3"
            ))),
        }
    }

    /// Where it was played.
    pub fn at(&self) -> At {
        self.at
    }

    /// The move as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether `m`, a legal move of `pos`, is the fixed one. The sign of a piece's capture may be
    /// missing.
    pub fn is(&self, pos: &Chess, m: Move) -> bool {
        match &self.wanted {
            Wanted::San(SanPlus { san, .. }) => {
                san.matches(m)
                    || match *san {
                        San::Normal { role, file, rank, capture: false, to, promotion }
                            if role != Role::Pawn =>
                        {
                            San::Normal { role, file, rank, capture: true, to, promotion }
                                .matches(m)
                        }
                        _ => false,
                    }
            }
            Wanted::Uci(uci) => uci.to_move(pos).is_ok_and(|only| only == m),
        }
    }
}

impl fmt::Display for FixedMove {
    /// `12... Nbd7`, or `ply 24: Nbd7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            At::Ply(ply) => write!(f, "ply {ply}: {}", self.text),
            At::Move(number, color) => write!(f, "{} {}", MoveNumber { number, color }, self.text),
        }
    }
}

impl FromStr for FixedMove {
    type Err = Error;

    /// Reads `12b=Nbd7` and its like.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Constraint`] where the text has no move number, no side or no move.
    fn from_str(text: &str) -> Result<FixedMove, Error> {
        let advice = "write move number, side and move, as 12w=Nf3 or 12b=Nbd7";
        let (number, rest) = leading_number(text)
            .ok_or_else(|| wrong(format!("\"{text}\" has no move number; {advice}")))?;
        let (color, rest) = side(rest)
            .ok_or_else(|| wrong(format!("\"{text}\" does not say whose move; {advice}")))?;
        let rest = rest.trim_start();
        let m = rest.strip_prefix('=').unwrap_or(rest).trim();
        if m.is_empty() {
            return Err(wrong(format!("\"{text}\" names no move; {advice}")));
        }
        FixedMove::new(At::Move(number, color), m)
    }
}

/// How many moves a game has, as law: the number of its last move, and who made it.
///
/// Read from `41` (either side), `41w` or `41b`. Moves are numbered on from the start position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// Number of the last move.
    pub number: u32,
    /// Who made it, where that is known.
    pub last: Option<Color>,
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.last {
            None => "",
            Some(Color::White) => "w",
            Some(Color::Black) => "b",
        };
        write!(f, "{}{side}", self.number)
    }
}

impl FromStr for Length {
    type Err = Error;

    /// Reads `41`, `41w` or `41b`; `41.` and `41...` name the side, too.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Constraint`] for any other text, and for 0.
    fn from_str(text: &str) -> Result<Length, Error> {
        let broken = || {
            let why = format!(
                "\"{text}\" is no number of moves; write 41, or 41w or 41b to say who moved last"
            );
            wrong(why)
        };
        let (number, rest) = leading_number(text).ok_or_else(broken)?;
        let last = match rest.trim() {
            "" => None,
            rest => match side(rest) {
                Some((color, "")) => Some(color),
                _ => return Err(broken()),
            },
        };
        if number == 0 {
            return Err(broken());
        }
        Ok(Length { number, last })
    }
}

/// The position that a game ends in, as law: where the pieces stand and, as far as it is told,
/// who is to move and who may still castle.
///
/// Read from a FEN. Only its first field is needed; `?` leaves a field open, and what stands
/// behind the third is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalPosition {
    text: String,
    board: Board,
    turn: Option<Color>,
    castling: Option<Bitboard>,
}

impl FinalPosition {
    /// The pieces on their squares.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who would be to move, where it is told.
    pub fn turn(&self) -> Option<Color> {
        self.turn
    }

    /// Whether the position is this one, as far as this one is told.
    pub fn is(&self, pos: &Chess) -> bool {
        pos.board() == &self.board
            && self.turn.is_none_or(|turn| turn == pos.turn())
            && self.castling.is_none_or(|rooks| rooks == pos.castles().castling_rights())
    }
}

impl fmt::Display for FinalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for FinalPosition {
    type Err = Error;

    /// Reads a FEN or its first fields.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Constraint`] where a field is broken, or a side has no king or several.
    fn from_str(text: &str) -> Result<FinalPosition, Error> {
        let text = text.trim();
        let broken = |why: &str| {
            let advice = "give a FEN or its first field, such as \"6k1/5ppp/8/8/8/8/5PPP/3R2K1\"";
            wrong(format!("\"{text}\" is no position ({why}); {advice}"))
        };
        let mut fields = text.split_whitespace();
        let placement = fields.next().unwrap_or_default();
        let board = Board::from_ascii_board_fen(placement.as_bytes())
            .map_err(|error| broken(&error.to_string()))?;
        for color in Color::ALL {
            if (board.kings() & board.by_color(color)).count() != 1 {
                return Err(broken(&format!("{color} needs one king")));
            }
        }
        let turn = match fields.next() {
            None | Some("?") => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(_) => return Err(broken("the second field is w, b or ?")),
        };
        let castling = match fields.next() {
            None | Some("?") => None,
            Some(rights) => {
                let whole = format!("{placement} w {rights} - 0 1");
                let fen: Fen = whole.parse().map_err(|_| {
                    broken("the third field is made of K, Q, k and q, or is - or ?")
                })?;
                Some(fen.as_setup().castling_rights)
            }
        };
        Ok(FinalPosition { text: text.to_owned(), board, turn, castling })
    }
}

fn wrong(why: String) -> Error {
    Error::new(ErrorKind::Constraint(why))
}

/// The number that a text begins with, and what stands behind it.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// The side that a text begins with, and what stands behind it.
fn side(text: &str) -> Option<(Color, &str)> {
    let text = text.trim_start();
    let rest = text.trim_start_matches(['.', '…']);
    let letter = |letter: char| rest.strip_prefix([letter, letter.to_ascii_uppercase()]);
    // "12.b4" is a move of the b-pawn, "12.b=Nf6" is Black's.
    let named = |rest: &&str| rest.is_empty() || rest.starts_with(['=', ' ']);
    if let Some(rest) = letter('w').filter(named) {
        return Some((Color::White, rest));
    }
    if let Some(rest) = letter('b').filter(named) {
        return Some((Color::Black, rest));
    }
    match &text[..text.len() - rest.len()] {
        "." => Some((Color::White, rest)),
        ".." | "..." | "…" => Some((Color::Black, rest)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_moves_are_read_as_people_write_them() {
        for (text, shown) in [
            ("12b=Nbd7", "12... Nbd7"),
            ("12B = Nbd7", "12... Nbd7"),
            ("12...=Nbd7", "12... Nbd7"),
            ("12...Nbd7", "12... Nbd7"),
            ("12… Nbd7", "12... Nbd7"),
            ("12.w=Nf3", "12. Nf3"),
            (" 12w Nf3 ", "12. Nf3"),
            ("12. Nf3", "12. Nf3"),
            ("12.b4", "12. b4"),
            ("12.b=b5", "12... b5"),
            ("40w=e8=Q", "40. e8=Q"),
            ("40. e8=Q+", "40. e8=Q+"),
            ("1w=g1f3", "1. g1f3"),
            ("9b=0-0", "9... 0-0"),
        ] {
            let found: FixedMove = text.parse().expect(text);
            assert_eq!(found.to_string(), shown, "{text}");
        }
    }

    #[test]
    fn what_is_no_fixed_move_says_what_to_write() {
        for (text, why) in [
            ("", "has no move number"),
            ("b=Nbd7", "has no move number"),
            ("12=Nbd7", "does not say whose move"),
            ("12b", "names no move"),
            ("12b=", "names no move"),
            ("12b=Zz9", "\"Zz9\" is no move"),
            ("12b=N@d7", "\"N@d7\" is no move"),
            ("12b=--", "\"--\" is no move"),
            ("0w=e4", "count from 1"),
            ("99999999999w=e4", "has no move number"),
        ] {
            let error = text.parse::<FixedMove>().expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn a_fixed_move_may_leave_open_which_piece() {
        let fen: Fen = "4k3/8/8/4p3/8/5N2/8/1N2K3 w - - 0 1".parse().expect("a FEN");
        let pos: Chess = fen.into_position(shakmaty::CastlingMode::Standard).expect("legal");
        let legal = pos.legal_moves();
        let count = |text: &str| {
            let fixed: FixedMove = text.parse().expect(text);
            legal.iter().filter(|&&m| fixed.is(&pos, m)).count()
        };
        assert_eq!((count("1w=Nd2"), count("1w=Nbd2"), count("1w=b1d2")), (2, 1, 1));
        assert_eq!((count("1w=Nb1d2"), count("1w=Nd8")), (1, 0));
        assert_eq!((count("1w=Ne5"), count("1w=Nxe5"), count("1w=Nxd4")), (1, 1, 0));
    }

    #[test]
    fn lengths_are_read() {
        let read = |text: &str| text.parse::<Length>().map(|l| (l.number, l.last)).ok();
        assert_eq!(read("41"), Some((41, None)));
        assert_eq!(read("41w"), Some((41, Some(Color::White))));
        assert_eq!(read(" 41 b "), Some((41, Some(Color::Black))));
        assert_eq!(read("41..."), Some((41, Some(Color::Black))));
        for text in ["", "0", "w", "-3", "41x", "41w=Nf3", "41.5"] {
            let error = text.parse::<Length>().expect_err(text).to_string();
            assert!(error.contains("write 41"), "{error}");
        }
    }

    #[test]
    fn final_positions_bind_what_they_tell() {
        let start = Chess::default();
        let placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (fields, wanted) in [
            ("", true),
            (" w", true),
            (" b", false),
            (" ? KQkq", true),
            (" w KQ", false),
            (" w -", false),
            (" w KQkq - 5 30", true),
        ] {
            let end: FinalPosition = format!("{placement}{fields}").parse().expect(fields);
            assert_eq!(end.is(&start), wanted, "{fields}");
        }
        for text in
            ["", "xyz", "8/8/8/8/8/8/8/8", "4k3/8/8/8/8/8/8/4K3 x", "4k3/8/8/8/8/8/8/4K3 w 7"]
        {
            let error = text.parse::<FinalPosition>().expect_err(text).to_string();
            assert!(error.contains("is no position"), "{error}");
        }
    }
}
