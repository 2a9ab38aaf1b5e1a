//! Players in a heading: `Kasparov, Garry (2812) – Topalov, Veselin (2700)`, `Morphy vs. Count
//! Isouard`, `Tal - Botvinnik, Moscow 1960`.
//!
//! Two names with a dash between them may be anything, an opening and its variation most of all. So
//! a dash alone tells players only where ratings, initials or a year stand beside them, or right
//! above the moves; one without blanks around it, which may be that of a name, only above a year, or
//! behind a first name beside one.

use super::labels::labels;
use crate::read::{
    shape::{chars::is_dash, scan},
    table,
};

/// Longest line that may be such a heading, in bytes.
const MAX_LINE: usize = 120;
/// Most words of a bracket behind a name.
const BRACKETED: usize = 5;
/// Most words of a name.
const MAX_WORDS: usize = 5;

/// A name, and what speaks for its being one.
struct Player {
    name: String,
    rated: bool,
    /// With initials, or the surname first.
    full: bool,
}

/// White's and Black's names in a line; `next` is the heading behind it, or nothing where the moves
/// stand there.
pub(in crate::read) fn pair(line: &str, next: &str) -> Option<[String; 2]> {
    if line.len() > MAX_LINE {
        return None;
    }
    let dated = || next.split_whitespace().any(is_year);
    // `Garry Kasparov-Vladimir Kramnik, Paris 1992`
    let beside = line.split_whitespace().any(is_year)
        && !line.split_whitespace().any(|word| word.chars().all(is_dash));
    let within = |at: usize, word: &str| at > 0 && word.ends_with(char::is_alphabetic);
    let parted = |(at, word)| parted_at_dash(word, dated() || beside && within(at, word));
    let words: Vec<&str> = line.split_whitespace().enumerate().flat_map(parted).collect();
    let names_against = |word: &&str| labels().against.contains(&stem(word));
    // In `A. Holm vs. V. Berg` the last one is an initial.
    let is_initial = |word: &&str| word.starts_with(char::is_uppercase) && stem(word).len() == 1;
    let sure = words.iter().any(|word| names_against(word) && !is_initial(word));
    let is_dash = |word: &&str| word.chars().all(is_dash);
    // Nor does one speak of an opponent behind which no name stands: `Spassky, Boris V`.
    let ends = |at: usize| words.get(at + 1).is_none_or(is_dash);
    let is_against =
        |at: usize| names_against(&words[at]) && !(is_initial(&words[at]) && (sure || ends(at)));
    let (at, dash) = match (0..words.len()).find(|&at| is_against(at)) {
        Some(at) => (at, false),
        None => (words.iter().position(is_dash)?, true),
    };
    let (white, black) = (&words[..at], &words[at + 1..]);
    // `A vs. B --- Monday`
    let rule = black.iter().position(|word| !dash && is_dash(word) && word.len() > 2);
    let black = &black[..rule.unwrap_or(black.len())];
    if (at + 1..).zip(black).any(|(at, word)| is_dash(word) || is_against(at)) {
        return None;
    }
    // What stands before a colon or a full number is no part of the name: `Game 5: Tal`.
    let begins = white.iter().rposition(|word| word.ends_with(':') || is_number(word));
    let (white, rest) = player(&white[begins.map_or(0, |at| at + 1)..], true)?;
    if !rest.is_empty() {
        return None;
    }
    let (black, rest) = player(black, white.name.contains(','))?;
    let dated = rest.iter().copied().any(is_year) || dated();
    let both = |told: fn(&Player) -> bool| told(&white) && told(&black);
    let sure = !dash || both(|player| player.rated) || both(|player| player.full) || dated;
    let sure = sure || next.is_empty() && rest.len() <= 1;
    sure.then_some([white.name, black.name])
}

/// A word as it is, or two names and the dash that they have between them; `hyphen` says whether
/// that may be a mere hyphen. Or a name and the dash that stands right before or behind it, with a
/// blank on the other side.
fn parted_at_dash(word: &str, hyphen: bool) -> Vec<&str> {
    if let Some(name) = word.strip_prefix(is_dash)
        && name.starts_with(char::is_uppercase)
    {
        return vec![&word[..word.len() - name.len()], name];
    }
    if let Some(name) = word.strip_suffix(is_dash)
        && name.starts_with(char::is_uppercase)
    {
        return vec![name, &word[name.len()..]];
    }
    let parts = || {
        let (at, dash) = word.char_indices().find(|(_, c)| is_dash(*c))?;
        let (white, black) = (&word[..at], &word[at + dash.len_utf8()..]);
        let named = |name: &str| name.chars().count() > 2 && name.starts_with(char::is_uppercase);
        let fits = named(white) && named(black) && is_name(word) && !black.contains(is_dash);
        (fits && (hyphen || dash != '-'))
            .then(|| vec![white, &word[at..at + dash.len_utf8()], black])
    };
    parts().unwrap_or_else(|| vec![word])
}

