//! Packages: the ZIP archives of XML that office programs and makers of e-books write. What one is
//! shows in the names of its parts.
//!
//! Open Packaging Conventions (ECMA-376, part 2) for DOCX and XLSX, OpenDocument 1.3, part 2, for
//! ODT and ODS, EPUB Open Container Format 3.3 for e-books.

use std::io::{Cursor, Read};

use memchr::memmem;
use zip::{ZipArchive, result::ZipError};

use super::{
    encoding,
    ocr::xml::{self, Element, Visitor},
};
use crate::error::ErrorKind;

/// Largest file that is read, in bytes.
pub(super) const MAX_FILE: usize = 256 * 1024 * 1024;
/// Most bytes of the parts that are unpacked: all text of a document, and its styles.
const MAX_CONTENT: u64 = 128 * 1024 * 1024;

/// How a ZIP archive begins, and how the files of old Office programs do.
const ZIP: &[u8] = b"PK\x03\x04";
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// What is done about a package that is damaged.
const AGAIN: &str = "save it again, or save it as text";

/// Whether a file may be a package, or one of the files that came before them.
pub(super) fn is_one(head: &[u8]) -> bool {
    head.starts_with(ZIP) || head.starts_with(COMPOUND)
}

/// What a package is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Xlsx,
    Ods,
    /// The part that holds the text.
    Docx(String),
    Odt,
    Epub,
    Other,
}

/// A package that is open.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be unpacked.
    room: u64,
}

impl Package<'_> {
    /// Opens a package.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Document`] where it is damaged, or a file of an old Office program.
    pub(super) fn open(bytes: &[u8]) -> Result<Package<'_>, ErrorKind> {
        if bytes.starts_with(COMPOUND) {
            return Err(ErrorKind::Document(compound(bytes).to_owned()));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| {
            ErrorKind::Document(format!("the file is damaged ({error}); {AGAIN}"))
        })?;
        Ok(Package { archive, room: MAX_CONTENT })
    }

    /// What the package is.
    ///
    /// # Errors
    ///
    /// Those of [`Package::part`], and [`ErrorKind::Document`] where it has a password.
    pub(super) fn kind(&mut self) -> Result<Kind, ErrorKind> {
        if self.has("xl/workbook.xml") {
            return Ok(Kind::Xlsx);
        }
        if self.has("[Content_Types].xml") {
            // Word for the web has other names for its parts.
            let usual = "word/document.xml".to_owned();
            let main = match self.has(&usual) {
                true => Some(usual),
                false => self.related("", "officeDocument")?,
            };
            return Ok(main
                .filter(|main| main.starts_with("word/"))
                .map_or(Kind::Other, Kind::Docx));
        }
        if self.has("META-INF/container.xml") {
            return Ok(Kind::Epub);
        }
        let manifest = self.part("META-INF/manifest.xml")?.unwrap_or_default();
        if manifest.contains("encryption-data") {
            return Err(ErrorKind::Document(PASSWORD.to_owned()));
        }
        if !self.has("content.xml") {
            return Ok(Kind::Other);
        }
        let is_text = match self.part("mimetype")? {
            Some(named) => named.contains("opendocument.text"),
            // Left out by programs that pack the file anew.
            None => self.part("content.xml")?.is_some_and(|text| text.contains("<office:text")),
        };
        Ok(if is_text { Kind::Odt } else { Kind::Ods })
    }

    /// Whether there is a part of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// The text of a part, if there is one of this name.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Document`] where it is damaged, no text or has a password,
    /// [`ErrorKind::TooLarge`] where the parts are too much together.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<String>, ErrorKind> {
        let damaged = |why: &dyn std::fmt::Display| {
            ErrorKind::Document(format!("the file is damaged, in its part {name} ({why}); {AGAIN}"))
        };
        let entry = match self.archive.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(ErrorKind::Document(PASSWORD.to_owned()));
            }
            Err(error) => return Err(damaged(&error)),
        };
        let mut bytes = Vec::new();
        // What the table of contents says of the size need not be true.
        entry.take(self.room + 1).read_to_end(&mut bytes).map_err(|error| damaged(&error))?;
        let unpacked = bytes.len() as u64;
        if unpacked > self.room {
            let why = format!(
                "the document holds more than {} MB of text; split it, or save it as text",
                MAX_CONTENT >> 20
            );
            return Err(ErrorKind::TooLarge(why));
        }
        self.room -= unpacked;
        let text = encoding::decode(&bytes).map_err(|_| damaged(&"it is no text"))?;
        Ok(Some(text))
    }

    /// The text of a part that has to be there.
    ///
    /// # Errors
    ///
    /// Those of [`Package::part`], and [`ErrorKind::Document`] where it is not.
    pub(super) fn needed(&mut self, name: &str) -> Result<String, ErrorKind> {
        self.part(name)?.ok_or_else(|| {
            ErrorKind::Document(format!("the file is damaged: it has no part {name}; {AGAIN}"))
        })
    }

    /// The name of the part to which another one, or the package itself (`""`), has a relation of
    /// a kind, `styles` for instance.
    ///
    /// # Errors
    ///
    /// Those of [`Package::part`].
    pub(super) fn related(&mut self, part: &str, kind: &str) -> Result<Option<String>, ErrorKind> {
        let (folder, name) = part.rsplit_once('/').unwrap_or(("", part));
        let slash = if folder.is_empty() { "" } else { "/" };
        let Some(text) = self.part(&format!("{folder}{slash}_rels/{name}.rels"))? else {
            return Ok(None);
        };
        let mut relations = Relations { kind, target: None };
        xml::walk(&text, &mut relations);
        Ok(relations.target.map(|target| resolved(folder, &target)))
    }
}

