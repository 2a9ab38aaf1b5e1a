//! What is looked at in the moves of a position, for a block of moves at a time.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::{
    hanging::{After, Hanging, Leaving},
    view::{
        BISHOP, FILE_A, KING, KNIGHT, PAWN, QUEEN, ROOK, TurnedMove, View, attack_set, other_reach,
    },
};

/// Moves that are worked on at a time.
pub(super) const BLOCK: usize = 32;

/// A number for each move of a block.
pub(super) type Column = [u32; BLOCK];

/// Works out a number for each move of a block; the processor does many at once.
#[inline(always)]
pub(super) fn column(of: impl Fn(usize) -> u32) -> Column {
    let mut column = [0; BLOCK];
    for (i, place) in column.iter_mut().enumerate() {
        *place = of(i);
    }
    column
}

/// Classes of what a move wins or loses, by [`result`].
pub(super) const RESULTS: usize = 11;

/// Classes of mobility won or lost: at least 6 lost, 3, 1, none, 1 won, 3, 6. Index: won + 32.
const MOBILITY: [u8; 64] = {
    let mut classes = [0; 64];
    let mut index = 0;
    while index < 64 {
        classes[index] = match index as i32 - 32 {
            ..=-6 => 0,
            -5..=-3 => 1,
            -2..=-1 => 2,
            0 => 3,
            1..=2 => 4,
            3..=5 => 5,
            _ => 6,
        };
        index += 1;
    }
    classes
};

fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 32)
}

fn bit(set: u64, square: usize) -> usize {
    (set >> square & 1) as usize
}

/// The class of what a move wins, in pawns.
fn result(won: i32) -> u32 {
    match won {
        ..=-7 => 0,
        -6..=-4 => 1,
        -3..=-2 => 2,
        -1 => 3,
        0 => 4,
        1 => 5,
        2 => 6,
        3 => 7,
        4..=5 => 8,
        6..=8 => 9,
        9.. => 10,
    }
}

/// Which of our pieces stand where they began, which pawns of the centre, and whether the king
/// does or has castled.
fn at_home(view: &View) -> u64 {
    let pieces = (view.us[KNIGHT] & 0x42)
        | (view.us[BISHOP] & 0x24)
        | (view.us[QUEEN] & 0x08)
        | (view.us[ROOK] & 0x81);
    pieces | (view.us[KING] & 0x54) << 8 | (view.us[PAWN] & 0x3c00) << 8
}

/// What the moves of one piece share.
#[derive(Debug)]
struct Origin {
    attacked: usize,
    covered: usize,
    under_last: usize,
    mobility: u32,
    zone: u32,
    around: u64,
    moved_before: bool,
    leaving: Leaving,
}

/// What the moves of a position share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    /// The position.
    pub view: &'a View,
    /// What they and we could win by a capture now, in pawns.
    pub worst: usize,
    pub best: usize,
    /// How many pieces check our king, at most 2.
    pub in_check: usize,
    /// Keys of the pawns in the centre, of the last move and of our pieces at home.
    pub centre: u64,
    pub last: u64,
    pub home: u64,
    /// 1, or 2 where the last move captured; 0 where there was none.
    recapture: usize,
    their_zone: u64,
    /// How open each file is: 0 own pawn on it, 1 half, 2 wholly.
    openness: [u32; 8],
    from_last: u64,
    /// The square of the last move.
    last_to: u64,
    hanging: Hanging,
    /// Where they would win `worst`.
    pub worst_at: usize,
    /// The pieces looked at so far, and where each is in that list.
    origins: ArrayVec<Origin, 64>,
    known: [u8; 64],
}

/// In [`Shared::known`]: not looked at so far.
const UNKNOWN: u8 = u8::MAX;

