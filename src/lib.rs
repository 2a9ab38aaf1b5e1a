//! Turns noisy, hand-written or OCR'd chess move lists into the most likely legal game.
//!
//! Data flows one way:
//!
//! ```text
//! input bytes → read → Record → search (notation × channel × prior) → Reconstruction → write
//!                                                                    └→ audit  → write
//! ```
#![deny(unsafe_code)]
#![warn(missing_docs)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod archive;
pub mod audit;
pub mod channel;
pub mod constraints;
pub mod error;
pub mod eval;
mod illegal;
pub mod notation;
mod numbering;
pub mod prior;
pub mod read;
pub mod reconstruction;
pub mod record;
pub mod search;
mod start;
pub mod witnesses;
pub mod write;

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
