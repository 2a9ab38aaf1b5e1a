//! Azure: Read (3.x), Image Analysis 4.0 and Document Intelligence.
//!
//! Source: the REST references of Azure AI Vision (`readResults`, `readResult`) and of Azure AI
//! Document Intelligence (`AnalyzeResult`, <https://learn.microsoft.com/azure/ai-services/>).

use serde::Deserialize;

use super::{
    json::{self, Polygon, list, number},
    page::{Bounds, Cell, Document, Word},
};

/// The answer, or what stands within it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    analyze_result: Option<AnalyzeResult>,
    read_result: Option<ReadResult>,
    #[serde(flatten)]
    bare: AnalyzeResult,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnalyzeResult {
    #[serde(default, deserialize_with = "list", alias = "recognitionResults")]
    read_results: Vec<Page>,
    #[serde(default, deserialize_with = "list")]
    pages: Vec<Page>,
    #[serde(default, deserialize_with = "list")]
    tables: Vec<Table>,
}

/// A page of any version.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    #[serde(alias = "pageNumber")]
    page: Option<u32>,
    #[serde(default, deserialize_with = "number")]
    width: f32,
    #[serde(default, deserialize_with = "number")]
    height: f32,
    unit: Option<String>,
    #[serde(default, deserialize_with = "list")]
    lines: Vec<Line>,
    /// Words stand beside the lines in Document Intelligence.
    #[serde(default, deserialize_with = "list")]
    words: Vec<RawWord>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    #[serde(default, alias = "content")]
    text: String,
    #[serde(alias = "boundingBox", alias = "boundingPolygon")]
    polygon: Option<Polygon>,
    #[serde(default, deserialize_with = "list")]
    words: Vec<RawWord>,
    #[serde(default, deserialize_with = "list")]
    spans: Vec<Span>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawWord {
    #[serde(default, alias = "content")]
    text: String,
    #[serde(alias = "boundingBox", alias = "boundingPolygon")]
    polygon: Option<Polygon>,
    confidence: Option<Sure>,
    span: Option<Span>,
}

/// A share; in version 2 a word: `Low`.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
enum Sure {
    Share(f32),
    Said(String),
}

/// Where a text stands in the text of the whole document.
#[derive(Deserialize, Clone, Copy)]
struct Span {
    #[serde(default)]
    offset: u64,
    #[serde(default)]
    length: u64,
}

impl Span {
    fn holds(&self, other: Span) -> bool {
        other.offset >= self.offset && other.offset < self.offset.saturating_add(self.length)
    }
}

