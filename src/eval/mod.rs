//! Measures how much of a corpus is found: noisy inputs beside their true games.
//!
//! # Examples
//!
//! ```
//! use scoresheet::{eval::{Score, Truth}, read, search::{Options, Reconstructor}};
//!
//! let records = read::read(b"1. e4 e5 2. Nf3 Nc6 3. Bb5", "game.txt")?;
//! let game = Reconstructor::new(Options::default())?.reconstruct(&records[0]);
//! let truth = Truth { san: ["e4", "e5", "Nf3", "Nc6", "Bb5"].map(String::from).into(), ..Truth::default() };
//! let score = Score::of(&[truth], &[game]);
//! assert_eq!((score.tally.right, score.tally.plies), (5, 5));
//! # Ok::<(), scoresheet::error::Error>(())
//! ```

pub mod chart;
mod corpus;
mod figures;
mod score;

pub use corpus::{Case, Truth, cases};
pub use figures::{Figures, Judged, LOOKED_AT, SURE, Tally};
pub use score::Score;
