//! What an entry says once everything that is no part of the move's spelling is taken off.
//!
//! Steps, in order: signs of one kind become one character ([`clean`]), a move number in front
//! goes, a result token alone is a result, names of pieces become letters (`named`), then one pass
//! ([`strip`]) takes off words, comments, check signs and brackets, and what is left is squeezed into
//! the core ([`squeeze`]).

use unicode_normalization::UnicodeNormalization;

use super::{
    named::with_letters,
    spelled::{SpelledWord, spelled_word},
    squares::is_square,
    squeeze::{is_piece_like, squeeze},
    strip::strip,
    words::{Class, Word, Words, words},
};
use crate::record::GameResult;

/// Longest entry that can be a move, in characters; a longer one is prose.
const MAX_CHARS: usize = 80;

/// Longest text, in characters, that is kept as a damaged move where it is a word for check.
const MAX_LONE_WORD: usize = 2;

/// What an entry says besides the bare move, and the bare move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// The move as written, without white space, comments, check signs and words.
    ///
    /// Dashes are `-`, captures `x`, castling `O-O`, `O-O-O` or `O~O` (side not said), a
    /// promotion `=` and the letter that was written. Files have Latin letters; other letters and
    /// digits are untouched.
    pub core: Vec<char>,
    /// The check or mate that is written.
    pub check: Option<CheckSign>,
    /// Whether a capture is written.
    pub capture: bool,
    /// Whether a capture in passing is written.
    pub en_passant: bool,
    /// Whether a draw offer is written.
    pub draw_offer: bool,
    /// The result that is written, in this entry alone or after a move.
    pub result: Option<GameResult>,
    /// Whether the entry says that a player resigned or won.
    pub resigns: bool,
    /// What kind of entry it is.
    pub kind: Kind,
}

/// A check sign or word, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckSign {
    /// `+`, `†`, `ch.`
    Check,
    /// A word for double check.
    Double,
    /// A word for discovered check.
    Discovered,
    /// `#`, `‡`, `mate`
    Mate,
    /// `++`, which is mate for some and double check for others.
    DoubleOrMate,
}

/// What kind of entry it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing, or only dots and dashes.
    Blank,
    /// Something that can be a move, however damaged.
    Move,
    /// A result, a resignation, an announced mate: no move.
    Result,
    /// Nothing like a move.
    Other,
}

/// A prepared entry with its text before the last squeeze, for the descriptive view.
#[derive(Debug)]
pub(crate) struct Stripped {
    pub(crate) prepared: Prepared,
    /// The text without words and comments; separators still stand.
    pub(super) text: Vec<char>,
}

/// Prepares the text of one entry. Time is linear in the length of the text.
///
/// # Examples
///
/// ```
/// use scoresheet::notation::{CheckSign, Kind, prepare};
///
/// let prepared = prepare("Lf1 × b5 †!");
/// assert_eq!(prepared.core.iter().collect::<String>(), "Lf1xb5");
/// assert_eq!(prepared.check, Some(CheckSign::Check));
/// assert!(prepared.capture);
/// assert_eq!(prepare("White resigns.").kind, Kind::Result);
/// ```
pub fn prepare(text: &str) -> Prepared {
    prepare_stripped(text).prepared
}

/// [`prepare`], with what the descriptive view needs besides.
pub(crate) fn prepare_stripped(text: &str) -> Stripped {
    let words = words();
    let (mut chars, too_long) = clean(text, words);
    let mut state = State::default();
    if chars.iter().all(|c| matches!(c, '.' | '-' | '…' | '_') || c.is_whitespace()) {
        return state.finish(Kind::Blank, Vec::new(), Vec::new());
    }
    let whole: String = chars.iter().collect();
    if let Some(result) = GameResult::from_token(&whole) {
        state.result = Some(result);
        return state.finish(Kind::Result, Vec::new(), Vec::new());
    }
    if whole.trim() == "*" {
        return state.finish(Kind::Result, Vec::new(), Vec::new());
    }
    drop_number(&mut chars);
    drop_result(&mut chars, &mut state);
    let chars = with_dash(with_letters(chars));
    let mut text = strip(&chars, words, &mut state);
    let mut core = squeeze(&text, words, &mut state);
    if core.is_empty() && chars.len() <= MAX_LONE_WORD && chars.iter().all(|c| c.is_alphabetic()) {
        // A "ch" alone is rather a damaged move than a check without one.
        state.check = state.check.filter(|sign| *sign == CheckSign::Mate);
        if state.check.is_none() && !state.says_result {
            (text, core) = (chars.clone(), chars);
        }
    }
    let kind = state.kind(&core, &text, too_long);
    state.finish(kind, core, text)
}

