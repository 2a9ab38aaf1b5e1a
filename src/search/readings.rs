//! Every game that the record may tell of, each with its probability, and what the entries say
//! where they stand: the evidence behind a reconstruction.

use shakmaty::{Move, Position};

use super::{
    Reconstructor, assemble::Assembly, calibration, emission::FAR_FETCHED, mass, shapes::shapes,
    study,
};
use crate::{reconstruction::Reconstruction, record::Record};

/// Most games that are taken out one by one.
const MOST_COUNTED: usize = 64;
/// A text that costs this much more as a spelling of one move than of another, in nats, does not
/// mean the first.
const AS_LIKELY: f32 = 2.0;

/// What stands behind a reconstruction.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The games that the record may tell of.
    pub readings: Readings,
    /// What the entries on the moves of the most likely game say, in the order of the game.
    pub written: Vec<Written>,
}

/// The games that a record may tell of.
#[derive(Debug, Clone, Default)]
pub struct Readings {
    /// The games, most probable first.
    pub games: Vec<GameReading>,
    /// Probability of games that are not among them, 0 to 1; with the others' it sums to 1.
    pub unknown: f64,
}

/// One game that the record may tell of.
#[derive(Debug, Clone, PartialEq)]
pub struct GameReading {
    /// Its moves, from the start position of the record.
    pub moves: Vec<Move>,
    /// Its probability, 0 to 1.
    pub probability: f64,
    /// Whether the game was drawn in proportion to its probability, which then is an estimate.
    pub drawn: bool,
}

/// What the text of an entry says in the position in which it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Index of the sheet in the record.
    pub sheet: usize,
    /// Index of the entry on its sheet, from 0.
    pub entry: usize,
    /// Ply of the most likely game, counted from 1.
    pub ply: u32,
    /// The legal moves of which the text is an undamaged spelling, the most natural first; none
    /// where it is damaged, illegal or blank.
    pub spells: Vec<Move>,
    /// Whether the text spells the move of the game in a far-fetched way alone, such as with the
    /// letter of another language; `spells` does not hold that move then.
    pub far_fetched: bool,
}

impl Readings {
    /// Probability of the games for which `holds`, as the least that it can be; at most
    /// [`Readings::unknown`] more is possible.
    pub fn probability(&self, mut holds: impl FnMut(&[Move]) -> bool) -> f64 {
        let such = self.games.iter().filter(|game| holds(&game.moves));
        such.map(|game| game.probability).sum()
    }
}

impl Reconstructor {
    /// The most likely legal game behind `record`, and the evidence for it and for others.
    ///
    /// # Examples
    ///
    /// ```
    /// use scoresheet::{read, search::{Options, Reconstructor}};
    ///
    /// let record = read::read(b"1. e4 e5 2. N?3 Nc6", "sheet.txt")?.remove(0);
    /// let (game, evidence) = Reconstructor::new(Options::default())?.evidence(&record);
    /// let readings = &evidence.readings;
    /// assert_eq!(readings.games[0].moves[2], game.moves[2].m);
    /// let sum: f64 = readings.games.iter().map(|game| game.probability).sum();
    /// assert!((sum + readings.unknown - 1.0).abs() < 1e-6);
    /// // `N?3` spells no move.
    /// assert!(evidence.written[2].spells.is_empty());
    /// # Ok::<(), scoresheet::error::Error>(())
    /// ```
    pub fn evidence(&self, record: &Record) -> (Reconstruction, Evidence) {
        let mut scored = study::Scored::new(self, record, false);
        scored.search_and(self, record, &record.constraints, |assembly| {
            // A game is worth what its least certain stretch is.
            let trust = assembly.trust().into_iter().fold(calibration::of_move(1.0), f64::min);
            let readings = mass::readings(&assembly.lattice, trust, MOST_COUNTED);
            Evidence { readings, written: written(assembly) }
        })
    }
}

