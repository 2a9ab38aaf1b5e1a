//! Characters that leave no doubt what they were misread from, put right before a text is taken
//! apart.

use crate::{
    notation::is_square,
    read::shape::chars::{blank, is_dash, is_file, is_oh},
};

/// The text with letters for digits put right where a square leaves no doubt: `fó`, `Pgl x f3`.
///
/// Dashes stand for the rules that scans have instead, `P_K4`, and for arrows between squares; a B
/// for what an `ß` or `8` was: `Kt-ß3`.
pub(super) fn clear(raw: &[char]) -> Vec<char> {
    let mut text = raw.to_vec();
    for i in 0..raw.len() {
        if raw[i] == 'ß' && is_bishop(&raw[..i]) || acts_as_bishop(&raw[i..]) {
            text[i] = 'B';
        }
    }
    for i in 1..raw.len() {
        if is_arrow(raw, i) {
            text[i] = '-';
        }
        if raw[i] == '_' && joins(raw, i) {
            text[i] = '-';
        }
        if !matches!(raw[i - 1], 'a'..='h' | 'с' | 'е' | 'а') {
            continue;
        }
        let before = if i >= 2 { raw[i - 2] } else { ' ' };
        let next = raw.get(i + 1).copied().unwrap_or(' ');
        let starts = !before.is_lowercase() || matches!(before, 'x' | 'х');
        let ends = !next.is_lowercase() || matches!(next, 'x' | 'f' | 't' | 'j' | 'c');
        text[i] = match raw[i] {
            'ó' | 'ò' | 'ö' if starts && ends => '6',
            'б' if starts && ends && raw[i - 1].is_ascii() => '6',
            'l' | 'I' if starts && before.is_uppercase() => {
                let sign = raw[i + 1..].iter().find(|c| !c.is_whitespace()).copied().unwrap_or(' ');
                let capture = matches!(sign, 'x' | 'X' | '×' | ':');
                // `Ddlc2`
                let aims = || {
                    let target = raw.get(i + 1..i + 3).is_some_and(is_square);
                    target && !raw.get(i + 3).is_some_and(|c| c.is_alphanumeric())
                };
                let told = is_dash(sign) || capture && !next.is_alphabetic();
                if told || matches!(next, 'x') || aims() { '1' } else { raw[i] }
            }
            'l' | 'I' if is_dash(before) && !next.is_alphanumeric() && leads_on(&raw[..i - 2]) => {
                '1'
            }
            c => c,
        };
    }
    text
}

/// Whether a square ends a text before a dash, its rank misread perhaps: `Kg2 —`, `Ddl`.
fn leads_on(before: &[char]) -> bool {
    let end = before.iter().rposition(|c| !is_dash(*c) && *c != ' ').map_or(0, |at| at + 1);
    matches!(before[..end], [.., file, '1'..='8' | 'l' | 'I'] if is_file(file))
}

/// Whether an `ß` behind this text is a B misread, and ends no word: `Kxß`, `KttoKß3`, `Rtksß`.
fn is_bishop(before: &[char]) -> bool {
    match before {
        [.., piece, 't', 'o'] | [.., piece, 't', 'k', 's'] => {
            matches!(piece, 'P' | 'K' | 't' | 'B' | 'R' | 'Q' | 'N')
        }
        [.., 'x'] => true,
        [.., last] => !last.is_lowercase(),
        [] => true,
    }
}

/// Whether an 8 is a B misread, and no number: `68-Q3`, `8xKt`, but not `8-P-Q3`.
fn acts_as_bishop(text: &[char]) -> bool {
    match text {
        ['8', 'x', 'K' | 'Q' | 'R' | 'B' | 'P', ..] => true,
        ['8', dash, square @ ..] if is_dash(*dash) => {
            let file = |c: &&char| matches!(c, 'K' | 'Q' | 'R' | 'B' | 't');
            let letters = square.iter().take(3).take_while(file).count();
            let rank = blank(square, letters);
            let ends = !square.get(rank + 1).is_some_and(|c| c.is_alphanumeric());
            letters > 0 && matches!(square.get(rank), Some('1'..='8')) && ends
        }
        _ => false,
    }
}

/// Whether the sign at `at` points from a square to another: `g1→f3`, `e2 -> e4`. Where one sign
/// follows another they point from move to move: `e4 → e5 → Nf3`.
fn is_arrow(raw: &[char], at: usize) -> bool {
    let points = |at: usize| matches!(raw.get(at), Some('→' | '⟶' | '➔' | '➝' | '>'));
    if !points(at) {
        return false;
    }
    let before = raw[..at].strip_suffix(&['-']).unwrap_or(&raw[..at]);
    let before = before.strip_suffix(&[' ']).unwrap_or(before);
    let [front @ .., 'a'..='h', '1'..='8'] = before else { return false };
    let to = blank(raw, at + 1);
    let word = front.iter().rposition(|c| !c.is_alphanumeric()).map_or(0, |at| at + 1);
    let from_move = front[..word].iter().rposition(|c| !c.is_whitespace()).is_some_and(points);
    let behind = blank(raw, to + 2);
    let to_move = points(behind) || raw.get(behind) == Some(&'-') && points(behind + 1);
    raw.get(to).is_some_and(|c| is_file(*c)) && !from_move && !to_move
}

/// Whether the sign at `at` stands between the halves of a move: `P_K4`, `P_ K4`, `e2_e4`, `0_0`.
fn joins(text: &[char], at: usize) -> bool {
    let next = text.get(at + 1).copied().unwrap_or(' ');
    let (next, spaced) = match (next, text.get(at + 2)) {
        (' ', Some(&after)) => (after, true),
        _ => (next, false),
    };
    match text[at - 1] {
        'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 't' => next.is_ascii_uppercase(),
        '1'..='8' if !spaced => is_file(next),
        before => !spaced && is_oh(before) && is_oh(next),
    }
}
