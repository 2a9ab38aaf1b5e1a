//! What the user wants done with damaged games.

use crate::write::CLEAR;

/// What to do with damaged games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Least confidence of every move that is changed or supplied, 0 to 1.
    pub min_confidence: f64,
    /// Whether a game that cannot be mended is kept as far as it is legal, with the rest in a
    /// comment, instead of being rejected.
    pub keep_prefix: bool,
    /// Where an illegal move stood, what becomes of the moves behind it.
    pub illegal: Illegal,
    /// Which result is believed where results differ; none is changed without.
    pub believe: Option<Believe>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            min_confidence: CLEAR,
            keep_prefix: false,
            illegal: Illegal::default(),
            believe: None,
        }
    }
}

/// What becomes of the moves behind an illegal one that was played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Illegal {
    /// They are put into a comment behind the legal moves.
    #[default]
    Comment,
    /// They are a second game that begins with the position behind the illegal move.
    Parts,
}

/// Which result is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Believe {
    /// That of the tag.
    Tag,
    /// That at the end of the movetext.
    Movetext,
    /// That of the last position, where the game is over in it.
    Board,
}
