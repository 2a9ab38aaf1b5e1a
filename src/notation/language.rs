//! Languages: which letters stand for the pieces, and which words a scorer writes.

use std::{collections::BTreeMap, sync::OnceLock};

use rustc_hash::FxHashMap;
use serde::Deserialize;
use shakmaty::Role;

use super::near::near;
use crate::error::{Error, ErrorKind};

/// Names less like the wanted one than this (Jaro-Winkler, 0 to 1) are not proposed.
const NEAR: f64 = 0.8;

/// The letters and words of one language.
#[derive(Debug, Clone)]
pub struct Language {
    /// ISO 639-1 code, with a script where two are in use (`sr-Latn`); `fig` for figurines.
    pub code: String,
    /// English name of the language.
    pub name: String,
    /// Letters of each role, the usual one first; index `role as usize - 1`.
    /// A pawn letter is rarely written. Never empty.
    pub pieces: [Vec<String>; 6],
    /// What an engine that knows other characters only makes of the letters of each role, with its
    /// share; by `role as usize - 1`. Empty but for figurines.
    pub misread: [Vec<(char, f32)>; 6],
    /// Words for check. Signs (`+`, `†`) are common to all languages and not listed.
    pub check: Vec<String>,
    /// Words for double check.
    pub double_check: Vec<String>,
    /// Words for discovered check.
    pub discovered_check: Vec<String>,
    /// Words for mate.
    pub mate: Vec<String>,
    /// Words for a capture.
    pub takes: Vec<String>,
    /// Words for a capture in passing.
    pub en_passant: Vec<String>,
    /// Words for castling that leave the side open.
    pub castle_either: Vec<String>,
    /// Words for castling with the king's rook.
    pub castle_short: Vec<String>,
    /// Words for castling with the queen's rook.
    pub castle_long: Vec<String>,
    /// Words for a drawn game.
    pub draw: Vec<String>,
    /// Words for a resignation.
    pub resigns: Vec<String>,
    /// Letters of the files a to h, where they are not Latin.
    pub files: Option<[char; 8]>,
    /// Where the letters and words come from.
    pub source: String,
}

impl Language {
    /// Letters of `role`, the usual one first.
    pub fn letters(&self, role: Role) -> &[String] {
        &self.pieces[role as usize - 1]
    }

    /// The usual letter of `role`; empty only if the table has none.
    pub fn letter(&self, role: Role) -> &str {
        self.letters(role).first().map_or("", String::as_str)
    }

    /// The role that an engine may have misread as a character.
    pub fn misread_role(&self, c: char) -> Option<Role> {
        let reads = |read: &[(char, f32)]| read.iter().any(|found| found.0 == c);
        Role::ALL.into_iter().zip(&self.misread).find(|(_, read)| reads(read)).map(|(role, _)| role)
    }

    /// The character for a file: `a` to `h` or the language's own letter.
    pub fn file_char(&self, file: shakmaty::File) -> char {
        self.files.map_or(file.char(), |files| files[usize::from(file)])
    }
}

/// All languages, in a fixed order, the figurine "language" last.
pub fn languages() -> &'static [Language] {
    &tables().languages
}

/// The language with this code or English name, upper and lower case alike.
///
/// # Errors
///
/// [`ErrorKind::UnknownLanguage`] with the codes of languages that have a similar name.
pub fn language(name: &str) -> Result<&'static Language, Error> {
    let wanted = name.trim().to_lowercase();
    let found = languages().iter().find(|language| {
        wanted == language.code.to_lowercase() || wanted == language.name.to_lowercase()
    });
    if let Some(language) = found {
        return Ok(language);
    }
    let names = languages().iter().map(|language| {
        (language.code.as_str(), [&language.name, &language.code].map(|name| name.to_lowercase()))
    });
    let near = near(&wanted, names, NEAR);
    Err(Error::new(ErrorKind::UnknownLanguage { name: name.trim().to_owned(), near }))
}

/// The Latin letter or digit that a Cyrillic or Greek character looks like.
pub fn homoglyph(c: char) -> Option<char> {
    if c.is_ascii() { None } else { tables().homoglyphs.get(&c).copied() }
}

