//! Lines that all have something in front that is no part of them: the sign of a quoted mail, of a
//! comment or a list, the bars of a frame, a word for the number of the move that follows, or their own
//! number, as editors and `cat -n` show it.

use std::{collections::BTreeMap, ops::Range};

use super::view::View;
use crate::read::{pgn::tag, shape::scan, table};

/// Signs that stand in front of lines; a bar may end them too, and some have a blank behind them.
const SIGNS: &[char] = &['>', '/', '*', '-', '–', '—', '•', '·', '#', ';', '%', BAR];
const APART: &[char] = &['*', '-', '–', '—', '#', '%'];
const BAR: char = '|';
/// Fewest lines that tell it, and one in how many may be without.
const FEW: usize = 4;
const ONE_OF: usize = 10;
/// One line in so many may have more bars in it.
const TABLE: usize = 3;
/// Most digits of a line number, and most of a move number.
const DIGITS: usize = 5;
const MOVE_DIGITS: usize = 3;
/// Fewest move numbers behind line numbers, which shows that those are none, and of how many lines
/// one has to have one; or more long words a line than rows of moves have.
const OWN: usize = 3;
const SPARSE: usize = 4;
const WORDS: usize = 3;
const LONG: usize = 4;
/// Fewest tag pairs behind the signs of a mail that is quoted in parts.
const TAGS: usize = 2;

/// The text without what is in front of its lines.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let inner = signed(&lines)
        .or_else(|| labelled(&lines))
        .or_else(|| numbered(&lines))
        .or_else(|| quoted(&lines))?;
    let mut view = View::new(text);
    let mut at = 0;
    for (line, own) in text.split_inclusive('\n').zip(inner) {
        view.copy(at + own.start, at + own.end);
        view.copy(at + line.trim_end_matches(['\n', '\r']).len(), at + line.len());
        at += line.len();
    }
    Some(view)
}

/// What is left of each line without the sign in front of nearly all of them.
fn signed(lines: &[&str]) -> Option<Vec<Range<usize>>> {
    let sign = lines.iter().find_map(|line| line.trim_start().chars().next())?;
    if !SIGNS.contains(&sign) {
        return None;
    }
    let run = |line: &str| line.len() - line.trim_start_matches(sign).len();
    let is_own = |line: &str| {
        let apart = !APART.contains(&sign) || line[run(line)..].starts_with(char::is_whitespace);
        run(line) > 0 && (apart || run(line) == line.trim_end().len())
    };
    let own = || lines.iter().map(|line| line.trim_start()).filter(|line| is_own(line));
    let length = own().map(run).min()?;
    let framed = own().filter(|line| line.len() > length && line.trim_end().ends_with(sign));
    let framed = sign == BAR && are_nearly_all(framed.count(), own().count());
    let end = |line: &str| match line.trim_end().strip_suffix(BAR) {
        Some(inside) if framed && inside.len() >= length => inside.len(),
        _ => line.len(),
    };
    // With more bars it is a table, or a diagram here and there.
    let parted = own().filter(|line| line[length..end(line)].contains(BAR)).count();
    if sign == BAR && parted * TABLE > own().count() {
        return None;
    }
    let front = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        is_own(&line[indent..]).then_some(indent + length)
    };
    let fronts: Vec<Option<usize>> = lines.iter().map(|line| front(line)).collect();
    let mut inner = without(lines, &fronts)?;
    for ((line, own), front) in lines.iter().zip(&mut inner).zip(fronts) {
        if front.is_some() {
            let indent = line.len() - line.trim_start().len();
            own.end = (indent + end(&line[indent..])).max(own.start);
        }
    }
    Some(inner)
}

/// What is left of each line without the word before its move number: `Move 1: e4`.
fn labelled(lines: &[&str]) -> Option<Vec<Range<usize>>> {
    let mut last = 0;
    let front = |line: &&str| {
        let bare = line.trim_start();
        let (word, rest) = bare.split_once(' ')?;
        let number = move_digits(rest).filter(|_| table::is_number_head(word))?;
        // `Move 1 for White: e4`
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        behind.starts_with([':', '.', ')', '-', '–', '—']).then_some(())?;
        let counts = (last..last + ONE_OF).contains(&number);
        last = number;
        counts.then_some(line.len() - rest.len())
    };
    let fronts: Vec<Option<usize>> = lines.iter().map(front).collect();
    without(lines, &fronts)
}

/// The number that a text begins with, if it has the digits of a move number.
fn move_digits(text: &str) -> Option<usize> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    (digits <= MOVE_DIGITS).then(|| text[..digits].parse().ok()).flatten()
}

