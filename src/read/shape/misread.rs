//! What digits are misread as, and words that may be numbers misread.
//!
//! [`LOOKS`] is asked where it is known which number is wanting. Where it is not, [`is_number`] has
//! to do with fewer letters: those that begin moves and words say too little.

use super::chars;

/// Longest number that may be misread, in characters.
pub(in crate::read) const LONG: usize = 4;

/// What each digit is misread as.
const LOOKS: [&str; 10] =
    ["0oOоОQD", "1lI|!iіІ", "2Zz", "3Зз", "4AА", "5Ss$§", "6Gбb", "7T?", "8BВ&", "9gq"];
/// What else a digit is misread as in a number, but hardly in a square.
const LOOKS_NUMBER: [&str; 10] = ["", "LJ£§]", "", "", "", "", "", "", "§", ""];
/// Letters that are misread for two digits.
const DOUBLES: [(char, u16); 4] = [('Ю', 10), ('П', 11), ('H', 11), ('U', 11)];

/// Whether some characters look like a number: `S` like 5, `lO` like 10.
pub(in crate::read) fn looks_like(word: &[char], number: u16) -> bool {
    let digits = number.to_string();
    let is_digit = |(d, &c): (u8, &char)| is_like(d, c) || is_in(&LOOKS_NUMBER, d, c);
    let like = word.len() == digits.len() && digits.bytes().zip(word).all(is_digit);
    like || DOUBLES.iter().any(|&(c, value)| word == [c] && value == number)
}

/// Whether a character may be a digit misread.
fn is_like(digit: u8, c: char) -> bool {
    is_in(&LOOKS, digit, c)
}

/// Whether a table has a character for a digit.
fn is_in(looks: &[&str; 10], digit: u8, c: char) -> bool {
    looks.get(usize::from(digit - b'0')).is_some_and(|like| like.contains(c))
}

/// Whether a letter may be the rank of a square misread: old figures look like small letters.
pub(in crate::read) fn is_rank(c: char) -> bool {
    ('1'..='8').any(|digit| is_like(digit as u8, c)) || matches!(c, 'r' | 'y' | 'é' | 'Ё')
}

/// Whether each letter of a word may be a digit misread.
pub(in crate::read) fn is_digits(word: &str) -> bool {
    let looks = |c: char| LOOKS.iter().any(|like| like.contains(c));
    word.chars().all(|c| looks(c) || !c.is_alphanumeric() || c.is_ascii_digit())
}

/// Whether a word may be a number of two digits one of which is misread, as a letter or as another
/// digit: `2o`, `z0` or `28` for 20.
pub(in crate::read) fn nearly(word: &str, number: u32) -> bool {
    let word: Vec<char> = word.trim_end_matches(['.', ',', ')']).chars().collect();
    let number = number.to_string();
    let ([a, b], [first, second]) = (&word[..], number.as_bytes()) else { return false };
    let looks = |c: &char| (b'0'..=b'9').any(|digit| is_like(digit, *c));
    is_like(*first, *a) && looks(b) || looks(a) && is_like(*second, *b)
}

/// Whether a text begins with a brace that an engine read for the file of a pawn, `{6 g3`, `{8=Q`, and
/// that no other closes nearby on its line.
pub(in crate::read) fn is_pawn(text: impl Iterator<Item = char>) -> bool {
    let mut line = text.take(NOTE).take_while(|&c| c != '\n');
    let ends = |c: char| c.is_whitespace() || matches!(c, '=' | '+' | '#' | ',');
    line.next() == Some('{')
        && matches!(line.next(), Some('1'..='8'))
        && line.next().is_none_or(ends)
        && !line.any(|c| c == '}')
}

/// Length of a bracket that an engine read for the file of a pawn, with its rank, right before a number:
/// `(6 27.Kh1`; the number that is `next` may be glued to it, `(65.. c3`.
pub(in crate::read) fn pawn_before_number(text: &[char], next: Option<u16>) -> Option<usize> {
    let ['(', '1'..='8', rest @ ..] = text else { return None };
    let sign = usize::from(rest.first() == Some(&'+'));
    let rest = &rest[sign..];
    let blanks = rest.iter().take_while(|c| c.is_whitespace()).count();
    let behind = &rest[blanks..];
    let digits = behind.iter().take(LONG).take_while(|c| c.is_ascii_digit()).count();
    let number = behind[..digits].iter().collect::<String>().parse::<u16>().ok();
    let told = number.is_some() && (blanks > 0 || number == next);
    (told && digits < LONG && behind.get(digits) == Some(&'.')).then_some(2 + sign)
}

/// Length of one or two digits with a sign glued to them that an engine read for a file or a piece,
/// where nothing else stands there: `£5+`, `&25`.
pub(in crate::read) fn signed_digits(text: &[char]) -> Option<usize> {
    let [sign, rest @ ..] = text else { return None };
    let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let check = usize::from(matches!(rest.get(digits), Some('+' | '#')));
    let ends = rest.get(digits + check).is_none_or(|c| c.is_whitespace());
    (SIGNS.contains(*sign) && (1..=2).contains(&digits) && ends).then_some(1 + digits + check)
}

/// Signs that are misread for a letter or a figurine.
const SIGNS: &str = "£&@$%§©®*€¢¥";

