//! What the search must do with small records.

use shakmaty::{CastlingMode, Chess, Color, Move, Position, fen::Fen};

use super::{
    beam::{self, Effort, PriorCache, Setting},
    constraints::Law,
    emission::SheetModel,
    lattice::{Edge, Lattice, Node, hash},
    shapes::kings_pieces,
};
use crate::{
    prior::Prior,
    reconstruction::{Origin, Reconstruction},
    record::{Entry, Reading, Record, Sheet},
    search::{Options, Reconstructor},
};

const GAME: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 \
                    Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 Bg5 h6 Bd2 exd4 cxd4 c5 d5 Nb6";

fn sheet(texts: &[&str]) -> Sheet {
    let entries = texts.iter().map(|text| Entry::from_text(*text)).collect();
    Sheet { id: "white".to_owned(), entries, ..Sheet::default() }
}

fn reconstruct(sheets: Vec<Sheet>) -> Reconstruction {
    let record = Record { id: "game".to_owned(), sheets, ..Record::default() };
    Reconstructor::new(Options::default()).expect("default options").reconstruct(&record)
}

pub fn sans(game: &Reconstruction) -> Vec<String> {
    game.moves.iter().map(|m| m.san.san.to_string()).collect()
}

pub fn words() -> Vec<&'static str> {
    GAME.split_whitespace().collect()
}

/// The model of a sheet with these texts.
pub fn model(texts: &[&str]) -> SheetModel {
    let reconstructor = Reconstructor::new(Options::default()).expect("default options");
    let mut priors = PriorCache::new(reconstructor.prior);
    reconstructor.model(&sheet(texts), &Chess::default(), &mut priors).0
}

/// Hands out the setting of a sheet with these texts, and an effort for each stage.
pub fn search(texts: &str, effort: Effort, test: impl FnOnce(&mut Setting, &[Effort])) {
    let (start, law) = (Chess::default(), Law::default());
    let mut priors = PriorCache::new(Prior::embedded());
    let models = &mut [model(&texts.split(' ').collect::<Vec<_>>())];
    let efforts = vec![effort; beam::stages(models)];
    test(&mut Setting { start: &start, models, priors: &mut priors, law: &law }, &efforts);
}

pub fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect(fen);
    fen.into_position(CastlingMode::Standard).expect("a position")
}

/// A lattice of one move from a position: those given, with what each costs.
pub fn one_ply(pos: &Chess, moves: &[(Move, f32)]) -> Lattice {
    let node = |pos: Chess, ply, cost, edges| Node {
        hash: hash(&pos),
        ply,
        last: [None; 2],
        kings_side: kings_pieces(&pos),
        cursors: Default::default(),
        best: cost,
        forward: cost,
        edges,
        pos,
    };
    let mut nodes = vec![node(pos.clone(), 0, 0.0, Vec::new())];
    for &(m, cost) in moves {
        let edge = Edge { from: 0, m: Some(m), entries: Default::default(), cost };
        nodes.push(node(pos.clone().play(m).expect("a legal move"), 1, cost, vec![edge]));
    }
    Lattice { finals: (1..nodes.len() as u32).collect(), nodes, stage_ends: Vec::new() }
}

