//! Moves that were not played, in texts without brackets: numbers that a sentence leads to, and
//! lines beside the game, which begin with another move for one of its last.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{
    alone,
    candidates::Candidate,
    items::{Item, Items, What},
};
use crate::read::{
    pgn::tag::is_quote,
    shape::{descriptive::is_rank, scan::Kind},
};

/// Most numbers that are looked at for the lines beside a game in one place.
pub(super) const MOST: usize = 120;
/// How far a line beside the game goes back from the ply that the game has reached, at most.
const REACH: u32 = 3;
/// A number in a line beside the game gains this share of what it would gain as part of the game,
/// where a sentence leads to the line or the line begins behind the move that it replaces.
const SURE: f64 = 0.8;
/// The share that it gains in any other line beside the game.
const LIKELY: f64 = 0.5;
/// Plies that a game has reached at least where the next ones show that it goes on.
const SURELY: u32 = 6;
/// Fewest words that a remark goes with.
const WORDS: u32 = 2;

/// Whether a sentence goes on into the number at `index`: `better was 12. Nf3`.
pub(super) fn leads_to(items: &Items, index: usize) -> bool {
    let Some((number, passed)) = items.items[..=index].split_last() else { return false };
    let is_sign = |item: &&Item| matches!(item.what, What::Sign | What::Gap | What::Open(_));
    let Some(at) = passed.iter().rposition(|item| !is_sign(&item)) else { return false };
    // `Berlin 1921, 12. Nf3`
    let year = items.text(&passed[at]);
    let is_year = year.len() == YEAR && year.bytes().all(|byte| byte.is_ascii_digit());
    let at = at - usize::from(is_year && at > 0);
    let last = &passed[at];
    let line = last.line as usize;
    let Some(behind) = items.lines.get(line).and_then(|text| text.get(last.end as usize..)) else {
        return false;
    };
    if gives_example(items, number) {
        return true;
    }
    let is_word = is_word(items, at) || is_short_word(items, at, index);
    if last.line == number.line {
        let between = behind.get(..number.start.saturating_sub(last.end) as usize).unwrap_or("");
        // A wide gap ends a sentence, and so does the rule of a table.
        is_word && !between.contains(['.', '!', '?', '|']) && !between.contains("   ")
    } else {
        let told = items.of_line(line).iter().any(|item| matches!(item.what, What::Words(_)));
        line + 1 == number.line as usize && is_word && told && behind.trim().is_empty()
    }
}

/// Abbreviations that give an example, in lower case and with their last point.
static EXAMPLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    serde_json::from_str::<Examples>(include_str!("examples.json"))
        .expect("the embedded table is tested to be whole")
        .abbreviations
});

#[derive(Deserialize)]
struct Examples {
    abbreviations: Vec<String>,
}

/// More bytes than an abbreviation has in two words.
const LONGEST: usize = 24;

/// Whether one of them stands right before an item, in its line or at the end of the one above it:
/// `e.g. 12. Nf3`.
fn gives_example(items: &Items, item: &Item) -> bool {
    let own = items.before(item);
    let above = || items.lines.get((item.line as usize).checked_sub(1)?);
    let before = if own.is_empty() { above().map_or("", |text| text.trim_end()) } else { own };
    let before = before.trim_end_matches([',', ':']);
    if !before.ends_with('.') {
        return false;
    }
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(LONGEST))..];
    let mut words = near.rsplit(char::is_whitespace);
    let last = words.next().unwrap_or_default().trim_start_matches('(').to_lowercase();
    let apart = format!("{}{last}", words.next().unwrap_or_default().to_lowercase());
    EXAMPLES.iter().any(|example| *example == last || *example == apart)
}

/// Whether quotes surround a number and its moves.
pub(super) fn is_quoted(items: &Items, candidate: &Candidate) -> bool {
    let [first, last] = [candidate.item, candidate.last()].map(|at| &items.items[at]);
    let line = |item: &Item| items.lines.get(item.line as usize).copied().unwrap_or("");
    let (before, behind) =
        (line(first).get(..first.start as usize), line(last).get(last.end as usize..));
    before.is_some_and(|text| text.ends_with(is_quote))
        && behind.is_some_and(|text| text.starts_with(is_quote))
}

/// Candidates by which a game is told on, at least, and as many plies.
const TOLD_ON: usize = 4;
/// Digits of a year.
const YEAR: usize = 4;
/// Candidates to each side among which a line beside the game finds the move that it replaces.
const NEARBY: usize = 8;

