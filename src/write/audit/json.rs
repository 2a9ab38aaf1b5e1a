//! JSON, for programs: one array with an object a game.

use std::io::{self, Write};

use serde::Serialize;
use shakmaty::Color;

use super::AuditReport;
use crate::{
    audit::{
        Audit, Cell, Claim, Comparison, Count, Difference, Finding, Holds, Item, SheetAudit, Spot,
    },
    write::{
        Frame,
        json::{Array, as_map, rounded},
    },
};

/// One indented array of all audits.
#[derive(Debug, Default)]
pub struct AuditJson {
    array: Array,
}

impl AuditReport for AuditJson {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.begin(out)
    }

    fn audit(&mut self, audit: &Audit, out: &mut dyn Write) -> io::Result<()> {
        self.array.item(&View::of(audit), out)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.array.end(out)
    }
}

#[derive(Serialize)]
struct View<'a> {
    id: &'a str,
    #[serde(serialize_with = "as_map")]
    tags: &'a [(String, String)],
    rules: &'static str,
    edition: &'static str,
    start: Option<String>,
    result: Option<&'static str>,
    complete: bool,
    confidence: f64,
    worst: Option<&'static str>,
    readings: Readings,
    claims: Vec<ClaimView<'a>>,
    sheets: Vec<SheetView<'a>>,
    table: Vec<Row<'a>>,
    against: Option<Against<'a>>,
    findings: Vec<FindingView<'a>>,
}

impl<'a> View<'a> {
    fn of(audit: &'a Audit) -> View<'a> {
        let game = &audit.game;
        let frame = Frame::of(game);
        let rows = game.moves.iter().zip(&audit.table).map(|(placed, cells)| {
            let (number, color) = frame.number(placed.ply);
            let named = audit.sheets.iter().zip(cells);
            Row {
                ply: placed.ply,
                number,
                color: side(color),
                san: placed.san.to_string(),
                confidence: rounded(placed.confidence),
                difference: audit.difference(placed.ply),
                cells: named.map(|(sheet, cell)| CellView::of(&sheet.id, cell)).collect(),
            }
        });
        View {
            id: &game.id,
            tags: &game.tags,
            rules: audit.rules.name(),
            edition: audit.rules.edition(),
            start: frame.start.map(ToString::to_string),
            result: game.result.map(|result| result.as_str()),
            complete: game.complete,
            confidence: rounded(game.confidence),
            worst: audit.worst().map(|severity| severity.as_str()),
            readings: Readings {
                games: audit.covered.games,
                exact: rounded(audit.covered.exact),
                sampled: rounded(audit.covered.drawn),
                unknown: rounded(audit.covered.unknown),
            },
            claims: audit.claims.iter().map(ClaimView::of).collect(),
            sheets: audit.sheets.iter().map(SheetView::of).collect(),
            table: rows.collect(),
            against: audit.against.as_ref().map(Against::of),
            findings: audit.findings.iter().map(FindingView::of).collect(),
        }
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

#[derive(Serialize)]
struct Readings {
    games: usize,
    exact: f64,
    sampled: f64,
    unknown: f64,
}

#[derive(Serialize)]
struct ClaimView<'a> {
    witness: &'a str,
    result: &'static str,
    place: Option<String>,
}

impl<'a> ClaimView<'a> {
    fn of(claim: &'a Claim) -> ClaimView<'a> {
        ClaimView {
            witness: &claim.witness,
            result: claim.result.as_str(),
            place: claim.spot.as_ref().map(Spot::to_string),
        }
    }
}

#[derive(Serialize)]
struct SheetView<'a> {
    id: &'a str,
    notation: &'a str,
    language: &'a str,
    probability: f64,
    algebraic: bool,
    recorded: u32,
    last_ply: u32,
    missing: CountView,
    stopped: CountView,
    wrong: CountView,
    pairs: u32,
}

impl<'a> SheetView<'a> {
    fn of(sheet: &'a SheetAudit) -> SheetView<'a> {
        SheetView {
            id: &sheet.id,
            notation: &sheet.notation,
            language: &sheet.language,
            probability: rounded(sheet.probability),
            algebraic: sheet.algebraic,
            recorded: sheet.recorded,
            last_ply: sheet.last,
            missing: CountView::of(sheet.missing),
            stopped: CountView::of(sheet.stopped),
            wrong: CountView::of(sheet.wrong),
            pairs: sheet.pairs,
        }
    }
}

#[derive(Serialize)]
struct CountView {
    white: u32,
    black: u32,
}

impl CountView {
    fn of(count: Count) -> CountView {
        CountView { white: count.white, black: count.black }
    }
}

#[derive(Serialize)]
struct Row<'a> {
    ply: u32,
    number: u32,
    color: &'static str,
    san: String,
    confidence: f64,
    difference: Option<&'static str>,
    cells: Vec<CellView<'a>>,
}

#[derive(Serialize)]
struct CellView<'a> {
    sheet: &'a str,
    text: &'a str,
    state: &'static str,
    place: Option<String>,
    entry: Option<usize>,
    shift: i32,
}

impl<'a> CellView<'a> {
    fn of(sheet: &'a str, cell: &'a Cell) -> CellView<'a> {
        CellView {
            sheet,
            text: &cell.text,
            state: cell.state.as_str(),
            place: cell.spot.as_ref().map(Spot::to_string),
            entry: cell.entry,
            shift: cell.shift,
        }
    }
}

