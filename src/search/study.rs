//! A record whose sheets are scored once and searched again and again, as a person fixes moves.
//!
//! What does not depend on the constraints is kept: the style of each sheet, what each entry says
//! about each move that it was compared with, and the prior of each position that was met. What
//! was searched of the game up to the first move that is fixed otherwise is taken over (`passes`).
//! None of it shows in what is found.

use shakmaty::Chess;

use super::{
    MAX_SHEETS, Reconstructor, assemble::Assembly, beam::PriorCache, constraints::Law,
    emission::SheetModel, habits::Learned, passes::Passes, replay, shapes::shape_of,
    start_position, teach::Lesson, weigh::weigh,
};
use crate::{
    constraints::Constraints,
    numbering::MOST_SUPPLIED,
    reconstruction::{Finding, Reconstruction},
    record::{Record, Sheet},
};

/// A record that can be searched again under other constraints; made by
/// [`Reconstructor::study`].
///
/// # Examples
///
/// ```
/// use scoresheet::{constraints::Constraints, read, search::{Options, Reconstructor}};
///
/// let record = read::read(b"1. e4 e5 2. N?3 Nc6 3. Bb5", "sheet.txt")?.remove(0);
/// let reconstructor = Reconstructor::new(Options::default())?;
/// let mut study = reconstructor.study(record);
/// let mut constraints = Constraints::default();
/// assert_eq!(study.search(&constraints).moves[2].san.to_string(), "Nf3");
/// constraints.fixed.push("2w=Nc3".parse()?);
/// assert_eq!(study.search(&constraints).moves[2].san.to_string(), "Nc3");
/// # Ok::<(), scoresheet::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Study<'a> {
    reconstructor: &'a Reconstructor,
    record: Record,
    scored: Scored,
}

impl<'a> Study<'a> {
    pub(super) fn new(reconstructor: &'a Reconstructor, record: Record) -> Study<'a> {
        let scored = Scored::new(reconstructor, &record, true);
        Study { reconstructor, record, scored }
    }

    /// The record, as it was handed over.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The most likely legal game under these constraints; those of the record do not count.
    ///
    /// What comes out is what [`Reconstructor::reconstruct`] finds for the record with these
    /// constraints, whatever was searched before.
    pub fn search(&mut self, constraints: &Constraints) -> Reconstruction {
        self.scored.search(self.reconstructor, &self.record, constraints)
    }
}

/// What a search needs of a record and does not change.
#[derive(Debug)]
pub(super) struct Scored {
    start: Chess,
    /// Index in the record of each sheet that is searched.
    sheets: Vec<usize>,
    plain: Reading,
    /// For a record that replays as it is written, as long as nothing else is known of the game.
    as_written: Option<Reading>,
    /// With what was learned of the sheets, where the last search has shown any.
    own: Option<(Learned, Reading)>,
    style_probabilities: Vec<f64>,
    cache: PriorCache,
    findings: Vec<Finding>,
}

/// A way of reading the sheets, and the searches done with it.
#[derive(Debug)]
struct Reading {
    models: Vec<SheetModel>,
    passes: Passes,
}

impl Scored {
    /// `again` says whether the record will be searched more than once.
    pub(super) fn new(reconstructor: &Reconstructor, record: &Record, again: bool) -> Scored {
        let mut findings = Vec::new();
        let start = start_position(record, &mut findings);
        let mut sheets: Vec<usize> = (0..record.sheets.len())
            .filter(|&at| record.sheets[at].entries.iter().any(|entry| !entry.is_blank()))
            .collect();
        if sheets.len() > MAX_SHEETS {
            sheets.truncate(MAX_SHEETS);
            findings.push(Finding {
                code: "sheets-not-searched",
                ply: None,
                message: format!("only the first {MAX_SHEETS} sheets were searched"),
            });
        }
        let mut cache = PriorCache::new(reconstructor.prior);
        let mut models = Vec::new();
        let mut style_probabilities = Vec::new();
        for &at in &sheets {
            let sheet = &record.sheets[at];
            let (mut model, parts, probability) = reconstructor.model(sheet, &start, &mut cache);
            findings.extend(parts.iter().zip(model.styles().skip(1)).map(|(part, (style, _))| {
                Finding {
                    code: "notation-changes",
                    ply: None,
                    message: part.describe(sheet, style),
                }
            }));
            if record.start.is_some() {
                model.count_from_first();
            }
            models.push(model);
            style_probabilities.push(probability);
        }
        let as_is = replay::replays(&start, &mut models);
        if !as_is
            && record.start.is_none()
            && let Some(first) = beginning_lost(record, &sheets)
        {
            findings.push(Finding {
                code: "beginning-lost",
                ply: None,
                message: format!(
                    "the moves begin at number {first}, and what stood on the board is not known; \
                     give the position with --start"
                ),
            });
            sheets.clear();
            models.clear();
            style_probabilities.clear();
        }
        let as_written = as_is.then(|| {
            let mut models = models.clone();
            models.iter_mut().for_each(SheetModel::take_as_written);
            Reading { models, passes: Passes::new(again) }
        });
        let plain = Reading { models, passes: Passes::new(again) };
        Scored { start, sheets, plain, as_written, own: None, style_probabilities, cache, findings }
    }

