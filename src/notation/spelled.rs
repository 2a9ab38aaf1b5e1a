//! The words of descriptive moves that are written out, in all languages at once: `Pawn to King's
//! fourth`, `Le cavalier du roi à la troisième case de son fou`.

use std::sync::LazyLock;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;
use shakmaty::Role;

use super::{
    descriptive::{descriptive_languages, raw_table},
    words::{prints, words},
};

/// What a word of such a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpelledWord {
    /// The name of a piece, and whether its language puts the side last: `fou du roi`.
    Piece {
        role: Role,
        side_last: bool,
    },
    /// `fourth`, `troisième`
    Rank,
    /// `square`, `case`
    Square,
    /// `his`, `son`
    Own,
    /// How many squares a pawn goes, and what they are called: `two squares`, `deux pas`.
    Count,
    Unit,
    /// `the`, `le`
    Article,
    /// `of`, `du`
    Of,
    /// `to`, `à`
    To,
    /// `it`: what stands for a piece behind a verb.
    Pronoun,
}

/// Fewest letters of a word that may be damaged.
const LONG: usize = 5;

/// Longest word that is looked up, in characters.
const LONGEST: usize = 16;

static WORDS: LazyLock<FxHashMap<Vec<char>, SpelledWord>> = LazyLock::new(|| {
    let mut found = FxHashMap::default();
    let fold = |word: &str| word.chars().map(|c| words().fold(c)).collect::<Vec<char>>();
    let mut add = |name: &str, word: SpelledWord| {
        prints(name).for_each(|print| _ = found.entry(fold(&print)).or_insert(word));
    };
    let lettered = |word: &&String| word.chars().all(char::is_alphabetic);
    for raw in raw_table() {
        for (names, role) in raw.names.clone().into_array().iter().zip(Role::ALL) {
            let piece = SpelledWord::Piece { role, side_last: raw.rank_first };
            names.iter().for_each(|name| add(name, piece));
        }
        let ranks: Vec<String> = raw.ordinals.values().flatten().cloned().collect();
        for (list, word) in [
            (&ranks, SpelledWord::Rank),
            (&raw.first_rank, SpelledWord::Square),
            (&raw.own, SpelledWord::Own),
            (&raw.of, SpelledWord::Of),
            (&raw.to, SpelledWord::To),
            (&raw.pronouns, SpelledWord::Pronoun),
            (&raw.articles, SpelledWord::Article),
        ] {
            let whole = list.iter().filter(lettered);
            whole.for_each(|name| add(name, word));
        }
        for phrase in raw.steps.values().flatten() {
            for (part, word) in phrase.split(' ').zip([SpelledWord::Count, SpelledWord::Unit]) {
                add(part, word);
            }
        }
    }
    found
});

/// What a word of a descriptive move in words is.
pub(crate) fn spelled_word(word: &[char]) -> Option<SpelledWord> {
    if word.len() > LONGEST {
        return None;
    }
    let folded: ArrayVec<char, LONGEST> = word.iter().map(|c| words().fold(*c)).collect();
    WORDS.get(&folded[..]).copied()
}

/// The long word of a descriptive move that another one is but for one letter, of a language.
pub(super) fn nearest<'a>(
    word: &[char],
    known: impl Iterator<Item = &'a String>,
) -> Option<&'a String> {
    if word.len() < LONG {
        return None;
    }
    let folded: String = word.iter().map(|c| words().fold(*c)).collect();
    let mut near = known
        .filter(|name| name.chars().count() >= LONG && strsim::levenshtein(name, &folded) <= 1);
    let found = near.next()?;
    near.next().is_none().then_some(found)
}

/// The descriptive view of a move of which at least one part is written out, in the first language
/// that has all its words.
pub(crate) fn spelled_view(text: &str) -> Option<String> {
    let mut long = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
    let named = long.any(|word| {
        let chars: Vec<char> = word.chars().collect();
        let word = spelled_word(&chars);
        matches!(word, Some(SpelledWord::Piece { .. } | SpelledWord::Rank | SpelledWord::Count))
    });
    named.then_some(())?;
    descriptive_languages().iter().find_map(|language| language.spelled(text))
}
