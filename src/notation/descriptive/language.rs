//! The languages of descriptive notation, from the table in `descriptive.json`.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;
use shakmaty::Role;

use super::{Token, prepare_descriptive};
use crate::notation::{
    language::RawPieces,
    trie::Trie,
    words::{prints, words},
};

/// A language of descriptive notation.
#[derive(Debug, Clone)]
pub struct DescriptiveLanguage {
    /// Code of the language, as in [`crate::notation::languages`].
    pub code: String,
    /// English name of the notation.
    pub name: String,
    /// Whether the rank stands before the file (`P4R`), and a piece before its side (`CD`).
    pub rank_first: bool,
    /// Spellings of each role, the usual one first; index `role as usize - 1`.
    pub pieces: [Vec<String>; 6],
    /// All spellings of the pieces.
    pub(super) spellings: Trie<Role>,
    /// Words that are written out.
    pub(super) words: Trie<Word>,
    /// The names and ranks among the words, without accents.
    pub(super) long: Vec<String>,
}

impl DescriptiveLanguage {
    /// The view of a move of which every word is one of the language.
    pub(in crate::notation) fn spelled(&self, text: &str) -> Option<String> {
        let view = prepare_descriptive(text, self)?;
        let known = |c: &char| c.is_ascii_digit() || "KQRBNPx-=()+#".contains(*c);
        view.iter().all(known).then(|| String::from_iter(view))
    }

    /// The usual letter of `role`.
    pub fn letter(&self, role: Role) -> &str {
        self.pieces[role as usize - 1].first().map_or("", String::as_str)
    }
}

/// What a word of a language says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Piece(Role),
    Rank(char),
    /// `square`, `home`: the first rank.
    FirstRank,
    /// `his`, `her`: the name of the piece that moves.
    Own,
    /// How far a pawn goes: `one`, `two squares`.
    Steps(char),
    /// An article, `of`, `to` and the like.
    Nothing,
}

impl Word {
    /// The token that it is, if it says anything.
    pub(super) fn token(self) -> Option<Token> {
        Some(match self {
            Word::Piece(role) => Token::Piece(role),
            Word::Rank(c) => Token::Rank(c),
            Word::FirstRank => Token::FirstRank,
            Word::Own => Token::Own,
            Word::Steps(c) => Token::Steps(c),
            Word::Nothing => return None,
        })
    }
}

#[derive(Deserialize)]
struct RawTable {
    worn: Worn,
    languages: Vec<RawLanguage>,
}

/// Words for moving and taking as OCR leaves them.
#[derive(Deserialize)]
pub(super) struct Worn {
    /// What some letters are read as, and what they are.
    pub(super) letters: Vec<(String, String)>,
    /// Each sign, and the words for it.
    pub(super) signs: Vec<(char, Vec<String>)>,
}

/// The words for moving and taking of which [`super::misread_sign`] knows damaged ones.
pub(super) fn worn() -> &'static Worn {
    &raw().worn
}

/// A language as `descriptive.json` has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::notation) struct RawLanguage {
    code: String,
    name: String,
    pub(in crate::notation) rank_first: bool,
    pieces: RawPieces,
    pub(in crate::notation) names: RawPieces,
    pub(in crate::notation) ordinals: BTreeMap<char, Vec<String>>,
    pub(in crate::notation) first_rank: Vec<String>,
    pub(in crate::notation) own: Vec<String>,
    pub(in crate::notation) steps: BTreeMap<char, Vec<String>>,
    pub(in crate::notation) articles: Vec<String>,
    pub(in crate::notation) of: Vec<String>,
    pub(in crate::notation) to: Vec<String>,
    /// What a verb has behind it for the piece that it takes; where it stands before it, the articles.
    pub(in crate::notation) pronouns: Vec<String>,
    fillers: Vec<String>,
}

impl From<&RawLanguage> for DescriptiveLanguage {
    fn from(raw: &RawLanguage) -> DescriptiveLanguage {
        let fold = |c| words().fold(c);
        let pieces = raw.pieces.clone().into_array();
        let mut spellings = Trie::new();
        let mut table = Trie::new();
        let mut add = |phrase: &str, word: Word| {
            prints(phrase).for_each(|print| table.insert(&print, fold, word));
        };
        for (list, names) in pieces.iter().zip(raw.names.clone().into_array()).zip(Role::ALL) {
            let ((list, names), role) = ((list.0, list.1), names);
            list.iter().for_each(|letter| spellings.insert(letter, |c| c, role));
            names.iter().for_each(|name| add(name, Word::Piece(role)));
        }
        for (rank, ordinals) in &raw.ordinals {
            ordinals.iter().for_each(|word| add(word, Word::Rank(*rank)));
        }
        for (count, phrases) in &raw.steps {
            phrases.iter().for_each(|phrase| add(phrase, Word::Steps(*count)));
        }
        for (list, word) in [
            (&raw.first_rank, Word::FirstRank),
            (&raw.own, Word::Own),
            (&raw.articles, Word::Nothing),
            (&raw.of, Word::Nothing),
            (&raw.to, Word::Nothing),
            (&raw.pronouns, Word::Nothing),
            (&raw.fillers, Word::Nothing),
        ] {
            list.iter().for_each(|phrase| add(phrase, word));
        }
        let names = raw.names.clone().into_array();
        let long = names.iter().flatten().chain(raw.ordinals.values().flatten());
        let long = long.map(|word| word.chars().map(fold).collect()).collect();
        DescriptiveLanguage {
            code: raw.code.clone(),
            name: raw.name.clone(),
            rank_first: raw.rank_first,
            pieces,
            spellings,
            words: table,
            long,
        }
    }
}

/// All languages of descriptive notation, English first.
pub fn descriptive_languages() -> &'static [DescriptiveLanguage] {
    static LANGUAGES: OnceLock<Vec<DescriptiveLanguage>> = OnceLock::new();
    LANGUAGES.get_or_init(|| raw_table().iter().map(DescriptiveLanguage::from).collect())
}

/// All languages as the table has them.
pub(in crate::notation) fn raw_table() -> &'static [RawLanguage] {
    &raw().languages
}

/// The table as it is written.
fn raw() -> &'static RawTable {
    static TABLE: OnceLock<RawTable> = OnceLock::new();
    TABLE.get_or_init(|| {
        serde_json::from_str(include_str!("../descriptive.json"))
            .expect("the embedded descriptive table is valid, a test reads it")
    })
}

/// The table of descriptive notation in the language with this code, if it has one.
pub fn descriptive_language(code: &str) -> Option<&'static DescriptiveLanguage> {
    descriptive_languages().iter().find(|language| language.code == code)
}
