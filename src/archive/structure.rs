//! Mends what is damaged around the moves: tags, comments, brackets, signs, results, blank lines.

use std::ops::Range;

use shakmaty::{Chess, Outcome};

use super::{
    Believe, END_OF_FILE, Scratch, comments,
    edit::{Edit, Text, comment, safe},
    edit_at, joined,
    lex::{Kind as Word, Token},
    mend,
    note::{Kind, Note},
    said, settle,
    tags::{Head, lossy, pair},
    walk::Doubt,
};
use crate::{notation::strict, numbering::MoveNumber, record::GameResult};

/// How often what stands around the moves is mended and looked at again.
pub(super) const MOST_ROUNDS: usize = 4;

/// Comments with braces inside, and brackets without a partner, that are looked into at a time.
const MOST_NESTED: usize = 16;

/// Mends damaged tags.
pub(super) fn tags(text: &Text, head: &Head) -> Vec<Edit> {
    let edit = |(range, bytes): &(Range<usize>, Vec<u8>)| {
        let before = text.shown(range.clone());
        let note = Note::new(Kind::Tag, 0).change(before.trim(), lossy(bytes).trim());
        edit_at(range.clone(), bytes.clone(), note)
    };
    let mut edits: Vec<Edit> = head.damaged.iter().map(edit).collect();
    if let Some((last, _)) = head.damaged.last() {
        // What stood there is kept before the first move.
        let kept: Vec<u8> = head
            .damaged
            .iter()
            .filter(|(range, _)| !text.bytes[range.clone()].trim_ascii().is_empty())
            .flat_map(|(range, _)| [b" ", &text.bytes[range.clone()]].concat())
            .collect();
        let mut mark = comment(Kind::Tag.as_str(), &kept);
        mark.push(b'\n');
        if text.bytes[..head.moves_at].ends_with(b"\n") || last.end < head.moves_at {
            edits.push(Edit { range: head.moves_at..head.moves_at, bytes: mark, note: None });
        }
    }
    edits
}

/// Mends the movetext as far as that needs no search.
pub(super) fn movetext(text: &Text, scratch: &Scratch, start: &Chess, followed: bool) -> Vec<Edit> {
    let Scratch { tokens, .. } = scratch;
    let bytes = &text.bytes;
    let mut edits = blank_lines(text, tokens, &scratch.head.extra_blank);
    edits.extend(settle::glued(text, scratch, start));
    edits.extend(marks(text, scratch, start));
    edits.extend(markup(text, tokens));
    edits.extend(said::edits(text, scratch, start));
    edits.extend(strays(text, tokens));
    edits.extend(words(text, scratch, start));
    edits.extend(inner_results(text, scratch));
    if let Some(edit) = misspelt_result(text, tokens) {
        edits.push(edit);
    } else if scratch.walk.result.is_none() && !edits.iter().any(uncovers) {
        edits.push(missing_result(text, scratch));
    }
    edits.extend(
        memchr::memchr_iter(END_OF_FILE, bytes)
            .map(|at| edit_at(at..at + 1, Vec::new(), Note::new(Kind::EndOfFile, 0))),
    );
    if followed && !ends_with_blank_line(bytes) {
        let mut new = Vec::new();
        let end = bytes.len();
        end_with_blank_line_after(bytes, &mut new);
        edits.push(edit_at(end..end, new, Note::new(Kind::NoBlankLine, 0)));
    }
    edits
}

/// Mends comments and brackets that are not closed, and words that touch one another.
fn words(text: &Text, scratch: &Scratch, start: &Chess) -> Vec<Edit> {
    let tokens = &scratch.tokens;
    let mut edits = Vec::new();
    let (mut first_open, mut nested, mut strays) = (true, 0, 0);
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            // What follows the first one may be other words when it is closed.
            Word::Unclosed if std::mem::take(&mut first_open) => {
                edits.push(comments::close(text, scratch, start, index));
            }
            Word::Comment { nested: true } if nested < MOST_NESTED && !is_whole(scratch) => {
                nested += 1;
                edits.extend(comments::close_inner(text, scratch, start, index));
            }
            Word::Stray => {
                strays += 1;
                let looked_into = strays <= MOST_NESTED;
                let variation = looked_into
                    .then(|| comments::open_variation(text, scratch, start, index))
                    .flatten();
                edits.push(variation.unwrap_or_else(|| bracket(text, tokens, index)));
            }
            Word::Word => edits.extend(glued_result(text, token)),
            Word::Number { .. } if touches(&text.bytes, tokens, index) => {
                let shown = text.shown(token.range());
                let pointed = format!("{shown}. ");
                let note = Note::new(Kind::Glued, 0).change(shown, pointed);
                let end = token.range().end;
                edits.push(edit_at(end..end, b". ".to_vec(), note));
            }
            _ => {}
        }
    }
    edits
}

