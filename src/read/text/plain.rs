//! Move lists without numbers: lines that hold little else than moves.

use std::ops::Range;

use shakmaty::{Chess, Color};

use super::{
    build::clean,
    ending::ending,
    game::mates,
    heading,
    items::{Item, Items, What},
    listed::Listed,
    opening,
};
use crate::{
    read::{
        pgn::{MAX_ENTRIES, too_long},
        printed,
        replay::played,
        shape::scan::{self, Kind},
        table,
    },
    record::{Entry, GameResult, Place, Record, Remark},
};

/// Share of the letters of a line that must stand in moves.
const LINE_SHARE: f64 = 0.7;
/// Most moves that White's list has more than Black's.
const MOST_MORE: usize = 2;
/// Fewest words that speak of a draw without ending a game so.
const SENTENCE: usize = 3;
/// First moves by which a game is told to begin, if it does not end with mate before: of 2,000 real
/// games, eight went on behind a line so that as many can be played from the start.
const FIRST: usize = 8;
/// Plies of the shortest game that ends with mate.
const MATE: usize = 4;
/// Fewest moves of a list that ends without mate, in a text that holds much else.
const FEW: usize = 8;

/// The games in a text without move numbers; results part them, and first moves below a heading.
pub(super) fn games(items: &Items) -> Vec<Record> {
    let all = 0..items.lines.len();
    let mut found = Vec::new();
    let mut start = 0;
    // Moves of parts that are no games.
    let mut left = 0;
    for end in ends(items).into_iter().chain([all.end]) {
        match game(items, start..end) {
            Some(game) => found.push(game),
            None => {
                let part = &items.items[items.first[start]..items.first[end]];
                left += part.iter().filter(|item| item.is_move()).count();
            }
        }
        start = end;
    }
    if found.len() >= 2 && left < FEW { found } else { game(items, all).into_iter().collect() }
}

/// The lines behind those with which games may end.
fn ends(items: &Items) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    // The moves of the game so far, and the line behind the last ones.
    let mut moves: Vec<&str> = Vec::new();
    let mut behind = 0;
    for line in 0..items.lines.len() {
        let row = items.of_line(line);
        let own: Vec<&str> =
            row.iter().filter(|item| item.is_move()).map(|item| items.text(item)).collect();
        // Moves of sentences are none of the list.
        let told = row.iter().any(|item| matches!(item.what, What::Words(_)));
        if !own.is_empty() && !told {
            if behind < line && begins(items, line, &moves) {
                ends.push(behind);
                moves.clear();
            }
            moves.extend(own);
            behind = line + 1;
        }
        if is_end(row) {
            ends.push(line + 1);
            moves.clear();
        }
    }
    ends
}

/// Whether a line holds a result.
fn is_end(row: &[Item]) -> bool {
    let mut results = row.iter().filter(|item| !item.deep).filter_map(|item| match item.what {
        What::Result(result) => Some(result),
        _ => None,
    });
    // `He offered a draw, which I declined`
    let told = row.iter().filter(|item| matches!(item.what, What::Words(_) | What::Token));
    let told = told.count() >= SENTENCE;
    results.any(|result| !(told && result == Some(GameResult::Draw)))
}

/// Whether another game begins with a line: its moves and those below can be played from the start, but
/// do not go on with the moves before them.
fn begins(items: &Items, line: usize, before: &[&str]) -> bool {
    let below = items.items[items.first[line]..].iter().filter(|item| item.is_move());
    let mut first: Vec<&str> = below.take(FIRST).map(|item| items.text(item)).collect();
    let mate = first.iter().position(|text| mates(text));
    first.truncate(mate.map_or(first.len(), |at| at + 1));
    let all = || before.iter().chain(&first).copied();
    (first.len() == FIRST || mate.is_some())
        && played(Chess::default(), first.iter().copied()) == first.len()
        && played(Chess::default(), all()) < before.len() + first.len()
}

/// The moves of some lines.
#[derive(Default)]
struct List {
    entries: Vec<Entry>,
    /// Whose moves the entries are, by the heading above them or in front of them.
    owners: Vec<Option<Color>>,
    remarks: Vec<Remark>,
    /// How many of the entries look like moves.
    moves: usize,
    /// The item of the first move.
    first: Option<usize>,
    /// The item behind the last move.
    behind: usize,
    /// Whether the first move can begin a game.
    opens: bool,
    /// Whether what stands in brackets is passed.
    flat: bool,
}

