//! What one careful writer does where a notation leaves a choice.

/// How a capture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CaptureSign {
    /// `x`
    #[default]
    Cross,
    /// `×`
    Times,
    /// `:`
    Colon,
    /// `:` behind the target square.
    Trailing,
    /// The language's word, `takes`.
    Word,
    /// Nothing.
    None,
}

/// How check and mate are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Checks {
    /// `+` and `#`
    #[default]
    Signs,
    /// `+` and `++`
    Pluses,
    /// `†` and `‡`
    Dagger,
    /// The language's words.
    Word,
    /// Nothing.
    None,
}

/// How castling is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Castling {
    /// `O-O`
    #[default]
    Letters,
    /// `0-0`
    Zeros,
    /// `o-o`
    Small,
    /// The language's words; `O-O` where it has none.
    Words,
    /// The king's move, `Kg1`.
    King,
}

/// How a promotion is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Promotion {
    /// `e8=Q`
    #[default]
    Equals,
    /// `e8Q`
    Bare,
    /// `e8(Q)`
    Brackets,
    /// `e8/Q`
    Slash,
    /// `e8`, the piece left out.
    None,
}

impl Promotion {
    /// What stands behind the square for a piece with this letter.
    pub(super) fn of(self, letter: &str) -> String {
        match self {
            Promotion::Equals => format!("={letter}"),
            Promotion::Bare => letter.to_owned(),
            Promotion::Brackets => format!("({letter})"),
            Promotion::Slash => format!("/{letter}"),
            Promotion::None => String::new(),
        }
    }
}

/// How much of a pawn capture is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PawnCapture {
    /// `exd5`
    #[default]
    Full,
    /// `exd`, or `ed` without a sign.
    Files,
    /// `xd5`, or `d5` without a sign.
    Target,
}

/// A writer's choices. The default is what PGN asks for, and English `Kt` with short squares in
/// descriptive notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habits {
    /// Capture sign.
    pub capture: CaptureSign,
    /// Check and mate signs.
    pub checks: Checks,
    /// Castling.
    pub castling: Castling,
    /// Promotion.
    pub promotion: Promotion,
    /// Pawn captures in short algebraic.
    pub pawn_capture: PawnCapture,
    /// Whether captures name the piece instead of the square (`NxB`) in short algebraic.
    pub captured_piece: bool,
    /// Whether a capture in passing is marked.
    pub en_passant: bool,
    /// Whether a pawn has its letter.
    pub pawn_letter: bool,
    /// Whether a piece is told apart from another that could go there too.
    pub disambiguation: bool,
    /// The dash of long notations, coordinates and castling.
    pub dash: char,
    /// The writer's own letters in place of the language's usual ones; index `role as usize - 1`.
    pub letters: Option<[String; 6]>,
    /// Whether descriptive squares always say their side (`KB3`), needed or not.
    pub full_names: bool,
    /// Whether descriptive moves are written out: `K. Kt. to K. B's 3d.`
    pub wordy: bool,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits {
            capture: CaptureSign::default(),
            checks: Checks::default(),
            castling: Castling::default(),
            promotion: Promotion::default(),
            pawn_capture: PawnCapture::default(),
            captured_piece: false,
            en_passant: false,
            pawn_letter: false,
            disambiguation: true,
            dash: '-',
            letters: None,
            full_names: false,
            wordy: false,
        }
    }
}
