//! Sheets whose pieces are named by clusters of characters (`notation::signs`): which cluster means
//! which piece.
//!
//! Each cluster is searched as one character, which means any piece at first: nearly always the
//! square and the position tell which. What a cluster means in the best game, move by move and as
//! far as each is sure, is what it means in the next search.

use std::borrow::Cow;

use shakmaty::{Move, Role};

use super::{emission::SheetModel, lattice::Lattice};
use crate::{
    channel::{Class, SIGNS},
    notation::{
        named_move,
        rows::{PIECE, PROMOTION, Rows, VICTIM},
        signs::{self, Signs},
    },
    record::Sheet,
};

/// The pieces that a sign may mean.
const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
/// Before it is met each sign counts as one that was met so often for each piece.
const BEFORE: f64 = 0.15;
/// A sign surely means a piece that it was met for so often, and in this share of all moves at least.
const OFTEN: f64 = 2.5;
const SURE: f64 = 0.85;
/// Longest text that is looked at for a sign, in characters.
const LONGEST: usize = 24;

/// What the signs of a sheet mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Meanings {
    /// For each sign how often it was met for each piece.
    counts: Vec<[f64; PIECES.len()]>,
}

/// A sheet with one character for each of its clusters, the same for damaged ones; as it is where it
/// has none.
pub fn signed(mut sheet: Cow<'_, Sheet>) -> Cow<'_, Sheet> {
    let readings = sheet.entries.iter().flat_map(|entry| &entry.readings);
    let unnamed = readings.filter(|reading| !names_piece(&reading.text));
    let Some(signs) = Signs::of(unnamed.map(|reading| without_blanks(&reading.text))) else {
        return sheet;
    };
    let usual: Vec<Vec<char>> = signs.usual().into_iter().map(<[char]>::to_vec).collect();
    // The first stands for all that are like none that is known.
    let sign_of = |spelling: &[char]| {
        let near = signs.nearest(spelling).map(|(near, _)| near);
        let at = usual.iter().take(usize::from(SIGNS) - 1).position(|known| near == Some(known));
        signs::sign(at.map_or(0, |at| at + 1))
    };
    for reading in sheet.to_mut().entries.iter_mut().flat_map(|entry| &mut entry.readings) {
        let chars: Vec<char> = without_blanks(&reading.text).chars().collect();
        if chars.len() > LONGEST || names_piece(&reading.text) {
            continue;
        }
        let mut text = String::new();
        let mut done = 0;
        for range in signs.within(&chars) {
            text.extend(&chars[done..range.start]);
            text.extend(sign_of(&chars[range.clone()]));
            done = range.end;
        }
        if done > 0 {
            text.extend(&chars[done..]);
            reading.text = text;
        }
    }
    sheet
}

impl Meanings {
    /// Nothing is known.
    pub fn unknown() -> Meanings {
        Meanings { counts: vec![[0.0; PIECES.len()]; usize::from(SIGNS)] }
    }

    /// What the signs of a sheet mean in the best game of a lattice with these posteriors; nothing
    /// where the sheet has none.
    pub fn learned(
        lattice: &Lattice,
        posteriors: &[Vec<(Move, f64)>],
        model: &SheetModel,
        sheet: usize,
    ) -> Option<Meanings> {
        model.meanings()?;
        let mut meanings = Meanings::unknown();
        for (_, edge) in lattice.best_path() {
            let (Some(m), Some(entry)) = (edge.m, edge.entries[sheet]) else { continue };
            let ply = usize::from(lattice.nodes[edge.from as usize].ply);
            let mut known = posteriors.get(ply).into_iter().flatten();
            let sure = known.find(|(other, _)| *other == m).map_or(0.0, |(_, p)| *p);
            let view = model.entries[usize::from(entry)].views.first();
            let sign = view.and_then(|(_, text)| text.iter().find(|c| is_sign(**c)));
            let role = PIECES.iter().position(|role| *role == m.role());
            if let (Some(sign), Some(role)) = (sign, role) {
                meanings.counts[usize::from(*sign) - 1][role] += sure;
            }
        }
        Some(meanings)
    }

    /// Sets what it costs in a table that a sign stands for a piece, in nats.
    pub fn set(&self, rows: &mut Rows) {
        self.each(|class, role, share, _| set_cost(rows, class, role, -share.ln() as f32));
    }

    /// Makes the signs undamaged spellings of the pieces that they surely mean, in a table that has
    /// no others.
    pub fn set_sure(&self, rows: &mut Rows) {
        self.each(|class, role, share, count| {
            if share >= SURE && count >= OFTEN {
                set_cost(rows, class, role, 0.0);
            }
        });
    }

    /// Gives each sign's class, each piece, the share of the sign that means it, and how often it
    /// was met for it.
    fn each(&self, mut of: impl FnMut(Class, Role, f64, f64)) {
        for (counts, class) in self.counts.iter().zip(1..) {
            let all: f64 = counts.iter().map(|count| count + BEFORE).sum();
            for (role, count) in PIECES.iter().zip(counts) {
                of(class, *role, (count + BEFORE) / all, *count);
            }
        }
    }
}

/// Sets what it costs in a table that a class of characters stands for a piece, in nats.
fn set_cost(rows: &mut Rows, class: Class, role: Role, cost: f32) {
    for first in [PIECE, VICTIM, PROMOTION] {
        rows.rows[usize::from(first) + role as usize - 1][usize::from(class)] = cost;
    }
}

/// Whether a text names its piece in words: `knight to f3`.
fn names_piece(text: &str) -> bool {
    let chars = || text.chars().take(LONGEST).collect::<Vec<char>>();
    text.contains(' ') && named_move(&chars(), 0).is_some()
}

fn without_blanks(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_whitespace) {
        text.split_whitespace().collect::<String>().into()
    } else {
        text.into()
    }
}

