//! What is said about a game behind its end: sentences before the result or behind it, and the
//! moves in them, which were not played.

use std::ops::Range;

use shakmaty::{Chess, Position};

use super::{
    Scratch, comments,
    edit::{Edit, Text},
    edit_at,
    joined::main_line,
    lex::{Kind as Word, Token},
    mend::UNSURE,
    note::{Kind, Note},
    structure::{is_prose, kept},
    tags::lossy,
};
use crate::numbering::MoveNumber;

/// Most moves that are said and were not played.
const MOST_MOVES: usize = 6;

/// Puts what is said behind the end of a game into a comment.
pub(super) fn edits(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    behind_result(text, scratch, start).or_else(|| before_result(text, scratch, start))
}

/// Whether a word of the main line is one of a sentence.
fn is_said(text: &Text, token: &Token) -> bool {
    if token.kind != Word::Word {
        return false;
    }
    let word = lossy(&text.bytes[token.range()]);
    let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
    let mut chars = word.chars();
    let small = chars.by_ref().skip(1).all(|c| c.is_lowercase() || c == '\'');
    let letters = word.chars().all(|c| c.is_alphabetic() || c == '\'');
    // Other single letters are pieces and files.
    let whole = word.chars().count() > 1 || matches!(word, "A" | "I" | "a");
    letters && small && whole || is_prose(&text.bytes[token.range()])
}

/// Words that no move could have become.
fn is_hard(text: &Text, token: &Token) -> bool {
    token.kind == Word::Word && is_prose(&text.bytes[token.range()])
}

/// What stands behind the last result of a game, where that is not how the game goes on.
fn behind_result(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    let Scratch { tokens, walk, .. } = scratch;
    let result = walk.result? as usize;
    let behind = &tokens[result + 1..];
    let first = behind.iter().position(|token| {
        !matches!(token.kind, Word::Comment { .. } | Word::LineComment | Word::Nag)
    })?;
    let behind = &behind[first..];
    let moves = behind.iter().filter(|token| matches!(token.kind, Word::Move(_))).count();
    if walk.parts.iter().any(|&at| at as usize > result) || moves > MOST_MOVES {
        return None;
    }
    let whole = walk.words.first().is_none_or(|&at| at as usize > result);
    let said = behind.iter().filter(|token| is_said(text, token)).count();
    let hard = behind.iter().any(|token| is_hard(text, token));
    let pos = walk.before(start, result);
    let first = behind.iter().find_map(|token| match token.kind {
        Word::Move(said) => Some(said.to_move(&pos).is_ok()),
        _ => None,
    });
    let goes_on = moves > 0 && comments::plays(&pos, behind).is_some();
    let is_said = hard && said >= moves || whole && first == Some(false);
    if !is_said || goes_on && said == 0 {
        return None;
    }
    let range = behind.first()?.range().start..behind.last()?.range().end;
    Some(comment(text, range))
}

/// Sentences right before the result, or at the end of a game without one, with moves in them that
/// cannot be those that were played next.
fn before_result(text: &Text, scratch: &Scratch, start: &Chess) -> Option<Edit> {
    let Scratch { tokens, walk, .. } = scratch;
    let end = walk.result.map_or(tokens.len(), |at| at as usize);
    let main: Vec<usize> = main_line(tokens).take_while(|at| *at < end).collect();
    if main.last() != end.checked_sub(1).as_ref() {
        return None;
    }
    let first = sentences(text, tokens, &main)?;
    let said = tokens.get(first..end)?;
    if !said.iter().any(|token| is_hard(text, token)) || !is_said(text, said.last()?) {
        return None;
    }
    // The moves before have to be sound, to tell what could be played next.
    if walk.words.first().is_some_and(|&at| (at as usize) < first) {
        return None;
    }
    let pos = walk.before(start, first);
    let range = said.first()?.range().start..said.last()?.range().end;
    let mut edit = comment(text, range);
    match fit(said, pos, start, walk.plies_before(first)) {
        Fit::None => {}
        Fit::Numbered => return None,
        // Elsewhere moves stand among words as well.
        Fit::Moves if main.iter().any(|&at| at < first && is_said(text, &tokens[at])) => {
            return None;
        }
        Fit::Moves => {
            if let Some(note) = &mut edit.note {
                note.confidence = Some(UNSURE);
                "its moves may be those of the game".clone_into(&mut note.message);
            }
        }
    }
    Some(edit)
}

