//! What the entries ahead will cost from where a hypothesis has got to, roughly and fast.

use shakmaty::{Board, Castles, CastlingSide, Chess, Color, Position, Rank, Role};

use super::{
    emission::SheetModel,
    lattice::Cursor,
    outlook::{Aims, Goal, NOWHERE},
};

/// Which entries ahead count when choosing among hypotheses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Look {
    /// None.
    Nowhere,
    /// So many, each compared with the pieces as they stand now.
    Standing(usize),
    /// So many, each of which moves a piece before the next is compared: it costs more, and tells of
    /// moves that are missing long before an entry that needs them comes.
    Moving(usize),
}

/// What entries ahead cost, above what they cost at best, in nats.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ahead {
    /// All of them.
    pub all: f32,
    /// Those behind the next entry of each sheet, as they will count when that has been used.
    pub behind: f32,
}

/// Cost of a move left out, or an entry too many, among the entries ahead, in nats.
const LEFT_OUT: f32 = 6.0;

/// What the next entries of the sheets cost where the pieces stand after `ply` plies. `gaps` says
/// whether a move may be left out in between though no number tells of it.
pub fn cost_ahead(
    sheets: &mut [SheetModel],
    cursors: &[Cursor],
    pos: &Chess,
    ply: u16,
    look: Look,
    gaps: bool,
) -> Ahead {
    let mut sum = Ahead::default();
    for (sheet, cursor) in sheets.iter_mut().zip(cursors) {
        let ahead = match look {
            Look::Nowhere => return sum,
            Look::Standing(most) => along(Standing { pos }, sheet, cursor, ply, most, gaps),
            Look::Moving(most) => along(Moving::from(pos), sheet, cursor, ply, most, gaps),
        };
        sum.all += ahead.all;
        sum.behind += ahead.behind;
    }
    let sheets = sheets.len() as f32;
    Ahead { all: sum.all / sheets, behind: sum.behind / sheets }
}

/// A way along the entries of one sheet.
trait Way: Clone {
    /// What an entry counts for against the one before it.
    const FADING: f32;

    /// The position that the way starts from.
    fn start(&self) -> &Chess;

    /// Takes an entry for a move of a side; returns what it costs above its least.
    fn take(&mut self, aims: &Aims, color: Color) -> f32;
}

/// The pieces stay where they are.
#[derive(Clone)]
struct Standing<'a> {
    pos: &'a Chess,
}

impl Way for Standing<'_> {
    /// Pieces move in between.
    const FADING: f32 = 0.9;

    fn start(&self) -> &Chess {
        self.pos
    }

    fn take(&mut self, aims: &Aims, color: Color) -> f32 {
        let met = aims.met(self.pos.board(), self.pos.castles(), color);
        met.map_or(NOWHERE, |(_, _, cost)| cost)
    }
}

/// The pieces move as the entries say, be it legal or not.
#[derive(Clone)]
struct Moving<'a> {
    standing: Standing<'a>,
    board: Board,
    castles: Castles,
}

impl<'a> From<&'a Chess> for Moving<'a> {
    fn from(pos: &'a Chess) -> Moving<'a> {
        let (board, castles) = (pos.board().clone(), pos.castles().clone());
        Moving { standing: Standing { pos }, board, castles }
    }
}

impl Way for Moving<'_> {
    const FADING: f32 = 1.0;

    fn start(&self) -> &Chess {
        self.standing.pos
    }

    fn take(&mut self, aims: &Aims, color: Color) -> f32 {
        let Some((goal, movers, cost)) = aims.met(&self.board, &self.castles, color) else {
            return self.standing.take(aims, color);
        };
        let (role, to) = match goal {
            Goal::Castle(side) => {
                self.castle(side, color);
                return cost;
            }
            Goal::Piece(role, to) => (role, to),
            Goal::Step(to) | Goal::Capture(_, to) => {
                let promotes = to.rank() == color.fold_wb(Rank::Eighth, Rank::First);
                (if promotes { Role::Queen } else { Role::Pawn }, to)
            }
        };
        // Which of several goes is not asked: a later entry may find any of them where it was.
        if let Some(from) = movers.single_square() {
            self.board.discard_piece_at(from);
        }
        self.board.set_piece_at(to, role.of(color));
        // An entry that was misread may have moved the wrong piece.
        if cost > 0.0 { cost.min(self.standing.take(aims, color)) } else { cost }
    }
}

