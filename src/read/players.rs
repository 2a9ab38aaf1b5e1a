//! Players in a heading: `Kasparov, Garry (2812) – Topalov, Veselin (2700)`, `Morphy vs. Count
//! Isouard`, `Tal - Botvinnik, Moscow 1960`.
//!
//! Two names with a dash between them may be anything, an opening and its variation most of all. So
//! a dash alone tells players only where ratings, initials or a year stand beside them.

use super::{chars::is_dash, labels::labels, table};

/// Longest line that may be such a heading, in bytes.
const MAX_LINE: usize = 120;
/// Most words of a name.
const MAX_WORDS: usize = 5;

/// A name, and what speaks for its being one.
struct Player {
    name: String,
    rated: bool,
    /// With initials, or the surname first.
    full: bool,
}

/// White's and Black's names in a line; `next` is the line behind it.
pub(super) fn pair(line: &str, next: &str) -> Option<[String; 2]> {
    if line.len() > MAX_LINE {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_against = |word: &&str| labels().against.contains(&stem(word));
    let is_dash = |word: &&str| word.chars().all(is_dash);
    let (at, dash) = match words.iter().position(is_against) {
        Some(at) => (at, false),
        None => (words.iter().position(is_dash)?, true),
    };
    let (white, black) = (&words[..at], &words[at + 1..]);
    if black.iter().any(|word| is_dash(word) || is_against(word)) {
        return None;
    }
    // What stands before a colon or a full number is no part of the name: `Game 5: Tal`.
    let begins = white.iter().rposition(|word| word.ends_with(':') || is_number(word));
    let (white, rest) = player(&white[begins.map_or(0, |at| at + 1)..], true)?;
    if !rest.is_empty() {
        return None;
    }
    let (black, rest) = player(black, white.name.contains(','))?;
    let dated = rest.iter().copied().chain(next.split_whitespace()).any(is_year);
    let both = |told: fn(&Player) -> bool| told(&white) && told(&black);
    let sure = !dash || both(|player| player.rated) || both(|player| player.full) || dated;
    sure.then_some([white.name, black.name])
}

/// The player at the start of some words, and the words behind; `comma` says whether the surname
/// may stand first, with a comma behind it.
fn player<'a, 'b>(words: &'a [&'b str], comma: bool) -> Option<(Player, &'a [&'b str])> {
    let mut name: Vec<&str> = Vec::new();
    let mut player = Player { name: String::new(), rated: false, full: false };
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let inner = word.trim_matches(['(', ')', '[', ']', ',']);
        let number = inner.parse::<u16>();
        let bracketed = word.starts_with(['(', '[']);
        if bracketed || number.is_ok() {
            let rating = matches!(number, Ok(100..=2999));
            // A number without brackets behind the name may be the year.
            if rating && (bracketed || !is_year(inner)) {
                player.rated = true;
            } else if !bracketed || !word.ends_with([')', ']']) {
                break;
            }
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
    let is_long = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 2;
    // `Morphy and`
    let whole = name.last().is_some_and(|word| !word.starts_with(char::is_lowercase));
    (whole && name.iter().any(is_long)).then_some((player, &words[at..]))
}

/// Whether a word can be part of a name.
fn is_name(word: &str) -> bool {
    let stem = stem(word);
    let labels = labels();
    let letters = |c: char| c.is_alphabetic() || matches!(c, '.' | '\'' | '’' | ',') || is_dash(c);
    let named = word.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    word.chars().all(letters)
        && (named || labels.particles.contains(&stem))
        && table::side(&stem).is_none()
        && !labels.headings.contains(&stem)
        && !labels.openings.iter().any(|opening| stem.starts_with(opening))
}

/// A word in lower case, without the signs behind it.
fn stem(word: &str) -> String {
    word.trim_end_matches(['.', ',', ':', ';']).to_lowercase()
}

/// Whether a word is `12.`, `5)` or `#3`.
fn is_number(word: &str) -> bool {
    let digits = word.trim_matches(['.', ')', '#', '№']);
    digits.len() < word.len() && digits.parse::<u16>().is_ok()
}

/// Whether a word is a year, or a date with one.
fn is_year(word: &str) -> bool {
    word.split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.len() == 4 && matches!(digits.parse::<u16>(), Ok(1500..=2099)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_name_players() {
        let cases: [(&str, &str, &str); 11] = [
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
            ("Tal – Botwinnik", ""),
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