/// Whether clusters of a sheet were made signs.
pub fn has_signs(sheet: &Sheet) -> bool {
    let is_sign = |c| signs::index_of_sign(c).is_some();
    let mut texts = sheet.entries.iter().flat_map(|entry| &entry.readings);
    texts.any(|reading| !reading.text.is_ascii() && reading.text.chars().any(is_sign))
}

/// Whether a class is that of a sign, on a sheet that has signs.
pub fn is_sign(class: Class) -> bool {
    (1..=SIGNS).contains(&class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reconstruction::Origin,
        record::{Entry, Record},
        search::{
            Options, Reconstructor,
            tests::{sans, words},
        },
    };

    /// The clusters of each piece; one of a piece's is met more often than the other.
    const CLUSTERS: [(&str, [&str; 2]); 5] = [
        ("N", ["tt:l", "lLl"]),
        ("B", [".t", "ii."]),
        ("R", ["J:t", "ll"]),
        ("Q", ["'ii", "W"]),
        ("K", ["<it>", "~"]),
    ];

    fn sheet(texts: &[String]) -> Sheet {
        let entries = texts.iter().map(Entry::from_text).collect();
        Sheet { entries, printed: true, ..Sheet::default() }
    }

    #[test]
    fn names_of_pieces_are_no_signs() {
        let moves = "d4 d5 c4 e6 e3 c6 b3 b6 g3 g6".split(' ');
        let sheet = sheet(&moves.map(|square| format!("pawn to {square}")).collect::<Vec<_>>());
        let texts = |sheet: &Sheet| -> Vec<String> {
            sheet.entries.iter().map(|entry| entry.text().to_owned()).collect()
        };
        assert_eq!(texts(&signed(Cow::Borrowed(&sheet))), texts(&sheet));
    }

    /// A game whose pieces are named by clusters.
    fn clustered() -> Vec<String> {
        let text = |(at, san): (usize, &str)| {
            let (piece, rest) = san.split_at(1);
            let found = CLUSTERS.iter().find(|(letter, _)| *letter == piece);
            let cluster = found.map_or(piece, |(_, ways)| ways[usize::from(at % 5 == 0)]);
            format!("{cluster}{rest}")
        };
        words().into_iter().enumerate().map(text).collect()
    }

    #[test]
    fn each_cluster_is_one_sign() {
        let texts = clustered();
        let signed = signed(Cow::Owned(sheet(&texts))).into_owned();
        assert!(has_signs(&signed) && !has_signs(&sheet(&texts)));
        for (entry, word) in signed.entries.iter().zip(words()) {
            assert_eq!(entry.text().chars().count(), word.chars().count(), "{}", entry.text());
        }
        let plain: Vec<String> = words().into_iter().map(str::to_owned).collect();
        assert!(!has_signs(&super::signed(Cow::Owned(sheet(&plain)))));
    }

    #[test]
    fn what_clusters_mean_is_found_by_the_game() {
        let record = Record { sheets: vec![sheet(&clustered())], ..Record::default() };
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let game = reconstructor.reconstruct(&record);
        assert_eq!(sans(&game), words());
        assert!(game.complete);
        // What a cluster means is known where it was met often enough.
        let read = game.moves.iter().filter(|m| m.origin == Origin::Read).count();
        assert!(read * 4 > game.moves.len() * 3, "{read} of {}", game.moves.len());
    }
}
