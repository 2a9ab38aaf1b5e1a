//! The words and signs that scorers write around a move, in all languages at once.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use shakmaty::Color;

use super::{language::languages, trie::Trie};

/// What a word or phrase says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Mate,
    Double,
    Discovered,
    Check,
    EnPassant,
    CastleShort,
    CastleLong,
    CastleEither,
    Draw,
    /// An offer of a draw.
    Offer,
    /// A resignation, with the side that resigns where the phrase says it.
    Resigns(Option<Color>),
    Wins,
    /// A mate announced, an unfinished game: the entry is no move and settles no result.
    Ends,
    White,
    Black,
    Takes,
    To,
    /// A promotion to the piece with this letter.
    Promotes(&'static str),
    /// The name of a piece or a rank: it stays.
    Name,
    /// A remark or a verb that says nothing.
    Nothing,
}

/// All words and signs, made once.
pub(super) struct Words {
    pub(super) trie: Trie<Word>,
    /// Signs for an advantage, which stand at the end; longest first.
    pub(super) evaluations: Vec<Vec<char>>,
    classes: FxHashMap<char, Class>,
    folded: FxHashMap<char, char>,
    /// Phrases that offer a draw.
    offers: Vec<String>,
    /// Latin letters of the files that are named with other letters.
    files: FxHashMap<char, char>,
}

/// What a character is, whatever the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Dash,
    Capture,
    /// A comment in one sign.
    Glyph,
    /// A zero or a letter like it, as in castling.
    Zero,
}

#[derive(Deserialize)]
struct RawWords {
    dashes: String,
    captures: String,
    glyphs: String,
    evaluations: Vec<String>,
    zeros: String,
    /// Letters that stand for a file besides its own: in French print ç is no knight.
    files: FxHashMap<char, String>,
    accents: FxHashMap<char, String>,
    to: Vec<String>,
    best: Vec<String>,
    names: Vec<String>,
    verbs: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    wins: Vec<String>,
    offers: Vec<String>,
    announces: Vec<String>,
    unfinished: Vec<String>,
    // A Vec keeps the order of the file, so that the first of two equal phrases is always the same.
    promotes: std::collections::BTreeMap<String, Vec<String>>,
}

impl Words {
    /// The class of a sign.
    pub(super) fn class(&self, c: char) -> Option<Class> {
        self.classes.get(&c).copied()
    }

    /// The Latin letter of a file, whatever alphabet it is written in.
    pub(super) fn file(&self, c: char) -> char {
        if c.is_ascii() { c } else { self.files.get(&c).copied().unwrap_or(c) }
    }

    /// Index behind the words at `at` that say what a pawn becomes.
    pub(super) fn promotion(&self, text: &[char], at: usize) -> Option<usize> {
        let found = self.trie.longest(
            text,
            at,
            |c| self.fold(c),
            |end, word| {
                let ends = text.get(end).is_none_or(|c| !c.is_alphanumeric());
                ends && matches!(word, Word::Promotes(_))
            },
        );
        found.map(|(_, end)| end)
    }

    /// What a word or phrase says from end to end.
    pub(super) fn whole(&self, phrase: &[char]) -> Option<Word> {
        let found = self.trie.longest(phrase, 0, |c| self.fold(c), |end, _| end == phrase.len());
        found.map(|(word, _)| word)
    }

    /// Lower case without accent.
    pub(super) fn fold(&self, c: char) -> char {
        if c.is_ascii() {
            return c.to_ascii_lowercase();
        }
        let lower = c.to_lowercase().next().unwrap_or(c);
        self.folded.get(&lower).copied().unwrap_or(lower)
    }

    fn new(raw: RawWords) -> Words {
        let mut classes = FxHashMap::default();
        for (chars, class) in [
            (&raw.dashes, Class::Dash),
            (&raw.captures, Class::Capture),
            (&raw.glyphs, Class::Glyph),
            (&raw.zeros, Class::Zero),
        ] {
            classes.extend(chars.chars().map(|c| (c, class)));
        }
        let mut folded = FxHashMap::default();
        for (plain, accented) in &raw.accents {
            folded.extend(accented.chars().map(|c| (c, *plain)));
        }
        let mut evaluations: Vec<Vec<char>> =
            raw.evaluations.iter().map(|sign| sign.chars().collect()).collect();
        evaluations.sort_by_key(|sign| std::cmp::Reverse(sign.len()));
        let mut files = FxHashMap::default();
        for own in languages().iter().filter_map(|language| language.files) {
            files.extend(own.into_iter().zip('a'..='h'));
        }
        for (file, others) in &raw.files {
            files.extend(others.chars().map(|c| (c, *file)));
        }
        let offers = raw.offers.clone();
        let mut words = Words { trie: Trie::new(), evaluations, classes, folded, offers, files };
        words.add_languages(&raw);
        for (list, word) in [
            (&raw.to, Word::To),
            (&raw.best, Word::Nothing),
            (&raw.names, Word::Name),
            (&raw.verbs, Word::Nothing),
            (&raw.white, Word::White),
            (&raw.black, Word::Black),
            (&raw.wins, Word::Wins),
            (&raw.offers, Word::Offer),
            (&raw.announces, Word::Ends),
            (&raw.unfinished, Word::Ends),
        ] {
            words.add(list, word);
        }
        for (letter, phrases) in raw.promotes {
            // A handful of letters, made once for the life of the program.
            let letter: &'static str = String::leak(letter);
            words.add(&phrases, Word::Promotes(letter));
        }
        words
    }

