//! Signs of pieces that were read as clusters of characters: an engine that knows no figurines takes
//! `♘c3` for `tt:lc3`, `♗b5` for `.i.b5`, `♕xe7` for `'iixe7`.
//!
//! What a cluster stands for is not asked here, only where one stands: before a square, where no
//! letter of a piece is, and again and again on its page.
//!
//! 1. Each word that ends in a square is looked at: what stands before the square is nothing, a
//!    letter, or a cluster.
//! 2. Where clusters outnumber letters, the page has signs. A file or rank before the square belongs
//!    to the cluster or tells pieces apart, whichever makes the more usual cluster.
//! 3. The clusters that are met twice are known; of a damaged one the nearest that is known is meant.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use super::{
    language::languages,
    squares::{is_square, names_square},
    squeeze::is_figurine,
    words::{Word, words},
};

/// Fewest clusters of a page with signs.
const FEW: usize = 8;
/// Of so many words that look like moves, one at least begins with a cluster.
const EVERY: usize = 5;
/// Longest cluster, in characters.
const LONGEST: usize = 8;
/// Fewest times that a cluster is met for it to be known.
const KNOWN: usize = 2;
/// A move that tells its piece apart is so much rarer than one that does not, in nats.
const TOLD_APART: f32 = 2.5;
/// Cost of a cluster more, where those that are met otherwise would do, in nats.
const NEW: f32 = 6.0;
/// Most characters behind a cluster whose square is damaged.
const DAMAGED_TAIL: usize = 4;

/// First of the characters that stand for signs, which no text has.
const FIRST: u32 = 0xf_0000;
/// How many of them there are.
const COUNT: u32 = 0x1000;

/// The character that stands for a sign, if there are enough.
pub(crate) fn sign(index: usize) -> Option<char> {
    let index = u32::try_from(index).ok().filter(|index| *index < COUNT)?;
    char::from_u32(FIRST + index)
}

/// The index of the sign that a character stands for.
pub(crate) fn index_of_sign(c: char) -> Option<usize> {
    let index = (c as u32).checked_sub(FIRST).filter(|index| *index < COUNT)?;
    usize::try_from(index).ok()
}

/// The clusters of a page that are known, with how often each was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signs {
    known: BTreeMap<Vec<char>, usize>,
}

/// What stands before the square that a word ends in.
#[derive(Debug, PartialEq, Eq)]
enum Look {
    /// Nothing but a file or a number: a pawn's move.
    Pawn,
    /// A letter or the name of a piece.
    Letter,
    /// Something else, and so perhaps a sign.
    Cluster,
    /// The word is no single move of this kind.
    Other,
}

/// A way of parting a word into a sign and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Split {
    /// Index behind the sign.
    end: usize,
    /// Whether what follows tells the piece apart by its file or rank.
    told: bool,
}

/// A word that was looked at.
struct Looked {
    look: Look,
    /// Index behind the number of the move.
    start: usize,
    /// Where a sign may end, the longest first.
    splits: Vec<Split>,
}

impl Signs {
    /// The clusters of a page, if it has any.
    pub(crate) fn of_page(text: &str) -> Option<Signs> {
        let mut words = text.split_whitespace().peekable();
        Signs::of(std::iter::from_fn(|| {
            let word = words.next()?;
            let next = words.peek().filter(|_| may_be_torn(word));
            let whole = next.and_then(|next| joined(word, next));
            Some(match whole {
                Some(whole) => {
                    words.next();
                    Cow::Owned(whole)
                }
                None => Cow::Borrowed(word),
            })
        }))
    }