impl List {
    /// Adds the move at an item.
    fn push(&mut self, items: &Items, at: usize, kind: Kind, owner: Option<Color>) {
        let item = &items.items[at];
        let text = clean(items.text(item));
        if self.first.is_none() {
            self.first = Some(at);
            self.opens = opening::can_open(&text, kind, false);
        }
        self.behind = at + 1;
        self.moves += 1;
        self.add(text, items.place(item), owner);
    }

    /// Adds the moves of a line, and those that are damaged where it has no prose.
    fn take(&mut self, items: &Items, line: usize, owner: Option<Color>) {
        let row = items.of_line(line);
        let prose = row.iter().any(|item| matches!(item.what, What::Words(_)));
        for (at, item) in (items.first[line]..).zip(row) {
            match item.what {
                _ if self.flat && item.deep => {}
                What::Move(kind) => self.push(items, at, kind, owner),
                What::Token if self.first.is_some() && !prose => {
                    self.add(clean(items.text(item)), items.place(item), owner);
                }
                _ => {}
            }
        }
    }

    /// Adds the words of a line, by their bytes, as moves.
    fn take_words(
        &mut self,
        items: &Items,
        line: usize,
        words: Vec<Range<usize>>,
        owner: Option<Color>,
    ) {
        if self.first.is_none() {
            self.first = Some(items.first[line]);
            let first = items.of_line(line).iter().find(|item| item.what != What::Gap);
            self.opens = first.is_some_and(|item| match item.what {
                What::Move(kind) => opening::can_open(items.text(item), kind, false),
                _ => true,
            });
        }
        for word in words {
            let place = items.place_at(line, word.start);
            let text = &items.lines[line][word];
            self.moves += usize::from(scan::is_move(text));
            self.add(clean(text), place, owner);
        }
        self.behind = items.first[line + 1];
    }

    /// Adds a move by its text.
    fn add(&mut self, text: String, place: Place, owner: Option<Color>) {
        if self.entries.len() < MAX_ENTRIES {
            self.entries.push(Entry { place, ..Entry::from_text(text) });
            self.owners.push(owner);
        } else if self.remarks.is_empty() {
            self.remarks.push(too_long(place));
        }
    }
}