/// The name of a part that another one, which stands in a folder, names.
pub(super) fn resolved(folder: &str, target: &str) -> String {
    let (start, target) = match target.strip_prefix('/') {
        Some(whole) => ("", whole),
        None => (folder, target),
    };
    let mut names: Vec<&str> = Vec::new();
    for name in start.split('/').chain(target.split('/')) {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names.join("/")
}

/// Finds the target of the first relation of a kind.
struct Relations<'a> {
    kind: &'a str,
    target: Option<String>,
}

impl Visitor for Relations<'_> {
    fn open(&mut self, element: &Element) {
        // Before the last slash stands a name space, of which there are two.
        let kind = element.get("Type").and_then(|kind| kind.rsplit('/').next());
        if element.name == "Relationship" && kind == Some(self.kind) && self.target.is_none() {
            self.target = element.get("Target").map(str::to_owned);
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, _: &str) {}
}

const PASSWORD: &str = "the file has a password; save it without one";

/// What is to be done with a file of an old Office program. The streams in it have their names in
/// UTF-16 ([MS-CFB], 2.6.1).
fn compound(bytes: &[u8]) -> &'static str {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        memmem::find(bytes, &wide).is_some()
    };
    match () {
        () if has("EncryptedPackage") => PASSWORD,
        () if has("WordDocument") => {
            "this is an old Word file (.doc); save it as DOCX, ODT or text"
        }
        () if has("Workbook") => "this is an old Excel file (.xls); save it as XLSX, ODS or CSV",
        () => "this is an old Office file; save it as DOCX, ODT, XLSX, ODS or text",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    /// A package with these parts, in their order.
    pub(in crate::read) fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            archive.start_file(*name, SimpleFileOptions::default()).expect("room for a part");
            archive.write_all(text.as_bytes()).expect("written");
        }
        archive.finish().expect("an archive").into_inner()
    }

    fn kind(parts: &[(&str, &str)]) -> Result<Kind, ErrorKind> {
        let bytes = packed(parts);
        Package::open(&bytes).and_then(|mut package| package.kind())
    }

    #[test]
    fn parts_tell_what_a_package_is() {
        let types = ("[Content_Types].xml", "<Types/>");
        let odf = |name| format!("application/vnd.oasis.opendocument.{name}");
        let word = |part: &str| {
            format!(
                "<Relationships><Relationship Type='http://x/core-properties' Target='a.xml'/>\
                 <Relationship Type='http://x/officeDocument' Target='{part}'/></Relationships>"
            )
        };
        for (parts, want) in [
            (vec![types, ("xl/workbook.xml", "")], Kind::Xlsx),
            (vec![types, ("word/document.xml", "")], Kind::Docx("word/document.xml".to_owned())),
            (
                vec![types, ("_rels/.rels", &*word("/word/document2.xml"))],
                Kind::Docx("word/document2.xml".to_owned()),
            ),
            (vec![types, ("_rels/.rels", &*word("ppt/presentation.xml"))], Kind::Other),
            (vec![("mimetype", &*odf("text")), ("content.xml", "")], Kind::Odt),
            (vec![("mimetype", &*odf("text-template")), ("content.xml", "")], Kind::Odt),
            (vec![("mimetype", &*odf("spreadsheet")), ("content.xml", "")], Kind::Ods),
            (vec![("content.xml", "<a><office:text>x</office:text></a>")], Kind::Odt),
            (vec![("content.xml", "<a><office:spreadsheet/></a>")], Kind::Ods),
            (vec![("mimetype", ""), ("META-INF/container.xml", "")], Kind::Epub),
            (vec![("games.pgn", "1. e4 e5 2. Nf3 Nc6")], Kind::Other),
            (vec![], Kind::Other),
        ] {
            assert_eq!(kind(&parts), Ok(want), "{parts:?}");
        }
    }

    #[test]
    fn what_cannot_be_opened_says_what_to_do() {
        let why = |bytes: &[u8]| match Package::open(bytes).and_then(|mut package| package.kind()) {
            Err(ErrorKind::Document(why)) => why,
            other => panic!("{other:?}"),
        };
        assert!(why(b"PK\x03\x04 and then nothing").contains("damaged"));
        let wide = |name: &str| -> Vec<u8> {
            COMPOUND.iter().copied().chain(name.encode_utf16().flat_map(u16::to_le_bytes)).collect()
        };
        for (stream, want) in [
            ("WordDocument", "DOCX"),
            ("Workbook", "XLSX"),
            ("EncryptedPackage", "password"),
            ("Other", "save it as"),
        ] {
            assert!(why(&wide(stream)).contains(want), "{stream}");
        }
        let locked = packed(&[
            ("mimetype", "application/vnd.oasis.opendocument.text"),
            ("content.xml", "\u{1}\u{2}"),
            ("META-INF/manifest.xml", "<manifest:encryption-data/>"),
        ]);
        assert!(why(&locked).contains("password"));
    }

    #[test]
    fn parts_are_unpacked_up_to_a_limit() {
        let bytes = packed(&[("a", &"x".repeat(1_000)), ("b", &"x".repeat(1_000))]);
        let mut package = Package::open(&bytes).expect("an archive");
        package.room = 1_500;
        assert!(package.part("a").is_ok_and(|text| text.is_some_and(|text| text.len() == 1_000)));
        assert!(matches!(package.part("b"), Err(ErrorKind::TooLarge(_))));
        assert_eq!(package.part("c"), Ok(None));
    }

    #[test]
    fn a_part_whose_bytes_are_changed_is_damaged() {
        let text: String = (0..500).map(|n| format!("{n}. ")).collect();
        let mut bytes = packed(&[("a", &text)]);
        bytes[200] ^= 0x55;
        let mut package = Package::open(&bytes).expect("an archive");
        let error = package.part("a").expect_err("damaged");
        assert!(matches!(error, ErrorKind::Document(why) if why.contains("part a")));
    }

    #[test]
    fn names_lead_from_folders() {
        for (folder, target, want) in [
            ("word", "styles.xml", "word/styles.xml"),
            ("word", "/word/styles.xml", "word/styles.xml"),
            ("OEBPS/text", "../a/b.xhtml", "OEBPS/a/b.xhtml"),
            ("", "./b.xhtml", "b.xhtml"),
            ("", "../../b.xhtml", "b.xhtml"),
        ] {
            assert_eq!(resolved(folder, target), want);
        }
    }
}