impl<'a> Shared<'a> {
    #[inline(always)]
    pub fn new(view: &'a View) -> Shared<'a> {
        let king = attack_set(KING, view.their_king, 0);
        let hanging = Hanging::new(view);
        let (worst, worst_at) = hanging.worst();
        // Files c to f, where openings differ, of both sides.
        let files = 0x3c3c_3c3c_3c3c_3c3c;
        Shared {
            recapture: view.last.map_or(0, |m| usize::from(m.captured > 0) + 1),
            their_zone: king | 1 << view.their_king,
            openness: openness(view),
            centre: mix(mix(view.us[PAWN] & files) ^ (view.them[PAWN] & files)),
            in_check: (view.checkers.count_ones() as usize).min(2),
            // Squares that the piece that moved last attacks from where it stands now.
            from_last: view.last.map_or(0, |m| other_reach(m.stands(), m.to, view.occupied)),
            last_to: view.last.map_or(0, |m| 1 << m.to),
            last: mix(view.last.map_or(0, |m| (m.role << 12 | m.from << 6 | m.to) as u64 + 1)),
            home: mix(at_home(view)),
            best: hanging.best(),
            hanging,
            worst,
            worst_at,
            origins: ArrayVec::new(),
            known: [UNKNOWN; 64],
            view,
        }
    }

    /// What the moves of the piece on a square share, as its place in `origins`.
    #[inline(always)]
    fn origin(&mut self, role: usize, square: usize) -> usize {
        if self.known[square] == UNKNOWN {
            self.known[square] = self.origins.len() as u8;
            let origin = self.look_at(role, square);
            self.origins.push(origin);
        }
        usize::from(self.known[square])
    }

    #[inline(always)]
    fn look_at(&self, role: usize, square: usize) -> Origin {
        let view = self.view;
        let here = attack_set(role, square, view.occupied);
        Origin {
            attacked: view.their_attacks.level(square),
            covered: view.our_attacks.count(square),
            under_last: bit(self.from_last, square),
            mobility: (here & !view.own).count_ones(),
            zone: within(here, self.their_zone),
            around: mix(view.surroundings(square)),
            moved_before: view.before.is_some_and(|before| before.to == square),
            leaving: self.hanging.leaving(view, role, square, here),
        }
    }
}

/// How many squares of a set are in another, but at most 4.
fn within(set: u64, other: u64) -> u32 {
    (set & other).count_ones().min(4)
}

/// How open each file is, as in [`Shared`].
fn openness(view: &View) -> [u32; 8] {
    std::array::from_fn(|file| {
        let file = FILE_A << file;
        let own = u32::from(view.us[PAWN] & file == 0);
        own + (own & u32::from(view.them[PAWN] & file == 0))
    })
}

/// Declares [`Facts`] with a column for each fact.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The facts of the moves of a block, by move; whatever is left from before where there are
        /// fewer.
        pub(super) struct Facts {
            $($(#[$doc])* pub $name: Column,)*
        }

        impl Facts {
            /// Of no move.
            #[inline(always)]
            pub fn none() -> Facts {
                Facts { $($name: [0; BLOCK],)* }
            }
        }
    };
}

facts! {
    /// As in [`TurnedMove`].
    role, from, to, captured,
    /// Whether it takes a piece that checks.
    takes_checker,
    /// Whether a pawn becomes a queen.
    promotes,
    /// The cheapest of their pieces that attacks the target, as in `AttackMap::level`, and how many
    /// of ours attack it besides: a pawn counts as two.
    level, support,
    /// The same of the square that it leaves, and how many guard it (at most 2).
    attacked, covered,
    /// Whether it checks, and what answers there are: 0 where it does not, or 1 and more.
    check, answers,
    /// 0, or where it takes on the square of the last move 2 if that was a capture, else 1.
    recapture,
    /// Whether the piece moved before (1) and goes back (2), is attacked by the piece that moved
    /// last, or attacks it afterwards.
    moved_before, under_last, hits_last,
    /// Keys of the squares around the target and around the square that it leaves.
    around_to, around_from,
    /// The class of mobility won.
    mobility,
    /// How open the files are that it leaves and goes to, and whether a rook or queen of ours
    /// besides stands on the latter.
    open_from, open_to, heavy,
    /// What it does as a move of a pawn; 0 for other pieces.
    pawn,
    /// How many squares around the other king it attacks (at most 4), and how many it did before.
    zone, zone_before,
    /// The class of what it wins; whether that is nothing, something (1), or a loss (2).
    result, outcome,
    /// What can be taken from us afterwards, in pawns; what we would take next, with how often (at
    /// most 2) in thirds.
    loss, threat,
}

impl Facts {
    /// Looks at some moves, as many as fit.
    #[inline(always)]
    pub fn collect(&mut self, shared: &mut Shared, moves: &[Move]) {
        let view = shared.view;
        for (i, &m) in moves.iter().take(BLOCK).enumerate() {
            let m = TurnedMove::new(m, view.flip);
            let origin = shared.origin(m.role, m.from);
            let origin = &shared.origins[origin];
            let there = attack_set(m.stands(), m.to, view.occupied & !(1 << m.from));
            self.place(i, &m, origin, shared, there);
            self.exchange(i, &m, origin, shared, there);
        }
    }