/// Says of the numbers right behind one that a sentence leads to that it leads to them as well, where
/// that one offers another move for one that was played: `better was 12. h3 Be7 13. Nf3`.
pub(super) fn tell_lines(items: &Items, found: &mut [Candidate]) {
    // Whether the line that the last candidate belongs to offers another move.
    let mut beside = false;
    for at in 0..found.len() {
        let follows = at > 0 && goes_on(items, &found[at - 1], &found[at]);
        beside = if follows && beside {
            found[at].told = true;
            true
        } else {
            // The first move of a game may stand within a sentence.
            let other = offers_another(items, found, at);
            let later = found[at].number > 1 || found[at].black;
            let in_rows = || {
                alone::goes_on(items, &found[..at], &found[at])
                    && !alone::comes_again(items, found, at)
            };
            found[at].told &= (other || later && !in_rows()) && !is_told_on(found, at);
            found[at].told && other
        };
        found[at].stops = found[at].told && ends_sentence(items, &found[at]);
    }
}

/// Whether a sentence ends with the moves of a candidate.
pub(super) fn ends_sentence(items: &Items, candidate: &Candidate) -> bool {
    if candidate.slots.is_empty() {
        return false;
    }
    let last = &items.items[candidate.last()];
    let line = items.lines.get(last.line as usize);
    let behind = line.and_then(|text| text.get(last.end as usize..)).unwrap_or_default();
    let behind = behind.trim_start_matches(['+', '#', '!', '?', ')', '"']);
    behind.starts_with('.') && !behind.starts_with("..")
}

/// Whether a number goes on with the moves right before it, in their sentence.
fn goes_on(items: &Items, before: &Candidate, own: &Candidate) -> bool {
    let between = items.items.get(before.last() + 1..own.item).unwrap_or_default();
    !own.row
        && own.plies().contains(&before.end())
        && between.iter().all(|item| matches!(item.what, What::Sign | What::Gap))
        && !between.iter().any(|item| items.text(item).contains(['.', '!', '?', ';']))
}

/// Whether a candidate that a sentence leads to has a move for which another one stands nearby.
fn offers_another(items: &Items, found: &[Candidate], at: usize) -> bool {
    let own = &found[at];
    let ply = own.plies().start;
    let has_ply = |other: &Candidate| (other.plies().start..other.end()).contains(&ply);
    let (before, behind) = found.split_at(at);
    // With its first move another game begins, which may be the same.
    let text = |own: &Candidate| own.slots.first().map(|slot| items.text(&items.items[slot.from]));
    let is_first = |other: &Candidate| other.is_plain() && other.plies().start == 0;
    let of_game = |other: &&Candidate| {
        !is_first(other) || ply == 0 && !(own.slots.len() == 2 && text(own) == text(other))
    };
    let before = before.iter().rev().take(NEARBY).filter(|other| other.is_plain());
    let behind = behind.iter().skip(1).take(NEARBY).filter(|other| other.is_plain());
    before.take_while(of_game).any(has_ply) || behind.take_while(of_game).any(has_ply)
}

/// Whether a game that is told in sentences goes on with a candidate: it answers the move right before
/// it, and those behind it go on in turn past more sentences.
fn is_told_on(found: &[Candidate], at: usize) -> bool {
    let (before, behind) = found.split_at(at);
    let Some(last) = before.last().filter(|last| !last.deep && last.words_after >= WORDS) else {
        return false;
    };
    let answers = behind.first().is_some_and(|own| own.slots.len() == 1);
    let (from, mut next, mut told) = (last.end(), last.end(), false);
    for own in behind.iter().take(TOLD_ON) {
        if own.deep || own.slots.is_empty() || !own.plies().contains(&next) {
            break;
        }
        told |= next > from && own.words_after >= WORDS;
        next += own.slots.len() as u32;
    }
    answers && told && next >= from + TOLD_ON as u32
}

/// Whether the item at `at` is a word of prose, and not what is left of a move.
fn is_word(items: &Items, at: usize) -> bool {
    let item = &items.items[at];
    let before = || {
        let before = items.items[..at].iter().rev().find(|before| before.what != What::Gap);
        before.filter(|before| before.line == item.line).map(|before| before.what)
    };
    match item.what {
        // `K. R. to XL third`
        What::Words(_) => !is_rank(items.text(item)),
        // `à cause de 12. Nf3`
        What::Move(Kind::Files) => {
            items.is_letters(item) && matches!(before(), Some(What::Words(_)))
        }
        What::Token | What::Move(Kind::Castling) => {
            let follows = |what| matches!(what, What::Number { .. } | What::Move(_) | What::Dots);
            items.is_letters(item) && !before().is_some_and(follows)
        }
        _ => false,
    }
}

/// Whether the item at `at` is a short word that stands behind a move and leads to the same number
/// again, which stands at `number`: `12. Nf3 Si 12. Nh3`.
fn is_short_word(items: &Items, at: usize, number: usize) -> bool {
    let item = &items.items[at];
    item.what == What::Token
        && items.is_letters(item)
        && items.items[..at].iter().rev().find_map(Item::number) == items.items[number].number()
}

