//! Descriptive notation: files named after the pieces, ranks counted from the mover's side.
//!
//! A move has several descriptions, from `B-B4` to `KB-QB4`. The shortest one that no other
//! legal move shares is written, as the books do.

use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square};

use super::{
    Effect,
    algebraic::{check_sign, en_passant_word},
    habits::{CaptureSign, Castling, Habits},
};
use crate::notation::{DescriptiveLanguage, Language, descriptive_languages};

pub(super) fn render(pos: &Chess, m: Move, language: &Language, habits: &Habits) -> String {
    let tables = descriptive_languages();
    let own = tables.iter().find(|table| table.code == language.code);
    let Some(table) = own.or(tables.first()) else { return String::new() };
    // Words must be of the same language as the letters.
    let language = crate::notation::language(&table.code).unwrap_or(language);
    let writer = Writer { pos, table, language, habits };
    writer.render(m)
}

/// A piece with its side or file, or a file with its side: role letters, most distant from the
/// name first, as in `KBP`.
type Name = Vec<Role>;

/// One way of describing a move.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Description {
    mover: Name,
    /// Start square behind the piece.
    origin: Option<(Name, Rank)>,
    target: Target,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    Square(Name, Rank),
    Piece(Name, Option<(Name, Rank)>),
}

struct Writer<'a> {
    pos: &'a Chess,
    table: &'a DescriptiveLanguage,
    language: &'a Language,
    habits: &'a Habits,
}

/// The piece a file is named after, and its side where there are two such files.
fn file_name(file: File) -> (Role, Option<Role>) {
    match file {
        File::A => (Role::Rook, Some(Role::Queen)),
        File::B => (Role::Knight, Some(Role::Queen)),
        File::C => (Role::Bishop, Some(Role::Queen)),
        File::D => (Role::Queen, None),
        File::E => (Role::King, None),
        File::F => (Role::Bishop, Some(Role::King)),
        File::G => (Role::Knight, Some(Role::King)),
        File::H => (Role::Rook, Some(Role::King)),
    }
}

/// Names of a file, shortest first.
fn file_names(file: File) -> Vec<Name> {
    match file_name(file) {
        (role, None) => vec![vec![role]],
        (role, Some(side)) => vec![vec![role], vec![side, role]],
    }
}

/// The side of the board on which a square lies.
fn side_of(square: Square) -> Role {
    if square.file() <= File::D { Role::Queen } else { Role::King }
}