/// Puts results that do not stand at the end into comments.
fn inner_results(text: &Text, scratch: &Scratch) -> Vec<Edit> {
    let edit = |&at: &u32| {
        let range = scratch.tokens[at as usize].range();
        let note = Note::new(Kind::ResultInside, 0).change(text.shown(range.clone()), "");
        let new = comment("result-inside", &text.bytes[range.clone()]);
        edit_at(range, new, note)
    };
    scratch.walk.results.iter().map(edit).collect()
}

/// Spells the result at the end as PGN does.
fn misspelt_result(text: &Text, tokens: &[Token]) -> Option<Edit> {
    let beside =
        |token: &&Token| matches!(token.kind, Word::Comment { .. } | Word::LineComment | Word::Nag);
    let last = tokens.iter().rev().find(|token| !beside(token))?;
    let word = &text.bytes[last.range()];
    let result = read_misspelt(word, last)?;
    let mut new = comment("result-misspelt", word);
    new.extend(format!(" {result}").into_bytes());
    let note = Note::new(Kind::ResultMisspelt, 0).change(text.shown(last.range()), result.as_str());
    Some(edit_at(last.range(), new, note))
}

/// The result that a word is when it is not spelt as PGN does.
fn read_misspelt(word: &[u8], token: &Token) -> Option<GameResult> {
    let judgement = matches!(word, b"+--" | b"--+");
    if token.kind != Word::Word || judgement {
        return None;
    }
    GameResult::from_token(&lossy(word))
}

/// Whether an edit may show a result that was hidden.
fn uncovers(edit: &Edit) -> bool {
    let hidden = [Kind::Glued, Kind::CommentOpen, Kind::CommentNested, Kind::Bracket];
    edit.note.as_ref().is_some_and(|note| hidden.contains(&note.kind))
}

/// Takes blank lines out.
fn blank_lines(text: &Text, tokens: &[Token], extra: &Option<Range<usize>>) -> Vec<Edit> {
    let extra =
        extra.iter().map(|range| edit_at(range.clone(), Vec::new(), Note::new(Kind::BlankLine, 0)));
    let gaps = tokens.windows(2).filter(|pair| pair[1].after_blank);
    let gaps = gaps.map(|pair| {
        let gap = pair[0].range().end..pair[1].range().start;
        let line_end: &[u8] =
            if text.bytes[gap.clone()].contains(&b'\r') { b"\r\n" } else { b"\n" };
        edit_at(gap, line_end.to_vec(), Note::new(Kind::BlankLine, 0))
    });
    one_repair(extra.chain(gaps).collect())
}

/// Takes out marks of HTML. All of them are one repair.
fn markup(text: &Text, tokens: &[Token]) -> Vec<Edit> {
    let marks = tokens.iter().filter(|token| token.kind == Word::Markup);
    let edit = |token: &Token| {
        // They part words.
        edit_at(
            token.range(),
            b" ".to_vec(),
            Note::new(Kind::Markup, 0).change(text.shown(token.range()), ""),
        )
    };
    one_repair(marks.map(edit).collect())
}

/// The edits with one note for all of them.
fn one_repair(mut edits: Vec<Edit>) -> Vec<Edit> {
    let more = edits.len().saturating_sub(1);
    edits.iter_mut().skip(1).for_each(|edit| edit.note = None);
    if more > 0
        && let Some(note) = edits.first_mut().and_then(|edit| edit.note.as_mut())
    {
        note.message = format!("and {more} more");
    }
    edits
}

