//! Turns the lattice of a record into its reconstruction.

use shakmaty::{Chess, Move, Position, san::SanPlus};

use super::{
    calibration,
    constraints::Law,
    dispute,
    emission::SheetModel,
    lattice::{Edge, Lattice},
    shapes::shape_of,
    trouble::{Strains, Support},
};
use crate::{
    notation::Kind,
    numbering::MoveNumber,
    reconstruction::{
        Alternative, EntryText, Finding, Origin, PlacedMove, Reconstruction, SheetStyle, Unplaced,
        who_says_what,
    },
    record::{GameResult, Record},
};

/// Alternatives below this probability are not worth a person's time.
const LEAST_ALTERNATIVE: f64 = 0.001;
/// Most alternatives at a ply.
const MOST_ALTERNATIVES: usize = 8;
/// Moves at the end that the record speaks against by more than this, in nats, are not put out.
const UNSUPPORTED: f32 = 6.0;

/// A record under the styles that were found, ready to be put out.
pub struct Assembly<'a> {
    /// The record.
    pub record: &'a Record,
    /// Start position.
    pub start: &'a Chess,
    /// Index in the record of each sheet that was searched.
    pub sheets: &'a [usize],
    /// Their models.
    pub models: &'a mut [SheetModel],
    /// How probable each model's style is.
    pub style_probabilities: &'a [f64],
    /// The result that the record claims, or else the one that is known.
    pub result: Option<GameResult>,
    /// What the game keeps.
    pub law: &'a Law,
    /// Whether nothing had to be taken out of the law.
    pub lawful: bool,
    /// The outcome of the search.
    pub lattice: Lattice,
    /// Its [`Lattice::posteriors`].
    pub posteriors: Vec<Vec<(Move, f64)>>,
    /// What was noticed before the search.
    pub findings: Vec<Finding>,
}

/// The moves that are put out, and what became of the entries.
struct Placed {
    moves: Vec<PlacedMove>,
    /// Whether an entry stands on a move; by sheet of the record, then by entry.
    used: Vec<Vec<bool>>,
    /// Indices of the moves about which sheets contradict one another.
    disputes: Vec<usize>,
}

