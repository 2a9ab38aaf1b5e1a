//! Score sheets as OCR leaves them: rows whose numbers are half misread, moves that are hardly
//! moves any more, and the printed numbers of an empty second column at the end of each row.
//!
//! No token says much here, but the rows stand one below the other: where enough of them begin
//! with the number that their place in the block calls for, all are rows of a sheet.

use std::collections::BTreeMap;

use shakmaty::Color;

use super::items::Items;
use crate::record::{Entry, Record, Sheet};

/// Fewest rows of a sheet that begin with their number.
const COUNTED: usize = 5;
/// Longest row, in characters.
const WIDE: usize = 60;

/// The game on a score sheet, if the text is one.
pub(super) fn games(items: &Items) -> Vec<Record> {
    let rows: Vec<(usize, Vec<&str>)> = items
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| (index, tokens_of(line)))
        .filter(|(_, tokens)| !tokens.is_empty())
        .collect();
    let Some(first) = first_row(&rows) else { return Vec::new() };
    let rows = &rows[first..];
    // A second pair of columns is in use where most rows are long.
    let long = rows.iter().filter(|(_, tokens)| tokens.len() >= 5).count();
    let wide = long * 2 > rows.len();
    let span = if wide { rows.len() } else { 0 };
    let mut left = Vec::new();
    let mut right = Vec::new();
    for (number, (line, tokens)) in (1_u32..).zip(rows) {
        let mut cells = cells(tokens, number);
        if wide && cells.len() >= 4 {
            let second = cells.split_off(2);
            // The printed number of the second pair stands before its moves.
            let second = &second[second.len().saturating_sub(2)..];
            let number = number + u32::try_from(span).unwrap_or(0);
            right.extend(entries(items, *line, second, number));
        } else if !wide {
            cells.truncate(2);
        }
        cells.truncate(2);
        left.extend(entries(items, *line, &cells, number));
    }
    left.extend(right);
    if left.len() < COUNTED {
        return Vec::new();
    }
    let sheets = vec![Sheet { id: "1".to_owned(), entries: left, ..Sheet::default() }];
    vec![Record { sheets, ..Record::default() }]
}

/// Words of a row; the rules that OCR has read between the columns are none.
fn tokens_of(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || matches!(c, '_' | '—' | '|'))
        .filter(|token| !token.is_empty())
        .collect()
}

/// Index of the row that is move 1, if the rows are those of a sheet.
fn first_row(rows: &[(usize, Vec<&str>)]) -> Option<usize> {
    if rows.len() < 2 * COUNTED || rows.len() > 200 {
        return None;
    }
    let mut votes: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, (_, tokens)) in rows.iter().enumerate() {
        let number = tokens.first().and_then(|t| t.trim_end_matches(['.', ')']).parse().ok());
        if let Some(number) = number
            && (1..=80_usize).contains(&number)
            && let Some(first) = (index + 1).checked_sub(number)
        {
            *votes.entry(first).or_default() += 1;
        }
    }
    let (first, count) = votes.into_iter().max_by_key(|&(first, count)| (count, first))?;
    let body = rows.get(first..)?;
    let short = body.iter().all(|(_, tokens)| {
        tokens.iter().map(|token| token.chars().count() + 1).sum::<usize>() <= WIDE
    });
    (count >= COUNTED && count * 3 >= body.len() && short).then_some(first)
}

/// The tokens of a row without its number and without what is left of the next column's.
fn cells<'a>(tokens: &[&'a str], number: u32) -> Vec<&'a str> {
    let digits = number.to_string();
    let mut cells: Vec<&str> = Vec::new();
    if let Some(glued) = tokens[0].strip_prefix(&digits) {
        // `24`: the number 2 and a move of which 4 is left.
        let glued = glued.trim_start_matches(['.', ')']);
        if !glued.is_empty() {
            cells.push(glued);
        }
    }
    let rest =
        tokens[1..].iter().map(|token| token.trim_matches(['|', '_', ',', '(', '—', '“', '*']));
    cells.extend(rest.filter(|token| token.chars().any(char::is_alphanumeric)));
    // The printed number of the second column stands last.
    if cells.len() != 2
        && let Some(last) = cells.last()
        && (is_count(last) || cells.len() == 3 && last.chars().count() <= 2)
    {
        cells.pop();
    }
    if cells.len() == 2 && cells[1].chars().all(|c| c.is_ascii_digit()) && cells[1].len() < 3 {
        cells.pop();
    }
    cells
}

/// Whether a token is a number of one or two digits, read well or badly: `38`, `3B`, `2s`.
fn is_count(token: &str) -> bool {
    let digits = token.chars().filter(char::is_ascii_digit).count();
    let like = token.chars().all(|c| {
        c.is_ascii_digit() || matches!(c, 'B' | 'S' | 's' | 'O' | 'o' | 'l' | 'I' | 'Z' | 'z')
    });
    digits >= 1 && like && token.len() <= 2
}

fn entries(items: &Items, line: usize, cells: &[&str], number: u32) -> Vec<Entry> {
    let text = items.lines.get(line).copied().unwrap_or("");
    let alone = cells.len() == 1;
    cells
        .iter()
        .zip([Color::White, Color::Black])
        .map(|(cell, color)| {
            let mut entry = Entry::from_text(*cell);
            entry.number = Some(number);
            // One move on a row may stand in either column.
            entry.color = (!alone).then_some(color);
            let offset = cell.as_ptr().addr().saturating_sub(text.as_ptr().addr());
            entry.place = items.place_at(line, offset);
            entry
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u32, String)> {
        games(&Items::new(text, 1))
            .iter()
            .flat_map(|game| &game.sheets[0].entries)
            .map(|e| (e.number.unwrap_or(0), e.text().to_owned()))
            .collect()
    }

    #[test]
    fn rows_with_misread_numbers() {
        let text = "Weiss: Schwarz:\n1 04 as a\n24 C7 2\n3 SF SH 2B\na OS exds 4\n5 5B co 2s\n\
            6 Lg5 Le7 26\n7 e3 0-0\ns La? hé 2B\n9 Lh4 Se4 2\n10 Lxe7 Dxe7 wm\n11 3s\n12 %\n";
        let want = [
            (1, "04"),
            (1, "as"),
            (2, "4"),
            (2, "C7"),
            (3, "SF"),
            (3, "SH"),
            (4, "OS"),
            (4, "exds"),
            (5, "5B"),
            (5, "co"),
            (6, "Lg5"),
            (6, "Le7"),
            (7, "e3"),
            (7, "0-0"),
            (8, "La?"),
            (8, "hé"),
            (9, "Lh4"),
            (9, "Se4"),
            (10, "Lxe7"),
            (10, "Dxe7"),
        ];
        let want: Vec<_> = want.iter().map(|&(n, t)| (n, t.to_owned())).collect();
        assert_eq!(rows(text), want);
    }

    #[test]
    fn lists_of_rules_are_no_sheet() {
        let rules: String = (1..20)
            .map(|n| {
                format!(
                    "{n} The players move in turn and may not pass, whatever the position is.\n"
                )
            })
            .collect();
        assert_eq!(rows(&rules), []);
        assert_eq!(rows("1 e4\n2 d4\n"), []);
    }
}