/// Makes signs glyphs. All of them are one repair, but for those that may be moves.
fn marks(text: &Text, scratch: &Scratch, start: &Chess) -> Vec<Edit> {
    let open = joined::open(text, scratch, start);
    let (mut doubtful, mut sure) = (Vec::new(), Vec::new());
    for (index, token) in scratch.tokens.iter().enumerate() {
        let Word::Mark(glyph) = token.kind else { continue };
        let new = format!("${glyph}");
        let mut note = Note::new(Kind::Mark, 0).change(text.shown(token.range()), &*new);
        let edits = if open.contains(&index) {
            note.confidence = Some(mend::UNSURE);
            "it may be the piece that moves to the square behind it".clone_into(&mut note.message);
            &mut doubtful
        } else {
            &mut sure
        };
        edits.push(edit_at(token.range(), new.into_bytes(), note));
    }
    doubtful.extend(one_repair(sure));
    doubtful
}

/// Whether a number without a point touches the move behind it, which some readers take for one
/// word.
pub(super) fn touches(bytes: &[u8], tokens: &[Token], index: usize) -> bool {
    let token = &tokens[index];
    bytes[token.range().end - 1].is_ascii_digit()
        && tokens.get(index + 1).is_some_and(|next| next.start == token.end)
}

/// Parts a result from the move that it is glued to.
fn glued_result(text: &Text, token: &Token) -> Option<Edit> {
    let word = &text.bytes[token.range()];
    let endings = [&b"1/2-1/2"[..], b"1-0", b"0-1"];
    let rest = endings.iter().find_map(|ending| word.strip_suffix(*ending))?;
    let (_, length) = strict::parse(rest)?;
    let at = token.range().start + rest.len();
    let note = Note::new(Kind::Glued, 0).change(text.shown(token.range()), "");
    (length == rest.len()).then(|| edit_at(at..at, b" ".to_vec(), note))
}

/// Puts words that are no moves into comments, those that follow one another into one.
fn strays(text: &Text, tokens: &[Token]) -> Vec<Edit> {
    let bytes = &text.bytes;
    let hard = |token: &Token| match token.kind {
        Word::Word => is_prose(&bytes[token.range()]),
        Word::Bracketed => true,
        _ => false,
    };
    // Short words are prose among prose.
    let soft = |token: &Token| {
        token.kind == Word::Word && bytes[token.range()].iter().all(u8::is_ascii_lowercase)
    };
    let mut edits = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let run = tokens[at..].iter().take_while(|token| hard(token) || soft(token)).count();
        if !tokens[at..at + run].iter().any(hard) {
            at += run.max(1);
            continue;
        }
        if run > 0 {
            let range = tokens[at].range().start..tokens[at + run - 1].range().end;
            let inner = &bytes[range.clone()];
            if run == 1 && inner.iter().all(|b| matches!(b, b'.' | b',' | b':' | b'"')) {
                let note = Note::new(Kind::Punctuation, 0).change(text.shown(range.clone()), "");
                edits.push(edit_at(range, Vec::new(), note));
                at += run;
                continue;
            }
            // A command stays one.
            let command = run == 1 && inner.starts_with(b"[%") && inner.ends_with(b"]");
            let new =
                if command { [b"{", inner, b"}"].concat() } else { comment("stray-text", inner) };
            let note = Note::new(Kind::StrayText, 0).change(text.shown(range.clone()), "");
            edits.push(edit_at(range, new, note));
        }
        at += run.max(1);
    }
    edits
}

/// Whether a word is none that a move may have become: three small letters or more, or no letter
/// and no digit at all.
pub(super) fn is_prose(word: &[u8]) -> bool {
    let text = lossy(word);
    let text = text.trim_matches(|c: char| matches!(c, '.' | ',' | ':' | '"' | '\'' | '-'));
    let mut chars = text.chars();
    let small = chars.by_ref().skip(1).all(|c| c.is_lowercase() || c == '\'');
    let letters = text.chars().all(|c| c.is_alphabetic() || c == '\'');
    (letters && small && text.chars().count() > 3) || !text.chars().any(char::is_alphanumeric)
}