impl Moving<'_> {
    fn castle(&mut self, side: CastlingSide, color: Color) {
        let rook = self.castles.rook(color, side);
        for from in self.board.king_of(color).into_iter().chain(rook) {
            self.board.discard_piece_at(from);
        }
        self.board.set_piece_at(side.king_to(color), Role::King.of(color));
        self.board.set_piece_at(side.rook_to(color), Role::Rook.of(color));
        self.castles.discard_color(color);
    }
}

/// Two ways and what they cost: each entry is taken as the numbers, or else the turns, say; or for
/// the other side.
fn along<W: Way>(
    way: W,
    sheet: &mut SheetModel,
    cursor: &Cursor,
    ply: u16,
    most: usize,
    gaps: bool,
) -> Ahead {
    let turn = way.start().turn();
    let mut color = turn;
    let mut ways = [(way.clone(), 0.0), (way, if gaps { LEFT_OUT } else { f32::INFINITY })];
    let least = |ways: &[(W, f32); 2]| ways[0].1.min(ways[1].1);
    let mut weight = 1.0;
    let next = usize::from(cursor.next);
    let mut first = 0.0;
    for entry in next..(next + most).min(sheet.entries.len()) {
        if let Some(claim) = sheet.entries[entry].claim {
            let ahead = claim + i32::from(cursor.offset.unwrap_or(0)) - i32::from(ply);
            color = if ahead % 2 == 0 { turn } else { !turn };
        }
        if !sheet.entries[entry].blank {
            let [own, other] = &mut ways;
            own.1 += weight * own.0.take(sheet.aims(entry, color), color);
            if gaps {
                other.1 += weight * other.0.take(sheet.aims(entry, !color), !color);
                if own.1 > other.1 + LEFT_OUT {
                    *own = (other.0.clone(), other.1 + LEFT_OUT);
                } else if other.1 > own.1 + LEFT_OUT {
                    *other = (own.0.clone(), own.1 + LEFT_OUT);
                }
            }
        }
        if entry == next {
            first = least(&ways);
        }
        weight *= W::FADING;
        color = !color;
    }
    let all = least(&ways);
    Ahead { all, behind: (all - first) / W::FADING }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::{model, words};

    /// What the entries of a sheet cost from the initial position.
    fn cost(texts: &[&str], look: Look) -> Ahead {
        let mut sheets = [model(texts)];
        cost_ahead(&mut sheets, &[Cursor::default()], &Chess::default(), 0, look, true)
    }

    #[test]
    fn pieces_that_move_find_what_pieces_that_stand_do_not() {
        let game = &words()[..20];
        let standing = cost(game, Look::Standing(20)).all;
        let moving = cost(game, Look::Moving(20)).all;
        assert!(standing > NOWHERE, "{standing}");
        assert!(moving < 0.5, "{moving}");
    }

    #[test]
    fn a_move_that_is_missing_shows_in_the_entries_behind() {
        let whole = words()[..20].to_vec();
        let mut gap = whole.clone();
        gap.remove(1);
        let (whole, gap) = (cost(&whole, Look::Moving(20)), cost(&gap, Look::Moving(20)));
        assert!(gap.all >= whole.all + LEFT_OUT - 0.5, "{gap:?} {whole:?}");
    }

    #[test]
    fn what_is_behind_the_next_entry_leaves_it_out() {
        let mut texts = words()[..8].to_vec();
        texts[0] = "Qh8";
        for look in [Look::Standing(1), Look::Moving(1)] {
            let ahead = cost(&texts, look);
            assert!(ahead.all > 1.0 && ahead.behind.abs() < 1e-3, "{look:?} {ahead:?}");
        }
        assert_eq!(cost(&texts, Look::Nowhere).all, 0.0);
    }
}
