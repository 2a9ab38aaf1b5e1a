//! The descriptive view of an entry: one alphabet, whatever the language.
//!
//! The alphabet is `K Q R B N P`, `1` to `8`, `x`, `-`, `(`, `)`, `=`; characters that mean
//! nothing in it stay, because they may be damaged ones. A file is written with its side in
//! front (`KB`), a pawn with its file in front (`KBP`), whatever order the language has; a rank
//! that the language puts before the file stays there.

use std::sync::OnceLock;

use serde::Deserialize;
use shakmaty::Role;

use super::language::RawPieces;
use super::{
    prepare::{CheckSign, Kind, Stripped, prepare_stripped},
    spelled::nearest,
    trie::{Trie, is_separator},
    words::words,
};

/// A language of descriptive notation.
#[derive(Debug, Clone)]
pub struct DescriptiveLanguage {
    /// Code of the language, as in [`super::languages`].
    pub code: String,
    /// English name of the notation.
    pub name: String,
    /// Whether the rank stands before the file (`P4R`), and a piece before its side (`CD`).
    pub rank_first: bool,
    /// Spellings of each role, the usual one first; index `role as usize - 1`.
    pub pieces: [Vec<String>; 6],
    spellings: Trie<Role>,
    words: Trie<Word>,
    /// The names and ranks among the words, without accents.
    long: Vec<String>,
}

impl DescriptiveLanguage {
    /// The view of a move of which every word is one of the language.
    pub(super) fn spelled(&self, text: &str) -> Option<String> {
        let view = prepare_descriptive(text, self)?;
        let known = |c: &char| c.is_ascii_digit() || "KQRBNPx-=()+#".contains(*c);
        view.iter().all(known).then(|| String::from_iter(view))
    }

    /// The usual letter of `role`.
    pub fn letter(&self, role: Role) -> &str {
        self.pieces[role as usize - 1].first().map_or("", String::as_str)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Piece(Role),
    Rank(char),
    FirstRank,
    Own,
    Steps(char),
    Nothing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Piece(Role),
    Rank(char),
    /// `x`, `-`, `(`, `)` or `=`.
    Sign(char),
    FirstRank,
    /// `his`, `her`: the name of the piece that moves.
    Own,
    /// How far a pawn goes: `one`, `two squares`.
    Steps(char),
    /// A character that means nothing here.
    Noise(char),
}

#[derive(Deserialize)]
struct RawTable {
    languages: Vec<RawLanguage>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLanguage {
    code: String,
    name: String,
    pub(super) rank_first: bool,
    pieces: RawPieces,
    pub(super) names: RawPieces,
    pub(super) ordinals: std::collections::BTreeMap<char, Vec<String>>,
    pub(super) first_rank: Vec<String>,
    pub(super) own: Vec<String>,
    pub(super) steps: std::collections::BTreeMap<char, Vec<String>>,
    pub(super) articles: Vec<String>,
    pub(super) of: Vec<String>,
    pub(super) to: Vec<String>,
    fillers: Vec<String>,
}

impl From<&RawLanguage> for DescriptiveLanguage {
    fn from(raw: &RawLanguage) -> DescriptiveLanguage {
        let fold = |c| words().fold(c);
        let pieces = raw.pieces.clone().into_array();
        let mut spellings = Trie::new();
        let mut table = Trie::new();
        for (list, names) in pieces.iter().zip(raw.names.clone().into_array()).zip(Role::ALL) {
            let ((list, names), role) = ((list.0, list.1), names);
            list.iter().for_each(|letter| spellings.insert(letter, |c| c, role));
            names.iter().for_each(|name| table.insert(name, fold, Word::Piece(role)));
        }
        for (rank, ordinals) in &raw.ordinals {
            ordinals.iter().for_each(|word| table.insert(word, fold, Word::Rank(*rank)));
        }
        for (count, phrases) in &raw.steps {
            phrases.iter().for_each(|phrase| table.insert(phrase, fold, Word::Steps(*count)));
        }
        for (list, word) in [
            (&raw.first_rank, Word::FirstRank),
            (&raw.own, Word::Own),
            (&raw.articles, Word::Nothing),
            (&raw.of, Word::Nothing),
            (&raw.to, Word::Nothing),
            (&raw.fillers, Word::Nothing),
        ] {
            list.iter().for_each(|phrase| table.insert(phrase, fold, word));
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

/// Longest word that [`misread_sign`] knows, in characters.
const MAX_SIGN: usize = 6;

/// All languages of descriptive notation, English first.
pub fn descriptive_languages() -> &'static [DescriptiveLanguage] {
    static LANGUAGES: OnceLock<Vec<DescriptiveLanguage>> = OnceLock::new();
    LANGUAGES.get_or_init(|| raw_table().iter().map(DescriptiveLanguage::from).collect())
}

/// The table of all languages as it is written.
pub(super) fn raw_table() -> &'static [RawLanguage] {
    static TABLE: OnceLock<Vec<RawLanguage>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let raw: RawTable = serde_json::from_str(include_str!("descriptive.json"))
            .expect("the embedded descriptive table is valid, a test reads it");
        raw.languages
    })
}

/// The table of descriptive notation in the language with this code, if it has one.
pub fn descriptive_language(code: &str) -> Option<&'static DescriptiveLanguage> {
    descriptive_languages().iter().find(|language| language.code == code)
}

