//! Words that scorers of all languages write, for looks at raw text.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::chars;
use crate::notation::{Language, languages, offers};

/// Phrases by their first word, compared without case.
#[derive(Debug, Default)]
pub(in crate::read) struct Phrases(HashMap<String, Vec<Vec<char>>>);

/// Longest first word that is looked up, in characters.
const MAX_WORD: usize = 24;

impl Phrases {
    /// Takes in phrases of at least two letters, or one of a script that writes words with one.
    fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Phrases {
        let mut found = Phrases::default();
        for phrase in phrases {
            let chars: Vec<char> = phrase.to_lowercase().chars().collect();
            let first = first_word(&chars, 0);
            let letters = chars.iter().filter(|c| c.is_alphabetic()).count();
            if letters < 2 && chars.iter().any(|c| c.is_lowercase()) || first.is_empty() {
                continue;
            }
            let same = found.0.entry(first).or_default();
            if !same.contains(&chars) {
                same.push(chars);
                // The longest phrase is tried first.
                same.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
            }
        }
        found
    }

    /// Index behind the phrase that stands at `at` and ends there, if one does.
    pub(in crate::read) fn at(&self, text: &[char], at: usize) -> Option<usize> {
        if !text.get(at)?.is_alphabetic() {
            return None;
        }
        let first = first_word(text, at);
        self.0.get(&first)?.iter().find_map(|phrase| {
            let here = text.get(at..at + phrase.len())?;
            let same = here.iter().zip(phrase).all(|(&a, &b)| is_lower_of(b, a));
            let end = at + phrase.len();
            let closed = phrase.last() == Some(&'.') || chars::ends(text, end);
            (same && closed).then_some(end)
        })
    }
}

/// Whether a character, as it is or as a small letter, is another one.
fn is_lower_of(small: char, c: char) -> bool {
    c == small
        || if c.is_ascii() { c.to_ascii_lowercase() == small } else { c.to_lowercase().eq([small]) }
}

/// The word at `at`, in lower case.
fn first_word(text: &[char], at: usize) -> String {
    let word = text[at..].iter().take(MAX_WORD).take_while(|c| c.is_alphabetic());
    word.flat_map(|c| c.to_lowercase()).collect()
}

/// The phrases that are looked for in raw text.
#[derive(Debug)]
pub(in crate::read) struct Words {
    pub(in crate::read) castling: Phrases,
    /// Behind the word for castling: to which side, with which rook.
    pub(super) sides: Vec<String>,
    pub(in crate::read) takes: Phrases,
    /// Check, mate and capture in passing.
    pub(super) suffix: Phrases,
    pub(in crate::read) resigns: Phrases,
    pub(in crate::read) draw: Phrases,
    /// Offers of a draw.
    pub(in crate::read) offers: Phrases,
}

/// Forms that stand in running text and not in the tables of notation.
#[derive(Debug, Deserialize)]
struct More {
    castling: Vec<String>,
    sides: Vec<String>,
    takes: Vec<String>,
    suffix: Vec<String>,
    resigns: Vec<String>,
    draw: Vec<String>,
}

/// The words of all languages.
pub(in crate::read) fn words() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| {
        let more: More = serde_json::from_str(include_str!("phrases.json"))
            .expect("the built-in table is well-formed");
        let all = |more: &[String], lists: fn(&Language) -> Vec<&String>| {
            let known = languages().iter().flat_map(lists).map(String::as_str);
            Phrases::new(known.chain(more.iter().map(String::as_str)))
        };
        Words {
            castling: all(&more.castling, |l| {
                [&l.castle_either, &l.castle_short, &l.castle_long].into_iter().flatten().collect()
            }),
            sides: more.sides,
            takes: all(&more.takes, |l| l.takes.iter().collect()),
            suffix: all(&more.suffix, |l| {
                [&l.check, &l.double_check, &l.discovered_check, &l.mate, &l.en_passant]
                    .into_iter()
                    .flatten()
                    .collect()
            }),
            resigns: all(&more.resigns, |l| l.resigns.iter().collect()),
            draw: all(&more.draw, |l| l.draw.iter().collect()),
            offers: Phrases::new(offers().iter().map(String::as_str)),
        }
    });
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_whole_and_without_case() {
        let at = |phrases: &Phrases, text: &str| {
            let text: Vec<char> = text.chars().collect();
            phrases.at(&text, 0)
        };
        let words = words();
        assert_eq!(at(&words.resigns, "Resigns."), Some(7));
        assert_eq!(at(&words.resigns, "gibt auf"), Some(8));
        assert_eq!(at(&words.resigns, "gibt es"), None);
        assert_eq!(at(&words.resigns, "сдались ввиду"), Some(7));
        assert_eq!(at(&words.draw, "Remis"), Some(5));
        assert_eq!(at(&words.takes, "takes P"), Some(5));
        assert_eq!(at(&words.suffix, "ch."), Some(3));
        assert_eq!(at(&words.suffix, "chess"), None);
    }
}
