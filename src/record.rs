//! All that is known of one game before it is reconstructed.
//!
//! A [`Record`] holds one or more [`Sheet`]s, a sheet holds [`Entry`]s in the order in which
//! they stand, and an entry holds one or more [`Reading`]s of the same ink.

use std::fmt;

use shakmaty::{Chess, Color, Position, fen::Fen};

use crate::constraints::Constraints;

/// All that is known of one game: tags, start position, claimed result and sheets.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// Name of the game, unique in its input.
    pub id: String,
    /// Tag pairs in the order in which they were met.
    pub tags: Vec<(String, String)>,
    /// Start position, where it is not the usual one.
    pub start: Option<Fen>,
    /// The result that the record claims.
    pub result: Option<GameResult>,
    /// What each witness wrote.
    pub sheets: Vec<Sheet>,
    /// What is known of the game besides, and binds it.
    pub constraints: Constraints,
    /// What the reader noticed that a person should know, in plain words.
    pub remarks: Vec<Remark>,
}

impl Record {
    /// The value of a tag, the first of that name; upper and lower case are the same.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value_of(&self.tags, name)
    }
}

/// The value of the first tag of a name, upper and lower case alike.
pub(crate) fn value_of<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// Something that was noticed while a record was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Stable code in kebab case, `moves-by-reference` for instance.
    pub code: &'static str,
    /// Where.
    pub place: Place,
    /// What, in plain words, lower case, no full stop.
    pub message: String,
}

/// One writer's list of what was played.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// Name of the sheet, unique in its record.
    pub id: String,
    /// Language that the user named for this sheet, as a code such as `de`.
    pub language: Option<String>,
    /// Notation that the user named for this sheet.
    pub notation: Option<String>,
    /// The sheet was printed or typed as a list, not read box by box off a score sheet: moves are
    /// seldom left out or written twice.
    pub printed: bool,
    /// The result that its witness claims, where sheets of several witnesses were joined.
    pub result: Option<GameResult>,
    /// The items on the sheet, in the order in which they stand.
    pub entries: Vec<Entry>,
}

/// One item on a sheet.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// Possible texts, most likely first; empty for a blank box.
    pub readings: Vec<Reading>,
    /// Move number of the place where the entry stands, where the layout or the text tells it.
    pub number: Option<u32>,
    /// Side whose place the entry stands in, where the layout or the text tells it.
    pub color: Option<Color>,
    /// Probability, before the text is weighed, that the entry is no move of the game itself
    /// (prose, a variation, a page header). 0 where nothing speaks for it.
    pub aside: f64,
    /// Whether an offer of a draw is noted beside the text, in a comment for instance; one in the
    /// text itself is not noted here.
    pub draw_offer: bool,
    /// Seconds left on the clock of the side whose move it is, after the move, where a clock is
    /// noted.
    pub clock: Option<u32>,
    /// Where the entry stands.
    pub place: Place,
}

impl Entry {
    /// An entry with one reading and nothing else known.
    pub fn from_text(text: impl Into<String>) -> Entry {
        let text = text.into();
        Entry { readings: vec![Reading { text, probability: 1.0 }], ..Entry::default() }
    }

    /// The most likely text, or nothing for a blank box.
    pub fn text(&self) -> &str {
        self.readings.first().map_or("", |reading| reading.text.as_str())
    }

    /// Whether nothing is written here.
    pub fn is_blank(&self) -> bool {
        self.readings.iter().all(|reading| reading.text.trim().is_empty())
    }

    /// The ply, counted from 0, that number and colour claim.
    pub fn claimed_ply(&self) -> Option<u32> {
        let number = self.number?.checked_sub(1)?.checked_mul(2)?;
        match self.color? {
            Color::White => Some(number),
            Color::Black => number.checked_add(1),
        }
    }
}

/// One possible text of an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The text, as it stands.
    pub text: String,
    /// Probability that this is what stands there, 0 to 1.
    pub probability: f64,
}