    /// What each entry teaches that stands for a move, with the move's ply, if the game keeps to
    /// the constraints; nothing if it cannot.
    pub(super) fn lessons(
        &mut self,
        reconstructor: &Reconstructor,
        constraints: &Constraints,
    ) -> Vec<(usize, Lesson)> {
        let (mut law, findings) = Law::new(constraints, &self.start, None);
        let Reading { models, passes } = &mut self.plain;
        let (lattice, unmet) =
            reconstructor.search_lawfully(&self.start, models, &mut self.cache, passes, &mut law);
        let Some(last) = lattice.best_final() else { return Vec::new() };
        if !findings.is_empty() || !unmet.is_empty() {
            return Vec::new();
        }
        let mut lessons = Vec::new();
        for (_, edge) in lattice.path(last) {
            let Some(m) = edge.m else { continue };
            let from = &lattice.nodes[edge.from as usize];
            let shape = shape_of(from, m);
            for (model, entry) in models.iter().zip(edge.entries) {
                let lesson = entry.and_then(|entry| model.lesson(usize::from(entry), &shape));
                lessons.extend(lesson.map(|lesson| (usize::from(from.ply), lesson)));
            }
        }
        lessons
    }

    pub(super) fn search(
        &mut self,
        reconstructor: &Reconstructor,
        record: &Record,
        constraints: &Constraints,
    ) -> Reconstruction {
        self.search_and(reconstructor, record, constraints, |_| ()).0
    }

