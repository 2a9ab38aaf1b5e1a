//! The whole way from bytes to every output format: legal moves, nothing lost, never a panic.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use scoresheet::{
    read,
    search::{Options, Reconstructor},
    write::{Annotate, Csv, JsonLines, Pgn, Report, Text},
};
use shakmaty::{CastlingMode, Chess, Position};

static RECONSTRUCTOR: LazyLock<Reconstructor> = LazyLock::new(|| {
    Reconstructor::new(Options { beam: 20, ..Options::default() }).expect("valid options")
});

fuzz_target!(|bytes: &[u8]| {
    for record in read::records(bytes, "fuzz").flatten().take(3) {
        let game = RECONSTRUCTOR.reconstruct(&record);
        let mut pos = match &game.start {
            None => Chess::default(),
            Some(fen) => {
                match fen.clone().into_position(CastlingMode::detect(fen.as_setup())) {
                    Ok(pos) => pos,
                    Err(_) => continue,
                }
            }
        };
        for placed in &game.moves {
            assert!(pos.is_legal(placed.m), "{} is not legal", placed.san);
            pos.play_unchecked(placed.m);
        }
        let written: usize = record.sheets.iter().map(|sheet| sheet.entries.len()).sum();
        let placed: usize = game.moves.iter().map(|placed| placed.entries.len()).sum();
        assert_eq!(written, placed + game.unplaced.len(), "an entry is lost or doubled");
        let reports: [Box<dyn Report>; 4] = [
            Box::new(Pgn::new(Annotate::Variations)),
            Box::new(JsonLines),
            Box::new(Csv),
            Box::new(Text::new(true)),
        ];
        for mut report in reports {
            report.game(&game, &mut Vec::new()).expect("memory takes everything");
        }
    }
});
