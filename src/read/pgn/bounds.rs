//! Where a game of a PGN file ends and the next one begins, line by line.

use super::tag::{Tag, of_bytes, quoted};
use crate::{read::encoding, record::GameResult};

/// What is known of a game whose lines were read so far.
#[derive(Debug, Default)]
pub(in crate::read) struct Bounds {
    in_moves: bool,
    in_comment: bool,
    /// The moves so far end with a result.
    ended: bool,
    /// Where a line begins that is a tag if another one follows it.
    perhaps: Option<usize>,
    /// Where tags begin that stand within moves, if the moves behind them go on.
    within: Option<usize>,
}

impl Bounds {
    /// What is known of a game of which some lines were read already.
    pub(in crate::read) fn behind(lines: &[u8]) -> Bounds {
        let (mut bounds, mut from) = (Bounds::default(), 0);
        for line in lines.split_inclusive(|&b| b == b'\n') {
            bounds.next_game(from, line);
            from += line.len();
        }
        bounds
    }

    /// Takes in a line, which begins at a byte of the game; where the next game begins, if the line
    /// shows that it does.
    pub(in crate::read) fn next_game(&mut self, from: usize, line: &[u8]) -> Option<usize> {
        let tag = of_bytes(line).or_else(|| quoted(line));
        let may_begin = tag.as_ref().is_some_and(|tag| !tag.is_prose());
        let is_event = line.starts_with(b"[Event ");
        if may_begin && self.in_moves && (!self.in_comment || is_event) {
            if self.perhaps.is_some() || tag.as_ref().is_some_and(|tag| tag.sound) {
                let begin = self.perhaps.or(Some(from));
                // Of a game that goes on, a line may have strayed here.
                let heads = self.within.is_some() && tag.as_ref().is_some_and(Tag::names_a_game);
                if self.ended || is_event || heads {
                    return self.within.or(begin);
                }
                self.within = self.within.or(begin);
            } else {
                self.perhaps = Some(from);
            }
        } else if !encoding::is_blank(line) {
            self.perhaps = None;
        }
        if tag.is_none() && !encoding::is_blank(line) {
            if let Some(begin) = self.within.take()
                && !goes_on(line)
            {
                return Some(begin);
            }
            self.moves(line);
        }
        None
    }

    /// Takes in a line that is no tag.
    fn moves(&mut self, line: &[u8]) {
        self.in_moves = true;
        for &b in line {
            self.in_comment = if self.in_comment { b != b'}' } else { b == b'{' };
        }
        let last = line.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        self.ended = str::from_utf8(last).is_ok_and(GameResult::is_token);
    }
}

/// Whether the first number of a line of moves is none that a game begins with.
fn goes_on(line: &[u8]) -> bool {
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut numbers = words.filter_map(|word| {
        let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
        let number: u32 = str::from_utf8(&word[..digits]).ok()?.parse().ok()?;
        (word.get(digits) == Some(&b'.')).then_some(number)
    });
    numbers.next().is_some_and(|number| number > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first lines of the games of a text.
    fn games(text: &str) -> Vec<&str> {
        let (mut bounds, mut start, mut from) = (Bounds::default(), 0, 0);
        let mut starts = vec![0];
        for line in text.split_inclusive('\n') {
            if let Some(next) = bounds.next_game(from - start, line.as_bytes()) {
                start += next;
                starts.push(start);
                bounds = Bounds::behind(&text.as_bytes()[start..from + line.len()]);
            }
            from += line.len();
        }
        starts.into_iter().filter_map(|start| text[start..].lines().next()).collect()
    }

    #[test]
    fn tags_begin_a_game_where_the_moves_do_not_go_on() {
        for (text, want) in [
            ("[White \"A\"]\n\n1. e4 e5\n[Round \"1\"]\n2. Nf3 Nc6\n", 1),
            ("[White \"A\"]\n\n1. e4\n[Round \"1\"]\ne5 2. Nf3 Nc6\n", 1),
            ("[White \"A\"]\n\n1. e4 e5\n[Round \"1\"]\n1. Nf3 Nc6\n", 2),
            ("[White \"A\"]\n\n1. e4 e5\n[White \"B\"]\n[Black \"B\"]\n2. Nf3\n", 2),
            ("[White \"A\"]\n\n1. e4 e5 1-0\n[White \"B\"]\n2. Nf3 Nc6\n", 2),
            ("[White \"A\"]\n\n1. e4 e5\n[Event \"B\"]\n2. Nf3 Nc6\n", 2),
            ("[Round \"1\"]\n1. e4\n[Round \"2\"]\n1. d4\n[Round \"3\"]\n1. c4\n", 3),
        ] {
            assert_eq!(games(text).len(), want, "{text}");
        }
    }
}
