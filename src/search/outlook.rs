//! What entries ask for, whatever was played before: where each would have a piece go, and how well
//! a position offers that to the entries that come next.
//!
//! A hypothesis with a piece on a wrong square costs nothing until an entry moves that piece. The
//! outlook shows it some plies earlier, so that a beam keeps the right hypothesis in the meantime.

use std::sync::LazyLock;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, File, Position, Rank, Role, Square, attacks};

use super::{emission::SheetModel, lattice::Cursor};
use crate::notation::spelling::{MoveShape, Rival};

/// Where an entry would have a piece go.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    goal: Goal,
    /// What the text costs, above the cost of the best aim, in nats.
    cost: f32,
}

/// What a move is after, wherever it comes from.
#[derive(Debug, Clone, Copy)]
pub enum Goal {
    /// A piece goes to a square.
    Piece(Role, Square),
    /// A pawn steps to a square.
    Step(Square),
    /// A pawn of this file captures on a square.
    Capture(File, Square),
    /// Castling.
    Castle(CastlingSide),
}

/// The aims of one entry, for one side.
#[derive(Debug, Clone)]
pub struct Aims {
    /// Cheapest first.
    aims: Box<[Aim]>,
    /// What the text costs at best, in nats.
    pub floor: f32,
}

/// An entry that fits nowhere costs this much, in nats; dearer aims are not looked at.
pub const NOWHERE: f32 = 5.0;
/// Where a text costs this much more than if it were clear, it may say which of several pieces goes,
/// in nats; that is asked of the cheapest aims only.
const UNCLEAR: f32 = 3.0;
const MOST_REFINED: usize = 4;
/// What an entry counts for against the one before it: pieces move in between.
const FADING: f32 = 0.9;
/// Cost of a move left out, or an entry too many, among the entries ahead, in nats.
const LEFT_OUT: f32 = 6.0;

impl Aims {
    /// The aims among goals with what the text costs for each; `clean` is what it costs where it is
    /// an undamaged move, and `cost` what it costs for a move of another shape.
    pub fn new(
        goals: impl Iterator<Item = ((Goal, MoveShape), f32)>,
        clean: f32,
        mut cost: impl FnMut(&MoveShape) -> f32,
    ) -> Aims {
        let mut aims: Vec<(Aim, MoveShape)> =
            goals.map(|((goal, shape), cost)| (Aim { goal, cost }, shape)).collect();
        let mut floor = keep_cheap(&mut aims);
        if floor > clean + UNCLEAR {
            // It may say where the piece comes from.
            for (aim, shape) in aims.iter_mut().take(MOST_REFINED) {
                aim.cost = told_apart(*shape).map(|shape| cost(&shape)).fold(aim.cost, f32::min);
            }
            floor = keep_cheap(&mut aims);
        }
        let above = |(aim, _): (Aim, MoveShape)| Aim { cost: aim.cost - floor, ..aim };
        Aims { aims: aims.into_iter().map(above).collect(), floor }
    }

    /// Cost of the cheapest aim that a position offers, above the floor, in nats.
    fn cost_in(&self, pos: &Chess, color: Color) -> f32 {
        let met = self.aims.iter().find(|aim| aim.goal.is_offered(pos, color));
        met.map_or(NOWHERE, |aim| aim.cost)
    }
}

impl Goal {
    /// Whether `color` could do this if the pieces stood as they do, were it to move.
    fn is_offered(self, pos: &Chess, color: Color) -> bool {
        let board = pos.board();
        let pawns = board.by_color(color) & board.pawns();
        let back = color.fold_wb(-8, 8);
        match self {
            Goal::Castle(side) => pos.castles().has(color, side),
            Goal::Piece(role, to) => {
                let from = attacks::attacks(to, role.of(color), board.occupied());
                (from & board.by_color(color)).intersects(board.by_role(role))
            }
            Goal::Capture(file, to) => to
                .offset(back)
                .is_some_and(|behind| pawns.contains(Square::from_coords(file, behind.rank()))),
            Goal::Step(to) => {
                let double = to.rank() == color.fold_wb(Rank::Fourth, Rank::Fifth);
                let pawn_at = |distance| to.offset(distance).is_some_and(|at| pawns.contains(at));
                let free = |at: Option<Square>| at.is_some_and(|at| !board.occupied().contains(at));
                pawn_at(back) || double && free(to.offset(back)) && pawn_at(2 * back)
            }
        }
    }
}

/// All goals of a side, each with a shape of the moves that reach it; goals that pieces may reach by
/// a capture come with another.
pub fn goals(color: Color) -> &'static [(Goal, MoveShape)] {
    static GOALS: LazyLock<[Vec<(Goal, MoveShape)>; 2]> =
        LazyLock::new(|| [Color::White, Color::Black].map(|color| goals_of(color).collect()));
    &GOALS[color.fold_wb(0, 1)]
}

fn goals_of(color: Color) -> impl Iterator<Item = (Goal, MoveShape)> {
    let plain = move |role, from, to| MoveShape::plain(role, from, to, color.is_black());
    let home = color.fold_wb(Rank::First, Rank::Eighth);
    let last = color.fold_wb(Rank::Eighth, Rank::First);
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let pieces = Square::ALL.into_iter().flat_map(move |to| {
        pieces.into_iter().flat_map(move |role| {
            let shape = plain(role, home_of(role, home), to);
            [None, Some(Role::Pawn)]
                .map(|victim| (Goal::Piece(role, to), MoveShape { victim, ..shape }))
        })
    });
    let pawns = (!Bitboard::from(home)).into_iter().flat_map(move |to| {
        let behind = to.offset(color.fold_wb(-8, 8)).filter(|behind| behind.rank() != home);
        let promotion = (to.rank() == last).then_some(Role::Queen);
        behind.into_iter().flat_map(move |behind| {
            [-1, 0, 1].into_iter().filter_map(move |aside| {
                let file = behind.file().offset(aside)?;
                let shape = plain(Role::Pawn, Square::from_coords(file, behind.rank()), to);
                Some(match aside {
                    0 => (Goal::Step(to), MoveShape { promotion, ..shape }),
                    _ => {
                        let victim = Some(Role::Pawn);
                        (Goal::Capture(file, to), MoveShape { promotion, victim, ..shape })
                    }
                })
            })
        })
    });
    let castling = CastlingSide::ALL.into_iter().map(move |side| {
        let shape = plain(Role::King, home_of(Role::King, home), side.king_to(color));
        (Goal::Castle(side), MoveShape { castling: Some(side.is_king_side()), ..shape })
    });
    pieces.chain(pawns).chain(castling)
}

