//! What holds for any archive.

use std::io::{self, Read};

use proptest::prelude::*;

use super::*;

/// Games with everything that is looked at.
const GAMES: &str = "\u{feff}[Event \"A \\\"b\\\"\"]\n[White \"X\"]\n[Result \"1-0\"]\n\n\
    1. e4 {good [%clk 0:01] {x} } e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3! $1 Nc6 3. Bb5 a6 1-0\n\n\
    [Event „B”]\r\n[White \"Y]\r\n\r\n1. d4 d5 2. c4 e6 3. Sc3 Nf6 4. Bg5 Be7 5. e3 0-0 * \r\n\r\n\
    [Event \"C\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7\n2. e5 Ke6\n\n\
    3. Kf2 ( 3. Kd2 Kxe5 1/2-1/2\n[Event \"D\"]\n\n% by hand\n; note\n\n1. f3 e5 2. g4 Qh4# 3. Ke4 0-1 \
    1. c4 c5 2. Nc3 Nc6 1/2\n\x1a";

/// Hands out a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.1.min(buffer.len()).min(self.0.len());
        let (now, later) = self.0.split_at(size);
        buffer[..size].copy_from_slice(now);
        self.0 = later;
        Ok(size)
    }
}

/// All games of an archive, read in batches of this size.
fn split(bytes: &[u8], step: usize, size: usize) -> Vec<(Vec<u8>, Slot)> {
    let mut splitter = Splitter::new(Trickle(bytes, step), Reached::default());
    let mut games = Vec::new();
    while let Some(batch) = splitter.next_batch(size) {
        assert!(batch.error.is_none());
        let mut at = 0;
        for slot in batch.games {
            assert_eq!(slot.start, at, "games follow one another");
            at = slot.end;
            games.push((batch.bytes[slot.start..slot.end].to_vec(), slot));
        }
        assert_eq!(at, batch.bytes.len(), "games are all of the batch");
    }
    games
}

/// What becomes of an archive: clean games and rejects.
fn clean(cleaner: &Cleaner, bytes: &[u8]) -> (Vec<u8>, usize, usize) {
    let mut written = Vec::new();
    let (mut repaired, mut rejected) = (0, 0);
    for (game, slot) in split(bytes, 1 << 16, 1 << 16) {
        let slot = Slot { start: 0, end: game.len(), ..slot };
        let cleaned = cleaner.clean(&game, &slot, &mut Scratch::default());
        match cleaned.outcome {
            Outcome::Rejected => {
                assert!(cleaned.bytes.is_none() && !cleaned.notes.is_empty());
                rejected += 1;
                continue;
            }
            Outcome::Repaired => {
                assert!(cleaned.bytes.is_some());
                assert!(cleaned.notes.iter().any(|note| note.kind.weight() == Weight::Repair));
                repaired += 1;
            }
            Outcome::Sound => assert!(cleaned.bytes.is_none()),
        }
        let lines = slot.line..=slot.line + memchr::memchr_iter(b'\n', &game).count() as u64;
        for note in &cleaned.notes {
            assert!(lines.contains(&note.line), "{note:?} is not in {lines:?}");
        }
        written.extend(cleaned.bytes.unwrap_or(game));
        structure::end_with_blank_line(&mut written);
    }
    (written, repaired, rejected)
}

fn cleaner() -> Cleaner {
    Cleaner::new(Options { min_confidence: 0.5, ..Options::default() }).expect("default options")
}