/// What [`strip`] has seen.
#[derive(Default)]
pub(super) struct State {
    pub(super) check: Option<CheckSign>,
    pub(super) capture: bool,
    pub(super) trailing_capture: bool,
    pub(super) en_passant: bool,
    pub(super) draw_offer: bool,
    pub(super) result: Option<GameResult>,
    pub(super) resigns: bool,
    pub(super) castling: Option<&'static str>,
    /// A result phrase stands before any letter that is left.
    pub(super) starts_with_result: bool,
    pub(super) says_result: bool,
    pub(super) white: bool,
    pub(super) black: bool,
    pub(super) wins: bool,
}

impl State {
    pub(super) fn add_check(&mut self, sign: CheckSign) {
        self.check = Some(match (self.check, sign) {
            (Some(CheckSign::Check), CheckSign::Check) => CheckSign::DoubleOrMate,
            (None | Some(CheckSign::Check), sign) => sign,
            (Some(CheckSign::DoubleOrMate), sign) if sign != CheckSign::Check => sign,
            (Some(seen), _) => seen,
        });
    }

    fn kind(&self, core: &[char], text: &[char], too_long: bool) -> Kind {
        if self.castling.is_some() {
            return Kind::Move;
        }
        if self.says_result && (self.starts_with_result || !is_move_like(core)) {
            return Kind::Result;
        }
        if core.is_empty() {
            return if self.check == Some(CheckSign::Mate) { Kind::Result } else { Kind::Other };
        }
        if too_long || (is_prose(text, words()) || !is_move_like(core)) && !is_spelled(text) {
            Kind::Other
        } else {
            Kind::Move
        }
    }

    fn finish(mut self, kind: Kind, core: Vec<char>, text: Vec<char>) -> Stripped {
        if self.resigns && self.result.is_none() {
            self.result = match (self.white, self.black, self.wins) {
                (true, false, true) | (false, true, false) => Some(GameResult::WhiteWins),
                (false, true, true) | (true, false, false) => Some(GameResult::BlackWins),
                _ => None,
            };
        }
        Stripped {
            prepared: Prepared {
                core,
                check: self.check,
                capture: self.capture,
                en_passant: self.en_passant,
                draw_offer: self.draw_offer,
                result: self.result,
                resigns: self.resigns,
                kind,
            },
            text,
        }
    }
}

/// One character a kind of sign or a letter with its marks, at most [`MAX_CHARS`], and whether there
/// was more.
fn clean(text: &str, words: &Words) -> (Vec<char>, bool) {
    let mut chars = Vec::with_capacity(text.len().min(MAX_CHARS));
    for c in text.trim().nfc() {
        if chars.len() == MAX_CHARS {
            return (chars, true);
        }
        let c = match c {
            // Full-width forms stand at a fixed distance from ASCII.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            c => c,
        };
        match c {
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ad}'
            | '\u{0}' => {}
            '’' | '‘' | '′' | '´' | '`' | 'ʼ' | '‛' => chars.push('\''),
            '∙' | '•' | '⋅' | '・' => chars.push('·'),
            '“' | '”' | '„' | '«' | '»' | '"' => {}
            c if words.class(c) == Some(Class::Dash) => chars.push('-'),
            c if c.is_whitespace() => chars.push(' '),
            c => chars.push(c),
        }
    }
    (chars, false)
}

