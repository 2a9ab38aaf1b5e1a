//! Notations and languages: what a move looks like when somebody writes it down.

mod descriptive;
mod language;
mod named;
mod near;
mod prepare;
pub mod render;
pub mod rows;
pub(crate) mod signs;
mod spelled;
pub mod spelling;
mod squares;
mod squeeze;
pub(crate) mod strict;
mod strip;
pub mod style;
mod trie;
mod words;

pub use descriptive::{
    DescriptiveLanguage, descriptive_language, descriptive_languages, prepare_descriptive,
};
pub(crate) use descriptive::{descriptive_view, misread_sign};
pub use language::{Language, homoglyph, language, languages};
pub(crate) use named::{may_go_on_to_square, named_move};
pub use prepare::{CheckSign, Kind, Prepared, prepare};
pub(crate) use prepare::{Stripped, prepare_stripped};
pub(crate) use spelled::{SpelledWord, spelled_view, spelled_word};
pub(crate) use squares::{is_square, names_square, squares};
pub(crate) use squeeze::{is_figurine, is_uncased};
pub(crate) use strip::is_mixed;
pub(crate) use words::{is_known_word, offers, promotion_at};