/// Whether a candidate begins a game or an opening that a sentence gives.
pub(super) fn is_quoted_opening(candidate: &Candidate) -> bool {
    !(candidate.row || candidate.deep)
        && candidate.is_shaped()
        && candidate.words_before >= WORDS
        && candidate.plies().start == 0
}

/// What the numbers of a text gain as remarks on a game.
pub(super) struct Remarks<'a> {
    pub(in crate::read) candidates: &'a [Candidate],
    /// What each of them would gain as part of the game.
    pub(super) gains: Vec<f64>,
    /// Running totals of words of prose and of results, by item.
    pub(in crate::read) words: &'a [u32],
    pub(in crate::read) results: &'a [u32],
}

impl Remarks<'_> {
    /// What the numbers between two candidates of a game gain as remarks, where the game goes on from
    /// the ply `reached` as if they were not there. 0 if one of them is no part of a remark. A sentence
    /// may give a game or an opening from its first move on only where the game is `sure` to go on.
    pub(in crate::read) fn between(
        &self,
        last: usize,
        until: usize,
        reached: u32,
        sure: bool,
    ) -> f64 {
        let (before, own) = (&self.candidates[last], &self.candidates[until]);
        // Behind a result stands another game, but for games that are quoted between rows.
        let ended = self.results[before.item] < self.results[own.item];
        if until - last > MOST || ended && !own.row {
            return 0.0;
        }
        let mut walk = Walk::new(self, last, reached, ended);
        walk.quotes = sure && reached >= SURELY;
        if !(last + 1..until).all(|at| walk.take(at)) {
            return 0.0;
        }
        let Some(line) = walk.line.filter(|line| line.told) else { return 0.0 };
        let is_next = line.next == reached && !own.row && !line.stops;
        if is_next && self.words[walk.behind] == self.words[own.item] { 0.0 } else { walk.gained }
    }

    /// What the numbers behind the last candidate of a game gain as remarks on its last moves, where
    /// the game has `reached` that ply: those up to a result or to another game. 0 if one of them
    /// may go on with the game.
    pub(in crate::read) fn behind(&self, last: usize, reached: u32) -> f64 {
        let before = &self.candidates[last];
        let results = self.results[before.item];
        let both = before.slots.len() == 2;
        let mut walk = Walk::new(self, last, reached, false);
        for at in (last + 1..self.candidates.len()).take(MOST) {
            let own = &self.candidates[at];
            let plies = own.plies();
            let leads_on = |line: Line| {
                let right_behind = self.words[walk.behind] == self.words[own.item];
                line.leads_to(&plies) && (right_behind || own.told)
            };
            // Where White's number comes again for Black, it may only seem to offer another move; where
            // Black's own comes again, it does.
            let again = before.black && own.black && before.number == own.number;
            let begins = both && (own.black || own.told || own.words_after >= WORDS)
                || own.told && own.slots.len() == 2
                || again;
            let goes_on = !own.deep
                && match walk.line {
                    Some(line) => plies.end > reached && !leads_on(line),
                    None => plies.end > reached || !begins,
                };
            if self.results[own.item] > results || plies.start == 0 {
                break;
            }
            if goes_on || !walk.take(at) {
                return 0.0;
            }
        }
        if walk.line.is_some_and(|line| line.told) { walk.gained } else { 0.0 }
    }
}

/// A walk past numbers that may be remarks on a game.
struct Walk<'a> {
    remarks: &'a Remarks<'a>,
    /// The ply that the game has reached.
    reached: u32,
    /// Whether the game has ended before them.
    ended: bool,
    gained: f64,
    line: Option<Line>,
    /// The ply that the furthest line has come to.
    furthest: u32,
    /// The last item of the line, or of the game before it.
    behind: usize,
    /// Whether a line may be that of another game from its first move on.
    quotes: bool,
}

