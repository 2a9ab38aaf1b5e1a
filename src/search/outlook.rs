//! What entries ask for, whatever was played before: where each would have a piece go, and whether
//! a position offers that.
//!
//! A hypothesis with a piece on a wrong square costs nothing until an entry moves that piece. The
//! outlook shows it some plies earlier, so that a beam keeps the right hypothesis in the meantime.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Board, Castles, CastlingSide, Color, File, Rank, Role, Square, attacks};

use crate::notation::spelling::{MoveShape, Rival};

/// Where an entry would have a piece go.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    goal: Goal,
    /// Squares from which its piece could come if nothing stood in the way; any square for a pawn
    /// and for castling.
    origins: Bitboard,
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

/// A goal with a shape of the moves that reach it, and what the text costs for it, in nats.
type Weighed = (Goal, MoveShape, f32);

impl Aims {
    /// The aims among goals with what the text costs for each; `clean` is what it costs where it is
    /// an undamaged move, and `cost` what it costs for a move of another shape.
    pub fn new(
        goals: impl Iterator<Item = ((Goal, MoveShape), f32)>,
        clean: f32,
        mut cost: impl FnMut(&MoveShape) -> f32,
    ) -> Aims {
        let mut aims: Vec<Weighed> =
            goals.map(|((goal, shape), cost)| (goal, shape, cost)).collect();
        let mut floor = keep_cheap(&mut aims);
        if floor > clean + UNCLEAR {
            // It may say where the piece comes from.
            for (_, shape, least) in aims.iter_mut().take(MOST_REFINED) {
                *least = told_apart(*shape).map(|shape| cost(&shape)).fold(*least, f32::min);
            }
            floor = keep_cheap(&mut aims);
        }
        let above = |(goal, _, cost): Weighed| Aim::new(goal, cost - floor);
        Aims { aims: aims.into_iter().map(above).collect(), floor }
    }

    /// The cheapest aim that a position offers: its goal, the pieces of `color` that could do it if
    /// it were to move, and its cost above the floor, in nats.
    pub fn met(
        &self,
        board: &Board,
        castles: &Castles,
        color: Color,
    ) -> Option<(Goal, Bitboard, f32)> {
        let own = board.by_color(color);
        self.aims.iter().find_map(|Aim { goal, origins, cost }| {
            // Most aims are out of reach even over an empty board, which shows at once.
            if (*origins & own & board.by_role(goal.role())).is_empty() {
                return None;
            }
            let movers = goal.movers(board, castles, color);
            movers.any().then_some((*goal, movers, *cost))
        })
    }
}

impl Aim {
    fn new(goal: Goal, cost: f32) -> Aim {
        let origins = match goal {
            Goal::Piece(role, to) => origins(role, to),
            _ => Bitboard::FULL,
        };
        Aim { goal, origins, cost }
    }
}

impl Goal {
    fn role(self) -> Role {
        match self {
            Goal::Piece(role, _) => role,
            Goal::Step(_) | Goal::Capture(..) => Role::Pawn,
            Goal::Castle(_) => Role::King,
        }
    }

    /// The pieces of `color` that could do this if the pieces stood as they do, were it to move.
    fn movers(self, board: &Board, castles: &Castles, color: Color) -> Bitboard {
        let own = board.by_color(color);
        let pawns = own & board.pawns();
        let back = color.fold_wb(-8, 8);
        let pawn_at = |at: Option<Square>| pawns & at.map_or(Bitboard::EMPTY, Bitboard::from);
        match self {
            Goal::Castle(side) if castles.has(color, side) => own & board.kings(),
            Goal::Castle(_) => Bitboard::EMPTY,
            Goal::Piece(role, to) => {
                attacks::attacks(to, role.of(color), board.occupied()) & own & board.by_role(role)
            }
            Goal::Capture(file, to) => {
                pawn_at(to.offset(back).map(|behind| Square::from_coords(file, behind.rank())))
            }
            Goal::Step(to) => {
                let behind = to.offset(back);
                let double = to.rank() == color.fold_wb(Rank::Fourth, Rank::Fifth)
                    && behind.is_some_and(|at| !board.occupied().contains(at));
                let far = if double { pawn_at(to.offset(2 * back)) } else { Bitboard::EMPTY };
                pawn_at(behind) | far
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
fn keep_cheap(aims: &mut Vec<Weighed>) -> f32 {
    let floor = aims.iter().map(|(.., cost)| *cost).fold(f32::INFINITY, f32::min);
    aims.retain(|(.., cost)| *cost < floor + NOWHERE);
    aims.sort_by(|a, b| a.2.total_cmp(&b.2));
    floor
}

/// The moves of a piece to the goal of a shape that have to be told apart from those of others.
fn told_apart(shape: MoveShape) -> impl Iterator<Item = MoveShape> {
    let origins = match shape.role {
        Role::Pawn | Role::King => Bitboard::EMPTY,
        role => origins(role, shape.to),
    };
    [Rival::OtherFile, Rival::SameFile].into_iter().flat_map(move |rival| {
        origins.into_iter().map(move |from| MoveShape { from, rival, ..shape })
    })
}

/// Squares from which a piece goes to another over an empty board.
fn origins(role: Role, to: Square) -> Bitboard {
    attacks::attacks(to, role.of(Color::White), Bitboard::EMPTY)
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

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::search::{
        emission::SheetModel,
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
            let pos = position(fen);
            let met = aims.met(pos.board(), pos.castles(), Color::Black);
            assert_eq!(met.map(|(_, _, cost)| cost), Some(0.0), "{text}");
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
