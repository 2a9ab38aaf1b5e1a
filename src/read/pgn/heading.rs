//! What stands above the moves of a game that is little else than moves: its players, its event.
//!
//! A text of this kind is read as PGN, to which the words of a heading are odd moves; here they
//! become tags. What no tag tells stays with the game below it, as no move of it.

use std::ops::Range;

use crate::{
    read::{
        heading::{self, labels},
        shape::scan,
        table,
    },
    record::{Entry, GameResult, Record},
};

/// How surely a word of a heading is no move.
pub(super) const ASIDE: f64 = 0.99;

/// A heading: its lines, and the index of the game below it.
struct Heading {
    lines: Range<u32>,
    game: usize,
}

/// Gives the games of a text without tags what their headings tell; `line` is the number of its
/// first line.
pub(in crate::read) fn tell(games: &mut Vec<Record>, text: &str, line: u32) {
    let headings = headings(games, text, line);
    for heading in &headings {
        let words = words_of(games, &heading.lines);
        let game = &mut games[heading.game];
        let left = words.into_iter().filter(|word| !is_told(word.text(), &game.tags));
        let left: Vec<Entry> = left.map(|word| Entry { aside: ASIDE, ..word }).collect();
        if let Some(sheet) = game.sheets.first_mut() {
            sheet.entries.splice(0..0, left);
        }
    }
    // `Result: 1-0` above the moves ends no game.
    games.retain(|game| {
        let empty = game.sheets.iter().all(|sheet| sheet.entries.is_empty());
        headings.is_empty() || !empty || !game.tags.is_empty()
    });
}

/// The headings that tell something, which is put into the tags of the games below them.
fn headings(games: &mut [Record], text: &str, line: u32) -> Vec<Heading> {
    let lines: Vec<&str> = text.lines().collect();
    let index = |at: u32| (at.saturating_sub(line) as usize).min(lines.len().saturating_sub(1));
    // The first line that is no part of the game before.
    let mut from = 0;
    let mut headings = Vec::new();
    for (at, game) in games.iter_mut().enumerate() {
        let entries = game.sheets.iter().flat_map(|sheet| &sheet.entries);
        let mut moves = entries.filter(|entry| entry.aside < 0.9 && scan::is_move(entry.text()));
        let Some(first) = moves.next().map(|entry| entry.place) else { continue };
        let last = moves.next_back().map_or(first, |entry| entry.place);
        let row = index(first.line);
        let before = lines.get(row).map_or("", |row| row);
        let start = before.char_indices().nth(first.column.saturating_sub(1) as usize);
        let above = lines.get(from.min(row)..=row).unwrap_or_default();
        let tags = heading::told(above, start.map_or(before.len(), |(at, _)| at));
        if game.tags.is_empty() && !tags.is_empty() {
            let lines = line.saturating_add(from as u32)..first.line;
            headings.push(Heading { lines, game: at });
            let result = tags.iter().find(|(name, _)| name == "Result");
            game.result = game.result.or(result.and_then(|(_, v)| GameResult::from_token(v)));
            game.tags = tags;
        }
        from = index(last.line) + 1;
    }
    headings
}

/// Takes out of the games what stands on some lines and is no move; the words of a heading may have
/// been taken for the end of the game before.
fn words_of(games: &mut [Record], lines: &Range<u32>) -> Vec<Entry> {
    let mut words = Vec::new();
    for sheet in games.iter_mut().flat_map(|game| &mut game.sheets) {
        let is_word =
            |entry: &mut Entry| lines.contains(&entry.place.line) && !scan::is_move(entry.text());
        words.extend(sheet.entries.extract_if(.., is_word));
    }
    words
}

/// Whether some tags tell what a word of their heading does: it stands in one of them, or is the
/// label of one.
fn is_told(word: &str, tags: &[(String, String)]) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = word.to_lowercase();
    tags.iter().any(|(_, value)| value.contains(word))
        || labels::tag(word).is_some()
        || labels::is_player(&lower)
        || labels::labels().against.contains(&lower)
        || table::side(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;

    /// Moves of a game that is long enough for a text with it to be taken for PGN, headings and all.
    const MOVES: &str = "1. c4 e5 2. g3 Nf6 3. Bg2 d5 4. cxd5 Nxd5 5. Nc3 Nb6 6. Nf3 Nc6 7. O-O Be7 \
        8. a3 O-O 9. b4 Be6 10. Rb1 f6 11. d3 Nd4 12. Nd2 c6 13. Nde4 Rf7 14. Bd2 Nd5 15. e3 Nxc3 \
        16. Bxc3 Nb5 17. Bb2 Bf8 18. Qc2 a5 19. a4 Nc7 20. bxa5 Nd5 21. d4 exd4 22. Bxd4 Qxa5 \
        23. Bc5 Bf5 24. Bxf8 Kxf8 25. Ra1 Re7 26. Qc4 Qb4 27. Qxb4 Nxb4 28. Nc3 Re5 29. e4 Bc8 \
        30. Rfd1 Rc5 31. Rac1 Be6 32. Rd4 Rxa4 33. Bf1 b5 34. Kg2 Bb3 35. Be2 Ke8 36. Bg4 Na6";

    fn games(text: &str) -> Vec<Record> {
        assert!(crate::read::pgn::likeness(text).0 > 0.9, "{text}");
        read(text.as_bytes(), "f").expect("games")
    }

    #[test]
    fn headings_of_lists_tell_players() {
        let games = games(&format!(
            "White: Berg, Anna\nBlack: Holm, Otto\nDate: 2001.02.03\n\n{MOVES} 1-0\n\n\
             Karl Nord vs. Ida Strand, Bern 2002\n\n{MOVES} 0-1\n"
        ));
        let told = |game: usize, name: &str| games[game].tag(name).unwrap_or("").to_owned();
        assert_eq!([told(0, "White"), told(0, "Black")], ["Berg, Anna", "Holm, Otto"]);
        assert_eq!(told(0, "Date"), "2001.02.03");
        assert_eq!([told(1, "White"), told(1, "Black")], ["Karl Nord", "Ida Strand"]);
        let moves = |game: &Record| {
            game.sheets[0].entries.iter().filter(|entry| scan::is_move(entry.text())).count()
        };
        assert!(games.iter().all(|game| moves(game) == 72));
    }

    #[test]
    fn words_of_headings_that_are_no_tags_stay_with_their_game() {
        let games = games(&format!(
            "White: Berg, Anna\nBlack: Holm, Otto\n\n{MOVES} 1-0\n\n\
             Played blindfold\nWhite: Nord\nBlack: Strand\n\n{MOVES} 0-1\n"
        ));
        let words = |game: &Record| {
            let entries =
                game.sheets[0].entries.iter().filter(|entry| !scan::is_move(entry.text()));
            entries.map(|entry| (entry.text().to_owned(), entry.aside > 0.9)).collect::<Vec<_>>()
        };
        let aside = |text: &str| (text.to_owned(), true);
        assert_eq!(words(&games[0]), []);
        assert_eq!(words(&games[1]), ["Played", "blindfold"].map(aside));
    }

    #[test]
    fn what_stands_above_the_first_number_is_no_move() {
        // The year could be a move of ICCF.
        let game = &games(&format!("London 1851\n\nWHITE BLACK\n{MOVES}"))[0];
        let aside = game.sheets[0].entries.iter().map(|entry| entry.aside > 0.9);
        assert_eq!(aside.collect::<Vec<_>>(), [[true; 4].to_vec(), vec![false; 72]].concat());
    }
}
