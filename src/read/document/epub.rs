//! EPUB 2 and 3: its chapters, which are pages, in the order of reading.

use std::collections::{HashMap, HashSet};

use super::{Document, walk};
use crate::{
    error::ErrorKind,
    read::{
        encoding,
        ocr::xml::{Element, Visitor},
        package::{Package, resolved},
        unwrap,
    },
};

/// How the types of pictures begin, which some books have among their chapters.
const PICTURES: &str = "image/";

/// What the chapters of a book show.
pub(super) fn read(package: &mut Package) -> Result<Document, ErrorKind> {
    let container = "META-INF/container.xml";
    let text = package.needed(container)?;
    let mut root = Root(None);
    walk(container, &text, &mut root);
    let Root(Some(name)) = root else {
        return Err(damaged("it does not say where its list of chapters is"));
    };
    let text = package.needed(&name)?;
    let mut book = Book::default();
    let trouble = walk(&name, &text, &mut book);
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let chapters: Vec<String> = book
        .chapters()
        .map(|address| resolved(folder, &unwrap::percent_decoded(address)))
        .collect();
    if chapters.is_empty() {
        return Err(damaged("its list of chapters is empty"));
    }
    let locked = locked(package)?;
    let mut document = Document { troubles: trouble.into_iter().collect(), ..Document::default() };
    for chapter in chapters {
        if locked.contains(&chapter) {
            let why = "the book is protected against copying; give one that is not".to_owned();
            return Err(ErrorKind::Document(why));
        }
        match package.part(&chapter)? {
            Some(text) => document.add(&encoding::plain(text)),
            None => document.troubles.push(format!("the chapter {chapter} is not in the file")),
        }
    }
    Ok(document)
}

fn damaged(why: &str) -> ErrorKind {
    ErrorKind::Document(format!("the book is damaged: {why}; convert it to text or HTML"))
}

impl Document {
    /// Adds what a page shows.
    fn add(&mut self, page: &str) {
        let (text, bold) = unwrap::shown(page);
        let from = self.text.len();
        self.text.push_str(&text);
        self.text.push_str("\n\n");
        self.bold.extend(bold.iter().map(|part| part.start + from..part.end + from));
    }
}

/// The parts that are encrypted, as fonts are in many books that are open.
fn locked(package: &mut Package) -> Result<HashSet<String>, ErrorKind> {
    let name = "META-INF/encryption.xml";
    let Some(text) = package.part(name)? else { return Ok(HashSet::new()) };
    let mut locked = Locked(HashSet::new());
    walk(name, &text, &mut locked);
    Ok(locked.0)
}

/// Finds the list of chapters.
struct Root(Option<String>);

impl Visitor for Root {
    fn open(&mut self, element: &Element) {
        if element.name == "rootfile" && self.0.is_none() {
            self.0 = element.get("full-path").map(str::to_owned);
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, _: &str) {}
}

/// Finds what is encrypted.
struct Locked(HashSet<String>);

impl Visitor for Locked {
    fn open(&mut self, element: &Element) {
        if element.name == "CipherReference" {
            let address = element.get("URI").map(unwrap::percent_decoded);
            self.0.extend(address.map(|address| resolved("", &address)));
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, _: &str) {}
}

/// The files of a book, and which of them are its chapters.
#[derive(Default)]
struct Book {
    /// Addresses of files by their ids.
    files: HashMap<String, String>,
    spine: Vec<String>,
}

impl Book {
    /// The addresses of the chapters, in the order of reading, each once.
    fn chapters(&self) -> impl Iterator<Item = &str> {
        let mut seen = HashSet::new();
        let known = self.spine.iter().filter_map(|id| self.files.get(id));
        known.map(String::as_str).filter(move |address| seen.insert(*address))
    }
}

impl Visitor for Book {
    fn open(&mut self, element: &Element) {
        match element.name.as_str() {
            "item" => {
                let is_contents = element
                    .get("properties")
                    .is_some_and(|named| named.split_whitespace().any(|name| name == "nav"));
                let kind = element.get("media-type").unwrap_or("");
                if let (Some(id), Some(address)) = (element.get("id"), element.get("href"))
                    && !is_contents
                    && !kind.starts_with(PICTURES)
                {
                    self.files.insert(id.to_owned(), address.to_owned());
                }
            }
            "itemref" => self.spine.extend(element.get("idref").map(str::to_owned)),
            _ => {}
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, _: &str) {}
}