/// The descriptive view of an entry, in one alphabet for all languages; `None` where the entry
/// cannot be descriptive.
///
/// A move without a square (`P. checks.`) keeps its check as `+`, its mate as `#`; anywhere else
/// they are in [`super::Prepared::check`] only.
///
/// # Examples
///
/// ```
/// use scoresheet::notation::{descriptive_languages, prepare_descriptive};
///
/// let english = &descriptive_languages()[0];
/// let view = |text| prepare_descriptive(text, english).map(String::from_iter);
/// assert_eq!(view("P. to K. Kt's 4th.").as_deref(), Some("P-KN4"));
/// assert_eq!(view("Kt. takes K. B. P. (ch.)").as_deref(), Some("NxKBP"));
/// assert_eq!(view("e4"), None);
/// ```
pub fn prepare_descriptive(text: &str, language: &DescriptiveLanguage) -> Option<Vec<char>> {
    descriptive_view(&prepare_stripped(text), language)
}

/// [`prepare_descriptive`] of an entry that is prepared already.
pub(crate) fn descriptive_view(
    stripped: &Stripped,
    language: &DescriptiveLanguage,
) -> Option<Vec<char>> {
    let prepared = &stripped.prepared;
    if prepared.kind != Kind::Move {
        return None;
    }
    if matches!(prepared.core.as_slice(), ['O', '-' | '~', 'O', ..]) {
        return Some(prepared.core.clone());
    }
    let tokens = lex(&stripped.text, language)?;
    let mut tokens = resolve(tokens, language.rank_first);
    if language.rank_first {
        tokens = sides_first(&tokens);
    }
    let mut view: Vec<char> = tokens.iter().map(|token| token.char()).collect();
    if !view.iter().any(|c| c.is_ascii_digit() || matches!(c, 'x' | '=' | '-')) {
        match prepared.check {
            Some(CheckSign::Mate) => view.push('#'),
            Some(_) => view.push('+'),
            None => {}
        }
    }
    Some(view)
}

impl Token {
    fn char(self) -> char {
        match self {
            Token::Piece(role) => role.upper_char(),
            Token::Rank(c) | Token::Sign(c) | Token::Noise(c) => c,
            Token::FirstRank => '1',
            // Resolved before it is written.
            Token::Own | Token::Steps(_) => '-',
        }
    }
}