#[test]
fn castling_from_where_it_does_not_usually_begin() {
    for (fen, moves) in [
        ("4k3/8/8/8/8/8/8/3RKR2 w KQ - 0 1", "O-O-O Ke7 Kb1 Ke6 Rde1+ Kd7"),
        ("4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "O-O Ke7 Rae1+ Kd6 Rd1+"),
    ] {
        let start = Some(fen.parse().expect(fen));
        let sheets = vec![sheet(&moves.split(' ').collect::<Vec<_>>())];
        let record = Record { sheets, start, ..Record::default() };
        let reconstructor = Reconstructor::new(Options::default()).expect("default options");
        assert_eq!(sans(&reconstructor.reconstruct(&record)).join(" "), moves.replace('+', ""));
    }
}

#[test]
fn a_letter_misread_makes_no_figurines_of_others() {
    // Each letter is one that a figurine is misread as, and the W none of English.
    let texts =
        "e4 e5 Bc4 Bc5 d3 d6 Be3 Bxe3 fxe3 Be6 Bxe6 fxe6 Nf3 Wc6 O-O a6 c3 b5 b4 g6 a4 h6 h3 g5";
    let game = reconstruct(vec![sheet(&texts.split(' ').collect::<Vec<_>>())]);
    assert_eq!(game.styles[0].language, "en");
    assert_eq!(sans(&game)[12..14], ["Nf3", "Nc6"]);
}

#[test]
fn sheets_in_capitals_are_read() {
    let capitals: Vec<String> = words().iter().map(|word| word.to_uppercase()).collect();
    let game = reconstruct(vec![sheet(&capitals.iter().map(String::as_str).collect::<Vec<_>>())]);
    assert_eq!(sans(&game), words());
    assert_eq!(game.moves[2].entries[0].text, "NF3");
    assert!(game.moves.iter().all(|m| m.origin == Origin::Read));
    // In descriptive notation `B4` is a square in capitals.
    let game = reconstruct(vec![sheet(&["P-K4", "P-K4", "N-KB3", "N-QB3", "B-B4", "B-B4"])]);
    assert_eq!(sans(&game), ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]);
}

#[test]
fn a_square_that_tells_no_pieces_apart_is_read() {
    let texts = [
        "P-K4",
        "P-K4",
        "Kt-KB3",
        "Kt-QB3",
        "P-Q4",
        "PxP",
        "KtxP",
        "Kt-B3",
        "KtxKt",
        "KtPxKt",
        "B-Q3",
        "P-Q4",
        "PxP",
        "PxP",
        "Castles",
        "B-K2",
        "Kt-B3",
        "Castles",
        "B-KKt5",
        "P-B3",
        "Q-B3",
        "B-KKt5",
        "Q-Kt3",
        "Kt(B3)-R4",
        "BxB",
        "KtxQ",
    ];
    let game = reconstruct(vec![sheet(&texts)]);
    assert_eq!(sans(&game)[23], "Nh5");
    assert_eq!(game.moves[23].origin, Origin::Read);
}

