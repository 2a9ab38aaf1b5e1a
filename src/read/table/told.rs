//! What a table tells of its games besides their moves: in rows above them, in the heads of columns
//! and in cells beside the moves.

use super::side;
use crate::read::{
    heading::{self, labels},
    shape::scan,
};

/// A name of a tag with its value.
type Tag = (String, String);

/// The tag that the head of a column or a label names.
pub(super) fn tag(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches([':', '.']).to_lowercase();
    let words: Vec<&str> =
        name.split(['_', ' ', '-']).filter(|word| !labels::is_player(word)).collect();
    let word = words.join(" ");
    let side = side(&word).filter(|_| word.len() > 1);
    let side = side.map(|color| color.fold_wb("White", "Black"));
    side.or_else(|| labels::tag(&word)).map(str::to_owned)
}

/// The player whom the head of a column of moves names: `White (Berg)`, `Berg, Anna`.
pub(super) fn name_of(head: &str) -> Option<String> {
    let inside = head.split_once('(').map(|(_, rest)| rest.strip_suffix(')').unwrap_or(rest));
    let named = side(head.split('(').next().unwrap_or("").trim()).is_some();
    let name = if named { inside? } else { head }.trim();
    let first = name.split([' ', ',', '-', '_']).next().unwrap_or("");
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_name = letters > 1
        && name.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
        && side(&first.to_lowercase()).is_none()
        && side(name).is_none()
        && !scan::is_move(name)
        && !super::is_number_head(name)
        && !name.split_whitespace().any(super::heads::is_near_side);
    is_name.then(|| name.to_owned())
}

/// Whether a row tells of a game: a label and its value, or a line of its own.
pub(super) fn is_told(row: &[String]) -> bool {
    let filled = row.iter().filter(|cell| !cell.is_empty());
    filled.clone().count() <= 1
        && filled.clone().all(|cell| !scan::is_move(cell) && super::number(cell).is_none())
        || !of_row(row).is_empty()
}

/// What a row tells: the cell behind one that is a label.
pub(super) fn of_row(row: &[String]) -> Vec<Tag> {
    let filled: Vec<&str> =
        row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
    let pairs = filled.windows(2).filter_map(|pair| {
        let value = pair[1].trim_end_matches([':', '.', ' ']);
        let sane = tag(value).is_none() && !scan::is_move(value);
        tag(pair[0]).filter(|_| sane).map(|name| (name, pair[1].to_owned()))
    });
    pairs.collect()
}

/// What the rows above a table tell.
pub(super) fn above(rows: &[(u32, Vec<String>)]) -> Vec<Tag> {
    let mut tags = Vec::new();
    rows.iter().for_each(|(_, row)| add(&mut tags, of_row(row)));
    // A heading has one cell, and the table is the line below.
    let alone = |(_, row): &(u32, Vec<String>)| {
        let mut filled = row.iter().filter(|cell| !cell.is_empty());
        filled.next().filter(|_| filled.next().is_none()).cloned()
    };
    let headings: Vec<String> = rows.iter().filter_map(alone).collect();
    let lines: Vec<&str> = headings.iter().map(String::as_str).chain([""]).collect();
    add(&mut tags, heading::told(&lines, 0));
    tags
}

/// Adds tags that are not known.
pub(super) fn add(tags: &mut Vec<Tag>, more: impl IntoIterator<Item = Tag>) {
    for (name, value) in more {
        if !tags.iter().any(|(known, _)| *known == name) {
            tags.push((name, value));
        }
    }
}

/// A cell without the signs of a list that a program has written: `['e4', 'e5']`.
pub(super) fn unlisted(cell: &str) -> String {
    let inside = cell.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let quoted = inside.filter(|inside| !inside.contains("[") && inside.contains(['\'', '"']));
    quoted.map_or_else(|| cell.to_owned(), |inside| inside.replace(['\'', '"', ','], " "))
}
