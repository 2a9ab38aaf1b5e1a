//! Sound games are damaged in many ways, cleaned, and compared with what they were.
//!
//! The test looks at the games of the corpus. The same for any other archive, at any confidence:
//!
//! ```sh
//! SCORESHEET_GAMES=games.pgn SCORESHEET_CONFIDENCE=0.95 \
//!     cargo test --release --test damage -- --ignored --nocapture
//! ```

use std::{
    collections::BTreeMap,
    env, fmt, fs,
    io::{self, BufReader},
    ops::ControlFlow,
    path::Path,
};

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use scoresheet::{
    archive::{Cleaner, Options, Outcome, Scratch, Splitter},
    eval::cases,
};
use shakmaty::{Chess, Position, san::SanError};

/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>): the same damage on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// One of the numbers from 0 to `n`, without `n`.
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        let at = self.below(list.len());
        list.get(at)
    }
}

/// Damages a list of moves.
type Reword = fn(&[String], &mut Chance) -> Option<Vec<String>>;

/// Ways of damaging a list of moves, or the text of it. Nothing where a game is not fit for it.
enum Damage {
    /// What is written in the place of the moves.
    Words(Reword),
    /// What becomes of the text of a game.
    Text(fn(&str, &mut Chance) -> Option<String>),
}

const DAMAGES: [(&str, Damage); 24] = [
    ("wrong square", Damage::Words(wrong_square)),
    ("misread", Damage::Words(misread)),
    ("missing move", Damage::Words(missing)),
    ("doubled move", Damage::Words(doubled)),
    ("ambiguous", Damage::Words(ambiguous)),
    ("German", Damage::Words(german)),
    ("glued moves", Damage::Words(glued)),
    ("prose", Damage::Words(prose)),
    ("two of them", Damage::Words(two)),
    ("missing result", Damage::Text(missing_result)),
    ("open comment", Damage::Text(open_comment)),
    ("open variation", Damage::Text(open_variation)),
    ("stray bracket", Damage::Text(stray_bracket)),
    ("blank line", Damage::Text(blank_line)),
    ("torn word", Damage::Text(torn_word)),
    ("damaged tag", Damage::Text(damaged_tag)),
    ("variation", Damage::Text(variation)),
    ("marked lines", Damage::Text(marked_lines)),
    ("table", Damage::Text(table)),
    ("markup", Damage::Text(markup)),
    ("no numbers", Damage::Text(no_numbers)),
    ("sign in a move", Damage::Words(sign_inside)),
    ("torn letter", Damage::Words(torn_letter)),
    ("words at the end", Damage::Text(words_at_end)),
];

fn replace(words: &[String], at: usize, new: String) -> Option<Vec<String>> {
    let mut words = words.to_vec();
    *words.get_mut(at)? = new;
    Some(words)
}

/// A file or rank becomes one beside it.
fn wrong_square(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    let at = chance.below(words.len());
    let word = words.get(at)?;
    let places: Vec<usize> = (0..word.len())
        .filter(|&at| matches!(word.as_bytes()[at], b'a'..=b'h' | b'1'..=b'8'))
        .collect();
    let place = *chance.one_of(&places)?;
    let mut bytes = word.clone().into_bytes();
    let step: i8 = if chance.below(2) == 0 { 1 } else { -1 };
    bytes[place] = match bytes[place].wrapping_add_signed(step) {
        b'`' => b'b',
        b'i' => b'g',
        b'0' => b'2',
        b'9' => b'7',
        b => b,
    };
    replace(words, at, String::from_utf8(bytes).ok()?)
}

/// A character becomes one that looks like it.
fn misread(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    const ALIKE: [(char, &str); 13] = [
        ('B', "8E"),
        ('N', "MH"),
        ('R', "Kk"),
        ('Q', "O0"),
        ('K', "RX"),
        ('b', "h6"),
        ('c', "eo"),
        ('g', "q9"),
        ('1', "lI"),
        ('5', "S3"),
        ('6', "b8"),
        ('3', "85"),
        ('x', "k*"),
    ];
    let at = chance.below(words.len());
    let chars: Vec<char> = words.get(at)?.chars().collect();
    let alike = |c: char| ALIKE.iter().find(|(from, _)| *from == c);
    let places: Vec<usize> = (0..chars.len()).filter(|&at| alike(chars[at]).is_some()).collect();
    let place = *chance.one_of(&places)?;
    let others: Vec<char> = alike(chars[place])?.1.chars().collect();
    let mut chars = chars;
    chars[place] = *chance.one_of(&others)?;
    replace(words, at, chars.into_iter().collect())
}