/// Reads tokens; `None` where the text is plainly algebraic or has nothing descriptive.
fn lex(text: &[char], language: &DescriptiveLanguage) -> Option<Vec<Token>> {
    let has_upper = text.iter().any(|c| c.is_uppercase());
    let mut tokens = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let c = text[at];
        if let Some((word, end)) = word_at(text, at, language) {
            at = end;
            match word {
                Word::Piece(role) => tokens.push(Token::Piece(role)),
                Word::Rank(c) => tokens.push(Token::Rank(c)),
                Word::FirstRank => tokens.push(Token::FirstRank),
                Word::Own => tokens.push(Token::Own),
                Word::Steps(c) => tokens.push(Token::Steps(c)),
                Word::Nothing => {}
            }
            continue;
        }
        if let (Some(Token::Piece(_)), Some((sign, end))) = (tokens.last(), misread_sign(text, at))
        {
            tokens.push(Token::Sign(sign));
            at = end;
            continue;
        }
        if let Some((word, end)) = damaged_word(text, at, language) {
            at = end;
            match word {
                Word::Piece(role) => tokens.push(Token::Piece(role)),
                Word::Rank(c) => tokens.push(Token::Rank(c)),
                _ => {}
            }
            continue;
        }
        let raise = |c: char| if has_upper { c } else { c.to_ascii_uppercase() };
        if let Some((role, end)) = language.spellings.longest(text, at, raise, |_, _| true) {
            tokens.push(Token::Piece(role));
            at = end;
            continue;
        }
        at += 1;
        match c {
            '\'' => at += possessive(text, at),
            // "Kts 3": a possessive that lost its apostrophe.
            's' if matches!(tokens.last(), Some(Token::Piece(_)))
                && text.get(at).is_none_or(|c| !c.is_alphabetic()) => {}
            '-' | '·' => tokens.push(Token::Sign('-')),
            '(' | ')' | '=' => tokens.push(Token::Sign(c)),
            // "X to B 2", "P-X 4": no capture stands there, but a K misread.
            'X' if matches!(tokens.last(), None | Some(Token::Sign('-'))) => {
                tokens.push(Token::Piece(Role::King));
            }
            'x' | 'X' | ':' | '×' | '*' => tokens.push(Token::Sign('x')),
            // "R/1-Q1" and "P-K8/Q".
            '/' => match text.get(at) {
                Some(rank @ '1'..='8') => {
                    tokens.extend([Token::Sign('('), Token::Rank(*rank), Token::Sign(')')]);
                    at += 1;
                }
                _ => tokens.push(Token::Sign('=')),
            },
            '0'..='9' => tokens.push(Token::Rank(c)),
            c if is_separator(c) || matches!(c, ';' | '|' | '…') => {}
            c => {
                // Small letters and digits alone are squares.
                let file = matches!(c, 'a' | 'c'..='h');
                if !has_upper && file && text.get(at).is_some_and(|c| c.is_ascii_digit()) {
                    return None;
                }
                tokens.push(Token::Noise(c));
            }
        }
    }
    let known = tokens.iter().any(|token| matches!(token, Token::Piece(_) | Token::Rank(_)));
    known.then_some(tokens)
}

/// The sign for a word for moving or taking that OCR has damaged, and the index behind it: `fco` for
/// `to`, `tka` and `tkß` for `tks`. A word of its own in small letters, with more behind it.
pub(crate) fn misread_sign(text: &[char], at: usize) -> Option<(char, usize)> {
    let small = |c: &&char| c.is_lowercase();
    let length = text[at..].iter().take(MAX_SIGN + 1).take_while(small).count();
    let end = at + length;
    let goes_on = matches!(text.get(end..), Some([' ', next, ..]) if !next.is_lowercase());
    if !(2..=MAX_SIGN).contains(&length) || !goes_on || at > 0 && text[at - 1].is_lowercase() {
        return None;
    }
    let word: String = text[at..end].iter().collect();
    let word = word.replace("fc", "t").replace('ß', "s");
    let near = |usual: &str| strsim::levenshtein(&word, usual) <= 1;
    let takes = word.len() >= 4 && near("takes") || word.len() == 3 && near("tks");
    let sign = if takes { 'x' } else { '-' };
    (takes || word.len() == 2 && near("to")).then_some((sign, end))
}

/// How many characters of a possessive stand after an apostrophe.
fn possessive(text: &[char], at: usize) -> usize {
    let s = text.get(at).is_some_and(|c| matches!(c, 's' | 'S'));
    usize::from(s && text.get(at + 1).is_none_or(|c| !c.is_alphabetic()))
}

/// A long name or rank of which one letter is damaged: `Kniqht`.
fn damaged_word(text: &[char], at: usize, language: &DescriptiveLanguage) -> Option<(Word, usize)> {
    if at > 0 && text[at - 1].is_alphanumeric() {
        return None;
    }
    let length = text[at..].iter().take_while(|c| c.is_alphabetic()).count();
    let name = nearest(&text[at..at + length], language.long.iter())?;
    let name: Vec<char> = name.chars().collect();
    let (word, _) = language.words.longest(&name, 0, |c| c, |end, _| end == name.len())?;
    Some((word, at + length))
}