#[derive(Deserialize)]
struct RawTables {
    homoglyphs: FxHashMap<char, char>,
    languages: Vec<RawLanguage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLanguage {
    code: String,
    name: String,
    pieces: RawPieces,
    #[serde(default)]
    misread: BTreeMap<char, BTreeMap<char, f32>>,
    #[serde(default)]
    check: Vec<String>,
    #[serde(default)]
    double_check: Vec<String>,
    #[serde(default)]
    discovered_check: Vec<String>,
    #[serde(default)]
    mate: Vec<String>,
    #[serde(default)]
    takes: Vec<String>,
    #[serde(default)]
    en_passant: Vec<String>,
    #[serde(default)]
    castle_either: Vec<String>,
    #[serde(default)]
    castle_short: Vec<String>,
    #[serde(default)]
    castle_long: Vec<String>,
    #[serde(default)]
    draw: Vec<String>,
    #[serde(default)]
    resigns: Vec<String>,
    #[serde(default)]
    files: Option<[char; 8]>,
    source: String,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
pub(super) struct RawPieces {
    p: Vec<String>,
    n: Vec<String>,
    b: Vec<String>,
    r: Vec<String>,
    q: Vec<String>,
    k: Vec<String>,
}

impl RawPieces {
    pub(super) fn into_array(self) -> [Vec<String>; 6] {
        [self.p, self.n, self.b, self.r, self.q, self.k]
    }
}

struct Tables {
    homoglyphs: FxHashMap<char, char>,
    languages: Vec<Language>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let raw: RawTables = serde_json::from_str(include_str!("languages.json"))
            .expect("the embedded language table is valid, a test reads it");
        Tables {
            homoglyphs: raw.homoglyphs,
            languages: raw.languages.into_iter().map(Language::from).collect(),
        }
    })
}

impl From<RawLanguage> for Language {
    fn from(raw: RawLanguage) -> Language {
        Language {
            code: raw.code,
            name: raw.name,
            pieces: raw.pieces.into_array(),
            misread: Role::ALL.map(|role| {
                let read = raw.misread.get(&role.upper_char());
                read.into_iter().flatten().map(|(&c, &share)| (c, share)).collect()
            }),
            check: raw.check,
            double_check: raw.double_check,
            discovered_check: raw.discovered_check,
            mate: raw.mate,
            takes: raw.takes,
            en_passant: raw.en_passant,
            castle_either: raw.castle_either,
            castle_short: raw.castle_short,
            castle_long: raw.castle_long,
            draw: raw.draw,
            resigns: raw.resigns,
            files: raw.files,
            source: raw.source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_letter_for_every_role_and_no_two_pieces_share_the_usual_one() {
        for language in languages() {
            let mut seen: Vec<&str> = Vec::new();
            for role in Role::ALL {
                let letters = language.letters(role);
                assert!(letters.iter().all(|letter| !letter.is_empty()), "{}", language.code);
                let letter = language.letter(role);
                assert!(!letter.is_empty(), "{} {role:?}", language.code);
                if role != Role::Pawn {
                    assert!(!seen.contains(&letter), "{} {letter}", language.code);
                    seen.push(letter);
                }
            }
            assert!(!language.source.is_empty(), "{}", language.code);
        }
    }

    #[test]
    fn codes_and_names_are_unique() {
        for (i, a) in languages().iter().enumerate() {
            for b in &languages()[i + 1..] {
                assert_ne!(a.code.to_lowercase(), b.code.to_lowercase());
                assert_ne!(a.name.to_lowercase(), b.name.to_lowercase());
            }
        }
    }

    #[test]
    fn letters_are_those_of_the_sources() {
        let cases = [
            ("en", "NBRQK"),
            ("german", "SLTDK"),
            ("Dutch", "PLTDK"),
            ("fr", "CFTDR"),
            ("it", "CATDR"),
            ("pt", "CBTDR"),
            ("hu", "HFBVK"),
            ("cs", "JSVDK"),
            ("PL", "SGWHK"),
            ("tr", "AFKVŞ"),
            ("ro", "CNTDR"),
            ("fi", "RLTDK"),
        ];
        for (name, letters) in cases {
            let language = language(name).unwrap();
            let row: String = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
                .map(|role| language.letter(role))
                .concat();
            assert_eq!(row, letters, "{name}");
        }
        assert!(language("hu").unwrap().letters(Role::Queen).contains(&"D".to_owned()));
        assert!(language("en").unwrap().letters(Role::Knight).contains(&"Kt".to_owned()));
        assert_eq!(language("ru").unwrap().letter(Role::King), "Кр");
    }

    #[test]
    fn an_unknown_name_lists_near_ones() {
        let error = language("Germna").unwrap_err();
        match error.kind() {
            ErrorKind::UnknownLanguage { name, near } => {
                assert_eq!(name, "Germna");
                assert_eq!(near.first().map(String::as_str), Some("de"));
            }
            other => panic!("{other:?}"),
        }
        match language("qqqqqq").unwrap_err().kind() {
            ErrorKind::UnknownLanguage { near, .. } => assert!(near.is_empty()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn look_alikes_are_latin() {
        assert_eq!(homoglyph('К'), Some('K'));
        assert_eq!(homoglyph('с'), Some('c'));
        assert_eq!(homoglyph('З'), Some('3'));
        assert_eq!(homoglyph('Ρ'), Some('P'));
        assert_eq!(homoglyph('K'), None);
        assert_eq!(homoglyph('Ф'), None);
        assert!(tables().homoglyphs.iter().all(|(a, b)| !a.is_ascii() && b.is_ascii()));
    }
}
