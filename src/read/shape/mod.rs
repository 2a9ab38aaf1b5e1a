//! What moves look like in raw text, in any notation and language, without a board.
//!
//! The entrance is [`scan`]: is there a move at this place, and where does it end? It asks
//! `castling`, `descriptive`, `spelled` and `cyrillic` for what is no algebraic move. What is less
//! sure stands in modules of its own, which callers ask only where a move is expected:
//!
//! | module | what it finds |
//! |---|---|
//! | `spaced` | moves that blanks have torn apart |
//! | `named`, `worded` | moves in words, as they are dictated or told |
//! | `runs` | several moves and numbers in one word |
//! | `damaged` | moves without the shape of a move |
//!
//! `misread` knows what digits are misread as. `chars` and `words` hold the letters and words that all
//! of them are built from.

pub(super) mod castling;
pub(super) mod chars;
mod cyrillic;
pub(super) mod damaged;
pub(super) mod descriptive;
pub(super) mod inside;
pub(super) mod misread;
pub(super) mod named;
pub(super) mod runs;
pub(super) mod scan;
pub(super) mod spaced;
pub(super) mod spelled;
pub(super) mod worded;
pub(super) mod words;
