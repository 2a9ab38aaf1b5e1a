//! What the strings of a program say, one by one.

use std::collections::BTreeMap;

use shakmaty::fen::Fen;

use super::super::{
    literals::unescaped,
    numbered::numbered,
    strings::{Literal, Strings, outward},
    strung,
};
use crate::{
    read::{
        foreign,
        pgn::{self, tag},
        shape::scan::{self, begins_game},
        start_from_fen,
    },
    record::GameResult,
};

/// Fewest moves of a string that has other words too, and share of its words that they are.
const FEW: usize = 2;
const SHARE: f64 = 0.45;
/// Fewest moves of a string of several lines, of which one begins a game.
const MANY: usize = 4;
/// Keys of the move in an object that is one move, and fewest such objects.
const KEYS: [&str; 4] = ["san", "move", "notation", "algebraic"];
const OBJECTS: usize = 4;
/// How many of its moves tell what a game is.
pub(super) const OPENING: usize = 8;
/// Longest FEN, in bytes.
const LONG_FEN: usize = 100;

/// A string, or several that are put together.
pub(super) type Text<'a, 'b> = Vec<&'b Literal<'a>>;

/// What a string says that has to do with a game.
pub(super) struct Said<'a, 'b> {
    pub(super) what: What<'a, 'b>,
    /// The brackets that it stands in.
    pub(super) block: usize,
    /// The name before it, if that says that moves follow.
    pub(super) name: Option<&'a str>,
}

pub(super) enum What<'a, 'b> {
    /// A position, with its byte; none where it is the usual start.
    Position(Option<Fen>, &'a str, usize),
    /// A list of moves, each with its byte.
    Moves(Vec<(String, usize)>),
    /// Moves, one a string, with the same brackets around them.
    Singles(Vec<(String, usize)>),
    /// A text of moves with numbers.
    Numbered(Text<'a, 'b>, Numbers),
}

/// What the numbers of a text tell, and its moves.
#[derive(Clone)]
pub(super) struct Numbers {
    pub(super) first: u32,
    pub(super) last: u32,
    /// Whether it begins with Black's move.
    pub(super) black: bool,
    /// Its first moves, and how many it has.
    pub(super) opening: Vec<String>,
    pub(super) moves: usize,
    /// Whether it has tags.
    pub(super) tagged: bool,
}

/// What the strings of a text say of games; nothing where tags stand in strings of their own, which
/// are a game only together.
pub(super) fn said<'a, 'b>(text: &'a str, strings: &'b Strings<'a>) -> Option<Vec<Said<'a, 'b>>> {
    let mut found: Vec<Said> = Vec::new();
    let add = |found: &mut Vec<Said<'a, 'b>>, what, first: &Literal<'a>| {
        let name = Some(first.name).filter(|name| foreign::moves::names_moves(name));
        found.push(Said { what, block: first.block, name });
    };
    let listed = objects(strings);
    for parts in together(text, &strings.literals) {
        let [first, ..] = parts[..] else { continue };
        let around = || outward(&strings.around, first.block);
        if let Some(moves) = around().find_map(|block| listed.get(&block)) {
            // The first of its objects stands for the list.
            if moves.first().is_some_and(|(_, at)| *at == first.at) {
                add(&mut found, What::Singles(moves.clone()), first);
            }
            continue;
        }
        let (alone, is_key) = (parts.len() == 1, is_key(&text[first.end..]));
        if alone && (scan::is_move(first.text) || first.is_promotion()) && !is_key {
            single(&mut found, first);
            continue;
        }
        if alone && let Some(position) = position(first) {
            add(&mut found, position, first);
            continue;
        }
        if let Some(moves) = moves(&parts) {
            add(&mut found, What::Moves(moves), first);
            continue;
        }
        let whole: String = parts.iter().map(|part| unescaped(part.text)).collect();
        let tagged = whole.lines().any(tag::is_tag_line);
        match numbers(&whole, tagged) {
            Some(numbers) => add(&mut found, What::Numbered(parts, numbers), first),
            None if tagged => return None,
            None => {}
        }
    }
    Some(found)
}

/// Whether a key is that of the move in an object that is one.
pub(super) fn is_key_of_move(key: &str) -> bool {
    KEYS.contains(&key)
}

/// The moves of lists of objects, `{ from: 'e2', to: 'e4', san: 'e4' }`, by the brackets around the list.
fn objects(strings: &Strings) -> BTreeMap<usize, Vec<(String, usize)>> {
    let mut lists: BTreeMap<usize, Vec<(String, usize)>> = BTreeMap::new();
    let mut last = None;
    for own in &strings.literals {
        let is_move = is_key_of_move(own.name) && scan::is_move(own.text) && own.block > 0;
        // The first key of an object that names its move does.
        if is_move && last != Some(own.block) {
            last = Some(own.block);
            let around = outward(&strings.around, own.block).nth(1).unwrap_or(0);
            lists.entry(around).or_default().push((own.text.to_owned(), own.at));
        }
    }
    lists.retain(|block, moves| *block > 0 && moves.len() >= OBJECTS);
    lists
}