    /// The clusters of a sheet with these texts, if it has any.
    pub(crate) fn of<'a>(texts: impl Iterator<Item = Cow<'a, str>>) -> Option<Signs> {
        let (mut moves, mut letters) = (0, 0);
        let mut clusters: Vec<Vec<(Vec<char>, bool)>> = Vec::new();
        for word in texts {
            if is_clean(&word) {
                (moves, letters) = (moves + 1, letters + usize::from(has_letter(&word)));
                continue;
            }
            let Some(chars) = short(&word) else { continue };
            let looked = looked(&chars);
            moves += usize::from(looked.look != Look::Other);
            let letter = looked.look == Look::Letter;
            letters += usize::from(letter);
            if looked.look == Look::Cluster || letter && !is_kept(&chars[looked.start..]) {
                let sign = |split: &Split| (chars[looked.start..split.end].to_vec(), split.told);
                clusters.push(looked.splits.iter().map(sign).collect());
            }
        }
        let known = settled(&clusters);
        let is_cluster = |spelling: &[char]| spelling.len() > 1 || !spelling[0].is_alphanumeric();
        let counts = |least| -> usize {
            let such = known.iter().filter(|(spelling, n)| **n >= least && is_cluster(spelling));
            such.map(|(_, count)| count).sum()
        };
        let (all, again) = (counts(1), counts(KNOWN));
        let has_signs = all >= FEW && all >= letters && all * EVERY >= moves && again * 2 >= all;
        has_signs.then(|| Signs { known: known.into_iter().filter(|(_, n)| *n >= KNOWN).collect() })
    }

    /// Where signs stand in a word, in characters.
    pub(crate) fn within(&self, word: &[char]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some((sign, end)) = self.next_known(word, at) {
            found.push(sign);
            at = end;
        }
        if found.is_empty() {
            found.extend(self.unknown(word).or_else(|| self.before_damage(word)));
        }
        found.extend(self.promoted(word));
        found
    }

    /// Where a sign stands in a word and the next one together, if a blank parts the two that
    /// stands in the sign or behind it.
    pub(crate) fn across(&self, word: &[char], next: &[char]) -> Option<Range<usize>> {
        if word.len() > LONGEST || (0..word.len()).any(|at| square_at(word, at)) {
            return None;
        }
        let joined = [word, next].concat();
        let (sign, end) = self.next_known(&joined, 0)?;
        let parted = sign.start < word.len() && word.len() <= sign.end;
        let ends = !joined[end..].iter().any(|c| c.is_alphanumeric());
        (parted && ends).then_some(sign)
    }

    /// The next sign that is known and stands before a square, and the index behind that square.
    fn next_known(&self, word: &[char], from: usize) -> Option<(Range<usize>, usize)> {
        (from..word.len()).filter(|&at| may_begin(word, at)).find_map(|start| {
            let ends = (start + 1..=word.len().min(start + LONGEST)).filter_map(|end| {
                let count = self.known.get(&word[start..end])?;
                let (behind, told) = tail(word, end)?;
                Some((weight(*count as f32, told), start..end, behind))
            });
            let best = ends.max_by(|a, b| a.0.total_cmp(&b.0))?;
            Some((best.1, best.2))
        })
    }

    /// What stands for a sign before the square that a word ends in, though it is not known.
    fn unknown(&self, word: &[char]) -> Option<Range<usize>> {
        let Looked { look, start, splits } = looked(word);
        let cluster = look == Look::Cluster || look == Look::Letter && !is_kept(&word[start..]);
        let far = |split: &&Split| {
            let near = self.nearest(&word[start..split.end]);
            (near.map_or(usize::MAX, |(_, distance)| distance), split.told)
        };
        let best = splits.iter().min_by_key(far).filter(|_| cluster)?;
        Some(start..best.end)
    }

    /// A sign that is known and begins a word whose square is damaged.
    fn before_damage(&self, word: &[char]) -> Option<Range<usize>> {
        let start = behind_number(word);
        let known = |end: &usize| self.known.contains_key(&word[start..*end]);
        let ends = (start + 2..word.len().min(start + LONGEST + 1)).rev();
        let end = ends.filter(|end| word.len() - end <= DAMAGED_TAIL).find(known)?;
        let digit = word[end..].iter().any(|c| c.is_ascii_digit());
        digit.then_some(start..end)
    }

    /// The sign of the piece that a pawn becomes: `e8='ii`.
    fn promoted(&self, word: &[char]) -> Option<Range<usize>> {
        let last = |at: &usize| square_at(word, *at) && matches!(word[*at + 1], '1' | '8');
        let behind = (0..word.len()).rev().find(last)? + 2;
        let start = behind + usize::from(word.get(behind) == Some(&'='));
        let end = word.iter().rposition(|c| !matches!(c, '+' | '#' | '!' | '?'))? + 1;
        (start < end && self.known.contains_key(&word[start..end])).then_some(start..end)
    }

    /// The spellings that are known, the most usual first.
    pub(crate) fn usual(&self) -> Vec<&[char]> {
        let mut known: Vec<(&[char], usize)> =
            self.known.iter().map(|(spelling, count)| (&spelling[..], *count)).collect();
        known.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        known.into_iter().map(|(spelling, _)| spelling).collect()
    }

    /// The spelling that is known and nearest to another, and how many characters differ.
    pub(crate) fn nearest(&self, spelling: &[char]) -> Option<(&[char], usize)> {
        if let Some((known, _)) = self.known.get_key_value(spelling) {
            return Some((known, 0));
        }
        let text = |spelling: &[char]| spelling.iter().collect::<String>();
        let wanted = text(spelling);
        let distance = |known: &[char]| strsim::levenshtein(&text(known), &wanted);
        let near = self.usual().into_iter().map(|known| (known, distance(known)));
        let enough = |found: &(&[char], usize)| found.1 <= 1 + spelling.len() / 4;
        near.filter(enough).min_by_key(|found| found.1)
    }
}