    /// Searches, and looks at what was found before it is put out.
    pub(super) fn search_and<R>(
        &mut self,
        reconstructor: &Reconstructor,
        record: &Record,
        constraints: &Constraints,
        look: impl FnOnce(&mut Assembly<'_>) -> R,
    ) -> (Reconstruction, R) {
        let known = constraints.result.or(record.result);
        let (mut law, mut findings) = Law::new(constraints, &self.start, known);
        let Reading { models, passes } = match &mut self.as_written {
            Some(reading) if constraints.is_empty() => reading,
            _ => &mut self.plain,
        };
        let (mut lattice, unmet) =
            reconstructor.search_lawfully(&self.start, models, &mut self.cache, passes, &mut law);
        findings.extend(unmet);
        let mut posteriors = lattice.posteriors();
        let mut learned = Learned::of(&lattice, &posteriors, models);
        let rounds = learned.as_ref().map_or(0, Learned::rounds);
        let mut left = rounds;
        while left > 0
            && let Some(lesson) = learned.take()
        {
            left -= 1;
            let known = self.own.take().filter(|(known, _)| *known == lesson);
            let (_, own) = self.own.insert(known.unwrap_or_else(|| {
                let mut models = models.clone();
                lesson.teach(&mut models);
                (lesson, Reading { models, passes: passes.afresh() })
            }));
            let unmet;
            (lattice, unmet) = reconstructor.search_lawfully(
                &self.start,
                &mut own.models,
                &mut self.cache,
                &mut own.passes,
                &mut law,
            );
            findings.extend(unmet);
            posteriors = lattice.posteriors();
            if left > 0 {
                learned = Learned::of(&lattice, &posteriors, &own.models);
            }
        }
        if weigh(&mut lattice, &mut self.cache) {
            posteriors = lattice.posteriors();
        }
        let models = match &mut self.own {
            Some((_, own)) if rounds > 0 => &mut own.models,
            _ => models,
        };
        let lawful = findings.is_empty();
        findings.splice(0..0, self.findings.iter().cloned());
        if let (Some(claimed), Some(known)) = (record.result, constraints.result)
            && claimed != known
        {
            findings.push(Finding {
                code: "result-contradiction",
                ply: None,
                message: format!("the record claims {claimed}, but the result is {known}"),
            });
        }
        let mut assembly = Assembly {
            record,
            start: &self.start,
            sheets: &self.sheets,
            models,
            style_probabilities: &self.style_probabilities,
            result: record.result.or(constraints.result),
            law: &law,
            lawful,
            lattice,
            posteriors,
            findings,
        };
        let seen = look(&mut assembly);
        (assembly.finish(), seen)
    }
}

/// The number of the first move, where the numbers of all sheets begin so late that the moves
/// before them cannot be guessed: a fragment of a game from no known position.
fn beginning_lost(record: &Record, sheets: &[usize]) -> Option<u32> {
    let lost = |sheet: &Sheet| {
        let claims = sheet.entries.iter().enumerate().filter_map(|(at, entry)| {
            Some((entry.number?, i64::from(entry.claimed_ply()?) - at as i64))
        });
        let claims: Vec<(u32, i64)> = claims.collect();
        let &(number, ahead) = claims.first()?;
        let agree =
            claims.iter().filter(|claim| (claim.1 - ahead).abs() <= MOST_SUPPLIED.into()).count();
        // Most of the entries have to say so, not a single misread one.
        let told = claims.len() * 3 >= sheet.entries.len() && agree * 4 >= claims.len() * 3;
        (ahead > MOST_SUPPLIED.into() && told).then_some(number)
    };
    let first = sheets.iter().map(|&at| lost(&record.sheets[at])).collect::<Option<Vec<u32>>>()?;
    first.into_iter().min()
}

#[cfg(test)]
mod tests {
    use crate::{
        constraints::Constraints,
        reconstruction::{Origin, Reconstruction},
        record::{GameResult, Record},
        search::{
            Options, Reconstructor,
            tests::{sans, words},
        },
    };

    /// Where the game of the tests ends.
    const END: &str = "r2qrbk1/1b3p2/pn1p1npp/1ppP4/4P3/5NNP/PPBB1PP1/R2QR1K1";

    fn record(texts: &[&str]) -> Record {
        let text = texts.iter().enumerate().map(|(ply, text)| match ply % 2 {
            0 => format!("{}. {text}", ply / 2 + 1),
            _ => (*text).to_owned(),
        });
        let text = text.collect::<Vec<_>>().join(" ");
        crate::read::read(text.as_bytes(), "sheet").expect("a sheet").remove(0)
    }

    fn owned() -> Vec<String> {
        words().into_iter().map(str::to_owned).collect()
    }

    fn fixed(moves: &[&str]) -> Constraints {
        let fixed = moves.iter().map(|text| text.parse().expect(text)).collect();
        Constraints { fixed, ..Constraints::default() }
    }

    fn end(fen: &str) -> Constraints {
        Constraints { end: Some(fen.parse().expect(fen)), ..Constraints::default() }
    }

    fn moves(text: &str) -> Constraints {
        Constraints { length: Some(text.parse().expect(text)), ..Constraints::default() }
    }

    /// What is found under constraints; a study that searched for something else before finds the
    /// same.
    fn found(record: &Record, constraints: &Constraints) -> Reconstruction {
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let bound = Record { constraints: constraints.clone(), ..record.clone() };
        let game = reconstructor.reconstruct(&bound);
        let mut study = reconstructor.study(record.clone());
        study.search(&Constraints::default());
        study.search(&fixed(&["3w=Bc4", "30b=a5"]));
        assert_eq!(shown(&study.search(constraints)), shown(&game));
        game
    }

    /// Everything that is found, with all decimals.
    fn shown(game: &Reconstruction) -> Vec<String> {
        let moves = game.moves.iter().map(|m| {
            let others: Vec<f64> = m.alternatives.iter().map(|other| other.confidence).collect();
            format!("{} {} {:?} {others:?}", m.san, m.confidence, m.origin)
        });
        moves.chain(game.findings.iter().map(|finding| finding.message.clone())).collect()
    }