fn missing(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    // What is left out at the end leaves no trace.
    let at = chance.below(words.len().saturating_sub(8));
    replace(words, at, String::new())
}

fn doubled(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    let at = chance.below(words.len());
    replace(words, at, format!("{0} {0}", words.get(at)?))
}

/// A move loses the file or rank that tells which piece it is.
fn ambiguous(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    let mut pos = Chess::default();
    let mut fit: Vec<(usize, String)> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let san: SanPlus = word.parse().ok()?;
        let mut bare = san;
        if let shakmaty::san::San::Normal { role, file, rank, .. } = &mut bare.san
            && *role != shakmaty::Role::Pawn
        {
            (*file, *rank) = (None, None);
            if matches!(bare.san.to_move(&pos), Err(SanError::AmbiguousSan)) {
                fit.push((at, bare.to_string()));
            }
        }
        pos.play_unchecked(san.san.to_move(&pos).ok()?);
    }
    let (at, bare) = chance.one_of(&fit)?;
    replace(words, *at, bare.clone())
}

fn german(words: &[String], _: &mut Chance) -> Option<Vec<String>> {
    let letter = |c: char| match c {
        'N' => 'S',
        'B' => 'L',
        'R' => 'T',
        'Q' => 'D',
        c => c,
    };
    Some(words.iter().map(|word| word.chars().map(letter).collect()).collect())
}

fn glued(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    let at = chance.below(words.len().saturating_sub(1));
    let both = format!("{}{}", words.get(at)?, words.get(at + 1)?);
    let mut words = replace(words, at, both)?;
    words[at + 1] = String::new();
    Some(words)
}

fn prose(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    const SAID: [&str; 4] = ["a strong move", "Diagram", "threatening Qh7", "and Black is lost."];
    let at = chance.below(words.len());
    let said = chance.one_of(&SAID)?;
    replace(words, at, format!("{} {said}", words.get(at)?))
}

/// A sign that begins a comment or a bracket stands inside a move.
fn sign_inside(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    let at = chance.below(words.len());
    let word = words.get(at)?;
    let place = 1 + chance.below(word.len() - 1);
    let sign = chance.one_of(&[";", "{", ";", "{", "%", "(", "["])?;
    replace(words, at, insert(word, place, sign))
}

/// A line or a word ends behind the letter of a piece.
fn torn_letter(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    let pieces: Vec<usize> =
        (0..words.len()).filter(|&at| words[at].starts_with(['N', 'B', 'R', 'Q', 'K'])).collect();
    let knights: Vec<usize> =
        pieces.iter().copied().filter(|&at| words[at].starts_with('N')).collect();
    let fit = if chance.below(2) == 0 { knights } else { pieces };
    let at = *chance.one_of(&fit)?;
    let blank = chance.one_of(&["\n", "\n", " "])?;
    replace(words, at, insert(&words[at], 1, blank))
}

fn two(words: &[String], chance: &mut Chance) -> Option<Vec<String>> {
    const FIRST: [Reword; 4] = [wrong_square, misread, missing, doubled];
    let words = chance.one_of(&FIRST)?(words, chance)?;
    let filled: Vec<usize> = (0..words.len()).filter(|&at| !words[at].is_empty()).collect();
    let at = *chance.one_of(&filled)?;
    let damaged = chance.one_of(&FIRST[..2])?(&words[at..=at], chance)?;
    replace(&words, at, damaged.into_iter().next()?)
}

/// Where the movetext begins.
fn movetext(text: &str) -> Option<usize> {
    text.find("\n\n").map(|at| at + 2)
}

