//! Writes a legal move the way a careful writer would, in any notation and language.
//!
//! The search does not use this: it compares a reading with all spellings of a move at once. It
//! is for making corpora, for tests, and for showing a move in the reader's own notation.

mod algebraic;
mod descriptive;
mod habits;

use shakmaty::{Chess, Move, Position};

pub use habits::{CaptureSign, Castling, Checks, Habits, PawnCapture, Promotion};

use super::{Language, near::near};
use crate::error::{Error, ErrorKind};

/// Names less like the wanted one than this (Jaro-Winkler, 0 to 1) are not proposed.
const NEAR: f64 = 0.75;

/// A system of writing moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `Nf3`, `exd5`
    Algebraic,
    /// `Ng1-f3`, `e4xd5`
    LongAlgebraic,
    /// `Ab4xCc3`: long algebraic that names the captured piece.
    Reversible,
    /// `d1Dh5`: start square, piece, target square.
    SquarePieceSquare,
    /// `g1-f3`
    Coordinates,
    /// `g1f3`, castling as the king's move.
    Uci,
    /// `g1f3`, castling as the king taking his rook.
    KingTakesRook,
    /// `g1f3`, `b5d7b`, `e1g1c`: coordinates and the captured piece.
    Smith,
    /// `♘f3`
    Figurine,
    /// `7163`
    Iccf,
    /// `5071`: the variant of ICCF in which no two moves are written alike.
    IccfFumich,
    /// `Kt-KB3`, `C3AR`
    Descriptive,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 12] = [
        Notation::Algebraic,
        Notation::LongAlgebraic,
        Notation::Reversible,
        Notation::SquarePieceSquare,
        Notation::Coordinates,
        Notation::Uci,
        Notation::KingTakesRook,
        Notation::Smith,
        Notation::Figurine,
        Notation::Iccf,
        Notation::IccfFumich,
        Notation::Descriptive,
    ];

    /// The name in options and outputs.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Algebraic => "algebraic",
            Notation::LongAlgebraic => "long-algebraic",
            Notation::Reversible => "reversible",
            Notation::SquarePieceSquare => "square-piece-square",
            Notation::Coordinates => "coordinates",
            Notation::Uci => "uci",
            Notation::KingTakesRook => "king-takes-rook",
            Notation::Smith => "smith",
            Notation::Figurine => "figurine",
            Notation::Iccf => "iccf",
            Notation::IccfFumich => "iccf-fumich",
            Notation::Descriptive => "descriptive",
        }
    }

    /// The notation with this name, upper and lower case alike.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnknownNotation`] with similar names.
    pub fn from_name(name: &str) -> Result<Notation, Error> {
        let wanted = name.trim().to_lowercase().replace([' ', '_'], "-");
        if let Some(found) = Notation::ALL.into_iter().find(|n| n.name() == wanted) {
            return Ok(found);
        }
        let names = Notation::ALL.into_iter().map(|n| (n.name(), [n.name().to_owned()]));
        let near = near(&wanted, names, NEAR);
        Err(Error::new(ErrorKind::UnknownNotation { name: name.trim().to_owned(), near }))
    }
}

/// What a move does to the king it is played against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Quiet,
    Check,
    Mate,
}

impl Effect {
    fn of(pos: &Chess, m: Move) -> Effect {
        let mut after = pos.clone();
        after.play_unchecked(m);
        match (after.is_check(), after.is_checkmate()) {
            (_, true) => Effect::Mate,
            (true, false) => Effect::Check,
            (false, false) => Effect::Quiet,
        }
    }
}