/// Takes out a bracket without a partner, or mends the comment that it ends.
fn bracket(text: &Text, tokens: &[Token], index: usize) -> Edit {
    if let Some(edit) = comments::nested(text, tokens, index) {
        return edit;
    }
    let token = &tokens[index];
    let note = Note::new(Kind::Bracket, 0).change(text.shown(token.range()), "");
    let mut new = comment("bracket", b"");
    new.insert(0, b' ');
    edit_at(token.range(), new, note)
}

/// Whether the main line plays to its end.
pub(super) fn is_whole(scratch: &Scratch) -> bool {
    scratch.walk.broken.is_none() && scratch.walk.words.is_empty()
}

/// The result that the tag tells, or that of a game without one.
pub(super) fn told_result(text: &Text, scratch: &Scratch) -> &'static str {
    let said = scratch.head.value(&text.bytes, b"Result");
    said.and_then(|said| GameResult::from_token(&lossy(said))).map_or("*", GameResult::as_str)
}

/// Marks the end of the movetext with what the tag says, or as unknown.
fn missing_result(text: &Text, scratch: &Scratch) -> Edit {
    let bytes = &text.bytes;
    let result = told_result(text, scratch);
    let tail = bytes.trim_ascii_end();
    let end = tail.len().max(scratch.head.moves_at.min(bytes.len()));
    let mut new = Vec::new();
    let line_comment = scratch.tokens.last().is_some_and(|token| token.kind == Word::LineComment);
    if scratch.tokens.is_empty() && !bytes[..end].ends_with(b"\n\n") {
        new.extend(if bytes[..end].ends_with(b"\n") { &b"\n"[..] } else { b"\n\n" });
    } else if line_comment {
        new.push(b'\n');
    } else if !scratch.tokens.is_empty() {
        new.push(b' ');
    }
    new.extend(comment("result-missing", b""));
    new.extend(format!(" {result}").into_bytes());
    if scratch.tokens.is_empty() {
        new.push(b'\n');
    }
    edit_at(end..end, new, Note::new(Kind::ResultMissing, 0).change("", result))
}

/// Puts the numbers right that repairs have made wrong, or shown to be.
pub(super) fn numbers(text: &Text, scratch: &Scratch, start: &Chess) -> Vec<Edit> {
    let moved = |note: &Note| {
        matches!(note.kind, Kind::MoveSupplied | Kind::MoveDropped | Kind::MoveCorrected)
    };
    if !text.notes.iter().any(moved) {
        return Vec::new();
    }
    let mut edits: Vec<Edit> = Vec::new();
    for &(at, doubt) in &scratch.walk.doubts {
        if doubt != Doubt::Number {
            continue;
        }
        let token = &scratch.tokens[at as usize];
        let ply = scratch.walk.plies_before(at as usize);
        let new = MoveNumber::of(start, ply as u32).to_string();
        let note = Note::new(Kind::Numbers, 0).change(text.shown(token.range()), &*new);
        edits.push(edit_at(token.range(), new.into_bytes(), note));
    }
    one_repair(edits)
}

/// Puts the moves of variations that cannot be played into comments.
pub(super) fn variations(text: &Text, scratch: &Scratch) -> Vec<Edit> {
    let tokens = &scratch.tokens;
    let edit = |&(first, last): &(u32, u32)| {
        let (mut first, mut last) = (first as usize, last as usize);
        // A variation is not left without a move.
        if first > 0 && tokens[first].kind != Word::Open && tokens[first - 1].kind == Word::Open {
            (first, last) = (first - 1, last + 1);
        }
        let range = tokens[first].range().start..tokens[last].range().end;
        let new = comment("variation", &text.bytes[range.clone()]);
        let note = Note::new(Kind::Variation, 0).change(text.shown(range.clone()), "");
        edit_at(range, new, note)
    };
    scratch.walk.dead.iter().map(edit).collect()
}

