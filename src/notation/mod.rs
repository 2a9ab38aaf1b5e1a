//! Notations and languages: what a move looks like when somebody writes it down.

mod language;

pub use language::{Language, homoglyph, language, languages};