impl Assembly<'_> {
    /// The reconstruction.
    pub fn finish(mut self) -> Reconstruction {
        let path = self.lattice.best_path();
        let path: Vec<(u32, Edge)> =
            path.into_iter().map(|(at, edge)| (at, edge.clone())).collect();
        let posteriors = std::mem::take(&mut self.posteriors);
        let decided = self.decided_by(&path);
        let keep = self.supported(&path);
        let trust = self.trust();
        let Placed { moves, used, disputes } =
            self.placed(&path[..keep], &posteriors, &decided, &trust);
        let unplaced = self.unplaced(&used, moves.is_empty());
        let lost = unplaced
            .iter()
            .any(|entry| matches!(entry.reason, "no-move" | "after-the-end" | "not-searched"));
        let is_cut = keep < path.len();
        let whole = !moves.is_empty() && !is_cut && !lost;
        let mut findings = std::mem::take(&mut self.findings);
        findings.extend(self.remarks());
        let supplied = moves.iter().filter(|placed| placed.origin == Origin::Supplied);
        findings.extend(supplied.map(|placed| self.gap(placed)));
        findings.extend(disputes.iter().map(|at| self.dispute(&moves[*at])));
        if !whole {
            findings.push(self.partial(moves.last(), is_cut));
        }
        let confidence = calibration::of_game(moves.iter().map(|m| m.confidence));
        let last = self.lattice.best_final().filter(|_| whole);
        let shown =
            last.and_then(|node| GameResult::on_board(&self.lattice.nodes[node as usize].pos));
        Reconstruction {
            id: self.record.id.clone(),
            tags: self.record.tags.clone(),
            start: self.record.start.clone(),
            result: self.result.or(shown),
            complete: whole && self.lawful,
            confidence,
            moves,
            unplaced,
            findings,
            styles: self.styles(),
            stood: None,
        }
    }

    /// The moves of the steps that are put out. Each step of a way comes with its own of `trust`,
    /// and each move with its own of `posteriors` and `decided`.
    fn placed(
        &mut self,
        path: &[(u32, Edge)],
        posteriors: &[Vec<(Move, f64)>],
        decided: &[Option<u32>],
        trust: &[f64],
    ) -> Placed {
        let used = self.record.sheets.iter().map(|sheet| vec![false; sheet.entries.len()]);
        let mut out = Placed { moves: Vec::new(), used: used.collect(), disputes: Vec::new() };
        let mut pos = self.start.clone();
        for ((_, edge), &trust) in path.iter().zip(trust) {
            let Some(m) = edge.m else { continue };
            let at = out.moves.len();
            let posterior = posteriors.get(at).map_or(&[][..], |moves| &moves[..]);
            let (entries, origin, is_disputed) = self.evidence(edge, m, &mut out.used);
            if is_disputed {
                out.disputes.push(at);
            }
            let raw = posterior.iter().find(|(other, _)| *other == m).map_or(0.0, |(_, p)| *p);
            // What is fixed is not to be found.
            let trust = if self.law.is_fixed(at as u32) { 1.0 } else { trust };
            let confidence = calibration::of_move(raw) * trust;
            out.moves.push(PlacedMove {
                ply: at as u32 + 1,
                m,
                san: SanPlus::from_move(pos.clone(), m),
                confidence,
                origin,
                entries,
                alternatives: alternatives(&pos, m, posterior, confidence),
                decided_by: decided[at],
            });
            pos.play_unchecked(m);
        }
        out
    }

    /// What is written for the move of a step, whether that spells it, and whether the sheets
    /// contradict one another about it. Marks the entries in `used`.
    fn evidence(
        &mut self,
        edge: &Edge,
        m: Move,
        used: &mut [Vec<bool>],
    ) -> (Vec<EntryText>, Origin, bool) {
        let from = &self.lattice.nodes[edge.from as usize];
        let shape = shape_of(from, m);
        let mut written = Vec::new();
        let mut entries = Vec::new();
        let mut origin = Origin::Supplied;
        for (model, entry) in edge.entries.iter().enumerate().take(self.models.len()) {
            let Some(entry) = entry.map(usize::from) else { continue };
            let sheet = self.sheets[model];
            used[sheet][entry] = true;
            entries.push(self.entry_text(sheet, entry));
            if self.models[model].entries[entry].blank {
                continue;
            }
            written.push((model, entry));
            if self.models[model].is_spelling(entry, &shape) {
                origin = Origin::Read;
            } else if origin == Origin::Supplied {
                origin = Origin::Corrected;
            }
        }
        let is_disputed = dispute::is_dispute(from, &shape, self.models, &written);
        (entries, origin, is_disputed)
    }

    /// What was noticed when the record was read.
    fn remarks(&self) -> impl Iterator<Item = Finding> {
        self.record.remarks.iter().map(|remark| Finding {
            code: remark.code,
            ply: None,
            message: match remark.place.line {
                0 => remark.message.clone(),
                _ => format!("{}: {}", remark.place, remark.message),
            },
        })
    }

    /// The finding that nothing is written for a move.
    fn gap(&self, placed: &PlacedMove) -> Finding {
        let name = move_name(self.start, placed.ply, &placed.san);
        let how = if self.law.is_fixed(placed.ply - 1) { "fixed" } else { "supplied" };
        let message = format!("no entry says {name}; it was {how}");
        Finding { code: Finding::GAP, ply: Some(placed.ply), message }
    }

    /// The finding that sheets contradict one another about a move.
    fn dispute(&self, placed: &PlacedMove) -> Finding {
        let name = move_name(self.start, placed.ply, &placed.san);
        let message = format!("{name}: {}", who_says_what(&placed.entries));
        Finding { code: Finding::SHEETS_DIFFER, ply: Some(placed.ply), message }
    }

    /// The finding that the record is not wholly explained; `is_cut` where the best way through
    /// it goes on behind the last move put out.
    fn partial(&self, last: Option<&PlacedMove>, is_cut: bool) -> Finding {
        let message = match last {
            None => "no move of the record could be read".to_owned(),
            Some(last) if is_cut => format!(
                "the record could not be followed beyond {}",
                move_name(self.start, last.ply, &last.san)
            ),
            Some(_) => "some entries belong to no move of the game".to_owned(),
        };
        Finding { code: Finding::PARTIAL, ply: last.map(|last| last.ply), message }
    }

    /// What the posterior at each step of the best game is worth, 0 to 1.
    pub fn trust(&mut self) -> Vec<f64> {
        let trust = self.models.iter().map(|model| model.trust).fold(0.0, f64::max);
        if self.models.iter().all(SheetModel::is_as_written) {
            // Strange moves that all stand there are no sign of a game that was not found.
            return vec![trust; self.lattice.best_path().len()];
        }
        // What speaks against a move that is fixed is no such sign either.
        let strains = Strains::of(&self.lattice, self.models)
            .without(&self.lattice, |ply| self.law.is_fixed(ply));
        // Each sheet has accidents of its own, and the others stand against them.
        let signs = strains.signs(self.models.len());
        let worth = signs.into_iter().map(|signs| trust * calibration::of_strain(signs));
        worth.zip(self.runs()).map(|(worth, run)| worth * calibration::of_run(run)).collect()
    }

    /// For each step of the best game, how many moves in a row there have nothing written for them,
    /// its own among them.
    fn runs(&self) -> Vec<usize> {
        let path = self.lattice.best_path();
        let is_made_up = |edge: &Edge| {
            let written = |(model, entry): (&SheetModel, &Option<u16>)| {
                entry.is_some_and(|entry| !model.entries[usize::from(entry)].blank)
            };
            edge.m.is_some() && !self.models.iter().zip(&edge.entries).any(written)
        };
        let made_up: Vec<bool> = path.iter().map(|(_, edge)| is_made_up(edge)).collect();
        let runs = made_up.chunk_by(|a, b| a == b);
        runs.flat_map(|run| vec![if run[0] { run.len() } else { 0 }; run.len()]).collect()
    }

    fn entry_text(&self, sheet: usize, entry: usize) -> EntryText {
        EntryText::new(sheet, &self.record.sheets[sheet], entry)
    }

    /// How many steps of the best way the record supports: behind the last of them nothing
    /// that is written fits.
    fn supported(&self, path: &[(u32, Edge)]) -> usize {
        // What is known of the game besides supports it as well.
        if self.law.binds_end() {
            return path.len();
        }
        let bound = |(_, edge): &(u32, Edge)| {
            edge.m.is_some() && self.law.is_fixed(self.lattice.nodes[edge.from as usize].ply.into())
        };
        let support = Support::of(path.iter().map(|(_, edge)| edge));
        let keep = support.steps.max(path.iter().rposition(bound).map_or(0, |last| last + 1));
        // A few doubtful moves at the end are shown as such; a long tail of them is made up.
        let tail = path[keep..].iter().filter(|(_, edge)| edge.m.is_some()).count();
        if support.against > UNSUPPORTED && tail > 2 { keep } else { path.len() }
    }

    fn unplaced(&self, placed: &[Vec<bool>], nothing: bool) -> Vec<Unplaced> {
        let mut unplaced = Vec::new();
        for (sheet, flags) in placed.iter().enumerate() {
            let model = self.sheets.iter().position(|&s| s == sheet).map(|at| &self.models[at]);
            let last = flags.iter().rposition(|&used| used);
            for entry in (0..flags.len()).filter(|&entry| !flags[entry]) {
                let searched = model.and_then(|model| model.entries.get(entry));
                let reason = match searched {
                    None => "not-searched",
                    Some(model) if model.blank => "blank",
                    Some(model) if model.kind == Kind::Result => "result",
                    Some(model) if model.duplicate => "duplicate",
                    Some(model) if self.is_prose(model) => "aside",
                    Some(_) if !nothing && last.is_some_and(|last| entry > last) => "after-the-end",
                    Some(_) => "no-move",
                };
                unplaced.push(Unplaced { entry: self.entry_text(sheet, entry), reason });
            }
        }
        unplaced
    }

    fn is_prose(&self, model: &super::entry::EntryModel) -> bool {
        model.kind == Kind::Other || model.skip < 2.5
    }

    /// For each ply, the ply whose evidence made its move the leading one, if that came later.
    fn decided_by(&self, path: &[(u32, Edge)]) -> Vec<Option<u32>> {
        let moves: Vec<Move> = path.iter().filter_map(|(_, edge)| edge.m).collect();
        let mut decided = vec![None; moves.len()];
        let mut leaders: Vec<Option<u32>> = vec![None; moves.len() + 1];
        for (at, node) in self.lattice.nodes.iter().enumerate() {
            let Some(leader) = leaders.get_mut(node.ply as usize) else { continue };
            if leader.is_none_or(|other| node.best < self.lattice.nodes[other as usize].best) {
                *leader = Some(at as u32);
            }
        }
        for (reached, leader) in leaders.iter().enumerate() {
            let Some(leader) = *leader else { continue };
            let way = self.lattice.path(leader);
            for (ply, m) in way.iter().filter_map(|(_, edge)| edge.m).enumerate() {
                if ply < moves.len() && m != moves[ply] && reached < moves.len() {
                    decided[ply] = Some(reached as u32 + 1);
                }
            }
        }
        decided
    }

    fn styles(&self) -> Vec<SheetStyle> {
        let models = self.models.iter().zip(self.sheets).zip(self.style_probabilities);
        let styles = models.flat_map(|((model, &sheet), &probability)| {
            model.styles().map(move |(style, color)| SheetStyle {
                sheet: self.record.sheets[sheet].id.clone(),
                color,
                notation: style.notation().to_owned(),
                language: style.language.code.clone(),
                probability,
            })
        });
        styles.collect()
    }
}

/// The other moves at a ply; together with the move put out they sum to 1 at most.
fn alternatives(
    pos: &Chess,
    chosen: Move,
    posterior: &[(Move, f64)],
    confidence: f64,
) -> Vec<Alternative> {
    let others: f64 = posterior.iter().filter(|(m, _)| *m != chosen).map(|(_, p)| p).sum();
    let scale = ((1.0 - confidence) / others.max(1e-12)).min(1.0);
    posterior
        .iter()
        .filter(|(m, _)| *m != chosen)
        .map(|&(m, p)| (m, p * scale))
        .filter(|&(m, p)| p >= LEAST_ALTERNATIVE && pos.is_legal(m))
        .take(MOST_ALTERNATIVES)
        .map(|(m, confidence)| Alternative {
            m,
            san: SanPlus::from_move(pos.clone(), m),
            confidence,
        })
        .collect()
}

/// `12... Nbd7`, numbered on from the start position.
fn move_name(start: &Chess, ply: u32, san: &SanPlus) -> String {
    format!("{} {san}", MoveNumber::of(start, ply - 1))
}