/// Changes the results to the one that is believed.
pub(super) fn results(text: &Text, scratch: &Scratch, believe: Believe) -> Vec<Edit> {
    let bytes = &text.bytes;
    let tag = scratch.head.range(bytes, b"Result");
    let end = scratch.walk.result.map(|at| scratch.tokens[at as usize].range());
    let (Some(tag), Some(end)) = (tag, end) else { return Vec::new() };
    let wanted = match (believe, scratch.walk.outcome) {
        (Believe::Tag, _) => text.shown(tag.clone()),
        (Believe::Movetext, _) => text.shown(end.clone()),
        (Believe::Board, Some(outcome @ Outcome::Known(_))) => outcome.to_string(),
        (Believe::Board, _) => return Vec::new(),
    };
    if !matches!(&*wanted, "1-0" | "0-1" | "1/2-1/2") {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (range, marked) in [(tag, false), (end, true)] {
        let before = text.shown(range.clone());
        if before == wanted {
            continue;
        }
        let mut new =
            if marked { comment("result-changed", &bytes[range.clone()]) } else { Vec::new() };
        if marked {
            new.push(b' ');
        }
        new.extend(wanted.as_bytes());
        let note = Note::new(Kind::ResultChanged, 0).change(before, &*wanted);
        edits.push(edit_at(range, new, note));
    }
    edits
}

/// Tags for a game that has none.
pub(super) fn roster(movetext: &[u8]) -> Vec<u8> {
    let mut tokens = Vec::new();
    super::lex::lex(movetext, 0, &mut tokens);
    let result = tokens.iter().rev().find_map(|token| {
        let word = &movetext[token.range()];
        match token.kind {
            Word::Result => Some(word),
            _ => read_misspelt(word, token).map(|result| result.as_str().as_bytes()),
        }
    });
    let result = result.unwrap_or(b"*");
    let mut written = Vec::new();
    let unknown: [(&str, &[u8]); 7] = [
        ("Event", b"?"),
        ("Site", b"?"),
        ("Date", b"????.??.??"),
        ("Round", b"?"),
        ("White", b"?"),
        ("Black", b"?"),
        ("Result", result),
    ];
    for (name, value) in unknown {
        written.extend(pair(name.as_bytes(), value));
        written.push(b'\n');
    }
    written.push(b'\n');
    written
}

/// Tags for a game behind another that has none left: without them it would be a part of that one.
pub(super) fn missing_tags(text: &Text, head: &Head) -> Option<Edit> {
    if !head.tags.is_empty() {
        return None;
    }
    let blank = text.bytes.len() - text.bytes.trim_ascii_start().len();
    let note = Note::new(Kind::Tag, 0).saying("no tag of the game can be read");
    Some(edit_at(0..blank, roster(&text.bytes), note))
}

/// Whether a blank line ends a game.
pub(super) fn ends_with_blank_line(bytes: &[u8]) -> bool {
    let blank = bytes.len() - bytes.trim_ascii_end().len();
    memchr::memchr_iter(b'\n', &bytes[bytes.len() - blank..]).nth(1).is_some()
}

/// Puts a blank line behind a game.
pub(super) fn end_with_blank_line(bytes: &mut Vec<u8>) {
    let mut end = Vec::new();
    end_with_blank_line_after(bytes, &mut end);
    bytes.append(&mut end);
}

/// A blank line instead of all blanks at the end of a game.
pub(super) fn blank_line_at_end(text: &Text) -> Edit {
    let end = text.bytes.trim_ascii_end().len();
    let bytes = line_end(&text.bytes).repeat(2);
    Edit { range: end..text.bytes.len(), bytes, note: None }
}

/// How the lines of a game end.
fn line_end(bytes: &[u8]) -> &'static [u8] {
    if bytes.contains(&b'\r') { b"\r\n" } else { b"\n" }
}

fn end_with_blank_line_after(bytes: &[u8], end: &mut Vec<u8>) {
    let line_end = line_end(bytes);
    let blank = &bytes[bytes.trim_ascii_end().len()..];
    let newlines = memchr::memchr_iter(b'\n', blank).count();
    (newlines..2).for_each(|_| end.extend(line_end));
}

/// A comment that keeps the words from one token to another.
pub(super) fn kept(kind: Kind, text: &Text, range: Range<usize>) -> Vec<u8> {
    comment(kind.as_str(), &safe(&text.bytes[range]))
}