    /// What a move does on the board; from its new square the piece attacks `there`.
    #[inline(always)]
    fn place(&mut self, i: usize, m: &TurnedMove, origin: &Origin, shared: &Shared, there: u64) {
        let view = shared.view;
        let TurnedMove { role, from, to, captured, promotion } = *m;
        let level = view.their_attacks.level(to);
        // The moving piece is among those that attack the square it goes to, a pawn that steps
        // forward is not.
        let steps = role == PAWN && captured == 0;
        let support = if steps {
            view.our_attacks.count(to)
        } else {
            bit(view.our_attacks.twice, to) << bit(view.our_attacks.by[PAWN], to)
        };
        let recapture = match view.last {
            Some(last) if last.to == to && captured > 0 => shared.recapture,
            _ => 0,
        };
        let moved_before = match view.before {
            Some(before) if origin.moved_before => 1 + usize::from(before.from == to),
            _ => 0,
        };
        let mobility = (there & !view.own).count_ones() + 32 - origin.mobility;
        let heavy = (view.us[ROOK] | view.us[QUEEN]) & !(1 << from) & (FILE_A << (to & 7));
        let pawn = if role == PAWN { pawn(view, to, there, level, support) } else { 0 };

        self.role[i] = role as u32;
        self.from[i] = from as u32;
        self.to[i] = to as u32;
        self.captured[i] = captured as u32;
        self.takes_checker[i] = bit(view.checkers, to) as u32;
        self.promotes[i] = u32::from(promotion == QUEEN);
        self.level[i] = level as u32;
        self.support[i] = support as u32;
        self.attacked[i] = origin.attacked as u32;
        self.covered[i] = origin.covered as u32;
        self.check[i] = u32::from(view.gives_check(m));
        self.recapture[i] = recapture as u32;
        self.moved_before[i] = moved_before as u32;
        self.under_last[i] = origin.under_last as u32;
        self.hits_last[i] = u32::from(there & shared.last_to != 0);
        self.around_to[i] = mix(view.surroundings(to)) as u32;
        self.around_from[i] = origin.around as u32;
        self.mobility[i] = u32::from(MOBILITY[mobility as usize & 63]);
        self.open_from[i] = shared.openness[from & 7];
        self.open_to[i] = shared.openness[to & 7];
        self.heavy[i] = u32::from(heavy != 0);
        self.pawn[i] = pawn as u32;
        self.zone[i] = within(there, shared.their_zone);
        self.zone_before[i] = origin.zone;
    }

    /// What a move wins, loses and threatens.
    #[inline(always)]
    fn exchange(&mut self, i: usize, m: &TurnedMove, origin: &Origin, shared: &Shared, there: u64) {
        let (After { won, loss, threat, threats }, after) =
            shared.hanging.after(shared.view, m, &origin.leaving, there);
        self.result[i] = result(won);
        self.outcome[i] = u32::from(won > 0) + 2 * u32::from(won < 0);
        self.loss[i] = loss as u32;
        self.threat[i] = (threat * 3 + threats.min(2)) as u32;
        let checks = self.check[i] == 1;
        let answers = || 1 + after.answers(m.to, shared.view.their_king) as u32;
        self.answers[i] = if checks { answers() } else { 0 };
    }
}

/// What a move of a pawn does besides; from its new square it attacks `there`.
fn pawn(view: &View, to: usize, there: u64, level: usize, support: usize) -> usize {
    let file = to & 7;
    let column = FILE_A << file;
    let beside =
        (if file > 0 { column >> 1 } else { 0 }) | (if file < 7 { column << 1 } else { 0 });
    let ahead = if to < 56 { !0u64 << (to & 56) << 8 } else { 0 };
    let passed = usize::from(view.them[PAWN] & (column | beside) & ahead == 0);
    let blocked = if to < 56 { bit(view.occupied, to + 8) } else { 0 };
    let meets = if there & view.other & !view.them[PAWN] != 0 {
        2
    } else {
        usize::from(there & view.them[PAWN] != 0)
    };
    let shape = (passed * 8 + (to >> 3)) * 2 + blocked;
    let shape = (shape * 4 + view.phase) * 6 + level;
    (shape * 3 + support) * 3 + meets
}
