//! Notations that name squares by file and rank.

use shakmaty::{CastlingMode, CastlingSide, Chess, Move, Role, Square, san::San, uci::UciMove};

use super::{
    Effect, Notation,
    habits::{CaptureSign, Castling, Checks, Habits, PawnCapture},
};
use crate::notation::{Language, language};

pub(super) fn render(
    pos: &Chess,
    m: Move,
    notation: Notation,
    language: &Language,
    habits: &Habits,
) -> String {
    let writer = Writer { pos, m, language, habits };
    match notation {
        Notation::Uci => UciMove::from_standard(m).to_string(),
        Notation::KingTakesRook => UciMove::from_move(m, CastlingMode::Chess960).to_string(),
        Notation::Smith => smith(m),
        Notation::Iccf => writer.numeric(false),
        Notation::IccfFumich => writer.numeric(true),
        Notation::Coordinates => writer.coordinates(),
        Notation::LongAlgebraic | Notation::Reversible | Notation::SquarePieceSquare => {
            writer.long(notation)
        }
        Notation::Figurine => {
            let figurines = figurines().unwrap_or(language);
            Writer { language: figurines, ..writer }.short()
        }
        Notation::Algebraic | Notation::Descriptive => writer.short(),
    }
}

fn figurines() -> Option<&'static Language> {
    language("fig").ok()
}

/// Where the king goes when he castles with the rook on `rook`, and where he goes otherwise.
fn target(m: Move) -> Square {
    match m {
        Move::Castle { king, .. } => {
            let side = m.castling_side().unwrap_or(CastlingSide::KingSide);
            Square::from_coords(side.king_to_file(), king.rank())
        }
        _ => m.to(),
    }
}

fn smith(m: Move) -> String {
    let mut text = UciMove::from_standard(m).to_string();
    text.truncate("e2e4".len());
    match m {
        Move::EnPassant { .. } => text.push('E'),
        Move::Castle { .. } => {
            text.push(if m.castling_side() == Some(CastlingSide::QueenSide) { 'C' } else { 'c' });
        }
        _ => text.extend(m.capture().map(Role::char)),
    }
    text.extend(m.promotion().map(Role::upper_char));
    text
}

struct Writer<'a> {
    pos: &'a Chess,
    m: Move,
    language: &'a Language,
    habits: &'a Habits,
}

