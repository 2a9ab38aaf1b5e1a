//! Move numbers in every style, and the points that stand for White's move.

use super::items::What;
use crate::read::shape::{
    chars::{behind_open, blank, is_dash, is_file, is_piece, is_rank},
    damaged,
    scan::{self, Found, Kind},
};

/// Most characters of a bracket before the rank in it.
const BRACKET: usize = 5;

/// Longest rule that stands for a move, in characters.
const RULE: usize = 40;

/// Fewest characters of a move that begins as an ordinal ends and is too long for one.
const LONG: usize = 4;

/// A number and the index behind it.
pub(in crate::read) struct Numbered {
    pub(in crate::read) what: What,
    pub(in crate::read) end: usize,
}

/// `12.`, `12`, `12/`, `12.-`, `.12`, `12...`, `12. ...`, `12. -`, `W12.`
pub(super) fn number_at(text: &[char], at: usize) -> Option<Numbered> {
    let lead = usize::from(text[at] == '.');
    // `IPQ4`: 1 P Q 4.
    if matches!(text[at], 'I' | 'l') {
        let found = scan::move_at(text, at + 1)?;
        let capital = text.get(at + 1).is_some_and(|c| c.is_ascii_uppercase());
        return (found.kind == Kind::Descriptive && capital).then_some(Numbered {
            what: What::Number { number: 1, black: false, sure: false },
            end: at + 1,
        });
    }
    if matches!(text[at], 'W' | 'B') {
        return colored(text, at);
    }
    // `1'5.`: a speck on the paper.
    if let [tens, speck, units, '.', behind, ..] = text[at..]
        && tens.is_ascii_digit()
        && units.is_ascii_digit()
        && is_speck(speck)
        && behind.is_whitespace()
    {
        let number = format!("{tens}{units}").parse().ok().filter(|&number: &u16| number > 9)?;
        let (black, end) = behind_number(text, at + 3);
        return Some(Numbered { what: What::Number { number, black, sure: true }, end });
    }
    let digits = text[at + lead..].iter().take(4).take_while(|c| c.is_ascii_digit()).count();
    let first = at + lead;
    // `01.` is the first of many; `0-0` and `05.03` are no numbers.
    let filled = || matches!(text[first + digits..], ['.', behind, ..] if !behind.is_ascii_digit());
    if digits == 0 || digits > 3 || text[first] == '0' && !(digits > 1 && filled()) {
        return None;
    }
    let number: u16 = text[first..first + digits].iter().collect::<String>().parse().ok()?;
    let mut end = first + digits;
    let get = |i: usize| text.get(i).copied().unwrap_or(' ');
    let sure = match get(end) {
        '.' | '…' => true,
        // `R (B 4)-K 4`: the end of a bracket.
        ')' if is_bracketed(&text[..at]) => false,
        'º' | '°' | 'ª' | ')' | '/' if !get(end + 1).is_ascii_digit() => {
            end += 1;
            true
        }
        ':' if get(end + 1).is_whitespace() => {
            end += 1;
            true
        }
        c if c.is_whitespace() => lead == 1,
        ',' | ']' => false,
        // `6Q x P`: glued to its move.
        c if c.is_alphanumeric() || !c.is_ascii() => {
            let glued = scan::move_at(text, end).or_else(|| damaged_at(text, end))?;
            // `4th`, `2d`: an ordinal; `3e` and `2d4`: more likely a square's neighbour.
            // `1e4` that begins a line.
            let opens =
                number == 1 && at == blank(text, 0) && is_file(get(end)) && is_rank(get(end + 1));
            // `3d5xe4` is no ordinal with something behind it.
            let short = glued.end - end < LONG;
            if glued.kind == Kind::Files
                || glued.end - end < 2
                || is_ordinal(text, end) && short && !opens
            {
                return None;
            }
            false
        }
        '-' if scan::move_at(text, end + 1).is_some() => false,
        // `2- Kt-KB3`
        '-' if get(end + 1) == ' ' && is_piece(get(end + 2)) => false,
        // `2- --- e5`
        '-' if get(end + 1) == ' ' && rule_end(text, end + 2).is_some() => {
            end += 1;
            false
        }
        _ => return None,
    };
    if number == 0 {
        return None;
    }
    let (black, end) = behind_number(text, end);
    Some(Numbered { what: What::Number { number, black, sure: sure || black }, end })
}

/// Whether a sign within a number may be a speck.
fn is_speck(sign: char) -> bool {
    matches!(sign, '\'' | '’' | '‘' | '`' | '´')
}

/// Whether a bracket that names a square has opened right before.
fn is_bracketed(before: &[char]) -> bool {
    behind_open(before, BRACKET).is_some_and(|inside| inside > 0)
}

