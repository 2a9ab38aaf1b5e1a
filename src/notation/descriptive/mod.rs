//! The descriptive view of an entry: one alphabet, whatever the language.
//!
//! The alphabet is `K Q R B N P`, `1` to `8`, `x`, `-`, `(`, `)`, `=`; characters that mean
//! nothing in it stay, because they may be damaged ones. A file is written with its side in
//! front (`KB`), a pawn with its file in front (`KBP`), whatever order the language has; a rank
//! that the language puts before the file stays there.

use shakmaty::Role;

use super::{
    prepare::{CheckSign, Kind, Stripped, prepare_stripped},
    spelled::nearest,
    trie::is_separator,
    words::words,
};

mod language;
mod resolve;

pub(super) use self::language::raw_table;
pub use self::language::{DescriptiveLanguage, descriptive_language, descriptive_languages};
use self::{
    language::{Word, Worn, worn},
    resolve::{resolve, sides_first},
};

/// What a part of an entry says.
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

/// Longest word that a letter may be lost from, in bytes.
const SHORT: usize = 3;
/// Longest word that [`misread_sign`] knows, in characters.
const MAX_SIGN: usize = 6;

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
        if let Some((token, end)) = name_at(text, at, tokens.last(), has_upper, language) {
            tokens.extend(token);
            at = end;
        } else {
            at = sign_at(text, at, has_upper, &mut tokens)?;
        }
    }
    let known = tokens.iter().any(|token| matches!(token, Token::Piece(_) | Token::Rank(_)));
    known.then_some(tokens)
}

/// A word or the letters of a piece: what it says, if anything, and the index behind it.
fn name_at(
    text: &[char],
    at: usize,
    last: Option<&Token>,
    has_upper: bool,
    language: &DescriptiveLanguage,
) -> Option<(Option<Token>, usize)> {
    if let Some((word, end)) = word_at(text, at, language) {
        return Some((word.token(), end));
    }
    if let (Some(Token::Piece(_)), Some((sign, end))) = (last, misread_sign(text, at)) {
        return Some((Some(Token::Sign(sign)), end));
    }
    if let Some((word, end)) = damaged_word(text, at, language) {
        let named = matches!(word, Word::Piece(_) | Word::Rank(_));
        return Some((word.token().filter(|_| named), end));
    }
    let raise = |c: char| if has_upper { c } else { c.to_ascii_uppercase() };
    let (role, end) = language.spellings.longest(text, at, raise, |_, _| true)?;
    Some((Some(Token::Piece(role)), end))
}

/// Reads a character that belongs to no word and gives the index behind it; `None` where the text
/// is plainly algebraic.
fn sign_at(text: &[char], at: usize, has_upper: bool, tokens: &mut Vec<Token>) -> Option<usize> {
    let c = text[at];
    let mut at = at + 1;
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
    Some(at)
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
    let Worn { letters, signs } = worn();
    let word = letters.iter().fold(word, |word, (read, own)| word.replace(read, own));
    // A letter more or less makes a short word another one.
    let near = |usual: &String| {
        (usual.len() > SHORT || word.len() == usual.len()) && strsim::levenshtein(&word, usual) <= 1
    };
    let (sign, _) = signs.iter().find(|(_, words)| words.iter().any(near))?;
    Some((*sign, end))
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
            ("The Queen's Knight at his Bifhop's third fquare", "QNQB3"),
            ("The pawn takes it.", "Px"),
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
            ("fr", "Le pion le prend", "Px"),
            ("fr", "Le chevalier du roi, à la troifième cafe de fon fou", "KN3KB"),
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
