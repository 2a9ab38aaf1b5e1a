//! Lines that were cut at a column, through the middle of moves, as `fold` and terminals do:
//! `… 6. Bc4 e` above `6 7. Bb3 …`.

use super::view::View;
use crate::read::shape::scan;

/// Fewest and most lines of the same length that are looked at together; the shortest such lines, in
/// characters.
const FEW: usize = 3;
const MOST: usize = 200;
const SHORT: usize = 20;
/// A move or number that was cut through says as much as some blanks at the column, and how much
/// has to be said.
const CUT: usize = 3;
const ENOUGH: usize = 6;

/// The text with such lines put together again.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    let lines: Vec<Line> = text.split_inclusive('\n').map(Line::new).collect();
    let mut view: Option<View> = None;
    let (mut at, mut byte) = (0, 0);
    while at < lines.len() {
        let length = cut(&lines[at..]);
        let run = &lines[at..at + length.max(1)];
        if length > 0 {
            let view = view.get_or_insert_with(|| View::new(text));
            view.up_to(byte);
            let width = run.iter().map(|line| line.width).max().unwrap_or(0);
            for line in run {
                view.up_to(byte + line.text.len());
                // A blank that stood at the column was dropped.
                if line.width + 1 == width {
                    view.part(' ');
                }
                byte += line.whole;
                view.pass(byte);
            }
            view.part('\n');
        } else {
            byte += run[0].whole;
        }
        at += run.len();
    }
    view.map(View::with_rest)
}

/// A line without its end.
struct Line<'a> {
    text: &'a str,
    /// Characters in it.
    width: usize,
    /// Bytes with its end.
    whole: usize,
    /// The number that it begins with.
    number: Option<u32>,
}

impl Line<'_> {
    fn new(line: &str) -> Line<'_> {
        let text = line.trim_end_matches(['\n', '\r']);
        let begin = text.trim_start();
        let digits = begin.find(|c: char| !c.is_ascii_digit()).unwrap_or(begin.len());
        let number = begin[..digits].parse().ok();
        Line { text, width: text.chars().count(), whole: line.len(), number }
    }

    /// Whether it begins with the next number, as the rows of a game do.
    fn follows(&self, other: &Line) -> bool {
        let numbers = self.number.zip(other.number);
        numbers.is_some_and(|(own, before)| before.saturating_add(1) == own)
    }
}

/// How many lines from the first on are one that was cut; 0 where it was not.
fn cut(lines: &[Line]) -> usize {
    let first = lines[0].width;
    if first < SHORT {
        return 0;
    }
    // A line is one short where it would have ended in a blank.
    let (mut least, mut most) = (first, first);
    let same = lines.iter().take(MOST).take_while(|line| {
        (least, most) = (least.min(line.width), most.max(line.width));
        most - least <= 1
    });
    let same = same.count();
    if same < FEW || lines[..same].windows(2).all(|pair| pair[1].follows(&pair[0])) {
        return 0;
    }
    let goes_on = lines.get(same).is_some_and(|line| (1..most).contains(&line.width));
    let length = same + usize::from(goes_on);
    let (mut cuts, mut blanks) = (0, 0);
    for pair in lines[..length].windows(2).filter(|pair| pair[0].width == most) {
        match end(pair[0].text, pair[1].text) {
            End::Cut => cuts += 1,
            End::Blank => blanks += 1,
            End::Usual => return 0,
            End::Unclear => {}
        }
    }
    if cuts > 0 && CUT * cuts + blanks >= ENOUGH { length } else { 0 }
}

/// How a line ends before the next.
enum End {
    /// Within a move or number.
    Cut,
    /// A blank stands there.
    Blank,
    /// Between moves, as lines that were not cut do.
    Usual,
    Unclear,
}

fn end(line: &str, next: &str) -> End {
    let before = line.rsplit(char::is_whitespace).next().unwrap_or("");
    let behind = next.split(char::is_whitespace).next().unwrap_or("");
    if before.is_empty() || behind.is_empty() {
        return End::Blank;
    }
    let apart = is_whole(before) && is_whole(behind);
    match (apart, is_whole(&format!("{before}{behind}"))) {
        (false, true) => End::Cut,
        (true, false) => End::Usual,
        _ => End::Unclear,
    }
}

/// Whether a word is a move, a move number with its point, or both.
fn is_whole(word: &str) -> bool {
    let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let points = bare.trim_start_matches('.');
    let numbered = bare.len() < word.len() && points.len() < bare.len();
    numbered && (points.is_empty() || scan::is_move(points)) || scan::is_move(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Bc4 e6 7. Bb3 b5 \
                        8. Bg5 Be7 9. Qf3 Ra7 10. O-O-O Qa5 11. Qg3 b4 12. Bxf6 Bxf6 13. Ba4+ Bd7 \
                        14. Nxe6 fxe6 15. Qxd6 Kf7 16. Bb3 bxc3 17. f4 Qc7 18. Qd3 Qxf4+ 19. Kb1 \
                        Qe5 20. Qe3 Rb7 21. Rhf1 Re8 22. Rf5 Qc7";

    /// A text cut at a column, with or without the blanks at the ends of its lines.
    fn fold(text: &str, width: usize, trimmed: bool) -> String {
        let chars: Vec<char> = text.chars().collect();
        let lines = chars.chunks(width).map(String::from_iter);
        let line = |line: String| if trimmed { line.trim_end().to_owned() } else { line };
        lines.map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn lines_that_were_cut_are_one_again() {
        for width in [24, 30, 35, 40, 53] {
            for trimmed in [false, true] {
                let text = format!("A game\n\n{}\n1-0\n", fold(GAME, width, trimmed));
                let shown = view(&text).map(|view| view.shown());
                let want = format!("A game|{GAME}|1-0");
                assert_eq!(shown.as_deref(), Some(want.as_str()), "{text}");
            }
        }
    }

    #[test]
    fn lines_of_the_same_length_that_end_with_a_move_stay() {
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3.\nBb5 a6 4. Ba4 Nf6 5. d3\nd6 6. c3 Be7 7. O-O O-O\n\
             8. Re1 Bg4 9. Nbd2 Re8\n",
            "1.  e4      e5      \n2.  Nf3     Nc6     \n3.  Bb5     a6      \n4.  Ba4     Nf6     \n",
            "1 P. to K's 4th      P. to K's 4th\n2 Kt. to K. B's 3d   Kt. to Q. B's 3d\n\
             3 Kt. to Q. B's 3d   Kt. to K. B's 3d\n4 B. to Q. Kt's 5th  B. to Q. B's 4th\n",
            "There was a man who saw\nthat his knight on f3 w\nas not quite as safe as \nhe had thought\n",
        ] {
            assert!(view(text).is_none(), "{text}");
        }
    }
}