/// The archive with bytes changed, left out, doubled or cut off.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let change = (0..GAMES.len(), 0..5_u8, any::<u8>());
    proptest::collection::vec(change, 0..6).prop_map(|changes| {
        let mut bytes = GAMES.as_bytes().to_vec();
        for (at, how, with) in changes {
            let at = at % bytes.len().max(1);
            let signs = b"{}()[]\"\n1-.* ";
            match how {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = with,
                1 => bytes[at] = signs[usize::from(with) % signs.len()],
                2 => drop(bytes.drain(at..(at + usize::from(with) % 30).min(bytes.len()))),
                3 => {
                    let end = (at + usize::from(with)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    bytes.splice(at..at, piece);
                }
                _ => bytes.insert(at, signs[usize::from(with) % signs.len()]),
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn no_byte_is_lost_however_an_archive_is_read(
        bytes in damaged(), step in 1..200_usize, size in 1..2_000_usize,
    ) {
        let whole = split(&bytes, 1 << 16, 1 << 16);
        let games: Vec<u8> = whole.iter().flat_map(|(game, _)| game.clone()).collect();
        prop_assert_eq!(&games, &bytes);
        let pieces = split(&bytes, step, size);
        let plain = |games: &[(Vec<u8>, Slot)]| -> Vec<(Vec<u8>, u64, u64, bool)> {
            let each = games.iter();
            each.map(|(game, slot)| (game.clone(), slot.line, slot.game, slot.followed)).collect()
        };
        prop_assert_eq!(plain(&whole), plain(&pieces));
    }

    #[test]
    fn what_is_mended_needs_no_more_mending(bytes in damaged()) {
        let cleaner = cleaner();
        let (written, ..) = clean(&cleaner, &bytes);
        let (again, repaired, rejected) = clean(&cleaner, &written);
        prop_assert_eq!((repaired, rejected), (0, 0), "{}", String::from_utf8_lossy(&written));
        prop_assert_eq!(again, written);
    }
}

#[test]
fn what_was_once_mended_wrongly() {
    let cleaner = cleaner();
    for archive in [
        // A newline came between the mark and the tag.
        "\u{feff} [Event \"x\"]\n\n1. e4 e5 *\n",
        // Lines of tags that were put in shifted those of the notes.
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0 1. d4 d5 2. c4 1/2\n",
        "[Event \"x\"]1\n; note\n\n1. f3 e5 2. g4 Qh4# 3. Ke4 0-1 1. c4 c5 1/2\n",
        "[Event \"x\"]\n[White \"y]",
        // The second game began where its tag was mended.
        "[Event \"x\"]\n\n% note\n[Event\"\"y\"]\n\n1. e4 e5 *\n",
        // A blank stood before the tags that were put in.
        "[Event \"x\"]\n\n1. e4 e5 1-0\n\n 1. d4 d5 *\n",
        // Without tags the second game ran together with the first one.
        "[Event \"x\"]\n\n1. e4 e5 1-0\n\n[E1ent „y\u{fffd}]\n[White \"Z]\n\n1. d4 d5 *\n",
    ] {
        let (written, ..) = clean(&cleaner, archive.as_bytes());
        let (again, repaired, rejected) = clean(&cleaner, &written);
        assert_eq!((again, repaired, rejected), (written, 0, 0), "{archive}");
    }
}

#[test]
fn a_game_that_is_too_long_is_handed_out_in_pieces() {
    let mut bytes = b"[Event \"x\"]\n\n1. e4 e5 1-0\n\n[Event \"long\"]\n\n{".to_vec();
    bytes.extend(b"word word\n".repeat(300_000));
    bytes.extend(b"[Event \"z\"]\n\n1. d4 d5 *\n");
    let games = split(&bytes, 1 << 16, 1 << 16);
    let whole: Vec<u8> = games.iter().flat_map(|(game, _)| game.clone()).collect();
    assert_eq!(whole, bytes);
    let extents: Vec<_> = games.iter().map(|(_, slot)| slot.extent).collect();
    assert_eq!(extents.first(), Some(&Extent::Whole));
    assert_eq!(extents[1], Extent::TooLong);
    assert!(extents[2..extents.len() - 1].iter().all(|e| *e == Extent::TooLongStill));
    let last = games.last().map(|(game, slot)| (game.starts_with(b"[Event \"z\"]"), slot.game));
    assert_eq!(last, Some((true, 3)));
    assert!(games.iter().all(|(game, _)| game.len() <= MAX_GAME + (1 << 16)));
}

/// The only game of an archive when it is cleaned, and the first note about it.
fn cleaned(movetext: &str) -> (String, Outcome, Kind) {
    cleaned_whole(&format!("{movetext} 1-0"))
}

/// The same for movetext with its result.
fn cleaned_whole(movetext: &str) -> (String, Outcome, Kind) {
    let archive = format!("[Event \"x\"]\n[Result \"1-0\"]\n\n{movetext}\n");
    let (game, slot) = split(archive.as_bytes(), 1 << 16, 1 << 16).remove(0);
    let cleaner = Cleaner::new(Options::default()).expect("default options");
    let cleaned = cleaner.clean(&game, &slot, &mut Scratch::default());
    let bytes = cleaned.bytes.unwrap_or(game);
    let kind = cleaned.notes.first().map_or(Kind::NoMoves, |note| note.kind);
    (String::from_utf8_lossy(&bytes).into_owned(), cleaned.outcome, kind)
}

#[test]
fn what_can_be_played_in_one_way_only_is_settled() {
    let ruy = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
    for (movetext, want, kind) in [
        // The knight on c3 goes on, so it was the other one.
        (
            "1. e4 e5 2. Nc3 Nc6 3. Ne2 d6 4. Nd5 Nf6 5. Nxf6+ Qxf6 6. f3 Be7",
            "3. Nge2 {[%conf 0.99] [%read \"Ne2\"]} d6",
            Kind::MoveCorrected,
        ),
        (&ruy.replace("Nf6", "Nf\n6"), "4. Ba4 Nf6 {[%repair torn \"Nf 6\"]} 5. O-O", Kind::Torn),
        (&ruy.replace("3. Bb5", "3. Bb\n5"), "3. Bb5 {[%repair torn \"Bb 5\"]} a6", Kind::Torn),
        (&ruy.replace("Nc6 3. Bb5 a6 4.", "Nc6Bb5 3. a6 4."), "Nc6 Bb5 3. a6", Kind::Glued),
        (
            &ruy.replace("Bb5 a6 4. Ba4", "Bb5 a6 4.").replace("d6", "d6 8. c3 O-O 9. h3 Bb7"),
            "4. Ba4 {[%conf 0.99] [%origin supplied]} 4... Nf6",
            Kind::MoveSupplied,
        ),
        (&ruy.replace("Bb5", "<b>Bb5</b>"), "3.  Bb5  a6", Kind::Markup),
        (
            &ruy.replace("4. Ba4", "(3... Nf6 4. d3 4. Ba4"),
            "a6 {[%repair variation \"(3... Nf6 4. d3\"]} 4. Ba4",
            Kind::Variation,
        ),
    ] {
        let (game, outcome, first) = cleaned(movetext);
        assert_eq!((outcome, first), (Outcome::Repaired, kind), "{game}");
        assert!(game.contains(want), "{game}");
    }
}

#[test]
fn what_nothing_tells_is_not_guessed() {
    // Either rook may have gone there.
    let movetext = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O d6 5. d3 Nf6 6. Nc3 Be7 7. Be3 O-O 8. Qd2 \
                    Bd7 9. Re1 h6 10. h3";
    let (_, outcome, kind) = cleaned(movetext);
    assert_eq!((outcome, kind), (Outcome::Rejected, Kind::TooDoubtful));
}

#[test]
fn times_are_no_games_and_moves_behind_a_result_no_panic() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for tail in ["Time: 2.05 - 1.58", "Qxf7", "because 35. Qxf7 is mate."] {
        let (game, outcome, kind) = cleaned_whole(&format!("{mate} 0-1 {tail}"));
        assert_eq!((outcome, kind), (Outcome::Repaired, Kind::StrayText), "{game}");
        assert!(
            game.contains(&format!("{mate} 0-1 {{[%repair stray-text \"{tail}\"]}}")),
            "{game}"
        );
    }
    // The rest that is kept stands behind the result here.
    let archive = format!("[Event \"x\"]\n\n{mate} 0-1 Qxf7 Ra5 Nb5 Bc5 Rd5 Qe5 Kf5\n");
    let (game, slot) = split(archive.as_bytes(), 1 << 16, 1 << 16).remove(0);
    let options = Options { keep_prefix: true, ..Options::default() };
    let cleaner = Cleaner::new(options).expect("default options");
    let cleaned = cleaner.clean(&game, &slot, &mut Scratch::default());
    assert!(cleaned.bytes.is_some_and(|bytes| lossy(&bytes).contains("Kf5\"]}")));
}

#[test]
fn a_sign_that_may_be_a_piece_is_left() {
    // A pawn or a knight: nothing tells which.
    let (game, outcome, kind) = cleaned("1. e4 e5 2. Nf3 N f6 3. d4 d6");
    assert_eq!((outcome, kind), (Outcome::Rejected, Kind::TooDoubtful), "{game}");
    let (game, outcome, _) = cleaned("1. e4 e5 2. Nf3 d6 N 3. d4 Nf6");
    assert_eq!(outcome, Outcome::Repaired, "{game}");
    assert!(game.contains("d6 $146 3. d4"), "{game}");
}

#[test]
fn what_cannot_be_mended_in_place_is_written_anew() {
    // What is behind the semicolon is a comment to the end of its line, wherever it is put.
    let movetext = "1. e4 e5 2. Nf3 Nc6 {fine} 3. Bb5 a6 $1 4. Ba;é4 Nf6 5. O-O (5. d3)\nBe7 6. Re1 b5 7. \
                    Bb3 d6 8. c3 O-O";
    let (game, outcome, kind) = cleaned(movetext);
    assert_eq!((outcome, kind), (Outcome::Repaired, Kind::Rewritten), "{game}");
    let want = "{[%repair rewritten]} 1. e4 e5 2. Nf3 Nc6 {fine} 3. Bb5 a6 $1 4. Ba4";
    assert!(
        game.contains(want) && game.contains("(5. d3)") && game.contains("8. c3 O-O"),
        "{game}"
    );
    assert!(game.lines().all(|line| line.len() < 80), "{game}");
}

#[test]
fn wrecks_of_live_boards_are_told_from_slips() {
    let ruy = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    for (tail, want) in [
        ("6. Ke4 Kd5", Kind::LiveBoardKings),
        ("6. Ke4", Kind::LiveBoardKings),
        ("6. Ke4 Ke5 7. Ra1 Rh8 8. Nb1 Ng8 9. Bc1", Kind::LiveBoardKings),
        ("6. Ra1 Rh8 7. Nb1 Ng8 8. Nd2 Bf8 9. Bf1 Nb8 10. Ng1", Kind::SetUpAgain),
    ] {
        let (game, outcome, kind) = cleaned(&format!("{ruy} {tail}"));
        assert_eq!((outcome, kind), (Outcome::Repaired, want), "{game}");
        assert!(game.contains(&format!("5. O-O Be7 {{[%repair {} \"6. ", want.as_str())), "{game}");
    }
    // The king stands on e3: Kd5 is a slip for Kd4 or the like.
    let ending = "1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. Kd5 d6 5. Nf3 Nf6 6. d3 Be7";
    let (game, _, kind) = cleaned(ending);
    assert_ne!(kind, Kind::LiveBoardKings, "{game}");
}
