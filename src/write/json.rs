//! JSON, for programs: one object a game, either a line each or as one array.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use shakmaty::{CastlingMode, Color, Move, fen::Fen, san::SanPlus};

use super::{Report, frame::Frame};
use crate::{
    reconstruction::{
        Alternative, EntryText, Finding, PlacedMove, Reconstruction, SheetStyle, Stood, Unplaced,
    },
    record::Region,
};

/// One game a line.
#[derive(Debug, Default)]
pub struct JsonLines;

impl Report for JsonLines {
    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &GameView::of(game))?;
        out.write_all(b"\n")
    }
}

/// An indented array whose items are handed over one by one.
#[derive(Debug, Default)]
pub(super) struct Array {
    started: bool,
}

impl Array {
    pub(super) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"[")
    }

    pub(super) fn item(&mut self, item: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.started { b",\n" } else { b"\n" })?;
        self.started = true;
        Ok(serde_json::to_writer_pretty(out, item)?)
    }

    pub(super) fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.started { b"\n]\n" } else { b"]\n" })
    }
}

/// One indented array of all games.
#[derive(Debug, Default)]
pub struct Json {
    array: Array,
}

impl Report for Json {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.begin(out)
    }

    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()> {
        self.array.item(&GameView::of(game), out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.end(out)
    }
}

#[derive(Serialize)]
struct GameView<'a> {
    id: &'a str,
    #[serde(serialize_with = "as_map")]
    tags: &'a [(String, String)],
    start: Option<String>,
    result: Option<&'static str>,
    complete: bool,
    confidence: f64,
    moves: Vec<MoveView<'a>>,
    unplaced: Vec<UnplacedView<'a>>,
    findings: Vec<FindingView<'a>>,
    styles: Vec<StyleView<'a>>,
    /// Where an illegal move was played behind the last of the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    illegal: Option<StoodView<'a>>,
}

impl<'a> GameView<'a> {
    fn of(game: &'a Reconstruction) -> GameView<'a> {
        let frame = Frame::of(game);
        let mode = frame.mode;
        GameView {
            id: &game.id,
            tags: &game.tags,
            start: frame.start.map(Fen::to_string),
            result: game.result.map(|result| result.as_str()),
            complete: game.complete,
            confidence: rounded(game.confidence),
            moves: game.moves.iter().map(|placed| MoveView::of(placed, mode)).collect(),
            unplaced: game.unplaced.iter().map(UnplacedView::of).collect(),
            findings: game.findings.iter().map(FindingView::of).collect(),
            styles: game.styles.iter().map(StyleView::of).collect(),
            illegal: game.stood.as_deref().map(StoodView::of),
        }
    }
}

/// An illegal move that stood, and the game behind it, which is a game of its own.
#[derive(Serialize)]
pub(crate) struct StoodView<'a> {
    ply: u32,
    /// The illegal move, and the moves behind it that no legal position was before.
    written: &'a [String],
    what: &'static str,
    /// The position in which it was played.
    before: String,
    /// The position that the record implies behind it.
    start: Option<String>,
    moves: Vec<PlainMove>,
}

impl StoodView<'_> {
    pub(crate) fn of(stood: &Stood) -> StoodView<'_> {
        StoodView {
            ply: stood.ply,
            written: &stood.written,
            what: stood.what,
            before: stood.before.to_string(),
            start: stood.goes_on.as_ref().map(Fen::to_string),
            moves: PlainMove::all(&stood.moves, stood.ply + stood.written.len() as u32),
        }
    }
}

/// A move that stands as it is written.
#[derive(Serialize)]
pub(crate) struct PlainMove {
    ply: u32,
    san: String,
    uci: String,
}

impl PlainMove {
    /// Moves of which the first one has this ply.
    pub(crate) fn all(moves: &[(Move, SanPlus)], first: u32) -> Vec<PlainMove> {
        let view = |(ply, (m, san)): (u32, &(Move, SanPlus))| PlainMove {
            ply,
            san: san.to_string(),
            uci: m.to_uci(CastlingMode::Standard).to_string(),
        };
        (first..).zip(moves).map(view).collect()
    }
}

#[derive(Serialize)]
struct MoveView<'a> {
    ply: u32,
    san: String,
    uci: String,
    confidence: f64,
    origin: &'static str,
    entries: Vec<EntryView<'a>>,
    alternatives: Vec<AlternativeView>,
    decided_by: Option<u32>,
}

impl<'a> MoveView<'a> {
    fn of(placed: &'a PlacedMove, mode: CastlingMode) -> MoveView<'a> {
        MoveView {
            ply: placed.ply,
            san: placed.san.to_string(),
            uci: placed.m.to_uci(mode).to_string(),
            confidence: rounded(placed.confidence),
            origin: placed.origin.as_str(),
            entries: placed.entries.iter().map(EntryView::of).collect(),
            alternatives: placed.alternatives.iter().map(AlternativeView::of).collect(),
            decided_by: placed.decided_by,
        }
    }
}

#[derive(Serialize)]
struct EntryView<'a> {
    sheet: &'a str,
    entry: usize,
    text: &'a str,
    /// Where an OCR engine saw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<RegionView>,
    /// Seconds left after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<u32>,
}