    fn codes(game: &Reconstruction) -> Vec<&str> {
        game.findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn a_fragment_from_no_known_position_is_said_to_be_one() {
        let reconstructor = Reconstructor::new(Options::default()).expect("defaults");
        let game = |text: &str| {
            let record = crate::read::read(text.as_bytes(), "sheet").expect("a sheet").remove(0);
            reconstructor.reconstruct(&record)
        };
        let lost = game("19. Bxh7+ Kxh7 20. Qh5+ Kg8 21. Rg3 Bf8 22. Bg5 Re7 23. Bf6 Nd7");
        assert!(lost.moves.is_empty() && !lost.complete);
        assert!(codes(&lost).contains(&"beginning-lost"), "{:?}", lost.findings);
        assert_eq!(lost.unplaced.len(), 10);
        // A few moves can be supplied, and wrong numbers do not matter where the game replays.
        for (text, plies) in [("3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7", 10), ("11. e4 e5 12. Nf3", 3)] {
            let found = game(text);
            assert!(!codes(&found).contains(&"beginning-lost"), "{text}");
            assert_eq!(found.moves.len(), plies, "{text}");
        }
    }

    #[test]
    fn a_fixed_move_is_played_whatever_is_written() {
        for (fix, ply, san) in [
            ("10b=Nfd7", 19, "Nfd7"),
            ("10...=Nbd7", 19, "Nbd7"),
            ("1w=d4", 0, "d4"),
            ("18b=Rb8", 35, "Rb8"),
            ("12w=b3c2", 22, "Bc2"),
            ("16b=Nxe4", 31, "Nxe4"),
        ] {
            let game = found(&record(&words()), &fixed(&[fix]));
            assert_eq!(sans(&game)[ply], san, "{fix}");
            assert!(game.moves[ply].confidence > 0.99, "{fix}");
            assert!(game.moves[ply].alternatives.is_empty(), "{fix}");
        }
    }

    #[test]
    fn a_fixed_move_parts_from_what_was_likely_long_before() {
        // Only a knight that went another way can be on b3 at move 13.
        let mut texts = words();
        texts[20] = "N?d2";
        texts[24] = "N?1";
        let game = found(&record(&texts), &fixed(&["13w=Nb3"]));
        assert_eq!(sans(&game)[24], "Nb3", "{:?}", sans(&game));
        assert!(codes(&game).iter().all(|code| *code != "fixed-unmet"));
    }

    #[test]
    fn fixed_moves_behind_the_last_entry_go_on_with_the_game() {
        let (all, cut) = (words(), &words()[..30]);
        let game = found(&record(cut), &fixed(&["16w=Bd2", "16b=exd4", "17b=c5"]));
        assert_eq!(sans(&game)[..32], all[..32]);
        assert_eq!((game.moves.len(), sans(&game)[33].as_str()), (34, "c5"));
        assert_eq!(game.moves[33].origin, Origin::Supplied);
        let said = game.findings.iter().find(|finding| finding.ply == Some(34));
        assert!(said.is_some_and(|finding| finding.message.ends_with("it was fixed")));
    }

    #[test]
    fn a_fixed_move_that_nothing_allows_is_said_and_left_out() {
        for fixes in [
            &["10b=Qa1"][..],
            &["2w=Nf3", "10b=Nbd7", "10b=Nfd7"],
            &["90w=Kf1"],
            &["10b=Qa1", "11b=Qa1", "12b=Qa1", "13b=Qa1", "14b=Qa1", "15b=Qa1", "16b=Qa1"],
        ] {
            let game = found(&record(&words()), &fixed(fixes));
            assert_eq!(sans(&game), words(), "{fixes:?}");
            assert!(!game.complete, "{fixes:?}");
            assert!(codes(&game).contains(&"fixed-unmet"), "{fixes:?}");
        }
    }

    #[test]
    fn the_last_position_settles_what_is_written_badly() {
        let mut texts = words();
        // Which rook, which knight and which pawn take is not written.
        (texts[19], texts[30], texts[31]) = ("Nd", "Bz", "xx");
        let game = found(&record(&texts), &end(END));
        assert_eq!(sans(&game), words());
        assert!(game.complete);
        // A game that lacks its last moves is led to its end.
        let game = found(&record(&words()[..33]), &end(&format!("{END} w")));
        assert_eq!(sans(&game), words());
        assert_eq!(game.moves[35].origin, Origin::Supplied);
    }

    #[test]
    fn a_last_position_that_nothing_reaches_is_said() {
        // A bare king, and a pawn that had to go back.
        for fen in
            ["4k3/8/8/8/8/8/8/4K3", "r2qrbk1/1b3p2/pn1p1npp/1ppP4/4P3/5NNP/P1BB1PP1/RP1QR1K1"]
        {
            let game = found(&record(&words()), &end(fen));
            assert_eq!((sans(&game), codes(&game)), (owned(), vec!["final-unmet"]), "{fen}");
            assert!(!game.complete, "{fen}");
        }
        // A move was not written; that is no reason to give up.
        let mut texts = words();
        texts.remove(16);
        let game = found(&record(&texts), &end(END));
        assert_eq!((sans(&game), codes(&game)), (owned(), vec!["gap"]));
        assert_eq!(game.moves[16].origin, Origin::Supplied);
    }

    #[test]
    fn the_number_of_moves_is_kept() {
        for (length, plies) in [("18", 36), ("18b", 36), ("19", 37), ("19w", 37), ("19b", 38)] {
            let game = found(&record(&words()), &moves(length));
            assert_eq!(game.moves.len(), plies, "{length}");
            assert_eq!(sans(&game)[..36], words(), "{length}");
            assert!(game.complete, "{length}");
        }
        let game = found(&record(&words()), &moves("40w"));
        assert_eq!((sans(&game), codes(&game)), (owned(), vec!["moves-unmet"]));
        assert!(!game.complete);
        // Entries beyond the end are left over.
        let game = found(&record(&words()), &moves("9"));
        assert_eq!((&sans(&game)[..], game.complete), (&owned()[..18], false));
        assert_eq!(game.unplaced.len(), 18);
    }

    #[test]
    fn a_move_beyond_the_known_end_is_no_fault_of_the_end() {
        let mut constraints = fixed(&["2w=Nf3", "50b=Qa1"]);
        constraints.end = end(END).end;
        constraints.length = moves("18b").length;
        let game = found(&record(&words()), &constraints);
        assert_eq!((sans(&game), codes(&game)), (owned(), vec!["fixed-unmet"]));
    }

    #[test]
    fn a_game_from_a_position_is_numbered_on() {
        let mut record = record(&["Kd7", "e5", "Ke6", "Ke2"]);
        record.start = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 30".parse().ok();
        let mut constraints = fixed(&["31b=Kc6", "29w=e4"]);
        constraints.length = "32w".parse().ok();
        let game = found(&record, &constraints);
        assert_eq!(sans(&game), ["Kd7", "e5", "Kc6", "Ke2"]);
        assert_eq!(codes(&game), ["fixed-unmet"]);
    }

    #[test]
    fn a_known_result_is_evidence_and_no_claim() {
        // Fool's mate, if the last move was Qh4 and not another one.
        let mut record = record(&["f3", "e5", "g4", "Qf4"]);
        let with = |result| Constraints { result, ..Constraints::default() };
        let mate = |game: &Reconstruction| {
            let last = game.moves.last().expect("a move");
            let mate = std::iter::once((last.san.san.to_string(), last.confidence))
                .chain(last.alternatives.iter().map(|a| (a.san.san.to_string(), a.confidence)));
            mate.filter(|(san, _)| san == "Qh4").map(|(_, p)| p).sum::<f64>()
        };
        let (black, white) = (Some(GameResult::BlackWins), Some(GameResult::WhiteWins));
        let (won, lost) = (found(&record, &with(black)), found(&record, &with(white)));
        assert!(mate(&won) > 1.5 * mate(&lost), "{} {}", mate(&won), mate(&lost));
        assert_eq!((won.result, codes(&won)), (black, vec![]));
        record.result = white;
        let game = found(&record, &with(black));
        assert_eq!((game.result, codes(&game)), (white, vec!["result-contradiction"]));
    }
}