/// Adds a string that is one move to those before it in the same brackets.
fn single<'a>(found: &mut Vec<Said<'a, '_>>, literal: &Literal<'a>) {
    let own = (literal.text.to_owned(), literal.at);
    let before = match found.last_mut() {
        Some(Said { what: What::Singles(moves), block, .. }) if *block == literal.block => {
            Some(moves)
        }
        _ => None,
    };
    match before {
        // `from: "e7", to: "e8", promotion: "q"` is one move.
        Some(moves) if literal.is_target() || literal.is_promotion() => {
            if let Some((text, _)) = moves.last_mut() {
                text.push_str(literal.text);
            }
        }
        Some(moves) => moves.push(own),
        None if literal.is_promotion() => {}
        None => {
            found.push(Said { what: What::Singles(vec![own]), block: literal.block, name: None })
        }
    }
}

/// Whether what stands behind a string makes a key of it.
fn is_key(behind: &str) -> bool {
    let behind = behind.trim_start();
    behind.starts_with("=>") || behind.starts_with(':')
}

/// The strings, in parts of which each is put together from those in it.
fn together<'a, 'b>(text: &str, literals: &'b [Literal<'a>]) -> Vec<Text<'a, 'b>> {
    let mut found: Vec<Text> = Vec::new();
    let mut names: BTreeMap<&str, &Literal> = BTreeMap::new();
    for literal in literals {
        let joined = found.last().and_then(|parts| joined(text, parts, literal));
        match (found.last_mut(), joined) {
            (Some(parts), Some(between)) => {
                parts.extend(names.get(between));
                parts.push(literal);
            }
            _ => found.push(vec![literal]),
        }
        if !literal.name.is_empty() {
            names.insert(literal.name, literal);
        }
    }
    found
}

/// The name between strings that a string is put together with, which may be none.
fn joined<'a>(text: &'a str, parts: &Text, next: &Literal) -> Option<&'a str> {
    let last = parts.last()?;
    let between = text.get(last.end..next.open)?;
    let is_sign = |c: char| c.is_whitespace() || matches!(c, '+' | '.' | '\\' | '/' | '*' | '&');
    let name = between.trim_matches(is_sign);
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let signed = between.contains(['+', '.', '&']);
    let quoted =
        text[last.open..].starts_with(['"', '\'']) && text[next.open..].starts_with(['"', '\'']);
    // Strings of a list may have blanks alone between them.
    let apart = begins_game(last.text) && begins_game(next.text);
    let listed = scan::is_move(last.text) || scan::is_move(next.text) || apart;
    let is_one = if signed { is_name } else { name.is_empty() && quoted && !listed };
    (is_one && last.block == next.block).then_some(name)
}

/// The position that a string is.
fn position<'a, 'b>(literal: &Literal<'a>) -> Option<What<'a, 'b>> {
    let fen = literal.text.trim();
    if fen.len() > LONG_FEN || fen.matches('/').count() != 7 || !fen.contains(' ') {
        return None;
    }
    start_from_fen(fen).ok().map(|start| What::Position(start, fen, literal.at))
}

/// The moves of a string that holds nothing else.
fn moves(parts: &Text) -> Option<Vec<(String, usize)>> {
    let mut found = Vec::new();
    for part in parts {
        let lines = part.text.split("\\n").flat_map(|line| line.split("\\t"));
        let words = lines.flat_map(|line| {
            line.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '\\'))
        });
        for word in words.filter(|word| !word.is_empty()) {
            let at = part.at + (word.as_ptr().addr() - part.text.as_ptr().addr());
            if let Some(moves) = strung::glued(word) {
                let behind = |own: &str| at + (own.as_ptr().addr() - word.as_ptr().addr());
                found.extend(moves.into_iter().map(|own| (own.to_owned(), behind(own))));
            } else if scan::is_move(word) {
                found.push((word.to_owned(), at));
            } else if found.is_empty() || word != "*" && GameResult::from_token(word).is_none() {
                return None;
            }
        }
    }
    (!found.is_empty()).then_some(found)
}

/// What the numbers of a text tell, if it is one of moves with numbers.
fn numbers(text: &str, tagged: bool) -> Option<Numbers> {
    let mut all = numbered(text);
    let first = all.next()?;
    let last = all.last().unwrap_or(first);
    let (share, moves) = pgn::likeness(text);
    let begins = moves >= MANY && text.trim().contains('\n') && text.lines().any(begins_game);
    let goes_on = first.number > 1 && moves > 0 && share == 1.0;
    let enough = tagged || moves >= FEW && share >= SHARE || begins || goes_on;
    let opening = || {
        let entries = pgn::movetext(text, 1).0.into_iter().take(OPENING);
        entries.map(|entry| entry.text().to_owned()).collect()
    };
    enough.then(|| Numbers {
        first: first.number,
        last: last.number,
        black: first.black,
        opening: opening(),
        moves,
        tagged,
    })
}