fn missing_result(text: &str, _: &mut Chance) -> Option<String> {
    let (rest, _) = text.trim_end().rsplit_once(char::is_whitespace)?;
    Some(format!("{rest}\n\n"))
}

/// The offset of a word of the movetext, neither of the first nor of the last ones.
fn word(text: &str, chance: &mut Chance) -> Option<usize> {
    let from = movetext(text)?;
    let blanks: Vec<usize> = text[from..].match_indices(' ').map(|(at, _)| from + at + 1).collect();
    let inner = blanks.len().checked_sub(10).filter(|n| *n > 10)?;
    chance.one_of(&blanks[5..inner]).copied()
}

fn insert(text: &str, at: usize, new: &str) -> String {
    format!("{}{new}{}", &text[..at], &text[at..])
}

fn open_comment(text: &str, chance: &mut Chance) -> Option<String> {
    Some(insert(text, word(text, chance)?, "{a good move "))
}

fn open_variation(text: &str, chance: &mut Chance) -> Option<String> {
    Some(insert(text, word(text, chance)?, "( "))
}

fn stray_bracket(text: &str, chance: &mut Chance) -> Option<String> {
    let sign = chance.one_of(&["} ", ") ", "] ", "[ ", "{", "> "])?;
    Some(insert(text, word(text, chance)?, sign))
}

fn blank_line(text: &str, chance: &mut Chance) -> Option<String> {
    Some(insert(text, word(text, chance)?, "\n\n"))
}

/// A line ends inside a move.
fn torn_word(text: &str, chance: &mut Chance) -> Option<String> {
    let from = movetext(text)?;
    let ends: Vec<usize> = text[from..].match_indices(' ').map(|(at, _)| from + at).collect();
    let long = |at: &&usize| text[..**at].ends_with(|c: char| c.is_ascii_digit());
    let fit: Vec<usize> = ends.iter().filter(long).copied().collect();
    let at = *chance.one_of(&fit)?;
    Some(insert(text, at - 1, "\n"))
}

fn damaged_tag(text: &str, chance: &mut Chance) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = chance.one_of(&lines[..4])?;
    let bad = match chance.below(5) {
        0 => line.replace("\"]", "]"),
        1 => line.replace(']', ""),
        2 => line.replace(" \"", " "),
        3 => line.replace('"', "'"),
        _ => line.replace('\n', " "),
    };
    Some(text.replacen(line, &bad, 1))
}

/// A comment, and elsewhere a variation that is never closed.
fn variation(text: &str, chance: &mut Chance) -> Option<String> {
    let text = insert(text, word(text, chance)?, "{Fine [%clk 0:01:02]} ");
    let at = word(&text, chance)?;
    Some(insert(&text, at, "(1. d4 "))
}

fn marked_lines(text: &str, _: &mut Chance) -> Option<String> {
    let (tags, moves) = text.split_at(movetext(text)?);
    Some(format!("{tags}<p>{}</p>\n\n", moves.trim().replace('\n', "<br>\n")))
}

fn table(text: &str, _: &mut Chance) -> Option<String> {
    let (tags, moves) = text.split_at(movetext(text)?);
    let mut rows = String::new();
    for word in moves.split_whitespace() {
        let number = word.ends_with('.');
        let result = word.contains('-') && word.starts_with(['0', '1']) || word == "*";
        rows.push_str(if number || result { "\n" } else { " | " });
        rows.push_str(word);
    }
    Some(format!("{tags}{}\n\n", rows.trim_start()))
}

fn markup(text: &str, chance: &mut Chance) -> Option<String> {
    let at = word(text, chance)?;
    let end = at + text[at..].find(' ')?;
    Some(format!("{}<b>{}</b>{}", &text[..at], &text[at..end], &text[end..]))
}

fn no_numbers(text: &str, _: &mut Chance) -> Option<String> {
    let (tags, moves) = text.split_at(movetext(text)?);
    let words: Vec<&str> = moves.split_whitespace().filter(|word| !word.ends_with('.')).collect();
    Some(format!("{tags}{}\n\n", words.join(" ").replacen("e4 e5", "e4e5", 1)))
}