/// Writes the legal move `m` of `pos`.
///
/// [`Notation::Descriptive`] uses the descriptive letters of `language`, English ones where it
/// has no table of them. The numeric notations and UCI have neither language nor habits.
///
/// # Examples
///
/// ```
/// use scoresheet::notation::{language, render::{Habits, Notation, render}};
/// use shakmaty::{Chess, san::San};
///
/// let pos = Chess::default();
/// let m = San::from_ascii(b"Nf3")?.to_move(&pos)?;
/// let german = language("German")?;
/// let write = |notation| render(&pos, m, notation, german, &Habits::default());
/// assert_eq!(write(Notation::LongAlgebraic), "Sg1-f3");
/// assert_eq!(write(Notation::Iccf), "7163");
/// assert_eq!(write(Notation::Descriptive), "Kt-KB3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn render(
    pos: &Chess,
    m: Move,
    notation: Notation,
    language: &Language,
    habits: &Habits,
) -> String {
    match notation {
        Notation::Descriptive => descriptive::render(pos, m, language, habits),
        _ => algebraic::render(pos, m, notation, language, habits),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::San};

    use super::*;
    use crate::notation::{
        Kind, descriptive_languages, language, languages, prepare, prepare_descriptive,
    };

    fn position(fen: &str) -> Chess {
        match fen {
            "" => Chess::default(),
            fen => fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap(),
        }
    }

    fn write(fen: &str, san: &str, notation: Notation, code: &str, habits: &Habits) -> String {
        let pos = position(fen);
        let m = San::from_ascii(san.as_bytes()).unwrap().to_move(&pos).unwrap();
        render(&pos, m, notation, language(code).unwrap(), habits)
    }

    const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    const CASTLING_BLACK: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    const PROMOTION: &str = "3r1k2/2P5/8/8/8/8/8/4K3 w - - 0 1";
    const TAKES_KNIGHT: &str = "4k3/8/8/8/1b6/2N5/8/4K3 b - - 0 1";

    #[test]
    fn every_notation_writes_as_its_definition_says() {
        use Notation::*;
        let cases = [
            ("", "Nf3", Algebraic, "it", "Cf3"),
            ("", "Nf3", LongAlgebraic, "it", "Cg1-f3"),
            ("", "e4", LongAlgebraic, "it", "e2-e4"),
            ("", "Nf3", SquarePieceSquare, "it", "g1Cf3"),
            ("", "e4", SquarePieceSquare, "it", "e2Pe4"),
            ("", "e4", Coordinates, "it", "e2-e4"),
            ("", "e4", Uci, "it", "e2e4"),
            ("", "e4", Iccf, "it", "5254"),
            ("", "Nf3", Figurine, "it", "♘f3"),
            (TAKES_KNIGHT, "Bxc3+", Reversible, "it", "Ab4xCc3+"),
            (TAKES_KNIGHT, "Bxc3+", LongAlgebraic, "it", "Ab4xc3+"),
            (TAKES_KNIGHT, "Bxc3+", Smith, "it", "b4c3n"),
            (CASTLING, "O-O", Algebraic, "en", "O-O"),
            (CASTLING, "O-O-O", Uci, "en", "e1c1"),
            (CASTLING, "O-O-O", KingTakesRook, "en", "e1a1"),
            (CASTLING, "O-O", Smith, "en", "e1g1c"),
            (CASTLING, "O-O-O", Smith, "en", "e1c1C"),
            (CASTLING, "O-O", Coordinates, "en", "e1-g1"),
            (CASTLING, "O-O", Iccf, "en", "5171"),
            (CASTLING, "O-O-O", Iccf, "en", "5131"),
            (CASTLING_BLACK, "O-O", Iccf, "en", "5878"),
            (CASTLING_BLACK, "O-O-O", Iccf, "en", "5838"),
            (CASTLING, "O-O", IccfFumich, "en", "5071"),
            (CASTLING, "O-O-O", IccfFumich, "en", "5031"),
            (CASTLING_BLACK, "O-O", IccfFumich, "en", "5078"),
            (CASTLING_BLACK, "O-O-O", IccfFumich, "en", "5038"),
            (EN_PASSANT, "exd6", Iccf, "en", "5546"),
            (EN_PASSANT, "exd6", IccfFumich, "en", "5540"),
            (EN_PASSANT, "exd6", Smith, "en", "e5d6E"),
            (EN_PASSANT, "exd6", Algebraic, "en", "exd6"),
            (PROMOTION, "c8=Q", Iccf, "en", "37381"),
            (PROMOTION, "cxd8=N", Iccf, "en", "37484"),
            (PROMOTION, "cxd8=Q+", IccfFumich, "it", "374D"),
            (PROMOTION, "cxd8=Q+", Smith, "en", "c7d8rQ"),
            (PROMOTION, "cxd8=Q+", Uci, "en", "c7d8q"),
            (PROMOTION, "cxd8=Q+", Algebraic, "de", "cxd8=D+"),
            (PROMOTION, "cxd8=Q+", Descriptive, "en", "PxR=Q+"),
        ];
        for (fen, san, notation, code, expected) in cases {
            let written = write(fen, san, notation, code, &Habits::default());
            assert_eq!(written, expected, "{san} {notation:?}");
        }
    }

    #[test]
    fn algebraic_habits_are_followed() {
        use Notation::Algebraic;
        let base = Habits::default();
        let takes = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let cases = [
            (takes, "exd5", Habits { capture: CaptureSign::Colon, ..base.clone() }, "e:d5"),
            (takes, "exd5", Habits { capture: CaptureSign::Trailing, ..base.clone() }, "ed5:"),
            (takes, "exd5", Habits { capture: CaptureSign::None, ..base.clone() }, "ed5"),
            (takes, "exd5", Habits { pawn_capture: PawnCapture::Files, ..base.clone() }, "exd"),
            (takes, "exd5", Habits { pawn_capture: PawnCapture::Target, ..base.clone() }, "xd5"),
            (
                takes,
                "exd5",
                Habits {
                    pawn_capture: PawnCapture::Files,
                    capture: CaptureSign::None,
                    ..base.clone()
                },
                "ed",
            ),
            (takes, "exd5", Habits { captured_piece: true, ..base.clone() }, "exP"),
            (TAKES_KNIGHT, "Bxc3+", Habits { captured_piece: true, ..base.clone() }, "BxN+"),
            (TAKES_KNIGHT, "Bxc3+", Habits { checks: Checks::Word, ..base.clone() }, "Bxc3 ch"),
            (TAKES_KNIGHT, "Bxc3+", Habits { checks: Checks::None, ..base.clone() }, "Bxc3"),
            (TAKES_KNIGHT, "Bxc3+", Habits { checks: Checks::Dagger, ..base.clone() }, "Bxc3†"),
            (CASTLING, "O-O-O", Habits { castling: Castling::Zeros, ..base.clone() }, "0-0-0"),
            (CASTLING, "O-O-O", Habits { castling: Castling::King, ..base.clone() }, "Kc1"),
            (CASTLING, "O-O", Habits { castling: Castling::Words, ..base.clone() }, "castles K"),
            (EN_PASSANT, "exd6", Habits { en_passant: true, ..base.clone() }, "exd6 e.p."),
            (PROMOTION, "c8=Q", Habits { promotion: Promotion::Bare, ..base.clone() }, "c8Q"),
            (PROMOTION, "c8=Q", Habits { promotion: Promotion::Brackets, ..base.clone() }, "c8(Q)"),
            (PROMOTION, "c8=Q", Habits { promotion: Promotion::Slash, ..base.clone() }, "c8/Q"),
            (PROMOTION, "c8=Q", Habits { promotion: Promotion::None, ..base.clone() }, "c8"),
            ("", "e4", Habits { pawn_letter: true, ..base.clone() }, "Pe4"),
        ];
        for (fen, san, habits, expected) in cases {
            assert_eq!(write(fen, san, Algebraic, "en", &habits), expected, "{san}");
        }
    }

    #[test]
    fn files_have_the_letters_of_the_language() {
        let greek = write("", "Nf3", Notation::Algebraic, "el", &Habits::default());
        assert_eq!(greek, "Ιζ3");
    }

    #[test]
    fn every_name_is_read_back_and_a_wrong_one_lists_near_ones() {
        for notation in Notation::ALL {
            assert_eq!(Notation::from_name(notation.name()).unwrap(), notation);
        }
        assert_eq!(Notation::from_name("Long Algebraic").unwrap(), Notation::LongAlgebraic);
        match Notation::from_name("algebriac").unwrap_err().kind() {
            ErrorKind::UnknownNotation { near, .. } => {
                assert_eq!(near.first().map(String::as_str), Some("algebraic"));
            }
            other => panic!("{other:?}"),
        }
    }

    /// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
    const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 \
                         cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

    fn played(pos: &Chess, san: &str) -> Move {
        let plain = san.trim_end_matches(['+', '#']);
        San::from_ascii(plain.as_bytes()).unwrap().to_move(pos).unwrap()
    }

    #[test]
    fn what_is_written_is_prepared_as_the_same_move() {
        let habits = [
            Habits::default(),
            Habits { capture: CaptureSign::Times, dash: '—', ..Habits::default() },
            Habits { capture: CaptureSign::Colon, checks: Checks::Dagger, ..Habits::default() },
            Habits { castling: Castling::Zeros, checks: Checks::Word, ..Habits::default() },
            Habits { castling: Castling::Words, capture: CaptureSign::Word, ..Habits::default() },
        ];
        for language in languages() {
            let mut pos = Chess::default();
            for san in OPERA.split_whitespace() {
                let m = played(&pos, san);
                let plain = render(&pos, m, Notation::Algebraic, language, &Habits::default());
                let plain = prepare(&plain);
                for habits in &habits {
                    let text = render(&pos, m, Notation::Algebraic, language, habits);
                    let prepared = prepare(&text);
                    let place = format!("{} {text}", language.code);
                    assert_eq!(prepared.kind, Kind::Move, "{place}");
                    if prepared.core.contains(&'~') {
                        assert!(matches!(m, Move::Castle { .. }), "{place}");
                    } else {
                        assert_eq!(prepared.core, plain.core, "{place}");
                    }
                    assert_eq!(prepared.capture, m.is_capture(), "{place}");
                    assert_eq!(prepared.check.is_some(), san.ends_with(['+', '#']), "{place}");
                }
                pos.play_unchecked(m);
            }
        }
    }

    #[test]
    fn wordy_and_short_descriptive_are_prepared_as_the_same_move() {
        for table in descriptive_languages() {
            let language = language(&table.code).unwrap();
            let mut pos = Chess::default();
            for san in OPERA.split_whitespace() {
                let m = played(&pos, san);
                let full = Habits { full_names: true, ..Habits::default() };
                let wordy = Habits { wordy: true, ..full.clone() };
                let write = |habits| render(&pos, m, Notation::Descriptive, language, habits);
                let (full, wordy) = (write(&full), write(&wordy));
                let view = |text: &str| prepare_descriptive(text, table).map(String::from_iter);
                if !matches!(m, Move::Castle { .. }) {
                    assert_eq!(view(&full), view(&wordy), "{full} {wordy}");
                    assert!(view(&full).is_some(), "{full}");
                }
                pos.play_unchecked(m);
            }
        }
    }
}