/// The first of the last words of a main line that are those of sentences with a few moves in them.
fn sentences(text: &Text, tokens: &[Token], main: &[usize]) -> Option<usize> {
    let mut first = None;
    let (mut moves, mut pending) = (0, 0);
    for &at in main.iter().rev() {
        let token = &tokens[at];
        match token.kind {
            Word::Move(_) => pending += 1,
            Word::Number { .. } | Word::Dots | Word::Nag => {}
            _ if is_said(text, token) => {
                first = Some(at);
                moves += std::mem::take(&mut pending);
            }
            _ => break,
        }
        if moves + pending > MOST_MOVES {
            break;
        }
    }
    first.filter(|_| moves > 0)
}

/// How moves among words go with the game.
enum Fit {
    /// They cannot be played, or their numbers are others.
    None,
    /// They can be played.
    Moves,
    /// They can be played, and their numbers are right.
    Numbered,
}

fn fit(said: &[Token], mut pos: Chess, start: &Chess, mut ply: usize) -> Fit {
    let mut numbered = false;
    for token in said {
        match token.kind {
            Word::Move(said) => {
                let Ok(m) = said.to_move(&pos) else { return Fit::None };
                pos.play_unchecked(m);
                ply += 1;
            }
            Word::Number { number, .. } if number != MoveNumber::of(start, ply as u32).number => {
                return Fit::None;
            }
            Word::Number { .. } => numbered = true,
            _ => {}
        }
    }
    if numbered { Fit::Numbered } else { Fit::Moves }
}

fn comment(text: &Text, range: Range<usize>) -> Edit {
    let note = Note::new(Kind::StrayText, 0).change(text.shown(range.clone()), "");
    edit_at(range.clone(), kept(Kind::StrayText, text, range), note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::start::Start;

    /// What is taken for a sentence, and how sure that is where it is not certain.
    fn said(movetext: &str) -> Option<(String, Option<f64>)> {
        let text = Text::new(movetext.as_bytes().to_vec(), 1);
        let mut scratch = Scratch::default();
        let start = Start::default();
        scratch.look(&text, &start);
        let note = edits(&text, &scratch, &start.pos)?.note?;
        Some((note.before, note.confidence))
    }

    #[test]
    fn sentences_at_the_end_are_no_moves() {
        let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
        for (tail, want) in [
            ("1-0 White won on time.", "White won on time."),
            ("1-0\n\nIf 30... Rd8, 31. Nf6+ wins.\n", "If 30... Rd8, 31. Nf6+ wins."),
            ("1-0 because 35. Qxf7 is mate. {good}", "because 35. Qxf7 is mate. {good}"),
            ("1-0 Time: 2.05 - 1.58", "Time: 2.05 - 1.58"),
            ("1-0 Qxf7", "Qxf7"),
            ("If 30... Rd8, 31. Nf6+ wins. 1-0", "If 30... Rd8, 31. Nf6+ wins."),
            ("He plays Qh6 next.", "He plays Qh6 next."),
            // How the game goes on.
            ("1-0 4. Ba4", ""),
            ("1-0 4. Ba4 Nq6 5. O-O", ""),
            ("1-0 1. d4 d5 2. c4 1/2-1/2", ""),
            ("a fine move 4. Ba4 a slow one 1-0", ""),
            ("a fine move 4. Qh5 1-0", ""),
            ("1-0 {Time: 1.58}", ""),
        ] {
            let found = said(&format!("{game} {tail}")).unwrap_or_default();
            assert_eq!(found, (want.to_owned(), None), "{tail}");
        }
        let doubtful = Some(("He plays Bxc6 next.".to_owned(), Some(UNSURE)));
        assert_eq!(said(&format!("{game} He plays Bxc6 next. 1-0")), doubtful);
        let annotated = game.replace("2. Nf3", "a good move 2. Nf3");
        assert_eq!(said(&format!("{annotated} and Bxc6 wins. 1-0")), None);
    }
}