impl Writer<'_> {
    /// Names of a piece on a square, shortest first: a pawn by its file, others by the side on
    /// which they began.
    fn piece_names(&self, role: Role, color: Color, square: Square) -> Vec<Name> {
        let mut names = vec![vec![role]];
        if role == Role::Pawn {
            names.extend(file_names(square.file()).into_iter().map(|mut name| {
                name.push(Role::Pawn);
                name
            }));
        }
        names.extend(self.side(role, color, square).map(|side| vec![side, role]));
        names
    }

    /// The side on which a piece began, where nobody can take it for the other: it stands on that
    /// side, and the colour of the bishop's square says so, or the other rook or knight stands on
    /// the other side and one of the two is still at home.
    fn side(&self, role: Role, color: Color, square: Square) -> Option<Role> {
        let half = side_of(square);
        let homes = match role {
            Role::Bishop => {
                let kings = square.is_light() == color.is_white();
                return (kings == (half == Role::King)).then_some(half);
            }
            Role::Rook => [File::A, File::H],
            Role::Knight => [File::B, File::G],
            Role::Pawn | Role::Queen | Role::King => return None,
        };
        let at_home =
            |place: Square| place.rank() == color.backrank() && homes.contains(&place.file());
        let own = self.pos.board().by_color(color) & self.pos.board().by_role(role);
        let other = own.without(square).single_square();
        let other = other.filter(|other| side_of(*other) != half)?;
        (at_home(square) || at_home(other)).then_some(half)
    }

    fn render(&self, m: Move) -> String {
        let effect = Effect::of(self.pos, m);
        let check = check_sign(effect, self.habits.checks, self.language);
        if let Some(side) = m.castling_side() {
            return self.castling(side) + &check;
        }
        let body = self.text(&self.describe(m));
        let en_passant = en_passant_word(m, self.habits, self.language);
        format!("{body}{}{en_passant}{check}", self.promotion(m))
    }

    /// The shortest description that no other legal move shares.
    fn describe(&self, m: Move) -> Description {
        let own = self.descriptions(m);
        let others: Vec<Description> = self
            .pos
            .legal_moves()
            .into_iter()
            .filter(|other| {
                other.role() == m.role() && (other.from(), other.to()) != (m.from(), m.to())
            })
            .flat_map(|other| self.descriptions(other))
            .collect();
        let fullest = own.last().cloned();
        own.into_iter().find(|description| !others.contains(description)).or(fullest).unwrap_or(
            // A move always has a description; this one says nothing wrong.
            Description {
                mover: vec![m.role()],
                origin: None,
                target: Target::Piece(Vec::new(), None),
            },
        )
    }

    /// All descriptions of a move, shortest first.
    fn descriptions(&self, m: Move) -> Vec<Description> {
        let Some(from) = m.from() else { return Vec::new() };
        let turn = self.pos.turn();
        let mut movers: Vec<(Name, Option<(Name, Rank)>)> =
            self.piece_names(m.role(), turn, from).into_iter().map(|name| (name, None)).collect();
        movers.extend(
            self.square_names(from)
                .into_iter()
                .map(|square| (vec![m.role()], Some((square, self.rank(from))))),
        );
        let to = m.to();
        let mut targets: Vec<Target> = Vec::new();
        match (m.capture(), m) {
            (Some(victim), _) => {
                let square = match m {
                    Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()),
                    _ => to,
                };
                targets.extend(
                    self.piece_names(victim, !turn, square)
                        .into_iter()
                        .map(|name| Target::Piece(name, None)),
                );
                targets.extend(
                    self.square_names(square)
                        .into_iter()
                        .map(|name| Target::Piece(vec![victim], Some((name, self.rank(square))))),
                );
            }
            (None, _) => {
                let rank = self.rank(to);
                targets.extend(
                    self.square_names(to).into_iter().map(|name| Target::Square(name, rank)),
                );
            }
        }
        let mut all: Vec<Description> = movers
            .iter()
            .flat_map(|(mover, origin)| {
                targets.iter().map(|target| Description {
                    mover: mover.clone(),
                    origin: origin.clone(),
                    target: target.clone(),
                })
            })
            .collect();
        // Stable: of two equally long ones the plainer mover stays in front.
        all.sort_by_key(Description::length);
        all
    }

    fn square_names(&self, square: Square) -> Vec<Name> {
        let mut names = file_names(square.file());
        if self.habits.full_names {
            names.drain(..names.len().saturating_sub(1));
        }
        names
    }

    fn rank(&self, square: Square) -> Rank {
        match self.pos.turn() {
            Color::White => square.rank(),
            Color::Black => square.rank().flip_vertical(),
        }
    }

    fn letter(&self, role: Role) -> &str {
        match &self.habits.letters {
            Some(letters) => &letters[role as usize - 1],
            None => self.table.letter(role),
        }
    }

    /// A name in the order of the language: `KBP`, or `PAR` where the side comes last.
    fn name(&self, name: &Name) -> Vec<&str> {
        let mut letters: Vec<&str> = name.iter().map(|role| self.letter(*role)).collect();
        if self.table.rank_first {
            letters.reverse();
        }
        letters
    }

    fn text(&self, description: &Description) -> String {
        let mut text = self.joined(&description.mover);
        if let Some((name, rank)) = &description.origin {
            text.push_str(&format!("({})", self.square(name, *rank)));
        }
        let wordy = self.habits.wordy;
        match &description.target {
            Target::Square(name, rank) => {
                let sign = match (wordy, self.table.rank_first) {
                    (true, false) => " to ".to_owned(),
                    (true, true) => " ".to_owned(),
                    (false, true) => String::new(),
                    (false, false) => self.habits.dash.to_string(),
                };
                text.push_str(&sign);
                text.push_str(&if wordy {
                    self.wordy_square(name, *rank)
                } else {
                    self.square(name, *rank)
                });
            }
            Target::Piece(name, place) => {
                text.push_str(&self.capture_sign());
                text.push_str(&self.joined(name));
                if let Some((name, rank)) = place {
                    text.push_str(&format!("({})", self.square(name, *rank)));
                }
            }
        }
        text
    }

    fn joined(&self, name: &Name) -> String {
        let letters = self.name(name);
        match (self.habits.wordy, self.table.rank_first, &letters[..]) {
            (true, false, _) => format!("{}.", letters.join(". ")),
            // A pawn stands apart from its file, a piece not from its side: `P AR`, `CD`.
            (true, true, [pawn, file @ ..]) if file.len() > 1 => {
                format!("{pawn} {}", file.concat())
            }
            _ => letters.concat(),
        }
    }

    fn square(&self, name: &Name, rank: Rank) -> String {
        let name = self.name(name).concat();
        let rank = rank.char();
        if self.table.rank_first { format!("{rank}{name}") } else { format!("{name}{rank}") }
    }

    fn wordy_square(&self, name: &Name, rank: Rank) -> String {
        if self.table.rank_first {
            return self.square(name, rank);
        }
        let ordinal = match rank {
            Rank::First => "sq.",
            Rank::Second => "2d",
            Rank::Third => "3d",
            Rank::Fourth => "4th",
            Rank::Fifth => "5th",
            Rank::Sixth => "6th",
            Rank::Seventh => "7th",
            Rank::Eighth => "8th",
        };
        format!("{}'s {ordinal}", self.name(name).join(". "))
    }

    fn capture_sign(&self) -> String {
        let word = self.language.takes.first().map(String::as_str);
        match (self.habits.capture, word) {
            (CaptureSign::Word, Some(word)) => format!(" {word} "),
            _ if self.habits.wordy => format!(" {} ", word.unwrap_or("x")),
            (CaptureSign::Times, _) => "×".to_owned(),
            (CaptureSign::Colon | CaptureSign::Trailing, _) => ":".to_owned(),
            _ => "x".to_owned(),
        }
    }

    fn promotion(&self, m: Move) -> String {
        let of = |role| self.habits.promotion.of(self.letter(role));
        m.promotion().map_or_else(String::new, of)
    }

    fn castling(&self, side: CastlingSide) -> String {
        let long = side == CastlingSide::QueenSide;
        let rings = |ring: char| {
            let dash = self.habits.dash;
            if long {
                format!("{ring}{dash}{ring}{dash}{ring}")
            } else {
                format!("{ring}{dash}{ring}")
            }
        };
        match self.habits.castling {
            Castling::Zeros => rings('0'),
            Castling::Small => rings('o'),
            Castling::Words => {
                let other = self
                    .pos
                    .legal_moves()
                    .into_iter()
                    .any(|m| m.castling_side().is_some_and(|other| other != side));
                let words = match (other, long) {
                    (false, _) => &self.language.castle_either,
                    (true, true) => &self.language.castle_long,
                    (true, false) => &self.language.castle_short,
                };
                words.first().cloned().unwrap_or_else(|| rings('O'))
            }
            Castling::Letters | Castling::King => rings('O'),
        }
    }
}