#[test]
fn pieces_may_be_named_in_words() {
    for texts in [
        [
            "pawn to e4",
            "pawn d5",
            "pawn takes d5",
            "queen takes d5",
            "knight b to c3",
            "queen to a5",
        ],
        ["Bauer e4", "Bauer d5", "e schlägt d5", "Dame schlägt d5", "Springer c3", "Dame nach a5"],
        ["peón a e4", "peón a d5", "e toma d5", "dama toma d5", "caballo a c3", "dama a a5"],
    ] {
        let game = reconstruct(vec![sheet(&texts)]);
        assert_eq!(sans(&game), ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"]);
        let doubtful = game.moves.iter().find(|m| m.confidence < 0.9);
        assert!(doubtful.is_none(), "{doubtful:?}");
    }
}

#[test]
fn a_clean_sheet_returns_its_game() {
    let game = reconstruct(vec![sheet(&words())]);
    assert_eq!(sans(&game), words());
    assert!(game.complete);
    assert!(game.moves.iter().all(|m| m.origin == Origin::Read && m.confidence > 0.9));
}

#[test]
fn the_beam_bounds_every_search_and_widens_it() {
    let width = |beam| {
        let reconstructor = Reconstructor::new(Options { beam, ..Options::default() });
        reconstructor.expect("default options").width(super::NARROW)
    };
    let usual = width(Options::default().beam);
    assert_eq!(width(5), 5);
    assert_eq!(width(2 * Options::default().beam), 2 * usual);
}

#[test]
fn a_reader_that_is_sure_of_nothing_is_believed_less() {
    let confidence = |surest: f64| {
        let mut sheet = sheet(&words()[..5]);
        let reading = |text: &str, share| {
            let text = text.to_owned();
            Reading { text, probability: share * surest }
        };
        sheet.entries[4].readings = vec![reading("Bc4", 1.0), reading("d4", 0.3)];
        let game = reconstruct(vec![sheet]);
        assert_eq!(sans(&game)[4], "Bc4");
        game.moves[4].confidence
    };
    assert!(confidence(0.7) > confidence(0.1) + 0.01);
}

#[test]
fn a_damaged_entry_is_corrected_and_says_so() {
    let mut texts = words();
    texts[4] = "Bbs";
    texts[20] = "Nbdz";
    let game = reconstruct(vec![sheet(&texts)]);
    assert_eq!(sans(&game), words());
    assert_eq!(game.moves[4].origin, Origin::Corrected);
    assert_eq!(game.moves[4].entries[0].text, "Bbs");
    assert_eq!(game.moves[3].origin, Origin::Read);
}

#[test]
fn a_blank_box_is_supplied() {
    let mut texts = words();
    texts[22] = "";
    let game = reconstruct(vec![sheet(&texts)]);
    assert_eq!(game.moves.len(), texts.len());
    assert_eq!(game.moves[22].origin, Origin::Supplied);
    assert_eq!(sans(&game)[23..], words()[23..]);
}

#[test]
fn a_move_that_was_never_written_is_supplied() {
    let mut texts = words();
    texts.remove(12);
    let game = reconstruct(vec![sheet(&texts)]);
    assert_eq!(sans(&game).len(), words().len());
    assert_eq!(sans(&game)[13..], words()[13..]);
    assert_eq!(game.moves[12].origin, Origin::Supplied);
}

#[test]
fn numbers_tell_how_many_moves_are_lost() {
    // Anderssen's game with Dufresne, Morphy's at the opera; some rows are lost with their numbers.
    const EVERGREEN: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 \
        Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ \
        Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#";
    const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 \
        cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
    for (game, lost) in [(EVERGREEN, 36..38), (EVERGREEN, 38..42), (OPERA, 16..20)] {
        let moves: Vec<&str> = game.split_whitespace().collect();
        let numbered = |(ply, text): (usize, &&str)| Entry {
            number: Some(ply as u32 / 2 + 1),
            color: Some(Color::from_white(ply % 2 == 0)),
            ..Entry::from_text(*text)
        };
        let entries = moves.iter().enumerate().filter(|(ply, _)| !lost.contains(ply));
        let entries = entries.map(numbered).collect();
        let found = reconstruct(vec![Sheet { entries, ..sheet(&[]) }]);
        let sans: Vec<String> = found.moves.iter().map(|m| m.san.to_string()).collect();
        assert_eq!(sans[lost.end..], moves[lost.end..]);
        let made_up = found.moves[lost.clone()].iter();
        assert!(made_up.clone().all(|m| m.origin == Origin::Supplied));
        // Of many in a row, none is sure.
        assert!(made_up.clone().all(|m| m.confidence < 0.99), "{lost:?}");
        assert!(lost.len() < 4 || made_up.clone().all(|m| m.confidence < 0.91), "{lost:?}");
    }
}

#[test]
fn a_move_written_twice_is_left_aside() {
    let mut texts = words();
    texts.insert(13, "Bb3");
    let game = reconstruct(vec![sheet(&texts)]);
    assert_eq!(sans(&game), words());
    assert_eq!(game.unplaced.len(), 1);
}

#[test]
fn exchanged_columns_are_put_right() {
    let mut texts = words();
    texts.swap(14, 15);
    let game = reconstruct(vec![sheet(&texts)]);
    assert_eq!(sans(&game), words());
    assert_eq!(game.moves[14].entries[0].entry, 15);
}

#[test]
fn two_sheets_with_different_gaps_give_the_whole_game() {
    let (mut white, mut black) = (words(), words());
    white.drain(10..12);
    white[20] = "Qh9";
    black.drain(24..27);
    let game = reconstruct(vec![sheet(&white), sheet(&black)]);
    assert_eq!(sans(&game), words());
    assert!(game.moves.iter().all(|m| m.origin != Origin::Supplied));
}

#[test]
fn every_entry_is_put_out_exactly_once() {
    let mut texts = words();
    texts[7] = "?!zz";
    texts.insert(9, "and now comes");
    texts.push("1-0");
    texts.push("e4");
    let game = reconstruct(vec![sheet(&texts)]);
    let mut seen: Vec<usize> = game
        .moves
        .iter()
        .flat_map(|m| m.entries.iter().map(|entry| entry.entry))
        .chain(game.unplaced.iter().map(|unplaced| unplaced.entry.entry))
        .collect();
    seen.sort_unstable();
    assert_eq!(seen, (0..texts.len()).collect::<Vec<_>>());
}

#[test]
fn nothing_written_is_a_partial_game() {
    for texts in [&[][..], &["", ""], &["hello world", "this is no chess"]] {
        let game = reconstruct(vec![sheet(texts)]);
        assert!(!game.complete, "{texts:?}");
    }
}

#[test]
fn a_wrong_sign_of_check_on_every_sheet_ends_no_search() {
    let mut texts = words();
    texts[9] = "Be7+";
    texts[26] = "Ng3+";
    let game = reconstruct(vec![sheet(&texts); 4]);
    assert_eq!(sans(&game), words());
    assert!(game.complete);
    assert_eq!(game.unplaced.len(), 0);
}

#[test]
fn what_is_written_as_it_should_be_is_taken_as_it_is() {
    for (language, texts, last) in [
        // Letters that also are Russian pieces, but others.
        ("sr-Cyrl", "e4 e5 Сf3 d6 Лc4 Лg4 Сc3 g6 Сxe5 Лxd1 Лxf7+ Кe7 Сd5#", "Nd5"),
        // A piece of two letters between its squares.
        ("ru", "e2пe4 e7пe5 g1Кf3 d7пd6 f3К:e5 d6п:e5 e1Крe2 e8Крd7", "Kd7"),
        // A sign behind the square, the piece between its squares.
        ("es", "e2Pe4 e7Pe5 g1Cf3 d7Pd6 f1Ac4 c8Ag4 f3Ce5: g4Ad1: c4Af7: e8Re7", "Ke7"),
        // What is taken, and what the pawn becomes.
        ("es", "P4CD P4TD P:P P3CD P:P A3T P7C P4T P:TT P5T P4C P:P C3AR P7C C5R P:TD", "gxh1=Q"),
        ("de", "c4 d5 cxBd5 e6 dxBe6 De7 exBf7+ Kd8 fxSg8=L", "fxg8=B"),
        // What is taken and what castles are small letters and no piece of Romanian.
        (
            "en",
            "e2e4 d7d5 e4d5p c7c6 d5c6p d8d6 c6b7p e8d8 d2d3 d8c7 c1d2 c8g4 b1c3 b8d7 d1g4b \
                g8f6 e1c1C f6g4q b7a8rN",
            "bxa8=N",
        ),
        // A figurine behind `=`, and the sign of the capture behind both.
        ("en", "c4 d5 cd5: e6 de6: ♛e7 ef7:+ ♚d8 fg8=♗: a6", "a6"),
    ] {
        let texts: Vec<&str> = texts.split(' ').collect();
        let game = reconstruct(vec![sheet(&texts)]);
        let languages: Vec<&str> =
            game.styles.iter().map(|style| style.language.as_str()).collect();
        assert_eq!(languages, [language]);
        assert_eq!(sans(&game).last().map(String::as_str), Some(last), "{language}");
        let read = |m: &crate::reconstruction::PlacedMove| m.origin == Origin::Read;
        assert!(game.moves.iter().all(read), "{:?}", sans(&game));
    }
}

/// `B` is a rook in other languages, but not on a sheet where it was a bishop.
#[test]
fn a_borrowed_letter_is_a_correction() {
    let texts = "d4 d5 c4 e6 Nc3 Be7 cxd5 exd5 Bf4 c6 e3 Bd6 Bg3 Ne7 Bd3 Bf5 Nf3 O-O Qc2 Bxd3 Qxd3 \
                 Na6 Ng5 Ng6 Bxd6 Qxd6 h4 h6 Nf3 Nb4 Qd2 a5 Na4 Rfe8 a3 Na6 Bc1";
    let game = reconstruct(vec![sheet(&texts.split_whitespace().collect::<Vec<_>>())]);
    let last = game.moves.last().expect("moves");
    assert_eq!(last.origin, Origin::Corrected, "{}", last.san);
    assert!(last.confidence < 0.99, "{}", last.confidence);
}