/// What is left of each line without its number, where that is no move number.
fn numbered(lines: &[&str]) -> Option<Vec<Range<usize>>> {
    let numbers: Vec<Option<(usize, usize)>> = lines.iter().map(|line| number(line)).collect();
    // Blank lines count, or they do not.
    let by_line = counted(&numbers, 0..lines.len());
    let filled = lines.iter().scan(0, |count, line| {
        *count += usize::from(!line.trim().is_empty());
        Some(*count)
    });
    let fronts = [by_line, counted(&numbers, filled)];
    let all = |fronts: &Vec<Option<usize>>| fronts.iter().flatten().count();
    let fronts = fronts.into_iter().max_by_key(all)?;
    let inner = without(lines, &fronts)?;
    let (mut own, mut long, mut moves, mut others) = (0, 0, 0, 0);
    // In how many lines a number is ahead of the line's by each count.
    let mut aheads: BTreeMap<usize, usize> = BTreeMap::new();
    for ((line, inner), number) in lines.iter().zip(&inner).zip(&numbers) {
        let inner = line[inner.clone()].trim();
        let words: Vec<&str> = inner.split_whitespace().collect();
        match words.first() {
            Some(_) if scan::begins_with_move(inner) => moves += 1,
            Some(_) => others += 1,
            None => {}
        }
        let small = |word: &str| word.chars().filter(|c| c.is_lowercase()).count();
        long += words.iter().filter(|word| small(word) >= LONG).count();
        // `1. e4   1. e5`: a row may have its number twice, each before a move.
        let line_number = number.map(|(number, _)| number);
        for at in 0..words.len() {
            let number = move_number(&words[at..]);
            own += usize::from(number.is_some() && (at == 0 || number != line_number));
            let ahead = number.zip(line_number).and_then(|(n, line)| n.checked_sub(line));
            if let Some(ahead) = ahead.filter(|&ahead| ahead > 0 && at > 0) {
                *aheads.entry(ahead).or_default() += 1;
            }
        }
    }
    // `1. e4 e5   21. Qd2 Qd7`: two columns of a list.
    let columns: usize = aheads.into_values().filter(|&count| count >= OWN).sum();
    if columns * 2 > own {
        return None;
    }
    // `3 4 exd4`: a damaged move may look like a number.
    let shown = own >= OWN && own * SPARSE >= moves + others || long > WORDS * (moves + others);
    (shown && others * 4 > moves).then_some(inner)
}

/// The number at the beginning of a line, and the byte behind it and its sign.
fn number(line: &str) -> Option<(usize, usize)> {
    let bare = line.trim_start();
    let behind = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &bare[..bare.len() - behind.len()];
    if digits.is_empty() || digits.len() > DIGITS {
        return None;
    }
    let rest = behind.trim_start_matches([' ', '\t']).strip_prefix([':', BAR]);
    let rest = rest.or_else(|| {
        let rest = behind.strip_prefix(['.', ')', ']']).unwrap_or(behind);
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
    })?;
    Some((digits.parse().ok()?, line.len() - rest.len()))
}

/// Of each line the byte behind its number, where that counts on from the first as the lines do.
fn counted(
    numbers: &[Option<(usize, usize)>],
    places: impl IntoIterator<Item = usize>,
) -> Vec<Option<usize>> {
    let mut first = None;
    let counted = |(own, place): (&Option<(usize, usize)>, usize)| {
        let (number, behind) = (*own)?;
        let from = *first.get_or_insert(number.wrapping_sub(place));
        (number.wrapping_sub(place) == from).then_some(behind)
    };
    numbers.iter().zip(places).map(counted).collect()
}

/// The move number that words begin with, with its point or before a move.
fn move_number(words: &[&str]) -> Option<usize> {
    let behind = words[0].trim_start_matches(|c: char| c.is_ascii_digit());
    let pointed = behind.strip_prefix('.').is_some_and(|rest| !rest.starts_with(char::is_numeric));
    let before = || behind.is_empty() && words.get(1).is_some_and(|next| scan::is_move(next));
    move_digits(words[0]).filter(|_| pointed || before())
}

/// What is left of a mail that quotes a PGN with its tags.
fn quoted(lines: &[&str]) -> Option<Vec<Range<usize>>> {
    let front = |line: &&str| {
        let signs = line.len() - line.trim_start_matches(['>', ' ']).len();
        if line.starts_with('>') { signs } else { 0 }
    };
    let tags =
        lines.iter().filter(|line| front(line) > 0 && tag::is_tag_line(&line[front(line)..]));
    (tags.count() >= TAGS).then(|| lines.iter().map(|line| front(line)..line.len()).collect())
}

/// What is left of each line behind its front and the blanks that all have there; nothing where too
/// many have no front.
fn without(lines: &[&str], fronts: &[Option<usize>]) -> Option<Vec<Range<usize>>> {
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    if !are_nearly_all(fronts.iter().flatten().count(), filled) {
        return None;
    }
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let own = lines.iter().zip(fronts).filter_map(|(line, front)| Some(&line[(*front)?..]));
    let least = own.filter(|rest| !rest.trim().is_empty()).map(blanks).min()?;
    let inner = lines.iter().zip(fronts).map(|(line, front)| match front {
        Some(front) => front + least.min(blanks(&line[*front..]))..line.len(),
        None => 0..line.len(),
    });
    Some(inner.collect())
}

