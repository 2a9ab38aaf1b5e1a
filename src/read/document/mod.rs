//! Documents of word processors, DOCX and ODT, and e-books, EPUB: what they show, as lines of text.
//!
//! | what | becomes |
//! |---|---|
//! | paragraph, break of a line or page | a line; an empty paragraph an empty one |
//! | row of a table | a line with tabs between its cells (`lines`) |
//! | item of a numbered list that is a move | a line that begins with its number, which is not written in the file |
//! | text box | lines below the paragraph at which it stands |
//! | what is struck out | in brackets |
//! | notes, comments, deleted and hidden text, headers and footers | nothing |
//!
//! What is in bold is kept beside the text, since it may tell the moves of a game from others. The
//! lines of an e-book are those that its chapters show as pages, in the order of reading.

use std::ops::Range;

use super::{
    ocr::xml::{self, Visitor},
    package::{Kind, Package},
};
use crate::error::ErrorKind;

mod docx;
mod epub;
mod lines;
mod numbers;
mod odt;
#[cfg(test)]
mod tests;

/// Deepest inheritance of styles that is followed; they may stand in a circle.
const MAX_PARENTS: usize = 16;

/// What a document says.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) text: String,
    /// What of the text is in bold, by its bytes.
    pub(super) bold: Vec<Range<usize>>,
    /// What could not be read, in plain words.
    pub(super) troubles: Vec<String>,
}

/// What a document says; nothing where the package is none.
///
/// # Errors
///
/// [`ErrorKind::Document`] where it is damaged, or protected, [`ErrorKind::TooLarge`] where it
/// holds too much.
pub(super) fn read(package: &mut Package, kind: &Kind) -> Result<Option<Document>, ErrorKind> {
    match kind {
        Kind::Docx(main) => docx::read(package, main).map(Some),
        Kind::Odt => odt::read(package).map(Some),
        Kind::Epub => epub::read(package).map(Some),
        Kind::Xlsx | Kind::Ods | Kind::Other => Ok(None),
    }
}

/// Goes through a part; gives what ended it before its time.
fn walk(name: &str, text: &str, visitor: &mut dyn Visitor) -> Option<String> {
    let trouble = xml::walk(text, visitor)?;
    Some(format!("in the part {name}, line {}: {}", trouble.line, trouble.message))
}

/// How a text looks, as far as that matters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    bold: bool,
    struck: bool,
    hidden: bool,
}