/// White's and Black's names where they are the heads of the columns of moves, the first row of
/// which is `row`.
pub(super) fn heads(line: &str, row: &str) -> Option<[String; 2]> {
    if line.len() > MAX_LINE || line.contains('\t') != row.contains('\t') {
        return None;
    }
    let heads = in_columns(line).filter(|(_, head)| !table::is_number_head(head));
    let heads: Vec<(usize, &str)> = heads.collect();
    let [white, black, again @ ..] = &heads[..] else { return None };
    // Each pair of columns has them.
    if !again.chunks(2).all(|pair| pair.iter().map(|head| head.1).eq([white.1, black.1])) {
        return None;
    }
    let mut moves = in_columns(row).filter(|(_, cell)| {
        cell.split_whitespace().next_back().is_some_and(scan::is_move)
            || cell.split_whitespace().next().is_some_and(scan::is_move)
    });
    let cells = [moves.next()?, moves.next()?];
    let is_head = |(head, cell): (&(usize, &str), &(usize, &str))| {
        // A number may stand before the move in its cell.
        let reach = cell.0 + cell.1.chars().count();
        let above = if line.contains('\t') {
            head.0 == cell.0
        } else {
            head.0 + 2 >= cell.0 && head.0 < reach.max(cell.0 + 3)
        };
        above
            && head.1.split_whitespace().all(is_name_or_rating)
            && head.1.split_whitespace().any(is_name)
    };
    let both = [white, black].into_iter().zip(&cells).all(is_head);
    both.then(|| [white.1.to_owned(), black.1.to_owned()])
}

/// The parts of a line between tabs or wide blanks, with their columns.
fn in_columns(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let sign = if line.contains('\t') { "\t" } else { "  " };
    let mut column = 0;
    let parts = line.split(sign).map(move |part| {
        let blanks = part.len() - part.trim_start().len();
        let at = column + blanks;
        column += if sign == "\t" { 1 } else { part.chars().count() + 2 };
        (if sign == "\t" { column } else { at }, part.trim())
    });
    parts.filter(|(_, part)| !part.is_empty())
}

/// Whether a word can be part of a name, or is a rating or a title behind it.
fn is_name_or_rating(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', ',']);
    is_name(word)
        || is_name(bare)
        || bare.parse::<u16>().is_ok_and(|rating| (100..=2999).contains(&rating))
}

/// The player at the start of some words, and the words behind; `comma` says whether the surname
/// may stand first, with a comma behind it.
fn player<'a, 'b>(words: &'a [&'b str], comma: bool) -> Option<(Player, &'a [&'b str])> {
    let mut name: Vec<&str> = Vec::new();
    let mut player = Player { name: String::new(), rated: false, full: false };
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let rating = |word: &str| {
            let inner = word.trim_matches(['(', ')', '[', ']', ',']);
            inner.parse().ok().filter(|rating: &u16| (100..=2999).contains(rating))
        };
        // `(2100)`, `(Norway, 2100)`
        if word.starts_with(['(', '[']) {
            let mut bracket = words[at..].iter().take(BRACKETED);
            let Some(more) = bracket.position(|word| word.ends_with([')', ']'])) else { break };
            player.rated |= words[at..=at + more].iter().any(|word| rating(word).is_some());
            at += more + 1;
            continue;
        }
        // A number without brackets behind the name may be the year.
        if word.starts_with(|c: char| c.is_ascii_digit())
            && rating(word).is_some()
            && !is_year(word)
        {
            player.rated = true;
            at += 1;
            continue;
        }
        if player.rated || !is_name(word) || name.len() == MAX_WORDS {
            break;
        }
        player.full |= word.ends_with(',') || word.ends_with('.') && word.len() <= 5;
        at += 1;
        name.push(word);
        // `Botvinnik, Moscow 1960`
        if word.ends_with(',') && (!comma || name.iter().filter(|w| w.ends_with(',')).count() > 1) {
            player.full = name.iter().any(|w| w.ends_with('.'));
            break;
        }
    }
    player.name = name.join(" ").trim_end_matches([',', ';', ':']).to_owned();
    // `N.N.` is somebody.
    let is_nobody = |word: &str| matches!(word, "N.N." | "NN" | "N.N");
    let is_long =
        |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 2 || is_nobody(word);
    // `Morphy and`
    let whole = name.last().is_some_and(|word| !word.starts_with(char::is_lowercase));
    (whole && name.iter().any(is_long)).then_some((player, &words[at..]))
}

/// The name that a text is, without what stands in brackets behind it.
pub(super) fn whole(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (player, rest) = player(&words, true)?;
    rest.is_empty().then_some(player.name)
}

/// Whether a word can be part of a name.
fn is_name(word: &str) -> bool {
    let stem = stem(word);
    let labels = labels();
    let letters = |c: char| c.is_alphabetic() || matches!(c, '.' | '\'' | '’' | ',') || is_dash(c);
    let named = word.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    word.chars().all(letters)
        && (named || labels.particles.contains(&stem))
        // `B. Larsen`
        && (stem.chars().count() == 1 || table::side(&stem).is_none())
        && !labels.headings.contains(&stem)
        && !labels.openings.iter().any(|opening| stem.starts_with(opening))
}