fn are_nearly_all(some: usize, all: usize) -> bool {
    some >= FEW && (all - some) * ONE_OF <= all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text).map(|view| view.shown())
    }

    #[test]
    fn signs_in_front_are_taken_off() {
        let game = ["[White \"A\"]", "1. e4 e5", "  2. Nf3 Nc6", "3. Bb5 a6"];
        for (front, end) in [("> ", ""), ("// ", ""), (" * ", ""), ("- ", ""), ("| ", " |")] {
            let lines = game.map(|line| format!("{front}{line}{end}\n"));
            let text = view(&lines.concat()).map(|view| view.text().to_owned());
            let want = game.join(&format!("{}\n", " ".repeat(end.len() / 2)));
            assert_eq!(text.as_deref().map(str::trim_end), Some(want.as_str()));
        }
    }

    #[test]
    fn words_before_move_numbers_are_taken_off() {
        for (word, behind) in [("Move", ":"), ("Zug", " -"), ("Coup", ".")] {
            let moves = ["e4, e5", "Nf3, Nc6", "Bb5, a6", "Ba4, Nf6"];
            let lines = moves.iter().zip(1..).map(|(m, n)| format!("{n}{behind} {m}\n"));
            let (want, text): (Vec<String>, String) =
                lines.map(|line| (line.trim_end().to_owned(), format!("{word} {line}"))).unzip();
            assert_eq!(shown(&text), Some(want.join("|")), "{text}");
        }
        let told = ["Board 1: e4", "Board 2: d4", "Board 3: c4", "Board 4: b4"].join("\n");
        let of_form = told.replace("Board", "Move").replace(':', " for White:");
        assert_eq!([told, of_form].map(|text| shown(&text)), [None, None]);
    }

    #[test]
    fn numbers_of_lines_are_taken_off() {
        for text in [
            "     1\t[White \"A\"]\n     2\t\n     3\t1. e4 e5 2. Nf3\n     4\tNc6 3. Bb5 a6\n",
            "8:[White \"A\"]\n9:\n10:1. e4 e5 2. Nf3\n11:Nc6 3. Bb5 a6\n",
            " 8 | [White \"A\"]\n\n 9 | 1. e4 e5 2. Nf3\n10 | Nc6 3. Bb5 a6\n11 |\n",
        ] {
            let want = "[White \"A\"]|1. e4 e5 2. Nf3|Nc6 3. Bb5 a6";
            assert_eq!(shown(text).as_deref(), Some(want), "{text}");
        }
        // Rows whose numbers are those of the lines.
        let rows = "1: 1. e4 e5\n2: 2. Nf3 Nc6\n3: 3. Bb5 a6\n4: 4. Ba4 Nf6\n";
        let want = "1. e4 e5|2. Nf3 Nc6|3. Bb5 a6|4. Ba4 Nf6";
        assert_eq!(shown(rows).as_deref(), Some(want));
    }

    #[test]
    fn lists_and_tables_stay() {
        for text in [
            "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n",
            "1. e4 e5 21. a3 a6\n2. Nf3 Nc6 22. b3 b6\n3. Bb5 a6 23. c3 c6\n4. Ba4 Nf6\n",
            "1. P. to K's 4th P. to K's 4th  21. Kt. to B's 3d B. takes P.\n\
             2. Kt. to B's 3d P. to Q's 3d  22. P. to Q's 4th P. takes P.\n\
             3. B. to K's 2d B. to K's 2d  23. P. to B's 3d Q. to Q's 2d\n\
             4. P. to Q's 3d P. to B's 3d  24. R. to K's sq. R. to Q's sq.\n",
            "1. d2Bd4 1... g8Sf6\n2. c2Bc4 2... e7Be6\n3. b1Sc3 3... f8Lb4\n4. c1Lg5 4... c7Bc5\n",
            "| e4 | e5 |\n| Nf3 | Nc6 |\n| Bb5 | a6 |\n| Ba4 | Nf6 |\n",
            "1 N K B 3   P Q 4\n2 P B 4   P Q B 3\n3 P K 3   N B 3\n4 N B 3   P Q R 3 ch\n",
            "1 d4 Sfé 31 Sc7 Tb8\n2 4 g6 32 Se6 Dh6\n3 -c3 g7 33 Tc1 Le7\n4 Sel d6 34 Kf2 Tg8\n\
             5 Le2 O-O 35 Tc8 Tg4\n",
            "1 -e4 c5\n2 Cf d6\n3 4 exd4\n4 Cxd4 Cf6\n5 .Cc3 e6\n6 g3 Cc6\n7 5 Ad7\n8 O-O a6\n\
             9 a4 Tc8\n10 . Cde2 Ae7\n11 4 O-O\n12 Ae3 Cb4\n13 a5 De7\n",
            "1 Berg 4.5\n2 Falk 4\n3 Lind 3.5\n4 Holm 3\n",
            "> 1. e4 e5\n2. Nf3\n3. Bb5\n4. Ba4\n",
            "",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn a_mail_may_quote_in_parts() {
        let text = "Hello,\n\n> [White \"A\"]\n> [Black \"B\"]\n>\n> 1. e4 e5\n\nBest,\nC\n";
        let want = "Hello,|[White \"A\"]|[Black \"B\"]|1. e4 e5|Best,|C";
        assert_eq!(shown(text).as_deref(), Some(want));
    }
}