impl Description {
    /// Number of letters and digits it takes to write.
    fn length(&self) -> usize {
        let square = |place: &Option<(Name, Rank)>| match place {
            // The brackets count, so that "KBP" goes before "P(B4)".
            Some((name, _)) => name.len() + 3,
            None => 0,
        };
        let target = match &self.target {
            Target::Square(name, _) => name.len() + 1,
            Target::Piece(name, place) => name.len() + square(place),
        };
        self.mover.len() + square(&self.origin) + target
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::San};

    use super::*;
    use crate::notation::language;

    fn write(fen: &str, san: &str, code: &str, habits: &Habits) -> String {
        let pos: Chess = match fen {
            "" => Chess::default(),
            fen => fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap(),
        };
        let m = San::from_ascii(san.as_bytes()).unwrap().to_move(&pos).unwrap();
        super::render(&pos, m, language(code).unwrap(), habits)
    }

    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const TWO_ROOKS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    const ROOKS_ON_A_FILE: &str = "4k3/8/8/8/R7/8/8/R3K3 w - - 0 1";
    const TWO_PAWNS: &str = "4k3/8/8/1p1p4/2P5/8/8/4K3 w - - 0 1";

    #[test]
    fn the_shortest_description_that_fits_one_move_is_written() {
        let base = Habits::default();
        let cases = [
            ("", "e4", "P-K4"),
            ("", "c4", "P-QB4"),
            ("", "Nf3", "Kt-KB3"),
            (AFTER_E4, "e5", "P-K4"),
            (AFTER_E4, "Nc6", "Kt-QB3"),
            (TWO_ROOKS, "Rd1", "R-Q1"),
            (TWO_ROOKS, "Rg1", "R-KKt1"),
            (TWO_ROOKS, "Rh4", "R-KR4"),
            (ROOKS_ON_A_FILE, "R4a3", "R(R4)-R3"),
            (TWO_PAWNS, "cxd5", "PxQP"),
            (TWO_PAWNS, "cxb5", "PxKtP"),
            (TWO_PAWNS, "c5", "P-B5"),
        ];
        for (fen, san, expected) in cases {
            assert_eq!(write(fen, san, "en", &base), expected, "{san}");
        }
    }

    #[test]
    fn wordy_moves_read_like_a_nineteenth_century_book() {
        let wordy = Habits { wordy: true, full_names: true, ..Habits::default() };
        let cases = [
            ("", "e4", "en", "P. to K's 4th"),
            ("", "Nf3", "en", "Kt. to K. B's 3d"),
            (TWO_PAWNS, "cxd5", "en", "P. takes Q. P."),
            ("", "e4", "it", "P 4R"),
            ("", "Nf3", "it", "C 3AR"),
            (TWO_PAWNS, "cxd5", "it", "P prende PD"),
        ];
        for (fen, san, code, expected) in cases {
            assert_eq!(write(fen, san, code, &wordy), expected, "{san}");
        }
    }

    #[test]
    fn other_languages_put_the_rank_first_and_the_side_last() {
        let cases = [
            ("", "e4", "es", "P4R"),
            ("", "Nf3", "es", "C3AR"),
            ("", "Nf3", "fr", "C3FR"),
            ("", "Nf3", "pt", "C3BR"),
            (AFTER_E4, "e5", "es", "P4R"),
            (TWO_PAWNS, "cxb5", "es", "PxPC"),
            // No table of its own.
            ("", "Nf3", "de", "Kt-KB3"),
        ];
        for (fen, san, code, expected) in cases {
            assert_eq!(write(fen, san, code, &Habits::default()), expected, "{san} {code}");
        }
    }
}
