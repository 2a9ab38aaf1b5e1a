//! Start positions as people set them up, with faults that do not keep a game from being played.

use shakmaty::{CastlingMode, Chess, PositionError, fen::Fen};

/// The position of a FEN, be it one that no game leads to: with too many pieces, or in a check that
/// no move gives.
pub(crate) fn position(fen: &Fen, mode: CastlingMode) -> Result<Chess, PositionError<Chess>> {
    fen.clone()
        .into_position(mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
}

/// The same, less the castling rights and the en passant square that the position cannot have: old
/// files carry them, and they are common where a position was set up by hand.
pub(crate) fn mended_position(
    fen: &Fen,
    mode: CastlingMode,
) -> Result<Chess, PositionError<Chess>> {
    position(fen, mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
}

/// The rules that the tag `Variant` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rules {
    /// Chess, from whatever position.
    Chess,
    /// Chess with the pieces drawn by lot.
    Chess960,
    /// Another game, with the letters and digits of its name in lower case.
    Other(String),
}

impl Rules {
    /// The rules of a name, however it is written.
    pub(crate) fn named(name: &str) -> Rules {
        let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        match plain.as_str() {
            "" | "standard" | "chess" | "normal" | "fromposition" => Rules::Chess,
            "chess960" | "fischerandom" | "fischerrandom" | "960" => Rules::Chess960,
            _ => Rules::Other(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_by_their_names() {
        for name in ["", "?", "Standard", "From Position"] {
            assert_eq!(Rules::named(name), Rules::Chess, "{name}");
        }
        assert_eq!(Rules::named("Fischer Random"), Rules::Chess960);
        assert_eq!(Rules::named("Three-Check"), Rules::Other("threecheck".to_owned()));
    }

    #[test]
    fn what_can_be_played_from_is_a_start() {
        for (fen, as_it_is, is_mended) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true, true),
            ("qqqqkqqq/qqqqqqqq/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", true, true),
            // Two rooks that face one another, the king between them.
            ("4r3/8/8/8/4K3/8/8/k3r3 w - - 0 1", true, true),
            ("4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1", false, true),
            ("4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1", false, true),
            ("4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 0 1", false, true),
            ("8/8/8/8/8/8/4P3/4K3 w - - 0 1", false, false),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", false, false),
        ] {
            let parsed: Fen = fen.parse().expect(fen);
            let found = [position, mended_position]
                .map(|read| read(&parsed, CastlingMode::Standard).is_ok());
            assert_eq!(found, [as_it_is, is_mended], "{fen}");
        }
    }
}