impl<'a> EntryView<'a> {
    fn of(entry: &'a EntryText) -> EntryView<'a> {
        EntryView {
            sheet: &entry.sheet_id,
            entry: entry.listed(),
            text: &entry.text,
            region: entry.place.region.map(RegionView::of),
            clock: entry.clock,
        }
    }
}

#[derive(Serialize)]
struct RegionView {
    page: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "box")]
    bounds: Option<[u32; 4]>,
    unit: &'static str,
}

impl RegionView {
    fn of(region: Region) -> RegionView {
        RegionView { page: region.page, bounds: region.bounds, unit: region.unit.as_str() }
    }
}

#[derive(Serialize)]
struct AlternativeView {
    san: String,
    confidence: f64,
}

impl AlternativeView {
    fn of(alternative: &Alternative) -> AlternativeView {
        AlternativeView {
            san: alternative.san.to_string(),
            confidence: rounded(alternative.confidence),
        }
    }
}

#[derive(Serialize)]
struct UnplacedView<'a> {
    #[serde(flatten)]
    entry: EntryView<'a>,
    reason: &'static str,
}

impl<'a> UnplacedView<'a> {
    fn of(unplaced: &'a Unplaced) -> UnplacedView<'a> {
        UnplacedView { entry: EntryView::of(&unplaced.entry), reason: unplaced.reason }
    }
}

#[derive(Serialize)]
struct FindingView<'a> {
    code: &'static str,
    ply: Option<u32>,
    message: &'a str,
}

impl<'a> FindingView<'a> {
    fn of(finding: &'a Finding) -> FindingView<'a> {
        FindingView { code: finding.code, ply: finding.ply, message: &finding.message }
    }
}

#[derive(Serialize)]
struct StyleView<'a> {
    sheet: &'a str,
    color: Option<&'static str>,
    notation: &'a str,
    language: &'a str,
    probability: f64,
}

impl<'a> StyleView<'a> {
    fn of(style: &'a SheetStyle) -> StyleView<'a> {
        StyleView {
            sheet: &style.sheet,
            color: style.color.map(|color| match color {
                Color::White => "white",
                Color::Black => "black",
            }),
            notation: &style.notation,
            language: &style.language,
            probability: rounded(style.probability),
        }
    }
}

/// Writes tag pairs as an object. A name that comes twice keeps its first value, because readers
/// of JSON disagree about which of two equal keys counts.
pub(super) fn as_map<S: Serializer>(
    tags: &&[(String, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(
        tags.iter()
            .enumerate()
            .filter(|(i, (name, _))| !tags[..*i].iter().any(|(earlier, _)| earlier == name))
            .map(|(_, (name, value))| (name, value)),
    )
}

/// A probability with six decimals; what is no number becomes 0, because JSON has no word for it.
pub(crate) fn rounded(probability: f64) -> f64 {
    if probability.is_finite() { (probability.clamp(0.0, 1.0) * 1e6).round() / 1e6 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        record::Unit,
        write::tests::{game, hard_game, written},
    };

    #[test]
    fn a_line_holds_the_whole_game() {
        let text = written(JsonLines, &[hard_game(), game(&["e4"])]);
        assert_eq!(text.lines().count(), 2);
        let found: Value =
            serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        assert_eq!(
            found["moves"][2],
            json!({
                "ply": 3, "san": "Nf3", "uci": "g1f3", "confidence": 0.62, "origin": "corrected",
                "entries": [{"sheet": "1", "entry": 2, "text": "Nd1 ]}\" %x"}],
                "alternatives": [{"san": "Ne2", "confidence": 0.3}], "decided_by": null
            })
        );
        assert_eq!(
            found["unplaced"],
            json!([{"sheet": "1", "entry": 3, "text": "} [Event \"x\"] %y", "reason": "no-move"}])
        );
        assert_eq!((&found["start"], &found["result"]), (&Value::Null, &json!("1-0")));
        assert_eq!(found["findings"][0]["ply"], 4);
    }

    #[test]
    fn what_an_engine_read_is_told_with_its_box() {
        let mut found = game(&["e4", "e5"]);
        let region = Region { page: 2, bounds: Some([1, 2, 3, 4]), unit: Unit::Pixels };
        found.moves[0].entries[0].place.region = Some(region);
        let text = written(JsonLines, &[found]);
        let want = r#""region":{"page":2,"box":[1,2,3,4],"unit":"pixels"}"#;
        assert_eq!(text.matches(want).count(), 1, "{text}");
        assert_eq!(text.matches("region").count(), 1, "{text}");
    }

    #[test]
    fn an_array_is_json_whatever_its_length() {
        for games in [vec![], vec![game(&["e4"])], vec![hard_game(), game(&[])]] {
            let found: Value =
                serde_json::from_str(&written(Json::default(), &games)).expect("JSON");
            assert_eq!(found.as_array().map(Vec::len), Some(games.len()));
        }
    }

    #[test]
    fn tags_that_come_twice_keep_their_first_value() {
        let mut found = game(&[]);
        found.tags = vec![
            ("White".into(), "A".into()),
            ("B".into(), "".into()),
            ("White".into(), "C".into()),
        ];
        let text = written(JsonLines, &[found]);
        assert!(text.contains(r#""tags":{"White":"A","B":""}"#), "{text}");
    }

    #[test]
    fn what_is_no_number_becomes_zero() {
        assert_eq!((rounded(f64::NAN), rounded(2.0), rounded(0.12345678)), (0.0, 1.0, 0.123457));
    }
}
