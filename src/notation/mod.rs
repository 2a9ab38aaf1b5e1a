//! Notations and languages: what a move looks like when somebody writes it down.

mod language;
pub mod prepare;
pub mod rows;
pub mod spelling;
pub mod style;

pub use language::{Language, homoglyph, language, languages};