fn word_at(text: &[char], at: usize, language: &DescriptiveLanguage) -> Option<(Word, usize)> {
    let c = text[at];
    let before = at.checked_sub(1).map(|i| text[i]);
    let glued = before.is_some_and(|c| c.is_alphanumeric());
    if !c.is_alphanumeric() || glued && (c.is_uppercase() || before.is_some_and(char::is_lowercase))
    {
        return None;
    }
    // An article before the first name: `Le pion`, `L'alfiere`.
    let opens = at == 0 && matches!(text.get(1), Some('\'' | 'a'..='z'));
    let fits = |end: usize, word: Word| {
        let next = text.get(end).copied();
        match word {
            // "Bp" is a bishop, "BP" its pawn.
            Word::Piece(_) => {
                next.is_none_or(|c| !c.is_lowercase())
                    && text.get(at + 1).is_some_and(|c| c.is_lowercase())
            }
            // "4a" is an ordinal, "4A" a square.
            Word::Rank(_) => {
                next.is_none_or(|c| !c.is_alphanumeric())
                    && !text[at..end].iter().any(|c| c.is_uppercase())
            }
            _ => {
                next.is_none_or(|c| !c.is_alphanumeric())
                    && (c.is_lowercase() || end - at > 2 || opens)
                    && !(glued && (end - at == 1 || word != Word::FirstRank))
            }
        }
    };
    language.words.longest(text, at, |c| words().fold(c), fits)
}

/// Puts names in for `his`, a `1` for `square`, and takes superfluous signs off.
fn resolve(tokens: Vec<Token>, side_last: bool) -> Vec<Token> {
    let name: Vec<Token> =
        tokens.iter().copied().take_while(|token| matches!(token, Token::Piece(_))).collect();
    let named = if side_last { name.first() } else { name.last() };
    let mover = match named {
        Some(Token::Piece(role)) => Some(*role),
        _ => None,
    };
    let is_royal = |token: &&Token| matches!(token, Token::Piece(Role::King | Role::Queen));
    let is_pawn = |token: &&Token| **token == Token::Piece(Role::Pawn);
    let side = name.iter().find(is_royal).copied();
    // What `his` stands for where the rank comes first.
    let mut behind_rank: Vec<Token> = Vec::new();
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len() + name.len());
    for (i, &token) in tokens.iter().enumerate() {
        let next = tokens[i + 1..].iter().find(|token| !matches!(token, Token::Sign('-')));
        let last = out.last().copied();
        match (token, last) {
            (Token::Own, _) => {
                let named = match (mover, next) {
                    // "his Q's" names a file by itself.
                    (
                        Some(Role::King | Role::Queen),
                        Some(Token::Piece(Role::King | Role::Queen)),
                    ) => Vec::new(),
                    (Some(role @ (Role::King | Role::Queen)), _) => vec![Token::Piece(role)],
                    // "his Bishop's third" of a piece that has a side.
                    (Some(_), Some(Token::Piece(Role::Bishop | Role::Knight | Role::Rook))) => {
                        side.into_iter().collect()
                    }
                    (Some(_), Some(Token::Rank(_) | Token::FirstRank)) => {
                        name.iter().filter(|token| !is_pawn(token)).copied().collect()
                    }
                    _ => Vec::new(),
                };
                let ranked = matches!(next, Some(Token::Rank(_) | Token::FirstRank));
                if side_last && ranked {
                    behind_rank = named;
                } else {
                    out.extend(named);
                }
            }
            // "P. one, becoming a Queen" says where by what it becomes.
            (Token::Steps(count), Some(Token::Piece(_)))
                if mover == Some(Role::Pawn) && i + 1 == tokens.len() =>
            {
                out.push(Token::Rank(count));
            }
            (Token::Steps(_), _) => {}
            // Behind a rank it only says that one stands there: `terza casa`.
            (Token::FirstRank, Some(Token::Piece(_)))
                if !matches!(tokens[..i].last(), Some(Token::Rank(_))) =>
            {
                out.push(Token::Rank('1'));
            }
            (Token::FirstRank, _) => {}
            (Token::Sign('-'), None | Some(Token::Sign('-' | 'x' | '(' | '='))) => {}
            (Token::Sign(sign @ ('x' | '=')), Some(Token::Sign('-'))) => {
                out.truncate(out.len() - 1);
                out.push(Token::Sign(sign));
            }
            (Token::Sign('x'), Some(Token::Sign('x'))) => {}
            (Token::Sign(')'), Some(Token::Sign('('))) => out.truncate(out.len() - 1),
            (token, _) => out.push(token),
        }
        if matches!(token, Token::Rank(_) | Token::FirstRank) {
            out.append(&mut behind_rank);
        }
    }
    while out.last() == Some(&Token::Sign('-')) {
        out.truncate(out.len() - 1);
    }
    out
}

