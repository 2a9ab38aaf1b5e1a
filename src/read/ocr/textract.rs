//! Amazon Textract: `DetectDocumentText` and `AnalyzeDocument`, in one answer or several.
//!
//! Source: the API reference, type `Block`
//! (<https://docs.aws.amazon.com/textract/latest/dg/API_Block.html>).

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::{
    json::{self, list, number},
    page::{Bounds, Cell, Document, Word},
};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answer {
    #[serde(default, deserialize_with = "list")]
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Block {
    #[serde(default)]
    block_type: String,
    #[serde(default)]
    id: String,
    text: Option<String>,
    confidence: Option<f32>,
    page: Option<u32>,
    geometry: Option<Geometry>,
    #[serde(default, deserialize_with = "list")]
    relationships: Vec<Relationship>,
    row_index: Option<u32>,
    column_index: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Geometry {
    bounding_box: Option<Box>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Box {
    #[serde(default, deserialize_with = "number")]
    left: f32,
    #[serde(default, deserialize_with = "number")]
    top: f32,
    #[serde(default, deserialize_with = "number")]
    width: f32,
    #[serde(default, deserialize_with = "number")]
    height: f32,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Relationship {
    #[serde(default, rename = "Type")]
    kind: String,
    #[serde(default, deserialize_with = "list")]
    ids: Vec<String>,
}

impl Block {
    fn children(&self) -> impl Iterator<Item = &str> {
        let own = self.relationships.iter().filter(|relation| relation.kind == "CHILD");
        own.flat_map(|relation| &relation.ids).map(String::as_str)
    }

    fn word(&self, line: u32, cell: Option<Cell>) -> Word {
        let bounds = self
            .geometry
            .as_ref()
            .and_then(|g| g.bounding_box.as_ref())
            .and_then(|b| Bounds::new(b.left, b.top, b.left + b.width, b.top + b.height));
        Word {
            text: self.text.clone().unwrap_or_default(),
            confidence: self.confidence.map(|c| c / 100.0),
            bounds,
            line,
            cell,
            ..Word::default()
        }
    }
}

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut closed = String::new();
    let (answers, trouble) = json::values::<Answer>(text, &mut closed);
    // The pages of a long document come in several answers.
    let blocks: Vec<&Block> = answers.iter().flat_map(|answer| &answer.blocks).collect();
    let mut document = Document { trouble, ..Document::default() };
    let cells = cells(&blocks);
    let words: HashMap<&str, &Block> =
        blocks.iter().filter(|b| b.block_type == "WORD").map(|b| (b.id.as_str(), *b)).collect();
    let mut told: HashSet<&str> = HashSet::new();
    let mut pages: Vec<u32> = blocks.iter().map(|block| block.page.unwrap_or(1)).collect();
    pages.sort_unstable();
    pages.dedup();
    for page in pages {
        let own = |block: &&&Block| block.page.unwrap_or(1) == page;
        let fresh = document.page(Some(page));
        // Positions are shares of the page.
        (fresh.width, fresh.height, fresh.pixels) = (1.0, 1.0, false);
        for line in blocks.iter().filter(own).filter(|block| block.block_type == "LINE") {
            for id in line.children() {
                if let Some(word) = words.get(id)
                    && told.insert(id)
                {
                    document.push(word.word(document.line(), cells.get(id).copied()));
                }
            }
            // Lines without words, as some tools thin them out.
            if line.children().next().is_none() {
                document.push(line.word(document.line(), None));
            }
            document.end_line();
        }
        for word in blocks.iter().filter(own).filter(|block| block.block_type == "WORD") {
            if told.insert(&word.id) || word.id.is_empty() {
                document.push(word.word(document.line(), cells.get(word.id.as_str()).copied()));
                document.end_line();
            }
        }
    }
    document
}

/// The cell that each word stands in.
fn cells<'a>(blocks: &[&'a Block]) -> HashMap<&'a str, Cell> {
    let mut table_of: HashMap<&str, u32> = HashMap::new();
    let tables = blocks.iter().filter(|block| block.block_type == "TABLE");
    for (table, number) in tables.zip(1..) {
        table_of.extend(table.children().map(|id| (id, number)));
    }
    let mut cells = HashMap::new();
    for block in blocks.iter().filter(|block| block.block_type == "CELL") {
        let (Some(row), Some(column)) = (block.row_index, block.column_index) else { continue };
        let table = table_of.get(block.id.as_str()).copied().unwrap_or(0);
        cells.extend(block.children().map(|id| (id, Cell { table, row, column })));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_lines_and_cells() {
        let text = r#"{"DocumentMetadata":{"Pages":1},"Blocks":[
            {"BlockType":"PAGE","Id":"p"},
            {"BlockType":"LINE","Id":"l","Text":"1 e4","Relationships":[{"Type":"CHILD","Ids":["a","b"]}]},
            {"BlockType":"WORD","Id":"a","Text":"1","Confidence":99.5},
            {"BlockType":"WORD","Id":"b","Text":"e4","Confidence":50,"TextType":"HANDWRITING",
             "Geometry":{"BoundingBox":{"Left":0.5,"Top":0.25,"Width":0.1,"Height":0.05},"Polygon":[]}},
            {"BlockType":"WORD","Id":"c","Text":"e5","Relationships":null},
            {"BlockType":"TABLE","Id":"t","Relationships":[{"Type":"CHILD","Ids":["x"]}]},
            {"BlockType":"CELL","Id":"x","RowIndex":2,"ColumnIndex":3,
             "Relationships":[{"Type":"CHILD","Ids":["b"]}]}]}"#;
        let document = read(text);
        assert!(document.trouble.is_none());
        let page = &document.pages[0];
        let found: Vec<_> = page.words.iter().map(|w| (w.text.as_str(), w.line)).collect();
        assert_eq!(found, [("1", 0), ("e4", 0), ("e5", 1)]);
        assert_eq!(page.words[1].confidence, Some(0.5));
        assert_eq!(page.words[1].cell, Some(Cell { table: 1, row: 2, column: 3 }));
        assert_eq!(page.region(page.words[1].bounds).bounds, Some([5000, 2500, 6000, 3000]));
    }

    #[test]
    fn answers_of_several_pages() {
        let page = |n: u32| {
            format!(
                r#"{{"Blocks":[{{"BlockType":"LINE","Id":"l{n}","Page":{n},"Text":"e{n} d{n}"}}]}}"#
            )
        };
        let document = read(&format!("[{},{}]", page(1), page(3)));
        let numbers: Vec<_> = document.pages.iter().map(|p| (p.number, p.words.len())).collect();
        assert_eq!(numbers, [(1, 2), (3, 2)]);
    }
}