/// A descriptive move whose square is damaged, in a shape that no word has: `26K-KBI`.
fn damaged_at(text: &[char], at: usize) -> Option<Found> {
    let dash = text.get(at + 1).is_some_and(|c| is_dash(*c));
    let piece = matches!(text[at], 'K' | 'Q' | 'R' | 'B' | 'P');
    let found = damaged::damaged(text, at, None).filter(|_| dash && piece)?;
    Some(Found { end: found.end, kind: Kind::Descriptive })
}

/// `W12.` and `B12.` with a move right behind: the colour stands before the number.
fn colored(text: &[char], at: usize) -> Option<Numbered> {
    let digits = text[at + 1..].iter().take(4).take_while(|c| c.is_ascii_digit()).count();
    let point = at + 1 + digits;
    let number: u16 = text[at + 1..point].iter().collect::<String>().parse().ok()?;
    let told = digits <= 3 && number > 0 && text.get(point) == Some(&'.');
    (told && scan::move_at(text, point + 1).is_some()).then_some(Numbered {
        what: What::Number { number, black: text[at] == 'B', sure: true },
        end: point + 1,
    })
}

/// Whether the ending of an ordinal stands at an index: `1st`, `2nd`, `3º`.
fn is_ordinal(text: &[char], at: usize) -> bool {
    let word: String = text[at..].iter().take(3).take_while(|c| c.is_alphabetic()).collect();
    matches!(word.as_str(), "st" | "nd" | "rd" | "th" | "d" | "er" | "e" | "ª" | "º" | "te" | "de")
}

/// What stands between a number and its move: whether it says that Black moves, and its end.
pub(super) fn behind_number(text: &[char], at: usize) -> (bool, usize) {
    let get = |i: usize| text.get(i).copied().unwrap_or('\n');
    let mut points = 0;
    let mut i = at;
    let mut end = at;
    // Points may be parted by blanks: `12. . . .`, `12. ........`, `(4) ...,`
    loop {
        match get(i) {
            '.' | '‥' => points += 1,
            '…' => points += 3,
            ' ' | '\u{a0}' | '\t' if i > at || points == 0 => {
                i += 1;
                // Blanks belong to the number only if points follow.
                if i - end > 12 {
                    break;
                }
                continue;
            }
            _ => break,
        }
        i += 1;
        end = i;
    }
    let black = points > 1;
    // `12. - Cc6`, `12.-, Sc6`: a dash stands for White's move; `1.-e4`: it stands for nothing.
    let spaced = get(end) == ' ' || get(end) == '\t';
    let dash =
        (end..end + 12).find(|&i| !matches!(get(i), ' ' | '\t')).filter(|&i| is_dash(get(i)));
    if let Some(dash) = dash {
        if let Some(end) = rule_end(text, dash) {
            return (true, end);
        }
        if get(dash + 1) == ',' {
            return (true, dash + 2);
        }
        if spaced && get(dash + 1) == ' ' {
            return (true, dash + 1);
        }
        if !spaced {
            return (black, dash + 1);
        }
    }
    (black, end)
}

/// Index behind a rule of several dashes before a blank, as it stands for White's move; an ornament in
/// it, or a stain, is one of them: `12. --- c5`, `12. —o— c5`, `12. —■ c5`.
fn rule_end(text: &[char], at: usize) -> Option<usize> {
    let is_rule = |c: &char| is_dash(*c) || matches!(c, '_' | '■' | '•' | 'o');
    let rest = text.get(at..).filter(|rest| rest.first().is_some_and(|c| is_dash(*c)))?;
    let end = at + rest.iter().take(RULE).take_while(|c| is_rule(c)).count();
    (end > at + 1 && text.get(end).is_none_or(|c| *c == ' ')).then_some(end)
}

/// Index behind three or more points, which may have blanks between, or behind an ornament for them.
pub(super) fn dots(text: &[char], at: usize) -> Option<usize> {
    match text[at] {
        '…' => Some(at + 1),
        // `—o—`
        dash if is_dash(dash) => match text[at + 1..] {
            ['o', last, ..] if is_dash(last) => rule_end(text, at),
            _ => None,
        },
        '.' => {
            let mut i = at;
            let mut points = 0;
            let mut end = at;
            while let Some(c) = text.get(i) {
                match c {
                    '.' => {
                        points += 1;
                        end = i + 1;
                    }
                    ' ' if text.get(i + 1) == Some(&'.') => {}
                    _ => break,
                }
                i += 1;
            }
            (points >= 2).then_some(end)
        }
        _ => None,
    }
}