/// A place in the input. Lines and columns count from 1, 0 means unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Where on the page an OCR engine saw it.
    pub region: Option<Region>,
    /// Index in the input's own list of entries, from 0, where the input is one (JSON Lines). Two
    /// moves out of one box share it.
    pub listed: Option<u32>,
}

impl Place {
    /// Whether anything is known of the place.
    pub fn is_known(&self) -> bool {
        self.line > 0 || self.region.is_some()
    }
}

/// `12:5`, or `page 2, box 103,221 to 155,239` where an OCR engine saw it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.region {
            Some(region) => region.fmt(f),
            None => write!(f, "{}:{}", self.line, self.column),
        }
    }
}

/// A part of a page that an OCR engine read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Region {
    /// Number of the page, from 1.
    pub page: u32,
    /// Left, top, right and bottom edge, if known.
    pub bounds: Option<[u32; 4]>,
    /// What the edges are counted in.
    pub unit: Unit,
}

/// What the edges of a [`Region`] are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Pixels of the image.
    Pixels,
    /// Ten-thousandths of the width and the height of the page, where the engine tells shares or
    /// lengths.
    TenThousandths,
}

impl Unit {
    /// The word used in every output format.
    pub fn as_str(self) -> &'static str {
        match self {
            Unit::Pixels => "pixels",
            Unit::TenThousandths => "ten-thousandths",
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "page {}", self.page)?;
        let Some([left, top, right, bottom]) = self.bounds else { return Ok(()) };
        match self.unit {
            Unit::Pixels => write!(f, ", box {left},{top} to {right},{bottom}"),
            Unit::TenThousandths => {
                let percent = |n: u32| format!("{}.{:02}", n / 100, n % 100);
                let [left, top, right, bottom] = [left, top, right, bottom].map(percent);
                write!(f, ", box {left},{top} to {right},{bottom} % of the page")
            }
        }
    }
}

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
}

impl GameResult {
    /// The result as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The result that a position shows by itself: a mate, or a stalemate.
    pub(crate) fn on_board(pos: &Chess) -> Option<GameResult> {
        let won = pos.turn().fold_wb(GameResult::BlackWins, GameResult::WhiteWins);
        let mated = pos.is_checkmate().then_some(won);
        mated.or_else(|| pos.is_stalemate().then_some(GameResult::Draw))
    }

    /// The result that all of some name; nothing where they contradict one another, or are none.
    pub(crate) fn of_all(results: impl IntoIterator<Item = GameResult>) -> Option<GameResult> {
        let mut results = results.into_iter();
        let first = results.next()?;
        results.all(|other| other == first).then_some(first)
    }

    /// Whether a text is the token of a result: it names one, or says with `*` that none is known.
    pub(crate) fn is_token(text: &str) -> bool {
        text == "*" || GameResult::from_token(text).is_some()
    }

    /// Reads a result token in any of its usual spellings (`1-0`, `0:1`, `½–½`, `1/2`).
    pub fn from_token(text: &str) -> Option<GameResult> {
        let plain: String = text
            .trim()
            .chars()
            .filter(|c| !c.is_whitespace())
            .map(|c| match c {
                '–' | '—' | '‐' | '‑' | '−' | ':' => '-',
                // As Brazilians write it.
                'X' | '×' => 'x',
                'O' | 'o' => '0',
                'l' | 'I' => '1',
                c => c,
            })
            .collect();
        match plain.trim_end_matches('.') {
            "1-0" | "+--" | "1x0" => Some(GameResult::WhiteWins),
            "0-1" | "--+" | "0x1" => Some(GameResult::BlackWins),
            "1/2-1/2" | "½-½" | "1/2" | "½" | "0.5-0.5" | "0,5-0,5" | "1/2x1/2" | "½x½" => {
                Some(GameResult::Draw)
            }
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