/// Whether a line is a draw whose halves an engine misread: `Y2-Y2`, `Ya-Va`, `YY` for `½-½`.
pub(in crate::read) fn is_draw(line: &[char]) -> bool {
    let half = |part: &[char]| {
        let [first, rest @ ..] = part else { return false };
        HALVES.contains(*first) && rest.len() < 3 && rest.iter().all(|c| HALVED.contains(*c))
    };
    let bare = line.strip_suffix(&['.']).unwrap_or(line);
    match bare.iter().position(|c| chars::is_dash(*c)) {
        Some(dash) => half(&bare[..dash]) && half(&bare[dash + 1..]),
        // Two signs for per cent are none.
        None => bare.len() == 2 && bare.iter().all(|c| *c != '%' && HALVES.contains(*c)),
    }
}

/// Whether a word behind a move is a draw whose halves an engine took for digits: `4-4`, `2-12`,
/// `74-¼`.
pub(in crate::read) fn is_draw_of_digits(word: &[char]) -> bool {
    let half = |part: &[char]| {
        let bare = part.strip_prefix(&['‘']).or(part.strip_prefix(&['\''])).unwrap_or(part);
        (1..=3).contains(&bare.len())
            && bare.iter().all(|c| matches!(c, '1' | '2' | '4' | '7' | '/' | '¼' | '½'))
            && bare.last().is_some_and(|c| matches!(c, '2' | '4' | '¼' | '½'))
    };
    let dash = word.iter().position(|c| chars::is_dash(*c));
    dash.is_some_and(|dash| half(&word[..dash]) && half(&word[dash + 1..]))
}

/// What the sign for a half is misread as, and what comes behind that.
const HALVES: &str = "YV¥½%";
const HALVED: &str = "2aehlorz4/%";

/// Characters within which a brace that opens a note is closed.
const NOTE: usize = 200;

/// Letters that are digits misread where a word is nothing but them and digits.
const AMONG_DIGITS: &str = "lIi|!OoSsZzG";
/// Those that are so where a point shows that the word is a number, and signs that come with them.
const BEFORE_POINT: &str = "lIi|!TOoSsZzBGgJtA?.,";

/// Whether a word may be a number misread: `1S.`, `Z3`, `.4`.
pub(in crate::read) fn is_number(word: &str) -> bool {
    let length = word.chars().count();
    let digits =
        |like: &str| word.chars().filter(|&c| c.is_ascii_digit() || like.contains(c)).count();
    let pointed = word.ends_with(['.', ',', ')', ':', '\'']) || word.starts_with('.');
    let plain = length < LONG
        && digits(AMONG_DIGITS) == length
        && word.contains(|c: char| c.is_ascii_digit());
    plain || pointed && length <= LONG && digits(BEFORE_POINT) >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brace_may_be_the_file_of_a_pawn() {
        for (text, want) in [
            ("{6 g3 41.", true),
            ("{8=Q", true),
            ("{6\n}", true),
            ("{6}", false),
            ("{64 a note}", false),
            ("{2. d4 d5", false),
            ("{6 a note} e4", false),
            ("{a note", false),
        ] {
            assert_eq!(is_pawn(text.chars()), want, "{text}");
        }
    }

    #[test]
    fn a_bracket_before_a_number_may_be_the_file_of_a_pawn() {
        for (text, want) in [
            ("(6 27.Kh1", Some(2)),
            ("(5+ 27. Kh1", Some(3)),
            ("(6", None),
            ("(65.. c3", Some(2)),
            ("(66. Nc3", None),
            ("(6 Kh1", None),
            ("(6) 27.Kh1", None),
            ("(26 27.Kh1", None),
            ("(6 27 pages", None),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(pawn_before_number(&chars, Some(5)), want, "{text}");
        }
    }

    #[test]
    fn halves_of_a_draw_may_be_misread() {
        let is_draw = |line: &str| is_draw(&line.chars().collect::<Vec<char>>());
        for line in ["Y2-Y2", "Ya-Va", "V-%", "YY", "½-Y2.", "Y%-Y%", "¥2—¥2"] {
            assert!(is_draw(line), "{line}");
        }
        for line in ["", "Y", "-", "Y-", "Ye", "Va-banque", "V-e4", "1-0", "Y2-Y2 Y", "%%"] {
            assert!(!is_draw(line), "{line}");
        }
    }

    #[test]
    fn halves_of_a_draw_may_be_misread_as_digits() {
        let is_draw = |word: &str| is_draw_of_digits(&word.chars().collect::<Vec<char>>());
        for word in ["4-4", "2-12", "74-12", "‘4-44", "14—14", "¼-¼", "1/2-1/4"] {
            assert!(is_draw(word), "{word}");
        }
        for word in ["", "-", "1-0", "2-1", "e2-e4", "4", "2-", "5254", "3-4", "1942-44", "12-1-4"]
        {
            assert!(!is_draw(word), "{word}");
        }
    }

    #[test]
    fn digits_behind_a_sign_are_what_is_left_of_a_move() {
        for (text, want) in [
            ("£5", Some(2)),
            ("£25 a6", Some(3)),
            ("£5+ [47", Some(3)),
            ("£525", None),
            ("£5.00", None),
            ("#5", None),
            ("5 a6", None),
        ] {
            let chars: Vec<char> = text.chars().collect();
            assert_eq!(signed_digits(&chars), want, "{text}");
        }
    }

    #[test]
    fn numbers_of_two_digits_one_misread() {
        for word in ["2o", "z0", "28", "2o.", "70"] {
            assert!(nearly(word, 20), "{word}");
        }
        for word in ["e4", "31", "2", "200", "Rd"] {
            assert!(!nearly(word, 20), "{word}");
        }
    }
}
