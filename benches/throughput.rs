//! Games a second, on sheets with more and more damage.
//!
//! `cargo bench` runs it. Every game found is compared with the true one, so that a search that
//! is fast because it gives up does not count as fast.

use scoresheet::{
    constraints::Constraints,
    read,
    record::Record,
    search::{Options, Reconstructor},
};

fn main() {
    divan::main();
}

/// Capablanca against Marshall, New York 1918.
const GAME: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 \
    Rxe5 Nf6 Re1 Bd6 h3 Ng4 Qf3 Qh4 d4 Nxf2 Re2 Bg4 hxg4 Bh2+ Kf1 Bg3 Rxf2 Qh1+ Ke2 Bxf2 Bd2 Bh4 \
    Qh3 Rae8+ Kd3 Qf1+ Kc2 Bf2 Qf3 Qg1 Bd5 c5 dxc5 Bxc5 b4 Bd6 a4 a5 axb5 axb4 Ra6 bxc3 Nxc3 Bb4 \
    b6 Bxc3 Bxc3 h6 b7 Re3 Bxf7+";

/// The sheet with every `step`th text damaged, 0 for none.
fn sheet(step: usize) -> Record {
    let mut text = String::new();
    for (ply, san) in GAME.split_whitespace().enumerate() {
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        }
        // Fixed slips: the last sign of the text as a hurried hand writes it.
        let slip = san.trim_end_matches('+').replace('5', "S").replace('e', "c").replace('1', "7");
        let damaged = step > 0 && ply % step == step - 1;
        text.push_str(if damaged { &slip } else { san });
        text.push(' ');
    }
    let mut records = read::read(text.as_bytes(), "bench").expect("a move list");
    records.remove(0)
}

#[divan::bench(args = [0, 8, 4, 2])]
fn one_text_damaged_in(bencher: divan::Bencher<'_, '_>, step: usize) {
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let record = sheet(step);
    bencher.counter(divan::counter::ItemsCount::new(1_usize)).bench_local(|| {
        let game = reconstructor.reconstruct(&record);
        let right = game
            .moves
            .iter()
            .zip(GAME.split_whitespace())
            .filter(|(placed, san)| placed.san.to_string() == *san)
            .count();
        assert!(right >= 69, "only {right} of 71 plies are right");
        game
    });
}

/// What a reviewer waits for first: a record that is studied for the first time.
#[divan::bench(args = [0, 8, 4, 2])]
fn first_search_of_a_study(bencher: divan::Bencher<'_, '_>, step: usize) {
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let record = sheet(step);
    bencher.bench_local(|| {
        let game = reconstructor.study(record.clone()).search(&Constraints::default());
        assert!(game.moves.len() >= 71);
        game
    });
}

/// What a reviewer waits for after fixing a move: here one in the middle that was found so.
#[divan::bench(args = [0, 8, 4, 2])]
fn search_after_one_fixed_move(bencher: divan::Bencher<'_, '_>, step: usize) {
    let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
    let record = sheet(step);
    let fixed = vec!["22w=Qh3".parse().expect("a fixed move")];
    let constraints = Constraints { fixed, ..Constraints::default() };
    let searched_once = || {
        let mut study = reconstructor.study(record.clone());
        study.search(&Constraints::default());
        study
    };
    bencher.with_inputs(searched_once).bench_local_refs(|study| {
        let game = study.search(&constraints);
        assert_eq!(game.moves[42].san.to_string(), "Qh3");
        game
    });
}