/// What the entries of the most likely game say where they stand.
fn written(assembly: &mut Assembly<'_>) -> Vec<Written> {
    let lattice = &assembly.lattice;
    let mut written = Vec::new();
    for (_, edge) in lattice.best_path() {
        if edge.m.is_none() {
            continue;
        }
        let from = &lattice.nodes[edge.from as usize];
        let legal = from.pos.legal_moves();
        let shapes = shapes(&from.pos, &legal, from.kings_side);
        for (model, entry) in edge.entries.iter().enumerate().take(assembly.models.len()) {
            let Some(entry) = entry.map(usize::from) else { continue };
            let sheet = assembly.sheets[model];
            let model = &mut assembly.models[model];
            let mut said: Vec<(f32, usize)> = (0..legal.len())
                .filter_map(|at| Some((model.spelling_cost(entry, &shapes[at])?, at)))
                .collect();
            said.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let least = said.first().map_or(0.0, |(cost, _)| *cost);
            let played = said.iter().any(|&(_, at)| Some(legal[at]) == edge.m);
            said.retain(|&(cost, _)| cost <= FAR_FETCHED && cost <= least + AS_LIKELY);
            let spells: Vec<Move> = said.iter().map(|&(_, at)| legal[at]).collect();
            let far_fetched = played && !spells.iter().any(|&m| Some(m) == edge.m);
            let ply = u32::from(from.ply) + 1;
            written.push(Written { sheet, entry, ply, spells, far_fetched });
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        read,
        search::{Options, lattice::Lattice, study::Scored},
    };

    /// What is found behind a text with the usual number of games taken out, and with another.
    fn readings(text: &str, counted: &[usize]) -> (Lattice, Vec<Readings>) {
        let record = read::read(text.as_bytes(), "sheet").expect("a sheet").remove(0);
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let mut scored = Scored::new(&reconstructor, &record, false);
        let (_, found) = scored.search_and(&reconstructor, &record, &record.constraints, |a| {
            let readings = counted.iter().map(|&most| mass::readings(&a.lattice, 1.0, most));
            (a.lattice.clone(), readings.collect())
        });
        found
    }

    /// Which knight, which rook and which square is not to be seen here.
    const DOUBTFUL: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 \
                            8. c3 O-O 9. h3 Nb8 10. d? Nd7 11. N?d2 ?b7 12. B?2 R?8";

    /// Probability of each move at each ply by two ways of reckoning.
    fn differ_most(lattice: &Lattice, readings: &Readings) -> f64 {
        let mut most: f64 = 0.0;
        for (ply, moves) in lattice.posteriors().iter().enumerate() {
            for &(m, posterior) in moves {
                let share = readings.probability(|game| game.get(ply) == Some(&m));
                most = most.max((share - posterior).abs());
            }
        }
        most
    }

    #[test]
    fn readings_have_the_posteriors_of_the_lattice() {
        let (lattice, found) = readings(DOUBTFUL, &[100_000, 8, 0]);
        for (readings, tolerance) in found.iter().zip([2e-3, 0.05, 0.12]) {
            let sum: f64 = readings.games.iter().map(|game| game.probability).sum();
            assert!((sum + readings.unknown - 1.0).abs() < 1e-9, "{sum}");
            let differ = differ_most(&lattice, readings);
            assert!(differ < tolerance, "{differ} with {} games", readings.games.len());
        }
        let drawn = |readings: &Readings| readings.games.iter().filter(|game| game.drawn).count();
        assert_eq!((drawn(&found[0]), found[1].games.len() - drawn(&found[1])), (0, 8));
        assert!(drawn(&found[2]) > 8);
    }

    #[test]
    fn games_come_in_the_order_of_their_probability_and_once() {
        let (lattice, found) = readings(&DOUBTFUL.replace("B?2", "B?"), &[64]);
        let games: Vec<&GameReading> = found[0].games.iter().filter(|game| !game.drawn).collect();
        assert!(games.len() > 10 && games.is_sorted_by(|a, b| a.probability >= b.probability));
        for (at, game) in games.iter().enumerate() {
            assert!(games[..at].iter().all(|other| other.moves != game.moves));
            let mut pos = lattice.nodes[0].pos.clone();
            for &m in &game.moves {
                assert!(pos.is_legal(m));
                pos.play_unchecked(m);
            }
        }
    }

    #[test]
    fn what_cannot_be_trusted_is_unknown() {
        let (lattice, _) = readings("1. e4 e5 2. Nf3", &[]);
        let readings = mass::readings(&lattice, 0.8, 64);
        assert!((readings.probability(|_| true) - 0.8).abs() < 1e-3);
        assert!((readings.unknown - 0.2).abs() < 1e-3);
        let nothing = mass::readings(&Lattice::default(), 0.8, 64);
        assert_eq!((nothing.games.len(), nothing.unknown), (0, 1.0));
    }

    #[test]
    fn entries_say_what_they_spell() {
        // Both of Black's knights can go to d7; neither bishop of White can go to g5.
        let text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 \
                    O-O 9. h3 Nb8 10. d4 Nd7 11. Nbd2 Bb7 12. Bg5 Re8";
        let record = read::read(text.as_bytes(), "sheet").expect("a sheet").remove(0);
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let (_, evidence) = reconstructor.evidence(&record);
        let at = |ply: u32| evidence.written.iter().find(|w| w.ply == ply).expect("an entry");
        let spells = |ply| at(ply).spells.len();
        assert_eq!((spells(1), spells(20), spells(23)), (1, 2, 0));
    }
}