/// Takes off `12.`, `12...`, `12)`, `(3)`, `...` and a dash in front.
fn drop_number(chars: &mut Vec<char>) {
    let skip = |from: usize, test: &dyn Fn(char) -> bool| {
        from + chars[from..].iter().take_while(|c| test(**c)).count()
    };
    let blank = |c: char| c.is_whitespace() || matches!(c, '.' | '…' | '-' | ',' | ';');
    let digits = |c: char| c.is_ascii_digit();
    let open = usize::from(chars.first() == Some(&'('));
    let end = skip(open, &digits);
    let mut start = 0;
    if (1..=3).contains(&(end - open)) && chars[open] != '0' {
        let closed = if open == 1 {
            chars.get(end) == Some(&')')
        } else {
            matches!(chars.get(end), Some('.' | '…' | ')'))
        };
        let rest = skip((end + 1).min(chars.len()), &blank);
        // "4.5" may be a damaged move; a number is followed by a letter or by a blank.
        let apart = chars[end..rest].iter().any(|c| c.is_whitespace());
        if closed && chars.get(rest).is_some_and(|c| apart || !c.is_ascii_digit() || *c == '0') {
            start = rest;
        }
    }
    if start == 0 {
        start = skip(0, &blank);
    }
    if start < chars.len() {
        chars.drain(..start);
    }
}

/// Takes a result token off the end of a move.
fn drop_result(chars: &mut Vec<char>, state: &mut State) {
    let Some(at) = chars.iter().rposition(|c| *c == ' ') else { return };
    let last: String = chars[at + 1..].iter().collect();
    if let Some(result) = GameResult::from_token(&last) {
        state.result = Some(result);
        chars.truncate(at);
    }
}

/// Longest word between the squares of a move that is not in the tables: `e2 à e4`, `e2 al e4`.
const SHORT: usize = 3;

/// Puts a dash between two squares that another sign or a short word parts: `e2 > e4`, `e2/e4`.
fn with_dash(mut chars: Vec<char>) -> Vec<char> {
    let square = |at: usize| is_square(chars.get(at..at + 2).unwrap_or_default());
    let Some(from) = (0..chars.len()).find(|&at| square(at)).map(|at| at + 2) else {
        return chars;
    };
    let Some(to) = (from..chars.len()).find(|&at| square(at)) else { return chars };
    let between = &chars[from..to];
    let sign = between.iter().all(|c| matches!(c, ' ' | '-' | '/' | '=' | '>'))
        && between.iter().any(|c| !c.is_whitespace());
    let word = || {
        let [' ', word @ .., ' '] = between else { return false };
        let known = word.len() == 1 && words().class(word[0]).is_some();
        word.len() <= SHORT && word.iter().all(|c| c.is_lowercase()) && !known
    };
    if sign || word() {
        chars.splice(from..to, ['-']);
    }
    chars
}

fn letters(chars: &[char]) -> usize {
    chars.iter().filter(|c| c.is_alphabetic()).count()
}

/// Whether these characters can be a move, however damaged.
fn is_move_like(core: &[char]) -> bool {
    let digits = core.iter().filter(|c| c.is_ascii_digit()).count();
    let letters = letters(core);
    if core.is_empty() || letters + digits == 0 && !core.iter().any(|c| is_piece_like(*c)) {
        return false;
    }
    let signs = core.iter().filter(|c| matches!(c, '-' | 'x' | '=')).count();
    match (digits, signs) {
        (0, 0) => letters <= 6 || counts_steps(core),
        (0, _) => letters <= 30,
        _ => true,
    }
}

/// Whether a pawn's move is told by how far it goes: `Q. Kt. P. one square`.
fn counts_steps(core: &[char]) -> bool {
    core.windows(4).any(|four| matches!(four, ['P', 'o', 'n', 'e'] | ['P', 't', 'w', 'o']))
}