#[derive(Serialize)]
struct Against<'a> {
    id: &'a str,
    common: usize,
    moves: usize,
    differences: Vec<DifferenceView<'a>>,
}

impl<'a> Against<'a> {
    fn of(other: &'a Comparison) -> Against<'a> {
        Against {
            id: &other.id,
            common: other.common,
            moves: other.moves,
            differences: other.differences.iter().map(DifferenceView::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct DifferenceView<'a> {
    ply: u32,
    records: Vec<String>,
    other: Vec<String>,
    sheets_for_records: &'a [String],
    sheets_for_other: &'a [String],
    confidence: Option<f64>,
}

impl<'a> DifferenceView<'a> {
    fn of(difference: &'a Difference) -> DifferenceView<'a> {
        DifferenceView {
            ply: difference.ply,
            records: difference.ours.iter().map(ToString::to_string).collect(),
            other: difference.theirs.iter().map(ToString::to_string).collect(),
            sheets_for_records: &difference.for_ours,
            sheets_for_other: &difference.for_theirs,
            confidence: difference.confidence.map(rounded),
        }
    }
}

#[derive(Serialize)]
struct FindingView<'a> {
    code: &'static str,
    severity: &'static str,
    sheet: Option<&'a str>,
    message: &'a str,
    law: Option<LawView>,
    holds: Option<HoldsView>,
    items: Vec<ItemView<'a>>,
}

impl<'a> FindingView<'a> {
    fn of(finding: &'a Finding) -> FindingView<'a> {
        FindingView {
            code: finding.code,
            severity: finding.severity.as_str(),
            sheet: finding.sheet.as_deref(),
            message: &finding.message,
            law: finding.law.map(|law| LawView { article: law.article, words: law.words }),
            holds: finding.holds.map(HoldsView::of),
            items: finding.items.iter().map(ItemView::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct LawView {
    article: &'static str,
    words: &'static str,
}

#[derive(Serialize)]
struct HoldsView {
    everywhere: bool,
    probability: f64,
    unknown: f64,
}

impl HoldsView {
    fn of(holds: Holds) -> HoldsView {
        HoldsView {
            everywhere: holds.everywhere,
            probability: rounded(holds.probability),
            unknown: rounded(holds.unknown),
        }
    }
}

#[derive(Serialize)]
struct ItemView<'a> {
    ply: Option<u32>,
    place: Option<String>,
    written: Option<&'a str>,
    played: Option<String>,
    confidence: Option<f64>,
    note: &'a str,
    fen: Option<String>,
}

impl<'a> ItemView<'a> {
    fn of(item: &'a Item) -> ItemView<'a> {
        ItemView {
            ply: item.ply,
            place: item.spot.as_ref().map(Spot::to_string),
            written: item.written.as_deref(),
            played: item.played.as_ref().map(ToString::to_string),
            confidence: item.confidence.map(rounded),
            note: &item.note,
            fen: item.position.as_ref().map(ToString::to_string),
        }
    }
}