/// Somebody says how it ended, before the result or behind it.
fn words_at_end(text: &str, chance: &mut Chance) -> Option<String> {
    const SAID: [&str; 8] = [
        "White won on time.",
        "and Black resigned",
        "Black resigns.",
        "Time: 2.05 - 1.58",
        "because 35. Qxf7 is mate.",
        "A fine game by Smith. He plays f4 next.",
        "If 30... Rd8, 31. Nf6+ wins.",
        "(Notes by Meyer in the Times, No. 12)",
    ];
    let (rest, result) = text.trim_end().rsplit_once(char::is_whitespace)?;
    let said = chance.one_of(&SAID)?;
    Some(match chance.below(4) {
        0 => format!("{rest} {said} {result}\n\n"),
        1 => format!("{rest} {result} {said}\n\n"),
        2 => format!("{rest} {result}\n\n{said}\n\n"),
        _ => format!("{rest}\n\n{said}\n\n"),
    })
}

/// A game as a text that every reader loads.
fn written(words: &[String], result: &str) -> String {
    let mut text = format!(
        "[Event \"Open\"]\n[White \"Smith, A\"]\n[Black \"Meyer, B\"]\n[Date \"1999.01.01\"]\n\
         [Result \"{result}\"]\n\n"
    );
    let mut line = 0;
    for (ply, word) in words.iter().enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let piece = format!("{number}{word}");
        if line + piece.len() > 78 {
            text = format!("{}\n", text.trim_end_matches(' '));
            line = 0;
        }
        line += piece.len() + 1;
        text.push_str(&piece);
        text.push(' ');
    }
    format!("{text}{result}\n\n")
}

/// What became of a damaged game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// It was put right.
    Right,
    /// It became another game.
    Wrong,
    /// It is kept as it was.
    Rejected,
    /// The damage is none that a reader minds, or makes another legal game.
    Unseen,
}

/// Counts of each fate for each damage.
#[derive(Default)]
struct Table(BTreeMap<usize, BTreeMap<Fate, usize>>);

impl Table {
    fn sum(&self, fate: Fate) -> usize {
        self.0.values().filter_map(|row| row.get(&fate)).sum()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:16}{:>8}{:>8}{:>10}{:>8}", "", "right", "wrong", "rejected", "unseen")?;
        let fates = [Fate::Right, Fate::Wrong, Fate::Rejected, Fate::Unseen];
        for (damage, row) in &self.0 {
            let [right, wrong, rejected, unseen] = fates.map(|fate| row.get(&fate).unwrap_or(&0));
            let name = DAMAGES[*damage].0;
            writeln!(f, "{name:16}{right:>8}{wrong:>8}{rejected:>10}{unseen:>8}")?;
        }
        let [right, wrong, rejected, unseen] = fates.map(|fate| self.sum(fate));
        write!(f, "{:16}{right:>8}{wrong:>8}{rejected:>10}{unseen:>8}", "all")
    }
}

/// Damages each game in one way, all ways in turn, and counts what becomes of them.
fn damage_all(games: &[(Vec<String>, String)], options: Options, show: bool) -> Table {
    let cleaner = Cleaner::new(options).expect("default options");
    let only = env::var("SCORESHEET_DAMAGE").ok();
    let ways: Vec<usize> = (0..DAMAGES.len())
        .filter(|&way| only.as_ref().is_none_or(|only| only == DAMAGES[way].0))
        .collect();
    let mut table = Table::default();
    for (at, (words, result)) in games.iter().enumerate() {
        let way = ways[at % ways.len()];
        let mut chance = Chance(at as u64);
        let damaged = match &DAMAGES[way].1 {
            Damage::Words(damage) => {
                damage(words, &mut chance).map(|words| written(&words, result))
            }
            Damage::Text(damage) => damage(&written(words, result), &mut chance),
        };
        let Some(damaged) = damaged else { continue };
        let (fate, said) = fate(&cleaner, &damaged, words);
        *table.0.entry(way).or_default().entry(fate).or_default() += 1;
        if show && matches!(fate, Fate::Wrong | Fate::Rejected) {
            println!("--- {} {fate:?} ({at})\n{damaged}{said}", DAMAGES[way].0);
        }
    }
    table
}

