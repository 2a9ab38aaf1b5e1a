//! Games whose own moves are all in bold, as many books and pages print them: the moves between those
//! are of other games.

use std::ops::Range;

use super::view::View;
use crate::read::{pgn, shape::scan};

/// Fewest moves of a game in bold, their share of the words there, and how many of a hundred that its
/// numbers ask for are there.
const MOVES: usize = 6;
const SHARE: f64 = 0.8;
const WHOLE: usize = 90;

/// The text with the parts of lines that have moves between bold ones in braces, where all moves of its
/// games are in bold; `bold` is what is so, in its order.
pub(super) fn view<'a>(text: &'a str, bold: &[Range<usize>]) -> Option<View<'a>> {
    let has_move = |text: &str| words(text).any(scan::is_move);
    let bold: Vec<&Range<usize>> =
        bold.iter().filter(|part| has_move(&text[(*part).clone()])).collect();
    let game: Vec<&str> = bold.iter().map(|part| &text[(*part).clone()]).collect();
    if !is_whole(&game.join("\n")) {
        return None;
    }
    let mut view = View::new(text);
    for pair in bold.windows(2) {
        let mut from = pair[0].end;
        for line in text[from..pair[1].start].split_inclusive('\n') {
            let bare = line.trim();
            let begins = from + line.len() - line.trim_start().len();
            let bracketed = bare.starts_with(['(', '[']) && bare.ends_with([')', ']']);
            if has_move(bare) && !bracketed && !bare.contains(['{', '}']) {
                let ends = begins + bare.len();
                view.up_to(begins);
                view.put("{", begins);
                view.up_to(ends);
                view.put("}", ends);
            }
            from += line.len();
        }
    }
    (!view.text().is_empty()).then(|| view.with_rest())
}

/// The words of a text, without the numbers and signs around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|word| {
        let word = word.trim_matches(['(', ')', ',', ';', '.', ':', '*', '~', '_']);
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if bare.starts_with('.') { bare.trim_start_matches('.') } else { word }
    })
}

/// Whether a text holds whole games, and little else.
fn is_whole(text: &str) -> bool {
    let (share, moves) = pgn::likeness(text);
    // The last number of each game.
    let (mut wanted, mut last) = (0, 0);
    for word in text.split_whitespace() {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match word[..digits].parse::<usize>() {
            Ok(number) if word[digits..].starts_with('.') => {
                wanted += if number < last { last } else { 0 };
                last = number;
            }
            _ => {}
        }
    }
    let wanted = 2 * (wanted + last);
    moves >= MOVES && share > SHARE && wanted > 0 && moves * 100 >= wanted * WHOLE
}

#[cfg(test)]
mod tests {
    use crate::read::unwrap::{emphasis, markup, rtf, view::View};

    /// A view with the moves beside the game in brackets.
    fn bracketed(view: Option<View<'_>>) -> String {
        let view = view.expect("something is around the text");
        let text = super::view(view.text(), view.bold()).map(|view| view.text().to_owned());
        text.unwrap_or_else(|| view.text().to_owned())
    }

    #[test]
    fn moves_between_those_in_bold_are_of_other_games() {
        let text = "**Berg - Falk**\n\n**1. e4** Or 1. d4.\n**1...e5** Good, and **2. Nf3 Nc6** as\n\
                    usual; 2...d6 3. d4 is solid.\n\n**3. Bb5 a6** He may take: 4. Bxc6.";
        let want = "Berg - Falk\n\n1. e4 {Or 1. d4.}\n1...e5 Good, and 2. Nf3 Nc6 as\n\
                    {usual; 2...d6 3. d4 is solid.}\n\n3. Bb5 a6 He may take: 4. Bxc6.";
        assert_eq!(bracketed(emphasis::view(text)), want);
        // Not all moves are bold.
        let text = "**1. e4** e5 **2. Nf3** Nc6 **3. Bb5** a6 **4. Ba4** Nf6";
        let want = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6";
        assert_eq!(bracketed(emphasis::view(text)), want);
    }

    #[test]
    fn pages_and_rtf_have_bold_moves() {
        let text = "<p><b>1. e4 </b>Or 1. d4. <strong>e5 2. <i>Nf3</i></strong></p><p>(2. f4) <b>Nc6\
                    </b></p>To 2...d6 3. d4<b> 3. Bb5 a6</b>";
        let want = "1. e4 {Or 1. d4.} e5 2. Nf3\n(2. f4) Nc6\n{To 2...d6 3. d4} 3. Bb5 a6";
        assert_eq!(bracketed(markup::view(text, text)), want);
        let text = "{\\rtf1\\ansi {\\b 1. e4 e5 2. Nf3} Or 2. f4. \\b Nc6\\par\n\\b0 To 2...d6: \\b1 3. Bb5 \
                    a6\\plain .}";
        let want = "1. e4 e5 2. Nf3 {Or 2. f4.} Nc6\n{To 2...d6:} 3. Bb5 a6.";
        assert_eq!(bracketed(rtf::view(text)), want);
    }
}