impl<'a> Walk<'a> {
    fn new(remarks: &'a Remarks<'a>, last: usize, reached: u32, ended: bool) -> Walk<'a> {
        let behind = remarks.candidates[last].last();
        let (gained, line, furthest, quotes) = (0.0, None, 0, false);
        Walk { remarks, reached, ended, gained, line, furthest, behind, quotes }
    }

    /// Goes past a candidate; false where it is no part of a remark.
    fn take(&mut self, at: usize) -> bool {
        let Walk { remarks: Remarks { candidates, gains, words, .. }, reached, line, .. } = *self;
        let candidate = &candidates[at];
        // Rows of a diagram have numbers too.
        if candidate.deep || !candidate.is_shaped() {
            return true;
        }
        let plies = candidate.plies();
        let quoted = self.quotes && is_quoted_opening(candidate);
        let other_game = plies.start == 0 && !quoted || candidate.reference.is_some();
        let stops = line.is_some_and(|line| line.stops);
        let right_behind = words[self.behind] == words[candidate.item] && !stops;
        let own = candidate.told || !stops;
        let same = line.filter(|l| l.leads_to(&plies) && (l.told && own || right_behind));
        // Or another move for one of the line.
        let aside = |ply: u32| candidate.told && ply < self.furthest;
        let begins = || {
            let mut plies = plies.clone();
            plies.find(|&ply| (ply <= reached || aside(ply)) && reached <= ply + REACH)
        };
        let goes_on = match (same, line) {
            (Some(line), _) => Some(line),
            _ if quoted => Some(Line { share: LIKELY, told: true, ..Line::default() }),
            (None, Some(Line { told: false, .. })) => None,
            (None, _) => begins().map(|ply| Line {
                share: if candidate.told || ply < reached { SURE } else { LIKELY },
                // `59... Kb8 59... Kd8`
                told: candidate.black && ply + 1 == reached && right_behind,
                ..Line::default()
            }),
        };
        let Some(mut goes_on) = goes_on.filter(|_| !other_game) else { return false };
        self.gained += goes_on.share * gains[at].max(0.0);
        goes_on.told |= candidate.told || !self.ended && candidate.words_after >= WORDS;
        goes_on.stops = candidate.stops;
        goes_on.next = candidate.end();
        self.furthest = self.furthest.max(goes_on.next);
        self.behind = candidate.last();
        self.line = Some(goes_on);
        true
    }
}

/// A line beside the game.
#[derive(Clone, Copy, Default)]
struct Line {
    share: f64,
    /// The ply that it has come to.
    next: u32,
    /// Whether words go with it.
    told: bool,
    /// Whether a sentence ends with it.
    stops: bool,
}

impl Line {
    /// Whether a number that may be one of these plies goes on with it, perhaps past one.
    fn leads_to(&self, plies: &std::ops::Range<u32>) -> bool {
        plies.start <= self.next + 1 && self.next < plies.end
    }
}

#[cfg(test)]
mod tests {
    use crate::read::text::{candidates::candidates, items::Items};

    #[test]
    fn abbreviations_end_with_a_point() {
        assert!(super::EXAMPLES.iter().all(|example| example.ends_with('.')));
    }

    #[test]
    fn what_sentences_give_from_the_first_move_on() {
        for (text, quoted) in [
            ("He had come to it by way of 1. d4 Nf6", true),
            ("A note (he had come to it by way of 1. d4 Nf6)", false),
            ("He had come to it by way of 2. d4 Nf6", false),
            ("1. d4 Nf6", false),
        ] {
            let items = Items::new(text, 1);
            let found = candidates(&items).pop().expect("a number");
            assert_eq!(super::is_quoted_opening(&found), quoted, "{text}");
        }
    }

    #[test]
    fn numbers_that_a_sentence_leads_to() {
        for (text, told, quoted) in [
            ("besser war 12. Sf3", true, false),
            ("Il fallait jouer : 12... Ff3", true, false),
            ("Even better was perhaps\n12. Nf3", true, false),
            ("Pas 11. Cf3 à cause de 12. Cd4", true, false),
            ("as in Berg - Falk, Malmo 1921, 12. Nf3", true, false),
            ("oder die Rochade\n12. O-O", true, false),
            ("Si: 12. Cf3", true, false),
            ("and wins, e.g. 12. Nf3", true, false),
            ("wie z. B. 12. Sf3", true, false),
            ("sowie z.B.: 12. Sf3", true, false),
            ("he prevents \"12. Nf3\" with this", true, true),
            ("he prevents «12. Nf3 Nc6» with this", true, true),
            ("this was better. 12. Nf3", false, false),
            ("this was better.\n12. Nf3", false, false),
            ("A heading\n\n12. Nf3", false, false),
            ("need to keep the square covered   12. Nf3", false, false),
            ("| the moves | 12. Nf3 |", false, false),
            ("11. Nf3 ed 12. O-O", false, false),
            ("11. Nf3 Castles 12. Re1", false, false),
            ("\"12. Nf3 Nc6\",", false, false),
            ("12. Nf3", false, false),
            ("12. Cf3 Si 12. Ch3 Fe7", true, false),
            ("11. Cf3 Si 12. Ch3 Fe7", false, false),
            ("12. Nf3 12. Nh3 Be7", true, false),
            ("12. Nf3 12. Be7", false, false),
        ] {
            let items = Items::new(text, 1);
            let found = candidates(&items).pop().expect("a number");
            assert_eq!((found.told, found.deep), (told, quoted), "{text}");
        }
    }
}