impl Writer<'_> {
    fn letter(&self, role: Role) -> &str {
        match &self.habits.letters {
            Some(letters) => &letters[role as usize - 1],
            None => self.language.letter(role),
        }
    }

    fn square(&self, square: Square) -> String {
        format!("{}{}", self.language.file_char(square.file()), square.rank().char())
    }

    fn capture_sign(&self) -> String {
        match self.habits.capture {
            CaptureSign::Cross => "x".to_owned(),
            CaptureSign::Times => "×".to_owned(),
            CaptureSign::Colon => ":".to_owned(),
            CaptureSign::Word => match self.language.takes.first() {
                Some(word) => format!(" {word} "),
                None => "x".to_owned(),
            },
            CaptureSign::Trailing | CaptureSign::None => String::new(),
        }
    }

    fn trailing_capture(&self) -> &'static str {
        if self.m.is_capture() && self.habits.capture == CaptureSign::Trailing { ":" } else { "" }
    }

    fn promotion(&self) -> String {
        let of = |role| self.habits.promotion.of(self.letter(role));
        self.m.promotion().map_or_else(String::new, of)
    }

    /// Everything behind the squares.
    fn tail(&self) -> String {
        let en_passant = en_passant_word(self.m, self.habits, self.language);
        let effect = Effect::of(self.pos, self.m);
        let check = check_sign(effect, self.habits.checks, self.language);
        format!("{}{}{en_passant}{check}", self.trailing_capture(), self.promotion())
    }

    fn castling(&self) -> Option<String> {
        let side = self.m.castling_side()?;
        let long = side == CastlingSide::QueenSide;
        let rings = |ring: char| {
            let dash = self.habits.dash;
            let short = format!("{ring}{dash}{ring}");
            if long { format!("{short}{dash}{ring}") } else { short }
        };
        let body = match self.habits.castling {
            Castling::Letters => rings('O'),
            Castling::Zeros => rings('0'),
            Castling::Small => rings('o'),
            Castling::King => return None,
            Castling::Words => {
                let words =
                    if long { &self.language.castle_long } else { &self.language.castle_short };
                words.first().cloned().unwrap_or_else(|| rings('O'))
            }
        };
        Some(body + &self.tail())
    }

    fn short(&self) -> String {
        if let Some(text) = self.castling() {
            return text;
        }
        let role = self.m.role();
        let to = target(self.m);
        let mut text = String::new();
        if role != Role::Pawn || self.habits.pawn_letter {
            text.push_str(self.letter(role));
        }
        match San::from_move(self.pos, self.m) {
            San::Normal { file, rank, .. } => {
                let written = match role {
                    Role::Pawn => self.habits.pawn_capture != PawnCapture::Target,
                    _ => self.habits.disambiguation,
                };
                if written {
                    text.extend(file.map(|file| self.language.file_char(file)));
                    text.extend(rank.map(|rank| rank.char()));
                }
            }
            San::Castle(_) | San::Put { .. } | San::Null => {}
        }
        if let Some(victim) = self.m.capture() {
            text.push_str(&self.capture_sign());
            if self.habits.captured_piece {
                text.push_str(self.letter(victim));
                return text + &self.tail();
            }
        }
        let files_only = role == Role::Pawn
            && self.m.is_capture()
            && self.m.promotion().is_none()
            && self.habits.pawn_capture == PawnCapture::Files;
        if files_only {
            text.push(self.language.file_char(to.file()));
        } else {
            text.push_str(&self.square(to));
        }
        text + &self.tail()
    }

    fn long(&self, notation: Notation) -> String {
        if let Some(text) = self.castling() {
            return text;
        }
        let role = self.m.role();
        let from = self.m.from().map(|square| self.square(square)).unwrap_or_default();
        let between = notation == Notation::SquarePieceSquare;
        let mut text = match (role, between) {
            (_, true) => from + self.letter(role),
            (Role::Pawn, false) if !self.habits.pawn_letter => from,
            _ => self.letter(role).to_owned() + &from,
        };
        match self.m.capture() {
            Some(victim) => {
                text.push_str(&self.capture_sign());
                if notation == Notation::Reversible && victim != Role::Pawn {
                    text.push_str(self.letter(victim));
                }
            }
            None if !between => text.push(self.habits.dash),
            None => {}
        }
        text.push_str(&self.square(target(self.m)));
        text + &self.tail()
    }

    fn coordinates(&self) -> String {
        let from = self.m.from().map(|square| self.square(square)).unwrap_or_default();
        let sign = match self.m.capture() {
            Some(_) => self.capture_sign(),
            None => self.habits.dash.to_string(),
        };
        from + &sign + &self.square(target(self.m)) + &self.tail()
    }

    /// ICCF digits; `unique` for the variant in which no two moves are written alike.
    fn numeric(&self, unique: bool) -> String {
        let digit = |n: u32| char::from_digit(n, 10).unwrap_or('0');
        let digits =
            |square: Square| [digit(square.file() as u32 + 1), digit(square.rank() as u32 + 1)];
        let Some(from) = self.m.from().map(digits) else { return String::new() };
        let to = digits(target(self.m));
        let promoted = self.m.promotion();
        match self.m {
            Move::Castle { .. } if unique => format!("{}0{}{}", from[0], to[0], to[1]),
            Move::EnPassant { .. } if unique => format!("{}{}{}0", from[0], from[1], to[0]),
            _ => {
                let squares = format!("{}{}{}", from[0], from[1], to[0]);
                match promoted {
                    None => format!("{squares}{}", to[1]),
                    Some(role) if unique => squares + self.letter(role),
                    Some(role) => {
                        let piece = match role {
                            Role::Rook => '2',
                            Role::Bishop => '3',
                            Role::Knight => '4',
                            _ => '1',
                        };
                        format!("{squares}{}{piece}", to[1])
                    }
                }
            }
        }
    }
}

/// The word for a capture in passing, where the writer adds one.
pub(super) fn en_passant_word(m: Move, habits: &Habits, language: &Language) -> String {
    match m {
        Move::EnPassant { .. } if habits.en_passant => {
            format!(" {}", language.en_passant.first().map_or("e.p.", String::as_str))
        }
        _ => String::new(),
    }
}

/// The sign or word for check or mate.
pub(super) fn check_sign(effect: Effect, checks: Checks, language: &Language) -> String {
    let word = |words: &[String], sign: &str| match words.first() {
        Some(word) => format!(" {word}"),
        None => sign.to_owned(),
    };
    match (effect, checks) {
        (Effect::Quiet, _) | (_, Checks::None) => String::new(),
        (Effect::Check, Checks::Signs | Checks::Pluses) => "+".to_owned(),
        (Effect::Mate, Checks::Signs) => "#".to_owned(),
        (Effect::Mate, Checks::Pluses) => "++".to_owned(),
        (Effect::Check, Checks::Dagger) => "†".to_owned(),
        (Effect::Mate, Checks::Dagger) => "‡".to_owned(),
        (Effect::Check, Checks::Word) => word(&language.check, "+"),
        (Effect::Mate, Checks::Word) => word(&language.mate, "#"),
    }
}