    /// Where two languages use one word for different things, the first list wins.
    fn add_languages(&mut self, raw: &RawWords) {
        for language in languages() {
            self.add(&language.mate, Word::Mate);
        }
        for language in languages() {
            self.add(&language.double_check, Word::Double);
            self.add(&language.discovered_check, Word::Discovered);
            self.add(&language.check, Word::Check);
            self.add(&language.en_passant, Word::EnPassant);
        }
        for language in languages() {
            self.add(&language.castle_short, Word::CastleShort);
            self.add(&language.castle_long, Word::CastleLong);
            self.add(&language.castle_either, Word::CastleEither);
        }
        for language in languages() {
            self.add(&language.draw, Word::Draw);
            for phrase in &language.resigns {
                let said = |names: &[String]| {
                    let mut words = phrase.split(' ');
                    words.any(|word| names.iter().any(|name| name.eq_ignore_ascii_case(word)))
                };
                let side = match (said(&raw.white), said(&raw.black)) {
                    (true, false) => Some(Color::White),
                    (false, true) => Some(Color::Black),
                    _ => None,
                };
                self.add(std::slice::from_ref(phrase), Word::Resigns(side));
            }
            self.add(&language.takes, Word::Takes);
        }
    }

    fn add(&mut self, phrases: &[String], word: Word) {
        let folded = std::mem::take(&mut self.folded);
        let fold = |c: char| {
            let lower = c.to_lowercase().next().unwrap_or(c);
            folded.get(&lower).copied().unwrap_or(lower)
        };
        for phrase in phrases {
            self.trie.insert(phrase, fold, word);
        }
        self.folded = folded;
    }
}

/// The words of all languages.
pub(super) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    WORDS.get_or_init(|| {
        let raw = serde_json::from_str(include_str!("words.json"))
            .expect("the embedded word table is valid, a test reads it");
        Words::new(raw)
    })
}

/// A word, and how prints of before 1800 have it where their long s is taken for an f: `fquare`,
/// `troifième`. At the end stands a round one.
pub(super) fn prints(word: &str) -> impl Iterator<Item = String> {
    let last = word.char_indices().next_back().map_or(0, |(last, _)| last);
    let (body, end) = word.split_at(last);
    let long = body.contains('s').then(|| body.replace('s', "f") + end);
    std::iter::once(word.to_owned()).chain(long)
}

/// Whether a word may belong to a move: `takes`, `Springer`, `schach`; names of the sides do not.
pub(crate) fn is_known_word(word: &str) -> bool {
    let word = words().whole(&word.chars().collect::<Vec<char>>());
    word.is_some_and(|word| !matches!(word, Word::White | Word::Black))
}

/// Phrases of all languages that offer a draw.
pub(crate) fn offers() -> &'static [String] {
    &words().offers
}

/// Index behind the words at an index that say what a pawn becomes.
pub(crate) fn promotion_at(text: &[char], at: usize) -> Option<usize> {
    words().promotion(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Option<Word> {
        words().whole(&text.chars().collect::<Vec<char>>())
    }

    #[test]
    fn words_of_all_languages_are_known() {
        let cases = [
            ("Schach", Word::Check),
            ("échec et mat", Word::Mate),
            ("echec", Word::Check),
            ("sc. d", Word::Double),
            ("dis. ch", Word::Discovered),
            ("prend", Word::Takes),
            ("schlägt", Word::Takes),
            ("Castles on K's side", Word::CastleShort),
            ("Castles", Word::CastleEither),
            ("lange Rochade", Word::CastleLong),
            ("сдались", Word::Resigns(None)),
            ("Weiß gibt auf", Word::Resigns(Some(Color::White))),
            ("ничья", Word::Draw),
            ("bietet Remis", Word::Offer),
            ("to", Word::To),
            ("becoming a Queen", Word::Promotes("Q")),
        ];
        for (text, expected) in cases {
            assert_eq!(word(text), Some(expected), "{text}");
        }
    }
}