/// How often each cluster was met, where each word counts for the likeliest of its ways: with the
/// longest cluster, unless the file or rank at its end rather tells a piece apart.
fn settled(words: &[Vec<(Vec<char>, bool)>]) -> BTreeMap<Vec<char>, usize> {
    let mut longest: BTreeMap<&[char], usize> = BTreeMap::new();
    for (spelling, _) in words.iter().filter_map(|ways| ways.first()) {
        *longest.entry(spelling).or_default() += 1;
    }
    let mut counts: BTreeMap<Vec<char>, usize> = BTreeMap::new();
    for ways in words {
        let Some((first, _)) = ways.first() else { continue };
        let count = longest.get(&first[..]).copied().unwrap_or(1) as f32;
        // What all that begin with the longest cost more where they begin with another.
        let cost = |(spelling, told): &(Vec<char>, bool)| {
            let others = longest.get(&spelling[..]).copied().unwrap_or(0) as f32;
            if spelling == first { NEW } else { count * (count.ln() - weight(others, *told)) }
        };
        let best = ways.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        if let Some((spelling, _)) = best {
            *counts.entry(spelling.clone()).or_default() += 1;
        }
    }
    counts
}

/// Whether a move may begin at an index of a word: behind a number or another move.
fn may_begin(word: &[char], at: usize) -> bool {
    let before = word[..at].iter().rev().find(|c| !matches!(c, '.' | '…'));
    before.is_none_or(|c| c.is_ascii_digit() || matches!(c, '+' | '#' | '!' | '?' | '(' | ')'))
}

/// How likely a sign is that is met so often, as a logarithm.
fn weight(count: f32, told: bool) -> f32 {
    count.ln() - if told { TOLD_APART } else { 0.0 }
}

/// Whether a word is no word of a language and no move, and so perhaps the beginning of a sign:
/// `lLl`, `l:`, `.t`.
fn may_be_torn(word: &str) -> bool {
    let castles = |c: char| matches!(c, 'O' | '0' | 'o' | '-' | '+');
    let is_digit = |b: &u8| b.is_ascii_digit();
    if word.len() > LONGEST
        || word.as_bytes().last().is_none_or(is_digit)
        || word.chars().all(castles)
    {
        return false;
    }
    let chars: Vec<char> = word.chars().collect();
    let own = &chars[behind_number(&chars)..];
    let end = own.iter().rposition(|c| !matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')'));
    let inside = &own[..end.map_or(0, |last| last + 1)];
    let is_word = inside.iter().skip(1).all(|c| c.is_lowercase())
        && inside.first().is_none_or(|c| c.is_alphabetic());
    !is_word && inside.iter().any(|c| c.is_alphabetic()) && words().whole(inside).is_none()
}

