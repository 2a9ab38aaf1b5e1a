//! What decides how a move can be written.

use shakmaty::{Role, Square};

/// What a spelling depends on: the move, and whether other pieces could go there too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveShape {
    /// What moves.
    pub role: Role,
    /// Where from.
    pub from: Square,
    /// Where to; for castling where the king goes.
    pub to: Square,
    /// What is captured.
    pub victim: Option<Role>,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// For castling, whether it is to the king's side; `None` for any other move.
    pub castling: Option<bool>,
    /// Captured in passing.
    pub en_passant: bool,
    /// Which other pieces of the same kind could go there.
    pub rival: Rival,
    /// The piece stood on the king's side when the game began: `K. Kt.` as opposed to `Q. Kt.`.
    pub kings_side: bool,
    /// The captured piece stood on the king's side when the game began.
    pub victim_kings_side: bool,
    /// Black moves.
    pub black: bool,
}

/// What other pieces of the same kind can go to the same square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rival {
    /// None: any disambiguation is superfluous.
    None,
    /// Some, none of them on the same file: the file tells them apart.
    OtherFile,
    /// Some on the same file: the rank is needed.
    SameFile,
}

impl MoveShape {
    /// A move that captures nothing and that no other piece could make.
    pub fn plain(role: Role, from: Square, to: Square, black: bool) -> MoveShape {
        MoveShape {
            role,
            from,
            to,
            victim: None,
            promotion: None,
            castling: None,
            en_passant: false,
            rival: Rival::None,
            kings_side: false,
            victim_kings_side: false,
            black,
        }
    }

    /// Packs the shape into one number, for caches.
    pub fn key(&self) -> u32 {
        let role = |role: Option<Role>| role.map_or(0, |role| role as u32);
        let castling = self.castling.map_or(0, |short| 1 + u32::from(short));
        (self.role as u32)
            | (u32::from(self.from) << 3)
            | (u32::from(self.to) << 9)
            | (role(self.victim) << 15)
            | (role(self.promotion) << 18)
            | (castling << 21)
            | (u32::from(self.en_passant) << 23)
            | ((self.rival as u32) << 24)
            | (u32::from(self.black) << 26)
            | (u32::from(self.kings_side) << 27)
            | (u32::from(self.victim_kings_side) << 28)
    }
}