/// Drops aims far above the cheapest, whose cost is returned, and sorts the others.
fn keep_cheap(aims: &mut Vec<(Aim, MoveShape)>) -> f32 {
    let floor = aims.iter().map(|(aim, _)| aim.cost).fold(f32::INFINITY, f32::min);
    aims.retain(|(aim, _)| aim.cost < floor + NOWHERE);
    aims.sort_by(|(a, _), (b, _)| a.cost.total_cmp(&b.cost));
    floor
}

/// The moves of a piece to the goal of a shape that have to be told apart from those of others.
fn told_apart(shape: MoveShape) -> impl Iterator<Item = MoveShape> {
    let origins = match shape.role {
        Role::Pawn | Role::King => Bitboard::EMPTY,
        role => attacks::attacks(shape.to, role.of(Color::White), Bitboard::EMPTY),
    };
    [Rival::OtherFile, Rival::SameFile].into_iter().flat_map(move |rival| {
        origins.into_iter().map(move |from| MoveShape { from, rival, ..shape })
    })
}

/// A square from which a piece may have come; which one hardly matters.
fn home_of(role: Role, home: Rank) -> Square {
    let file = match role {
        Role::Pawn | Role::King => File::E,
        Role::Queen => File::D,
        Role::Rook => File::A,
        Role::Bishop => File::C,
        Role::Knight => File::B,
    };
    Square::from_coords(file, home)
}

/// What the next `look` entries of the sheets cost where the pieces stand after `ply` plies, above
/// what they cost at best, in nats; later ones count less. `gaps` says whether a move may be left
/// out in between though no number tells of it.
pub fn cost_ahead(
    sheets: &mut [SheetModel],
    cursors: &[Cursor],
    pos: &Chess,
    ply: u16,
    look: usize,
    gaps: bool,
) -> f32 {
    let mut sum = 0.0;
    for (sheet, cursor) in sheets.iter_mut().zip(cursors) {
        let mut color = pos.turn();
        // As the entries say, or each by the other side.
        let mut ways = [0.0, if gaps { LEFT_OUT } else { f32::INFINITY }];
        let mut weight = 1.0;
        let next = usize::from(cursor.next);
        for entry in next..(next + look).min(sheet.entries.len()) {
            if let Some(claim) = sheet.entries[entry].claim {
                let ahead = claim + i32::from(cursor.offset.unwrap_or(0)) - i32::from(ply);
                color = if ahead % 2 == 0 { pos.turn() } else { !pos.turn() };
            }
            if !sheet.entries[entry].blank {
                ways[0] += weight * sheet.aims(entry, color).cost_in(pos, color);
                if gaps {
                    ways[1] += weight * sheet.aims(entry, !color).cost_in(pos, !color);
                    ways = [ways[0].min(ways[1] + LEFT_OUT), ways[1].min(ways[0] + LEFT_OUT)];
                }
            }
            weight *= FADING;
            color = !color;
        }
        sum += ways[0].min(ways[1]);
    }
    sum / sheets.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        shapes::shapes,
        tests::{model, position, words},
    };

    /// The model of a sheet that goes on as a game does, and its last entry.
    fn ending_with(text: &str) -> (SheetModel, usize) {
        let texts = [&words()[..19], &[text]].concat();
        (model(&texts), texts.len() - 1)
    }

    #[test]
    fn a_text_that_tells_pieces_apart_aims_where_it_says() {
        for (text, fen) in [
            ("Rhd8", "7r/6k1/8/8/8/8/8/4K3 b - - 0 1"),
            ("Nbd7", "1n2k3/8/8/8/8/8/8/4K3 b - - 0 1"),
            ("R8e7", "4r1k1/8/8/8/8/8/8/K7 b - - 0 1"),
            ("Nfxd5", "4k3/8/5n2/3P4/8/8/8/4K3 b - - 0 1"),
        ] {
            let (mut model, entry) = ending_with(text);
            let floor = model.floor(entry, Color::Black);
            assert!(floor < model.clean_cost(entry) + UNCLEAR, "{text}");
            let aims = model.aims(entry, Color::Black);
            assert_eq!(aims.cost_in(&position(fen), Color::Black), 0.0, "{text}");
        }
    }

    #[test]
    fn the_floor_is_the_same_whatever_the_text_was_compared_with() {
        let pos = position("r3r1k1/5ppp/8/8/8/8/5PPP/R3R1K1 b - - 0 1");
        for text in ["Red8", "Reb8", "R8c8", "Rf", "xx"] {
            let (mut fresh, entry) = ending_with(text);
            let mut asked = fresh.clone();
            for shape in shapes(&pos, &pos.legal_moves(), Bitboard::EMPTY) {
                asked.cost(entry, &shape);
            }
            let floor = fresh.floor(entry, Color::Black);
            assert_eq!(asked.floor(entry, Color::Black), floor, "{text}");
        }
    }
}
