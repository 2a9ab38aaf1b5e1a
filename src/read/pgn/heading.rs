//! What stands above the moves of a game that is little else than moves: its players, its event.
//!
//! A text of this kind is read as PGN, to which the words of a heading are odd moves; here they
//! become tags.

use crate::{
    read::{heading, shape::scan},
    record::{GameResult, Record},
};

/// Gives the games of a text without tags what their headings tell; `line` is the number of its
/// first line.
pub(in crate::read) fn tell(games: &mut Vec<Record>, text: &str, line: u32) {
    let lines: Vec<&str> = text.lines().collect();
    let index = |at: u32| (at.saturating_sub(line) as usize).min(lines.len().saturating_sub(1));
    // The first line that is no part of the game before.
    let mut from = 0;
    let mut headings: Vec<(u32, u32)> = Vec::new();
    for game in games.iter_mut() {
        let entries = || game.sheets.iter().flat_map(|sheet| &sheet.entries);
        let mut moves = entries().filter(|entry| entry.aside < 0.9 && scan::is_move(entry.text()));
        let Some(first) = moves.next().map(|entry| entry.place) else { continue };
        let last = moves.next_back().map_or(first, |entry| entry.place);
        let row = index(first.line);
        let before = lines.get(row).map_or("", |row| row);
        let start = before.char_indices().nth(first.column.saturating_sub(1) as usize);
        let above = lines.get(from.min(row)..=row).unwrap_or_default();
        let tags = heading::told(above, start.map_or(before.len(), |(at, _)| at));
        if game.tags.is_empty() && !tags.is_empty() {
            headings.push((line.saturating_add(from as u32), first.line));
            let result = tags.iter().find(|(name, _)| name == "Result");
            game.result = game.result.or(result.and_then(|(_, v)| GameResult::from_token(v)));
            game.tags = tags;
        }
        from = index(last.line) + 1;
    }
    // Words of a heading may have been taken for the end of the game before.
    for sheet in games.iter_mut().flat_map(|game| &mut game.sheets) {
        sheet.entries.retain(|entry| {
            let is_in = |&(from, to): &(u32, u32)| (from..to).contains(&entry.place.line);
            scan::is_move(entry.text()) || !headings.iter().any(is_in)
        });
    }
    // `Result: 1-0` above the moves ends no game.
    games.retain(|game| {
        let empty = game.sheets.iter().all(|sheet| sheet.entries.is_empty());
        headings.is_empty() || !empty || !game.tags.is_empty()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;

    #[test]
    fn headings_of_lists_tell_players() {
        let moves =
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";
        let text = format!(
            "White: Berg, Anna\nBlack: Holm, Otto\nDate: 2001.02.03\n\n{moves} 1-0\n\n\
             Karl Nord vs. Ida Strand, Bern 2002\n\n{moves} 0-1\n"
        );
        let games = read(text.as_bytes(), "f").expect("games");
        let told = |game: usize, name: &str| games[game].tag(name).unwrap_or("").to_owned();
        assert_eq!([told(0, "White"), told(0, "Black")], ["Berg, Anna", "Holm, Otto"]);
        assert_eq!(told(0, "Date"), "2001.02.03");
        assert_eq!([told(1, "White"), told(1, "Black")], ["Karl Nord", "Ida Strand"]);
        let moves = |game: &Record| {
            game.sheets[0].entries.iter().filter(|entry| scan::is_move(entry.text())).count()
        };
        assert!(games.iter().all(|game| moves(game) == 16));
    }
}