/// A word in lower case, without the signs behind it.
fn stem(word: &str) -> String {
    word.trim_end_matches(['.', ',', ':', ';']).to_lowercase()
}

/// Whether a word is `12.`, `5)` or `#3`, and not a rating in brackets.
fn is_number(word: &str) -> bool {
    let digits = word.trim_matches(['.', ')', '#', '№']);
    digits.len() < word.len() && digits.len() < 4 && digits.parse::<u16>().is_ok()
}

/// Whether a word is a year, or a date with one.
pub(in crate::read) fn is_year(word: &str) -> bool {
    word.split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() == 4 && matches!(digits.parse::<u16>(), Ok(1500..=2099)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_players() {
        let cases: [(&str, &str, &str); 28] = [
            ("Anderssen vs. Kieseritzky, London 1851", "", "Anderssen|Kieseritzky"),
            ("A. Anderssen - L. Kieseritzky", "", "A. Anderssen|L. Kieseritzky"),
            (
                "Kasparov, Garry (2812) - Topalov, Veselin (2700)",
                "",
                "Kasparov, Garry|Topalov, Veselin",
            ),
            ("Kasparov 2812 – Topalov 2700", "", "Kasparov|Topalov"),
            ("Tal – Botwinnik", "Moskau 1960, 1. Partie", "Tal|Botwinnik"),
            ("Tal – Botwinnik, Moskau 1960", "", "Tal|Botwinnik"),
            ("12. van der Wiel v Timman", "", "van der Wiel|Timman"),
            ("Game 5: Morphy – Duke of Brunswick, 1858", "", "Morphy|Duke of Brunswick"),
            ("Петросян – Спасский", "Москва, 1966", "Петросян|Спасский"),
            ("Capablanca contra Alekhine", "", "Capablanca|Alekhine"),
            ("Berg (2100) vs. Holm (2050) --- Mon Jan  2", "", "Berg|Holm"),
            ("A. Holm vs. V. Berg", "", "A. Holm|V. Berg"),
            ("Berg x Holm", "Bergen, 1943", "Berg|Holm"),
            ("Berg (Norway) x Holm (Sweden)", "Open", "Berg|Holm"),
            ("Berg (Norw. 2100) - Holm (ELO: 2050)", "Open", "Berg|Holm"),
            ("Berg -Holm", "", "Berg|Holm"),
            ("Berg- Holm", "", "Berg|Holm"),
            ("Berg, Boris - Holm, Anna V", "London 1978", "Berg, Boris|Holm, Anna V"),
            ("Berg, Boris V - Holm, Anna", "London 1978", "Berg, Boris V|Holm, Anna"),
            ("DUNEDIN V. INVERCARGILL", "", "DUNEDIN|INVERCARGILL"),
            ("Magnus Berg – Fabiano Holm", "", "Magnus Berg|Fabiano Holm"),
            ("Amateur - Blackburne", "", "Amateur|Blackburne"),
            ("Peter Berg - Tom Holm, 1-0", "", "Peter Berg|Tom Holm"),
            ("Charles Watson – N.N.", "Melbourne, 1916", "Charles Watson|N.N."),
            ("Scheve-Teichmann", "BERLIN, 1907", "Scheve|Teichmann"),
            ("Heigermoser–Altmann", "", "Heigermoser|Altmann"),
            ("Magnus Berg-Fabiano Holm, Oslo 1992", "", "Magnus Berg|Fabiano Holm"),
            ("Saint-Amant – O'Brien (Paris, 1843)", "", "Saint-Amant|O'Brien"),
        ];
        for (line, next, want) in cases {
            let found = pair(line, next).map(|names| names.join("|")).unwrap_or_default();
            assert_eq!(found, want, "{line}");
        }
    }

    #[test]
    fn other_headings_name_none() {
        for (line, next) in [
            ("Tal – Botwinnik", "A heading"),
            ("Saint-Amant", "A heading"),
            ("Saint-Amant Berg, Paris 1843", ""),
            ("Charles Saint-Amant, Paris 1843", ""),
            ("Sicilian Defence – Najdorf Variation", ""),
            ("Caro-Kann", "Berlin, 1907"),
            ("Sicilian Defence – Najdorf Variation, 1960", ""),
            ("Caro-Kann – Vorstossvariante", "1999"),
            ("White – Black", "1999"),
            ("Chapter Two – Endings", "1921"),
            ("1. e4 – e5", "1999"),
            ("Moscow – 1985", ""),
            ("Tal – Botwinnik – Smyslow, 1959", ""),
            ("he played well – but lost, 1960", ""),
            ("Ruy Lopez v. Petroff", ""),
            ("Steinitz and v. Zukertort", ""),
        ] {
            assert_eq!(pair(line, next), None, "{line}");
        }
    }
}