/// What becomes of a damaged game, and what is said about it.
fn fate(cleaner: &Cleaner, damaged: &str, truth: &[String]) -> (Fate, String) {
    let mut splitter = Splitter::new(damaged.as_bytes(), Default::default());
    let batch = splitter.next_batch(1 << 20).expect("a game");
    let (mut bytes, mut said) = (Vec::new(), String::new());
    let (mut repaired, mut rejected) = (false, false);
    for slot in &batch.games {
        let game = cleaner.clean(&batch.bytes, slot, &mut Scratch::default());
        repaired |= game.outcome == Outcome::Repaired;
        rejected |= game.outcome == Outcome::Rejected;
        for note in &game.notes {
            let (before, after) = (&note.before, &note.after);
            let kind = note.kind.as_str();
            let sure = note.confidence.unwrap_or(1.0);
            said.push_str(&format!("{kind}: {before} > {after} ({sure:.3}) {}\n", note.message));
        }
        bytes.extend(game.bytes.unwrap_or(batch.bytes[slot.start..slot.end].to_vec()));
    }
    if rejected {
        return (Fate::Rejected, said);
    }
    said.push_str(&String::from_utf8_lossy(&bytes));
    let found = games(&bytes[..]);
    let same = matches!(&found[..], [(words, _)] if words == truth);
    let fate = match (repaired, same) {
        (true, true) => Fate::Right,
        (true, false) => Fate::Wrong,
        (false, _) => Fate::Unseen,
    };
    (fate, said)
}

/// The games of a PGN, as far as they are legal, with their results.
fn games(pgn: impl io::Read) -> Vec<(Vec<String>, String)> {
    let mut reader = Reader::new(BufReader::new(pgn));
    let mut games = Vec::new();
    while let Ok(Some(game)) = reader.read_game(&mut Moves) {
        games.push(game);
    }
    games
}

struct Moves;

impl Visitor for Moves {
    type Tags = Option<Chess>;
    type Movetext = (Option<Chess>, Vec<String>, String);
    type Output = (Vec<String>, String);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(
        &mut self,
        start: &mut Self::Tags,
        name: &[u8],
        _: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *start = None;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((start, Vec::new(), "*".to_owned()))
    }

    fn san(
        &mut self,
        (pos, moves, _): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        if let Some(pos) = pos
            && let Ok(m) = san.san.to_move(pos)
        {
            moves.push(SanPlus::from_move(pos.clone(), m).to_string());
            pos.play_unchecked(m);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn outcome(
        &mut self,
        (_, _, result): &mut Self::Movetext,
        outcome: shakmaty::Outcome,
    ) -> ControlFlow<Self::Output> {
        *result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, moves, result): Self::Movetext) -> Self::Output {
        (moves, result)
    }
}

#[test]
fn damaged_games_become_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let cases = cases(&folder).expect("the corpus is well-formed");
    let whole = cases.iter().filter(|case| !case.name.starts_with("start-"));
    let games: Vec<(Vec<String>, String)> = whole
        .flat_map(|case| &case.truths)
        .filter(|truth| truth.san.len() > 40)
        .map(|truth| (truth.san.clone(), "1-0".to_owned()))
        .take(2 * DAMAGES.len())
        .collect();
    let table = damage_all(&games, Options::default(), false);
    let [right, wrong, rejected] = [Fate::Right, Fate::Wrong, Fate::Rejected].map(|f| table.sum(f));
    assert!(wrong <= 1 && rejected * 8 <= right, "{table}");
}

#[test]
#[ignore = "slow; see above"]
fn of_an_archive() {
    let path = env::var_os("SCORESHEET_GAMES").expect("SCORESHEET_GAMES names a PGN file");
    let games: Vec<_> = games(fs::File::open(path).expect("a file"))
        .into_iter()
        .filter(|(moves, _)| moves.len() > 30)
        .collect();
    let confidence = env::var("SCORESHEET_CONFIDENCE").map_or(0.95, |p| p.parse().expect("0 to 1"));
    let options = Options { min_confidence: confidence, ..Options::default() };
    println!("{}", damage_all(&games, options, env::var_os("SCORESHEET_SHOW").is_some()));
}