/// Writes the names of a language that puts the side last (`CD`, `PAR`) with the side first.
fn sides_first(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    for run in tokens.chunk_by(|a, b| matches!((a, b), (Token::Piece(_), Token::Piece(_)))) {
        let royal = |token: Token| matches!(token, Token::Piece(Role::King | Role::Queen));
        match *run {
            // Behind a square stands what a pawn becomes: `P8AT`.
            [a, b] if matches!(out.last(), Some(Token::Rank(_))) && !royal(b) => out.extend([a, b]),
            [a, b] if !royal(a) => out.extend([b, a]),
            // A pawn and its file.
            [a, b, c] if !royal(b) && royal(c) => out.extend([c, b, a]),
            _ => out.extend_from_slice(run),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(text: &str, code: &str) -> String {
        let language = descriptive_language(code).unwrap();
        prepare_descriptive(text, language).map_or("none".into(), String::from_iter)
    }

    #[test]
    fn english_is_canonical() {
        let cases = [
            ("P-K4", "P-K4"),
            ("P to K4", "P-K4"),
            ("P. to K's 4th.", "P-K4"),
            ("P. to K. Kt's 4th.", "P-KN4"),
            ("P - K 4", "P-K4"),
            ("P – K4", "P-K4"),
            ("P·K4", "P-K4"),
            ("PtoQ3", "P-Q3"),
            ("P Q B 4", "PQB4"),
            ("B Kt 5", "BN5"),
            ("B.B4", "BB4"),
            ("KtB3", "NB3"),
            ("Kt-K B 3", "N-KB3"),
            ("Kt. takes K. B. P.", "NxKBP"),
            ("Q. takes Kt.", "QxN"),
            ("Q x P", "QxP"),
            ("BP × P", "BPxP"),
            ("12BPxR", "12BPxR"),
            ("Q. to her 2d.", "Q-Q2"),
            ("Q. to her Kt's 3d.", "Q-QN3"),
            ("K. to his B's sq.", "K-KB1"),
            ("K. B. to his sq.", "KB-KB1"),
            ("K. to K. Kt's sq.", "K-KN1"),
            ("K. to his Q's 2d", "K-Q2"),
            ("K to his 2d", "K-K2"),
            ("K-B sq", "K-B1"),
            ("R-K sq.", "R-K1"),
            ("N-Q", "N-Q"),
            ("QR-N", "QR-N"),
            ("KR-KI", "KR-KI"),
            ("Kt·QS", "N-QS"),
            ("QKt-Q2", "QN-Q2"),
            ("KKt-K2", "KN-K2"),
            ("K. R. takes P.", "KRxP"),
            ("R (B 5) - B 2", "R(B5)-B2"),
            ("R(R3)-Q3", "R(R3)-Q3"),
            ("R-(B5)B7", "R-(B5)B7"),
            ("N3-K2", "N3-K2"),
            ("Kt(Kt7)-B5ch", "N(N7)-B5"),
            ("RxP(N7)", "RxP(N7)"),
            ("B x P (B 4)", "BxP(B4)"),
            ("R/1-Q1", "R(1)-Q1"),
            ("Pa2xb3", "Pa2xb3"),
            ("Ktb8-d7", "Nb8-d7"),
            ("P-e4", "P-e4"),
            ("P. takes Q. Kt. P.", "PxQNP"),
            ("B x Q Kt", "BxQN"),
            ("Q. takes doubled P.", "QxP"),
            ("Q. checks.", "Q+"),
            ("K. B. checks.", "KB+"),
            ("P. checks.", "P+"),
            ("Kt. mates.", "N#"),
            ("K. moves.", "K"),
            ("Q. B. interposes.", "QB"),
            ("K. P. two", "KP2"),
            ("Q. Kt. P. one square.", "QNP1"),
            ("Q. to her fifth", "Q-Q5"),
            ("KttoKß3", "N-KB3"),
            ("P—X 4", "P-K4"),
            ("X to X sq", "K-K1"),
            ("Q X P", "QxP"),
            ("P tka P", "PxP"),
            ("Q tkß Q", "QxQ"),
            ("B fco Q 2", "B-Q2"),
            ("Kxß", "KxB"),
            ("P. becomes a Queen.", "P=Q"),
            ("P. one, becoming a Queen.", "P=Q"),
            ("P. queens. (ch.)", "P=Q"),
            ("P. Queens, and wins.", "P=Q"),
            ("P. to R's 8th. (2d Q.)", "P-R8=Q"),
            ("P-Q8=Q", "P-Q8=Q"),
            ("P-K8(Q)", "P-K8=Q"),
            ("P-K8/Q", "P-K8=Q"),
            ("Castles QR", "O-O-O"),
            ("Castles.", "O~O"),
            ("O-O", "O-O"),
            ("Xt-B3", "N-B3"),
            ("KT-B3", "N-B3"),
            ("Kfc-B3", "N-B3"),
            ("KL-Q B 3", "N-QB3"),
            ("ICt-B3", "N-B3"),
            ("lit-B3", "N-B3"),
            ("QxKtch", "QxN"),
            ("Kg7-f6", "Kg7-f6"),
            ("Xt x P", "NxP"),
            ("p-k4", "P-K4"),
            ("kt-kb3", "N-KB3"),
            ("nxp", "NxP"),
            ("Pawn takes pawn", "PxP"),
            ("King to Bishop's second", "K-B2"),
            ("The king's pawn two steps", "KP2"),
            ("The Queen's Knight at his Bishop's third square", "QNQB3"),
            ("Kniqht to King's Bishop's third", "N-KB3"),
            ("P83", "P83"),
            ("Kt-P", "N-P"),
            ("BxKtQ", "BxNQ"),
            ("e4", "none"),
            ("cxd4", "none"),
            ("resigns", "none"),
            ("", "none"),
        ];
        for (text, expected) in cases {
            assert_eq!(view(text, "en"), expected, "{text}");
        }
    }

    #[test]
    fn the_other_languages_are_canonical_too() {
        let cases = [
            ("es", "P4R", "P4K"),
            ("es", "C3AR", "N3KB"),
            ("es", "CD2D", "QN2Q"),
            ("es", "A5CD", "B5QN"),
            ("es", "PDxC", "QPxN"),
            ("es", "AxPC", "BxNP"),
            ("es", "DxAT", "QxRB"),
            ("es", "C5D ++", "N5Q"),
            ("es", "PTRxP", "KRPxP"),
            ("es", "C(3A)xP", "N(3B)xP"),
            ("es", "P8D=D", "P8Q=Q"),
            ("es", "P8AT", "P8BR"),
            ("es", "P x PR", "PxKP"),
            ("es", "0-0", "O-O"),
            ("es", "Tel-g5", "Rel-g5"),
            ("it", "P 4AR", "P4KB"),
            ("it", "P pr. PD", "PxQP"),
            ("it", "D 5R sc.", "Q5K"),
            ("it", "D pr. P AR", "QxKBP"),
            ("it", "A 5CD sc.d.", "B5QN"),
            ("it", "T 8R sc. m.", "R8K"),
            ("it", "Arrocca TR", "O-O"),
            ("fr", "C3FR", "N3KB"),
            ("fr", "P. 4e R.", "P4K"),
            ("fr", "F4FD", "B4QB"),
            ("fr", "Le pion du fou de la dame deux pas", "QBP2"),
            ("fr", "Le cavalier du roi à la troisième case de son fou", "KN3KB"),
            ("fr", "La dame à la troisième case du fou du roi", "Q3KB"),
            ("fr", "Le fou prend le pion de la dame, échec", "BxQP"),
            ("it", "L'Alfiere alla quinta casa del Cavallo della Donna", "B5QN"),
            ("it", "La Donna alla sua seconda casa", "Q2Q"),
            ("it", "La Torre alla casa del Re", "R1K"),
            ("it", "C al 3 A R", "N3KB"),
            ("es", "Caballo rey tres alfil", "KN3B"),
            ("pt", "C3BR", "N3KB"),
            ("pt", "BxP", "BxP"),
        ];
        for (code, text, expected) in cases {
            assert_eq!(view(text, code), expected, "{code} {text}");
        }
    }
}
