//! Where a game of an archive starts, as its tags tell.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, Position,
    fen::Fen,
    variant::{Variant, VariantPosition},
};

use super::{
    Kind, Reject,
    tags::{Head, lossy},
};
use crate::start::{Rules, mended_position};

/// Where a game starts.
#[derive(Debug, Clone, Default)]
pub(super) struct Start {
    /// The position; the usual one in a variant of chess.
    pub(super) pos: Chess,
    /// The position in a variant of chess.
    pub(super) variant: Option<VariantPosition>,
    /// Hash of the position; 0 for the usual one.
    pub(super) key: u64,
}

impl Start {
    /// The start from a position that is not the usual one.
    pub(super) fn of(pos: Chess, variant: Option<VariantPosition>) -> Start {
        let mut hash = FxHasher::default();
        let setup = match &variant {
            Some(variant) => {
                hash.write(variant.variant().uci().as_bytes());
                variant.to_setup(EnPassantMode::Legal)
            }
            None => pos.to_setup(EnPassantMode::Legal),
        };
        let usual = variant.is_none() && pos == Chess::default();
        if let Ok(fen) = Fen::try_from_setup(setup) {
            hash.write(fen.to_string().as_bytes());
        }
        let key = if usual { 0 } else { hash.finish() };
        Start { pos, variant, key }
    }
    /// The start that the tags of a game tell.
    ///
    /// Fails where the tags name a variant that is not known, or a position that is none.
    pub(super) fn of_tags(bytes: &[u8], head: &Head) -> Result<Start, Reject> {
        let mut mode = None;
        let mut variant = Variant::Chess;
        if let Some(value) = head.value(bytes, b"Variant") {
            let name = lossy(value);
            match Rules::named(&name) {
                Rules::Chess => {}
                Rules::Chess960 => mode = Some(CastlingMode::Chess960),
                Rules::Other(plain) if plain == "threecheck" => variant = Variant::ThreeCheck,
                Rules::Other(plain) => {
                    variant = Variant::from_uci(&plain).map_err(|_| {
                        Reject::new(
                            Kind::Variant,
                            format!("the rules of {name} are not known here"),
                        )
                    })?;
                }
            }
        }
        let Some(fen) = head.value(bytes, b"FEN").map(lossy).filter(|fen| !fen.trim().is_empty())
        else {
            let other = (variant != Variant::Chess).then(|| VariantPosition::new(variant));
            return Ok(
                other.map_or_else(Start::default, |pos| Start::of(Chess::default(), Some(pos)))
            );
        };
        let bad = |why: String| Reject::new(Kind::BadStart, format!("\"{fen}\": {why}"));
        let parsed: Fen = fen.trim().parse().map_err(|error| bad(format!("{error}")))?;
        let mode = mode.unwrap_or_else(|| CastlingMode::detect(parsed.as_setup()));
        if variant != Variant::Chess {
            let pos = VariantPosition::from_setup(variant, parsed.into_setup(), mode)
                .map_err(|error| bad(format!("{error}")))?;
            return Ok(Start::of(Chess::default(), Some(pos)));
        }
        let pos = mended_position(&parsed, mode).map_err(|error| bad(format!("{error}")))?;
        Ok(Start::of(pos, None))
    }
}