/// Whether most words are those of a descriptive move that is written out: two of them, and where a
/// piece is taken to, or what is taken.
fn is_spelled(text: &[char]) -> bool {
    let (mut pieces, mut ends, mut others) = (0, 0, 0);
    for word in text.split(|c| !c.is_alphabetic()).filter(|word| word.len() > 1) {
        match spelled_word(word) {
            Some(SpelledWord::Piece { .. }) => pieces += 1,
            Some(SpelledWord::Rank | SpelledWord::Square | SpelledWord::Count) => ends += 1,
            Some(_) => {}
            None => others += 1,
        }
    }
    let takes = text.contains(&'x') && pieces > 1;
    let known = pieces + ends;
    pieces > 0 && known > 1 && (ends > 0 || takes) && others * 2 <= known
}

/// Whether there are words that no table has: two long ones, or one and no digit.
fn is_prose(text: &[char], words: &Words) -> bool {
    let is_name = |word: &[char]| words.whole(word) == Some(Word::Name);
    let is_long = |word: &[char]| {
        let small = word.iter().filter(|c| c.is_lowercase()).count();
        small >= 5 && small + 1 >= word.len() && !word.contains(&'x') && !is_name(word)
    };
    let long = text.split(|c| !c.is_alphabetic()).filter(|word| is_long(word)).count();
    long >= 2 || long == 1 && !text.iter().any(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn core(text: &str) -> String {
        prepare(text).core.iter().collect()
    }

    #[test]
    fn cores_are_bare_moves() {
        let cases = [
            ("e4", "e4"),
            (" e4, ", "e4"),
            ("e2 — e4", "e2-e4"),
            ("Lg4-f3xD", "Lg4-f3D"),
            ("Cç3", "Cc3"),
            ("e2 > e4", "e2-e4"),
            ("Sg1/f3", "Sg1-f3"),
            ("g1 à f3", "g1-f3"),
            ("e4 x d5", "e4xd5"),
            ("fg8=♗:", "fxg8=♗"),
            ("b1(מה)", "b1=מה"),
            ("O‑O", "O-O"),
            ("0—0—0", "O-O-O"),
            ("0–0", "O-O"),
            ("00", "O-O"),
            ("О-О", "O-O"),
            ("oo+", "O-O"),
            ("Castles.", "O~O"),
            ("S\u{327}e2", "Şe2"),
            ("Castles!", "O~O"),
            ("Castles QR", "O-O-O"),
            ("Castles KR", "O-O"),
            ("Castles_K", "O-O"),
            ("Castles on K's side.", "O-O"),
            ("Castles (K E)", "O-O"),
            ("Arrocca TR", "O-O"),
            ("lange Rochade", "O-O-O"),
            ("O-OO-O", "O-OO-O"),
            ("Lxe7", "Lxe7"),
            ("Sb1 x c3", "Sb1xc3"),
            ("e5:d4", "e5xd4"),
            ("e:f4", "exf4"),
            ("cd4:", "cxd4"),
            ("Sd4:", "Sxd4"),
            ("Pf3:", "Pxf3"),
            ("fe4:+", "fxe4"),
            ("Ab4×Cc3", "Ab4xCc3"),
            ("Th1xe1", "Th1xe1"),
            ("ФхсЗ+", "ФxсЗ"),
            ("Фh4+", "Фh4"),
            ("Кр: g8", "Крxg8"),
            ("♘f3", "♘f3"),
            ("♞×e4!?", "♞xe4"),
            ("Tch5", "Tch5"),
            ("Lch5", "Lch5"),
            ("exd6 e.p.", "exd6"),
            ("exf6ep", "exf6"),
            ("bxa6 e.p.", "bxa6"),
            ("exf6 _en passant_", "exf6"),
            ("a8Q", "a8=Q"),
            ("a8(Q)", "a8=Q"),
            ("b8=(Q)+", "b8=Q"),
            ("f1[N]", "f1=N"),
            ("a8/Q", "a8=Q"),
            ("a1=D", "a1=D"),
            ("a8=♕", "a8=♕"),
            ("a8(♕)", "a8=♕"),
            ("e7e8q", "e7e8=q"),
            ("f2:g1K+!!", "f2xg1=K"),
            ("d1Dh5", "d1Dh5"),
            ("5254", "5254"),
            ("b5d7b", "b5d7b"),
            ("e1g1c", "e1g1c"),
            ("b7a8rR", "b7a8r=R"),
            ("d1d8q", "d1d8q"),
            ("d2b1r", "d2b1r"),
            ("d7c8q", "d7c8=q"),
            ("Dd1Dd8:", "Dd1xDd8"),
            ("f7g8:=L", "f7xg8=L"),
            ("f1/♘", "f1=♘"),
            ("fgФ", "fgФ"),
            ("Nf3 (D)", "Nf3"),
            ("Nf3[A]", "Nf3"),
            ("Nf3 (a)", "Nf3"),
            ("Nf3 $5", "Nf3"),
            ("Nf3 ⩲", "Nf3"),
            ("Nf3 TN", "Nf3"),
            ("Nf3 (ch.)", "Nf3"),
            ("Nf3 (best)", "Nf3"),
            ("Qd4+-", "Qd4"),
            ("Nf3 {best by test} ", "Nf3"),
            ("12. Nf3", "Nf3"),
            ("12) Nf3", "Nf3"),
            ("3…Фh4+", "Фh4"),
            ("1.-e4", "e4"),
            ("(4) ..., B-c5", "B-c5"),
            ("- Cc6", "Cc6"),
            ("... Nf6", "Nf6"),
            ("xg7", "xg7"),
            ("ed", "ed"),
            ("NxB", "NxB"),
            ("Rb1(=)", "Rb1"),
            ("Rb1 =", "Rb1"),
            ("K. moves.", "K"),
            ("Df7 matto", "Df7"),
            ("e2 nach e4", "e2-e4"),
            ("Лxg8++!", "Лxg8"),
            ("Кf3", "Кf3"),
            ("Kg7×", "Kg7"),
            ("P. to K's 4th.", "P-Ks4th"),
            ("Qh5f", "Qh5f"),
            ("ch", "ch"),
            ("tN", "tN"),
            ("Kch", "Kch"),
            ("aN4", "aN4"),
            ("Qf5x", "Qf5"),
            ("0.-0", "O-O"),
            ("Ιβ1×δ2", "Ιb1xd2"),
            ("θ8=Β", "h8=Β"),
            ("δ παίρνει ε5 σαχ", "dxe5"),
        ];
        for (text, expected) in cases {
            assert_eq!(core(text), expected, "{text}");
        }
    }

    #[test]
    fn signs_are_noted() {
        use CheckSign::{Check, Discovered, Double, DoubleOrMate, Mate};
        let cases = [
            ("Qh5+", Some(Check)),
            ("Qh5†", Some(Check)),
            ("Q-R5ch", Some(Check)),
            ("Q-R5ch.", Some(Check)),
            ("Q-R5 (ch.)", Some(Check)),
            ("B-R3CH.", Some(Check)),
            ("PxPch", Some(Check)),
            ("P. checks.", Some(Check)),
            ("D 5R sc.", Some(Check)),
            ("A 5CD sc.d.", Some(Double)),
            ("T 8R sc. m.", Some(Mate)),
            ("B-K6 dis. ch.", Some(Discovered)),
            ("B-K6 (dis ch)", Some(Discovered)),
            ("B-K6 dble. ch.", Some(Double)),
            ("B-K6 dblch", Some(Double)),
            ("B-K6 double ch", Some(Double)),
            ("C5D ++", Some(DoubleOrMate)),
            ("Qh7#", Some(Mate)),
            ("Dh7 matt", Some(Mate)),
            ("Dh7matt", Some(Mate)),
            ("Kt. mates.", Some(Mate)),
            ("Фf7×", Some(Mate)),
            ("Qh7 mate", Some(Mate)),
            ("Qh7", None),
            ("Tch5", None),
        ];
        for (text, expected) in cases {
            let prepared = prepare(text);
            assert_eq!(prepared.check, expected, "{text}");
            assert_eq!(prepared.kind, Kind::Move, "{text}");
        }
        assert!(prepare("exd6 e.p.").en_passant);
        assert!(prepare("exd6 i. V.").en_passant);
        assert!(prepare("Rb1(=)").draw_offer);
        assert!(!prepare("e8=♕").draw_offer);
        assert!(prepare("cd4:").capture);
        assert!(prepare("C pr. P").capture);
        assert!(!prepare("P R 4").capture);
    }

    #[test]
    fn results_are_no_moves() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        let cases = [
            ("1-0", Some(WhiteWins), false),
            ("1:0", Some(WhiteWins), false),
            ("½–½", Some(Draw), false),
            ("Resigns.", None, true),
            ("And White resigns.", Some(BlackWins), true),
            ("Black surrenders.", Some(WhiteWins), true),
            ("and Black wins", Some(BlackWins), true),
            ("Draw.", Some(Draw), false),
            ("Drawn.", Some(Draw), false),
            ("White announced mate in eight moves.", None, false),
            ("And wins; the battle having lasted about seven hours.", None, true),
            ("Черные сдались ввиду неизбежного мата", Some(WhiteWins), true),
            ("Opgegeven.", None, true),
            ("Abbandona.", None, true),
            ("gibt auf", None, true),
        ];
        for (text, result, resigns) in cases {
            let prepared = prepare(text);
            assert_eq!(prepared.kind, Kind::Result, "{text}");
            assert_eq!(prepared.result, result, "{text}");
            assert_eq!(prepared.resigns, resigns, "{text}");
        }
        let prepared = prepare("Q takes P, and wins.");
        assert_eq!((prepared.kind, prepared.resigns), (Kind::Move, true));
        let prepared = prepare("Qxf7# 1-0");
        assert_eq!((prepared.kind, prepared.result), (Kind::Move, Some(WhiteWins)));
    }

    #[test]
    fn blanks_and_prose_are_told_apart_from_moves() {
        let cases = [
            ("", Kind::Blank),
            (" . . . ", Kind::Blank),
            ("........", Kind::Blank),
            ("—", Kind::Blank),
            ("[Illustration]", Kind::Other),
            ("(см. диаграмму)", Kind::Other),
            ("!?", Kind::Other),
            ("a better move would have been to castle", Kind::Other),
            ("Moves one to eight as in the game played before this one in the match", Kind::Other),
            ("lit-B3", Kind::Move),
            ("Tflxfó", Kind::Move),
            ("P x P e.p.", Kind::Move),
            ("Kfc-B3", Kind::Move),
            ("Kt-P", Kind::Move),
            ("PxKtQ", Kind::Move),
            ("9883", Kind::Move),
            ("ahs", Kind::Move),
            ("Q. B. interposes.", Kind::Move),
            ("P. becomes a Queen.", Kind::Move),
        ];
        for (text, expected) in cases {
            assert_eq!(prepare(text).kind, expected, "{text}");
        }
        assert_eq!(prepare(&"Nf3 ".repeat(100_000)).kind, Kind::Other);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_prepared(text in "\\PC{0,80}|[ -~]{0,80}|.{0,80}") {
            let prepared = prepare(&text);
            proptest::prop_assert!(prepared.core.len() <= MAX_CHARS + "Kt".len());
            for language in crate::notation::descriptive_languages() {
                crate::notation::prepare_descriptive(&text, language);
            }
        }

        #[test]
        fn texts_of_move_characters_are_prepared_once_and_for_all(
            text in "[KQRBNSTLDCAFHV]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNDTLS])?[+#!?]{0,2}",
        ) {
            let core: String = prepare(&text).core.into_iter().collect();
            let again: String = prepare(&core).core.into_iter().collect();
            proptest::prop_assert_eq!(&core, &again);
            let digits = |text: &str| text.chars().filter(|c| c.is_ascii_digit()).count();
            let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic() && *c != 'x').count();
            proptest::prop_assert_eq!(digits(&core), digits(&text));
            proptest::prop_assert_eq!(letters(&core), letters(&text));
        }
    }
}
