//! How one writer writes: family of notations, language, and habits within them.

use super::Language;

/// A family of notations whose spellings share one shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Squares by file letter and rank, short, long or as coordinates.
    Algebraic,
    /// Squares by two digits (ICCF).
    Numeric,
    /// Squares by the piece that stood on the file at the start, seen from the mover's side.
    Descriptive,
}

/// Probabilities and costs (nats) of a writer's habits within a family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    /// Probability that a move is written with its start square.
    pub long: f32,
    /// Probability that a capture has its sign.
    pub capture_sign: f32,
    /// Probability that a pawn capture is written by its two files alone (`ed`).
    pub pawn_files_only: f32,
    /// Probability that a capture names what is captured (`NxB`).
    pub captured_piece: f32,
    /// Probability that a pawn has its letter.
    pub pawn_letter: f32,
    /// Cost of a pawn capture written by its target alone.
    pub drop_pawn_file: f32,
    /// Cost of leaving out the piece letter.
    pub forget_piece: f32,
    /// Whether the name of a piece, by role, may have a second letter (`Kt`, `Кр`).
    pub second_letter: [bool; 6],
    /// Cost of leaving that second letter out.
    pub forget_second: f32,
    /// Probability that a check has its sign.
    pub check_sign: f32,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits {
            long: 0.02,
            capture_sign: 0.8,
            pawn_files_only: 0.05,
            captured_piece: 0.03,
            pawn_letter: 0.01,
            drop_pawn_file: 2.5,
            forget_piece: 4.5,
            second_letter: [false; 6],
            forget_second: 0.1,
            check_sign: 0.5,
        }
    }
}

/// A writer's way of writing.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Family of notations.
    pub family: Family,
    /// Language of letters and words.
    pub language: &'static Language,
    /// Habits within them.
    pub habits: Habits,
}

impl Style {
    /// Name of the notation, as the output gives it.
    pub fn notation(&self) -> &'static str {
        match self.family {
            Family::Algebraic if self.language.code == "fig" => "figurine",
            Family::Algebraic if self.habits.long > 0.5 => "long-algebraic",
            Family::Algebraic => "algebraic",
            Family::Numeric => "iccf",
            Family::Descriptive => "descriptive",
        }
    }
}