/// How many letters and digits a text has.
fn count(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// The game in some lines of a text without move numbers, if there is one.
fn game(items: &Items, lines: Range<usize>) -> Option<Record> {
    let from = items.first[lines.start];
    let rows = Listed::among(items, lines.clone());
    let own = || items.items[from..items.first[lines.end]].iter().filter(|item| item.is_move());
    // `[e4, e5, Nf3]` is a list as well.
    let flat = own().filter(|item| item.deep).count() * 2 < own().count();
    let mut list = List { flat, ..List::default() };
    let (mut in_moves, mut in_all) = (0, 0);
    // Whether the line before was prose that goes on in this one.
    let mut runs_on = false;
    let mut owner = None;
    for index in lines {
        let line = items.lines[index];
        owner = owner_in(line).or(owner);
        let row = items.of_line(index);
        in_all += count(line);
        if let Some(words) = rows.as_ref().and_then(|rows| rows.damaged(items, index)) {
            in_moves += count(line);
            list.take_words(items, index, words, owner);
            continue;
        }
        let in_those = |is: fn(&What) -> bool| -> usize {
            let of_list = row.iter().filter(|item| is(&item.what) && !(flat && item.deep));
            of_list.map(|item| count(items.text(item))).sum()
        };
        let here = in_those(|what| matches!(what, What::Move(_)));
        let named = in_those(|what| matches!(what, What::Words(_) | What::Token));
        // What a list is headed by is no prose in it; `Black: B.` is no list.
        let is_list = row.iter().filter(|item| item.is_move()).count() > 1;
        let heading = line.split_once(':').filter(|_| is_list).map_or("", |(heading, _)| heading);
        let headed = table::side(heading.trim()).map_or(0, |_| count(heading));
        let named = named.saturating_sub(headed);
        // Among rows prose ends with its line.
        runs_on &= !rows.as_ref().is_some_and(|rows| rows.is_row(items, index));
        if here == 0 || (here as f64) < LINE_SHARE * (here + named) as f64 || runs_on {
            let words = row.iter().filter(|i| matches!(i.what, What::Words(_))).count();
            let ends = line.trim_end().ends_with(['.', '!', '?', ':', ')', ';']);
            runs_on = (runs_on || words >= 3) && !ends && !line.trim().is_empty();
            continue;
        }
        in_moves += here;
        list.take(items, index, owner);
    }
    let first = list.first?;
    // Behind the number of a later move no game begins.
    let before = items.items[from..first].last().map(|item| item.what);
    if matches!(before, Some(What::Number { number: 2.., sure: true, .. })) {
        return None;
    }
    let mostly = in_moves * 2 >= in_all;
    // Of an endgame or a problem they can't be played.
    let mated = || {
        let moves = || list.entries.iter().map(Entry::text);
        moves().next_back().is_some_and(mates)
            && list.entries.len() >= MATE
            && played(Chess::default(), moves()) == list.entries.len()
    };
    let enough = list.moves >= if mostly { 2 } else { FEW } || mated();
    if !enough || !list.opens {
        return None;
    }
    let end = ending(items, list.behind, list.entries.len() as u32);
    let mut entries = dealt(list.entries, &list.owners);
    let result = end.as_ref().and_then(|end| end.result);
    entries.extend(end.map(|end| end.entry));
    let tags = heading::tags(items, from, first);
    let sheets = printed(entries);
    Some(Record { sheets, remarks: list.remarks, tags, result, ..Record::default() })
}

/// Whose moves follow: `White: P to K4, Kt to KB3`, `White | e4 | Nf3`, or `Black.` alone on its line.
fn owner_in(line: &str) -> Option<Color> {
    let line = line.trim_matches(|c: char| c.is_whitespace() || c == '|');
    let cut = line.split_once([':', '.', '|', '\t', ',', ';']);
    let blank = || {
        let (word, rest) = line.split_once(' ')?;
        rest.split_whitespace().all(scan::is_move).then_some((word, rest))
    };
    table::side(cut.or_else(blank).map_or(line, |(word, _)| word).trim())
}

/// Whether a text has the moves of each side in a list of its own.
pub(in crate::read) fn has_lists_of_sides(text: &str) -> bool {
    let lists = |color| {
        text.lines().filter(|line| owner_in(line) == Some(color)).any(|line| {
            let words = line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
            let mut words = words.filter(|word| !word.is_empty()).skip(1).peekable();
            words.peek().is_some() && words.take(FEW).all(scan::is_move)
        })
    };
    lists(Color::White) && lists(Color::Black)
}

/// Whether a text without numbers has several games, parted by their first moves.
pub(in crate::read) fn has_several(text: &str) -> bool {
    let items = Items::new(text, 1);
    // Headings may have numbers: `Round 2: Berg - Falk`.
    let numbered =
        |two: &[Item]| two[0].number().is_some() && two[1].is_move() && two[0].line == two[1].line;
    let by_moves = |end: &usize| !is_end(items.of_line(end - 1));
    !items.items.windows(2).any(numbered) && ends(&items).iter().any(by_moves)
}

/// The entries in the order of the game, where White's stand in a list of their own and Black's in
/// another.
fn dealt(entries: Vec<Entry>, owners: &[Option<Color>]) -> Vec<Entry> {
    let count = |color| owners.iter().filter(|owner| **owner == Some(color)).count();
    let (white, black) = (count(Color::White), count(Color::Black));
    let lists = white + black == owners.len() && black >= 2;
    if !lists || white.checked_sub(black).is_none_or(|more| more > MOST_MORE) {
        return entries;
    }
    let mut next = [0_u32; 2];
    let mut dealt: Vec<Entry> = Vec::with_capacity(entries.len());
    for (mut entry, owner) in entries.into_iter().zip(owners) {
        let number = &mut next[usize::from(*owner == Some(Color::Black))];
        *number += 1;
        (entry.number, entry.color) = (Some(*number), *owner);
        dealt.push(entry);
    }
    dealt.sort_by_key(Entry::claimed_ply);
    dealt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<usize> {
        games(&Items::new(text, 1)).iter().map(|game| game.sheets[0].entries.len()).collect()
    }

    #[test]
    fn lists_between_prose() {
        let text = "_.mainline('P-K4 P-K4 N-QB3')\n_.comment(('He knew that $P-Q3$ was better.'\n \
            ' But still.'))\n_.mainline(('N-QB3 P-B4 PxP '#14\n   'N-B3 P-KN4'))\n";
        assert_eq!(texts(text), [8]);
    }

    #[test]
    fn moves_in_brackets_that_were_not_played() {
        let text = "_.mainline('P-K4 P-K4 N-KB3 N-QB3')\n_.comment(('If $B-B4 B-B4 P-B3 N-B3 P-Q4$.'\n\
            '$P-QN4 BxNP$'))\n_.mainline('B-N5 P-QR3 B-R4 N-B3')\n";
        assert_eq!(texts(text), [8]);
        // The list itself may stand in them.
        assert_eq!(texts("equals(\"[e2-e4, e7-e5, g1-f3, b8-c6]\")"), [4]);
    }

    #[test]
    fn names_before_the_list_and_the_result_behind_it_are_its_own() {
        let text = "White: A. Berg\nBlack: C. Dorn\n\ne4\ne5\nLf1 schlägt c4\nBxc4\nLb5\na6\nLa4\n\
            Sf6\n\n0-1\n";
        let [game] = &games(&Items::new(text, 1))[..] else { panic!("one game") };
        let last = game.sheets[0].entries.last().map(Entry::text);
        assert_eq!((last, game.result), (Some("0-1"), GameResult::from_token("0-1")));
        assert_eq!(game.tags[0], ("White".to_owned(), "A. Berg".to_owned()));
    }

    #[test]
    fn names_of_one_letter_are_no_moves() {
        let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6".replace(' ', "\n  - ");
        assert_eq!(texts(&format!("white: A\nblack: B\nmoves:\n  - {moves}\n")), [8]);
    }

    #[test]
    fn rows_that_name_a_piece_have_one_move() {
        let rows = ["knight g1-f3.", "pawn d7-d5.", "pawn e2-e3.", "bishop c8-f5."].join("\n");
        assert_eq!(texts(&format!("{rows}\n").repeat(3)), [12]);
    }

    #[test]
    fn results_part_games() {
        let game = "e4 e5 Nf3 Nc6\nBb5 a6 Ba4 Nf6\nO-O Be7";
        let both = format!("Berg vs. Dorn\n\n{game}\n1-0\n\n\nHolm vs. Nord\n\n{game}\n0-1\n");
        let games = games(&Items::new(&both, 1));
        assert_eq!(games.iter().map(|game| game.tags.len()).collect::<Vec<_>>(), [2, 2]);
        assert!(games.iter().all(|game| game.result.is_some()));
        // A result in the middle of a game is none.
        assert_eq!(texts("e4 e5\nNf3 Nc6\n1-0\nBb5 a6\nBa4 Nf6\nO-O Be7\n"), [10]);
    }

    #[test]
    fn first_moves_part_games() {
        let first = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7";
        let next = "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3";
        for heading in ["\n", "\n\n", "\n\nHolm - Nord\n\n", "\nGame 2\n", "\n1-0\n\n"] {
            for blank in ["\n", " "] {
                let text = format!("{first}{heading}{next}").replace(' ', blank);
                let text =
                    text.replace("Game\n2", "Game 2").replace("Holm\n-\nNord", "Holm - Nord");
                let want = if heading == "\n" { vec![21] } else { vec![10, 11] };
                let lens = texts(&text).iter().sum::<usize>();
                let ends = usize::from(heading.contains("1-0"));
                assert_eq!((texts(&text).len(), lens), (want.len(), 21 + ends), "{text}");
            }
        }
    }

    #[test]
    fn a_short_list_ends_with_mate() {
        let prose = "A trap that every beginner should know, and many masters have seen it.\n";
        let first = "- e4 e5\n- Bc4 Nc6\n- Qh5 Nf6??\n- Qxf7#\n";
        let next = "- e4 e5\n- Nf3 d6\n- Bc4 Bg4\n- Nc3 g6\n- Nxe5 Bxd1\n- Bxf7+ Ke7\n- Nd5#\n";
        let text = format!("{prose}{first}{prose}{prose}{next}{prose}");
        assert_eq!(texts(&text), [7, 13]);
        let alone = format!("{prose}{first}{prose}{prose}");
        assert_eq!(texts(&alone), [7]);
        assert_eq!(texts(&alone.replace('#', "")), [] as [usize; 0]);
        assert_eq!(texts(&alone.replace("- e4 e5\n", "")), [] as [usize; 0]);
        let solution = format!("{prose}- Nf3#\n{prose}{prose}");
        assert_eq!(texts(&solution), [] as [usize; 0]);
    }

    #[test]
    fn numbers_of_headings_are_none_of_moves() {
        let game = "d4\nd5\nc4\ne6\nNc3\nNf6\nBg5\nBe7\ne3\nO-O\nNf3\n";
        assert!(has_several(&format!("Round 1:\n\n{game}\nRound 2:\n\n{game}")));
        assert!(!has_several(&format!("{game}{game}")));
        assert!(!has_several(&format!("{game}\n1. {game}")));
    }

    #[test]
    fn lists_of_each_side_are_dealt() {
        for text in [
            "White: P to K4, Kt to KB3, B to Kt5\nBlack: P to K4, Kt to QB3",
            "White.\nP to K4\nKt to KB3\nB to Kt5\nBlack.\nP to K4\nKt to QB3\n",
            "White\tP to K4\tKt to KB3\tB to Kt5\nBlack\tP to K4\tKt to QB3\n",
            "| White | P to K4 | Kt to KB3 | B to Kt5 |\n| Black | P to K4 | Kt to QB3 | |\n",
        ] {
            let [game] = &games(&Items::new(text, 1))[..] else { panic!("one game: {text}") };
            let texts: Vec<&str> = game.sheets[0].entries.iter().map(Entry::text).collect();
            assert_eq!(texts, ["P to K4", "P to K4", "Kt to KB3", "Kt to QB3", "B to Kt5"]);
            let claims = game.sheets[0].entries.iter().map(Entry::claimed_ply);
            assert!(claims.eq((0..5).map(Some)), "{text}");
        }
        assert_eq!(owner_in("White e4 Nf3 Bb5"), Some(Color::White));
        assert_eq!(owner_in("White resigns"), None);
    }

    #[test]
    fn a_list_past_the_limit_says_so() {
        let records = games(&Items::new(&"e4 e5\n".repeat(MAX_ENTRIES), 1));
        assert_eq!(records[0].sheets[0].entries.len(), MAX_ENTRIES);
        assert_eq!(records[0].remarks.len(), 1);
    }

    #[test]
    fn rows_with_a_damaged_move_are_kept() {
        let text = "e4 e6\nd4 d5\nNd2 Nf6\ne5 Nfd7\nt4 c5\nc3 cxd4\ncxd4 Nc6\nNdf3 Bb4+\nBd2 Qb\n\
                    a3 Bxd2+\nand so on\nQxd2 Nxe74\nd46Nd6\nRd1 Nb3\n";
        let [game] = &games(&Items::new(text, 1))[..] else { panic!("one game") };
        let texts: Vec<&str> = game.sheets[0].entries.iter().map(Entry::text).collect();
        let want = text.replace("and so on", "");
        assert_eq!(texts, want.split_whitespace().collect::<Vec<_>>());
        let t4 = &game.sheets[0].entries[8].place;
        assert_eq!((t4.line, t4.column), (5, 1));
    }

    #[test]
    fn rows_of_words_with_some_moves_among_them_are_a_list() {
        let text = "BERGIUS DORN,\nWhite Black\ne4 cs\nNB 6\nd4 exd4\nNxdg Nf\nNe3 Bb4\nBd3 Nc6\n\
            Be3 ds\nNxc6 bxe6\nes Nd7z\nQge BFS\nf4 Rbs\nNdi g6\nh4 hs\nQez Nes\n";
        let [game] = &games(&Items::new(text, 1))[..] else { panic!("one game") };
        let texts: Vec<&str> = game.sheets[0].entries.iter().map(Entry::text).collect();
        let want = text.split_whitespace().skip(4).collect::<Vec<_>>();
        assert_eq!(texts, want);
    }

    #[test]
    fn remarks_between_rows_end_with_their_line() {
        for mark in ["", "- "] {
            let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7".split(' ');
            let rows: Vec<String> = moves.map(|row| format!("{mark}{row}")).collect();
            let text = rows.join("\n").replace("Bb5", "Bb5\nthe best move here");
            assert_eq!(texts(&text), [10]);
        }
        let text = "e4 e5\nNf3 Nc6\nBb5 a6\nBa4 Nf6\nO-O Be7\nRe1 b5\nand so he gave it up\nBb3\n";
        assert_eq!(texts(text), [13]);
        let told = "He offered a draw, which I did not take";
        let text = format!("e4 e5\nNf3 Nc6\nBb5 a6\n{told}\nBa4 Nf6\nO-O Be7\nRe1 b5\nBb3 d6");
        assert_eq!(texts(&text), [14]);
        assert_eq!(texts("e4\ne5\nNf3\nNc6\ndraw offered\nBb5\na6\nBa4\nNf6\nO-O"), [9]);
    }

    #[test]
    fn examples_are_no_list() {
        assert_eq!(texts("Exemplos:\nd8D, f8C, b1B, g1T.\n"), [] as [usize; 0]);
        assert_eq!(texts("Exemplos: Be5, Cf3, Td1.\n"), [] as [usize; 0]);
        assert_eq!(texts("The move e4 is good.\n"), [] as [usize; 0]);
    }
}