#[derive(Deserialize)]
struct Table {
    #[serde(default, deserialize_with = "list")]
    cells: Vec<RawCell>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawCell {
    #[serde(default)]
    row_index: u32,
    #[serde(default)]
    column_index: u32,
    #[serde(default, deserialize_with = "list")]
    spans: Vec<Span>,
}

/// Image Analysis 4.0: one image.
#[derive(Deserialize)]
struct ReadResult {
    #[serde(default, deserialize_with = "list")]
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Block {
    #[serde(default, deserialize_with = "list")]
    lines: Vec<Line>,
}

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut closed = String::new();
    json::document(text, &mut closed, |answer: Answer, document| {
        let result = answer.analyze_result.unwrap_or(answer.bare);
        let cells = cells(&result.tables);
        for page in result.read_results.iter().chain(&result.pages) {
            read_page(page, &cells, document);
        }
        if let Some(result) = answer.read_result {
            document.page(None);
            result.blocks.iter().flat_map(|block| &block.lines).for_each(|line| {
                read_line(line, document);
            });
        }
    })
}

/// Where the texts of cells stand, in the order of the text.
fn cells(tables: &[Table]) -> Vec<(Span, Cell)> {
    let of_table = |(table, number): (&Table, u32)| -> Vec<(Span, Cell)> {
        let of_cell = |cell: &RawCell| {
            let found = Cell { table: number, row: cell.row_index, column: cell.column_index };
            cell.spans.iter().map(|span| (*span, found)).collect::<Vec<_>>()
        };
        table.cells.iter().flat_map(of_cell).collect()
    };
    let mut found: Vec<(Span, Cell)> = tables.iter().zip(1..).flat_map(of_table).collect();
    found.sort_by_key(|(span, _)| span.offset);
    found
}

/// The last of sorted spans that may hold another.
fn holder<T: Copy>(sorted: &[(Span, T)], span: Span) -> Option<T> {
    let at = sorted.partition_point(|(holder, _)| holder.offset <= span.offset);
    let (holder, found) = sorted.get(at.checked_sub(1)?)?;
    holder.holds(span).then_some(*found)
}

fn read_page(page: &Page, cells: &[(Span, Cell)], document: &mut Document) {
    let fresh = document.page(page.page);
    (fresh.width, fresh.height) = (page.width, page.height);
    fresh.pixels = page.unit.as_deref().is_none_or(|unit| unit.eq_ignore_ascii_case("pixel"));
    if page.words.is_empty() {
        page.lines.iter().for_each(|line| read_line(line, document));
        return;
    }
    // Lines and words are joined by their places in the text.
    let mut lines: Vec<(Span, u32)> = page
        .lines
        .iter()
        .zip(0_u32..)
        .flat_map(|(line, index)| line.spans.iter().map(move |span| (*span, index)))
        .collect();
    lines.sort_by_key(|(span, _)| span.offset);
    let mut last = None;
    for raw in &page.words {
        let line = raw.span.and_then(|span| holder(&lines, span));
        if last.is_some_and(|last| last != line) {
            document.end_line();
        }
        last = Some(line);
        let cell = raw.span.and_then(|span| holder(cells, span));
        document.push(Word { cell, ..raw.word(document.line()) });
    }
    document.end_line();
}

fn read_line(line: &Line, document: &mut Document) {
    for raw in &line.words {
        document.push(raw.word(document.line()));
    }
    if line.words.is_empty() {
        let bounds = line.polygon.as_ref().and_then(Polygon::bounds);
        let (text, line) = (line.text.clone(), document.line());
        document.push(Word { text, bounds, line, ..Word::default() });
    }
    document.end_line();
}

impl RawWord {
    fn word(&self, line: u32) -> Word {
        let confidence = self.confidence.as_ref().map(|sure| match sure {
            Sure::Share(share) => *share,
            Sure::Said(word) if word.eq_ignore_ascii_case("low") => 0.5,
            Sure::Said(_) => 0.9,
        });
        let bounds: Option<Bounds> = self.polygon.as_ref().and_then(Polygon::bounds);
        Word { text: self.text.clone(), confidence, bounds, line, ..Word::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, f32, u32)> {
        let document = read(text);
        assert!(document.trouble.is_none(), "{:?}", document.trouble);
        let words = document.pages.iter().flat_map(|page| &page.words);
        words.map(|w| (w.text.clone(), w.confidence.unwrap_or(-1.0), w.line)).collect()
    }

    #[test]
    fn read_3_2() {
        let text = r#"{"status":"succeeded","analyzeResult":{"version":"3.2.0","readResults":[{"page":2,
            "angle":0.1,"width":800,"height":600,"unit":"pixel","lines":[{"boundingBox":[0,0,9,0,9,9,0,9],
            "text":"1. e4","words":[{"boundingBox":[1,2,3,2,3,4,1,4],"text":"1.","confidence":0.5},
            {"text":"e4","confidence":0.25}]},{"text":"d5 c5","words":null}]}]}}"#;
        let want = [("1.", 0.5, 0), ("e4", 0.25, 0), ("d5", -1.0, 1), ("c5", -1.0, 1)];
        assert_eq!(words(text), want.map(|(t, c, l)| (t.to_owned(), c, l)));
        let document = read(text);
        assert_eq!(document.pages[0].number, 2);
        assert_eq!(document.pages[0].words[0].bounds, Bounds::new(1.0, 2.0, 3.0, 4.0));
    }

    #[test]
    fn document_intelligence() {
        let text = r#"{"status":"succeeded","analyzeResult":{"apiVersion":"2024-11-30","content":"1 e4\nd5",
            "pages":[{"pageNumber":1,"width":8.5,"height":11,"unit":"inch","words":[
            {"content":"1","polygon":[1,1,2,1,2,2,1,2],"confidence":0.75,"span":{"offset":0,"length":1}},
            {"content":"e4","confidence":0.5,"span":{"offset":2,"length":2}},
            {"content":"d5","confidence":0.5,"span":{"offset":5,"length":2}}],
            "lines":[{"content":"1 e4","spans":[{"offset":0,"length":4}]},
            {"content":"d5","spans":[{"offset":5,"length":2}]}]}],
            "tables":[{"cells":[{"rowIndex":3,"columnIndex":1,"spans":[{"offset":2,"length":2}]}]}]}}"#;
        let want = [("1", 0.75, 0), ("e4", 0.5, 0), ("d5", 0.5, 1)];
        assert_eq!(words(text), want.map(|(t, c, l)| (t.to_owned(), c, l)));
        let document = read(text);
        let page = &document.pages[0];
        assert_eq!(page.words[1].cell, Some(Cell { table: 1, row: 3, column: 1 }));
        assert_eq!(page.words[2].cell, None);
        assert_eq!(page.region(page.words[0].bounds).bounds, Some([1176, 909, 2353, 1818]));
    }

    #[test]
    fn image_analysis_and_version_2() {
        let image = r#"{"readResult":{"blocks":[{"lines":[{"text":"e4","boundingPolygon":[{"x":1,"y":2}],
            "words":[{"text":"e4","boundingPolygon":[{"x":1,"y":2},{"x":3,"y":4}],"confidence":0.5}]}]}]}}"#;
        assert_eq!(words(image), [("e4".to_owned(), 0.5, 0)]);
        let old = r#"{"recognitionResults":[{"page":1,"lines":[{"words":[{"text":"e4","confidence":"Low"}]}]}]}"#;
        assert_eq!(words(old), [("e4".to_owned(), 0.5, 0)]);
    }
}