/// A word and the next as one, if both together are a cluster before a square.
fn joined(word: &str, next: &str) -> Option<String> {
    let look = |word: &str| short(word).map_or(Look::Other, |chars| looked(&chars).look);
    let whole = [word, next].concat();
    let parted = matches!(look(next), Look::Pawn | Look::Cluster) && look(word) == Look::Other;
    (parted && look(&whole) == Look::Cluster).then_some(whole)
}

/// The characters of a word that may be a move.
fn short(word: &str) -> Option<Vec<char>> {
    names_square(word).then(|| word.chars().take(3 * LONGEST).collect())
}

/// Whether a word is a move with a letter or none: most words of most pages.
fn is_clean(word: &str) -> bool {
    let bytes = word.as_bytes();
    let inside = |b: &u8| matches!(b, b'a'..=b'h' | b'1'..=b'8' | b'x' | b'+');
    let first = |b: &u8| matches!(b, b'K' | b'Q' | b'R' | b'B' | b'N') || inside(b);
    bytes.first().is_some_and(first) && bytes.len() > 1 && bytes[1..].iter().all(inside)
}

fn has_letter(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether a square stands at an index.
fn square_at(word: &[char], at: usize) -> bool {
    word.get(at..at + 2).is_some_and(is_square)
}

fn is_capture(c: char) -> bool {
    matches!(c, 'x' | '×' | '✕' | ':')
}

/// Index behind a move number and its points: one, or three before a move of Black's. Of two or four
/// the last belongs to what follows.
fn behind_number(word: &[char]) -> usize {
    let open = usize::from(matches!(word.first(), Some('(' | '[')));
    let digits = word[open..].iter().take(4).take_while(|c| c.is_ascii_digit()).count();
    let joins = |c: &&char| matches!(c, '.' | '…' | ')' | ',');
    let points = word[open + digits..].iter().take_while(joins).count();
    let own = if matches!(points, 2 | 4) { points - 1 } else { points };
    if (1..=3).contains(&digits) { open + digits + own } else { 0 }
}

/// Looks at what stands before the square that a word ends in.
fn looked(word: &[char]) -> Looked {
    let start = behind_number(word);
    let splits = splits(word, start);
    let signs = || splits.iter().map(|split| &word[start..split.end]);
    let look = match splits.first() {
        None => Look::Other,
        Some(_) if signs().any(|sign| bare(sign).is_empty()) => Look::Pawn,
        Some(_) if signs().any(|sign| is_name(bare(sign))) => Look::Letter,
        Some(longest) if longest.end - start > LONGEST => Look::Other,
        Some(longest) if (start..longest.end).any(|at| square_at(word, at)) => Look::Other,
        Some(_) if signs().any(castles) => Look::Other,
        Some(_) => Look::Cluster,
    };
    Looked { look, start, splits }
}

/// Whether a spelling is castling, to which a move is glued: `0-0d6`.
fn castles(spelling: &[char]) -> bool {
    let is_oh = |c: &char| matches!(c, '0' | 'O' | 'o');
    let parts: Vec<&[char]> = spelling.split(|c| matches!(c, '-' | '–' | '—')).collect();
    (2..=3).contains(&parts.len()) && parts.iter().all(|part| matches!(part, [oh] if is_oh(oh)))
}

/// Where a sign that begins at `start` may end.
fn splits(word: &[char], start: usize) -> Vec<Split> {
    let mut found: Vec<Split> = Vec::new();
    let Some(square) = (start..word.len()).rev().find(|&at| square_at(word, at)) else {
        return found;
    };
    let behind = &word[square + 2..];
    let letters = behind.iter().filter(|c| c.is_alphanumeric()).count();
    if letters > 1 && behind.first() != Some(&'=') {
        return found;
    }
    let before = |end: usize| (end > start).then(|| word[end - 1]);
    let mut add = |end, told| found.push(Split { end, told });
    let sign = before(square);
    let captures = sign.filter(|c| is_capture(*c)).map(|_| square - 1);
    // A colon may be the last point of a sign.
    let plain = if sign == Some(':') { Some(square) } else { captures.is_none().then_some(square) };
    for end in plain.into_iter().chain(captures) {
        add(end, false);
        let rank = matches!(before(end), Some('1'..='8'));
        if rank || matches!(before(end), Some('a'..='h')) {
            add(end - 1, true);
        }
        if rank && matches!(before(end - 1), Some('a'..='h')) {
            add(end - 2, true);
        }
    }
    found
}

/// Index behind the rest of a move, from what tells the piece apart to the square, and whether it
/// does.
fn tail(word: &[char], at: usize) -> Option<(usize, bool)> {
    let target = |at: usize| {
        let at = at + usize::from(word.get(at).is_some_and(|c| is_capture(*c)));
        square_at(word, at).then_some(at + 2)
    };
    if let Some(end) = target(at) {
        return Some((end, false));
    }
    let file = at + usize::from(matches!(word.get(at), Some('a'..='h')));
    let rank = file + usize::from(matches!(word.get(file), Some('1'..='8')));
    [rank, file].into_iter().find_map(target).map(|end| (end, true))
}

/// A spelling without the quotes, brackets and points before it.
fn bare(spelling: &[char]) -> &[char] {
    let loose = |c: &char| {
        matches!(c, '(' | '[' | '{' | '"' | '\'' | '«' | '“' | '”' | '„' | '‘' | '’' | '`')
            || matches!(c, '.' | ',' | ';' | ':' | '…' | '*' | '_' | '|' | '-' | '–' | '—' | '•')
    };
    let at = spelling.iter().position(|c| !loose(c)).unwrap_or(spelling.len());
    &spelling[at..]
}

/// Whether a spelling is a letter that is not small or the name of a piece, perhaps with a point, a
/// dash or a word for a capture behind it: `Rtakes`.
fn is_name(spelling: &[char]) -> bool {
    let joins = |c: &char| matches!(c, '.' | '-' | '–' | '—' | ':');
    let end = spelling.iter().rposition(|c| !joins(c)).map_or(0, |last| last + 1);
    match &spelling[..end] {
        [] => false,
        [one] => one.is_alphabetic() && !one.is_lowercase() || is_figurine(*one),
        name => {
            let text: String = name.iter().collect();
            let takes = |at: &usize| words().whole(&name[*at..]) == Some(Word::Takes);
            words().whole(name) == Some(Word::Name)
                || languages().iter().flat_map(|l| &l.pieces).flatten().any(|known| *known == text)
                || (1..name.len()).find(takes).is_some_and(|at| is_name(&name[..at]))
        }
    }
}

/// Whether a word begins with a letter that stands for its piece on a page with signs too.
fn is_kept(word: &[char]) -> bool {
    let first = bare(word).first();
    first.is_some_and(|c| matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N') || is_figurine(*c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clusters of every kind, some of them with a file, rank or capture behind them.
    const PAGE: &str = "1.e4 e5 2.tt:lf3 tt:lc6 3..tb5 a6 4..ta4 .te7 5.J:te1 b5 6.lLlc3 lLlf6 \
        7.'iixd4 tbxe4 8.tbc3 J:tb8 9.tbg1 lLle4 10.tt:lh4 'iid7 11.J:te3 J:tc8 12.tbce2 J:tab1";

    fn signs() -> Signs {
        Signs::of_page(PAGE).expect("signs")
    }

    /// The signs of a word, each with what follows it.
    fn parted(signs: &Signs, word: &str) -> Vec<String> {
        let word: Vec<char> = word.chars().collect();
        let text = |range: Range<usize>| word[range].iter().collect();
        signs.within(&word).into_iter().map(text).collect()
    }

    #[test]
    fn clusters_before_squares_are_signs() {
        let signs = signs();
        let mut usual: Vec<String> =
            signs.usual().into_iter().map(|s| s.iter().collect()).collect();
        usual.sort();
        assert_eq!(usual, ["'ii", ".t", "J:t", "lLl", "tb", "tt:l"]);
        for (word, want) in [
            ("tt:lf3", "tt:l"),
            ("13.tt:lxf3+", "tt:l"),
            // A file belongs to the cluster where that is more usual.
            ("tbc3", "tb"),
            ("tbge2", "tb"),
            ("J:tad8", "J:t"),
            // The last of two points is the sign's.
            ("24..tb4", ".t"),
            ("24...tt:lc3", "tt:l"),
            // Two moves that are run together.
            ("e5tt:lf6", "tt:l"),
            ("tt:lf3tt:lc6", "tt:l tt:l"),
            ("e8='ii+", "'ii"),
            // Damaged and unknown ones, and a damaged square.
            ("tt;lf3", "tt;l"),
            ("~h8", "~"),
            ("<it>xg7", "<it>"),
            ("Wc7", "W"),
            ("lLl£3", "lLl"),
            ("e4", ""),
            ("exd5", ""),
            ("Nf3", ""),
            ("(e4,", ""),
            ("e2-e4", ""),
            ("6.0-0d67.", ""),
            ("tables", ""),
        ] {
            assert_eq!(parted(&signs, word).join(" "), want, "{word}");
        }
    }

    #[test]
    fn a_blank_may_stand_in_a_sign_or_behind_it() {
        let signs = signs();
        for (word, next, want) in [
            ("tt:", "lf3", Some(0..4)),
            ("13.lLl", "xd4+", Some(3..6)),
            ("13.", "tt:lf3", None),
            ("e4", ".tb5", None),
            ("the", "e4", None),
        ] {
            let [word, next] = [word, next].map(|text| text.chars().collect::<Vec<char>>());
            assert_eq!(signs.across(&word, &next), want, "{word:?} {next:?}");
        }
        let page = "1.e4 e5 2.lLl f3 lLl c6 3..i b5 a6 4..i a4 lLl f6 5.O-O .i e7 6.J:t e1 b5 \
            7..i b3 O-O 8.J:t e3 .i f8";
        let signs = Signs::of_page(page).expect("signs");
        let spelling = |text: &str| text.chars().collect::<Vec<char>>();
        assert!(
            ["lLl", ".i", "J:t"].iter().all(|known| signs.known.contains_key(&spelling(known)))
        );
    }

    #[test]
    fn pages_with_letters_have_no_signs() {
        for page in [
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6 8.c3 O-O 9.h3 Nb8",
            "1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. Lf1-b5 a7-a6 4. Lb5-a4 Sg8-f6 5. 0-0 Lf8-e7",
            "1.e4 e5 2.Ktf3 Ktc6 3.Bb5 a6 4.Ba4 Ktf6 5.Ktc3 Be7 6.Kte2 b5 7.Ktg3 d6 8.Kth5 Kth5",
            "1.Rtakesd5 Ntakesd5 2.Rtakese5 Ntakese5 3.Rtakesf5 Ntakesf5 4.Rtakesg5 Ntakesg5",
            "1.פלוקחc3 פf6 2.פלוקחd4 פc6 3.פלוקחe5 צb8 4.רלוקחc5 צc8 5.רלוקחa3 רלוקחa6 6.פלוקחa5",
            "1. e4, e5; 2. (d4) \"d5\" 3. *f4* _f5_ 4. |g4| 'g5' 5. .h4 -h5 6. a4 a5 7. b4 b5",
            "on e4 and d5 he has a pawn, to c6 or c4 goes the knight, in g5 or h4 stands the bishop",
        ] {
            assert_eq!(Signs::of_page(page), None, "{page}");
        }
    }

    #[test]
    fn a_damaged_cluster_means_the_nearest() {
        let signs = signs();
        for (spelling, want) in [("tt;l", Some("tt:l")), ("lL1", Some("lLl")), ("&%$", None)] {
            let spelling: Vec<char> = spelling.chars().collect();
            let near = signs.nearest(&spelling).map(|(near, _)| near.iter().collect::<String>());
            assert_eq!(near.as_deref(), want);
        }
    }

    proptest::proptest! {
        #[test]
        fn signs_stand_apart_in_any_word(word in "[tl:.'iJ<>~a-h1-8x=+ -]{0,24}|.{0,24}") {
            let word: Vec<char> = word.chars().collect();
            let signs = signs();
            let mut done = 0;
            for range in signs.within(&word) {
                proptest::prop_assert!(done <= range.start && range.start < range.end);
                proptest::prop_assert!(range.end <= word.len());
                done = range.end;
            }
            signs.across(&word, &word);
        }
    }
}
