//! PAGE XML, as Transkribus, eScriptorium, OCR-D and Tesseract write it.
//!
//! Source: the schema of the PRImA lab, 2013 to 2019
//! (<https://github.com/PRImA-Research-Lab/PAGE-XML>).

use std::collections::HashMap;

use super::{
    choices,
    page::{Bounds, Cell, Document, Word},
    xml::{self, Element, Visitor},
};

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut reader = PageXml::default();
    let trouble = xml::walk(text, &mut reader);
    reader.end_page();
    reader.document.trouble = reader.document.trouble.or(trouble);
    reader.document
}

#[derive(Default)]
struct PageXml {
    document: Document,
    /// Regions, lines, words and glyphs around what is being read.
    open: Vec<Part>,
    /// Names of open elements, for text.
    names: Vec<String>,
    /// Regions of the page in the order in which they are to be read.
    order: HashMap<String, usize>,
    /// Region of each word of the page, in their order, and all regions as they came.
    regions: Vec<String>,
    of_word: Vec<usize>,
    tables: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Level {
    Region,
    Line,
    Word,
    Glyph,
}

/// An element with text of its own.
struct Part {
    level: Level,
    at: (u32, u32),
    bounds: Option<Bounds>,
    cell: Option<Cell>,
    /// Its texts: index, confidence, text.
    texts: Vec<(u32, Option<f32>, String)>,
    /// Whether words within it were read, so that its own text says nothing new.
    told: bool,
    glyphs: Vec<Vec<(String, f32)>>,
}

impl Visitor for PageXml {
    fn open(&mut self, element: &Element) {
        self.open_part(element);
        match element.name.as_str() {
            "Page" => {
                self.end_page();
                let page = self.document.page(None);
                page.width = element.number("imageWidth").unwrap_or(0.0).max(0.0);
                page.height = element.number("imageHeight").unwrap_or(0.0).max(0.0);
            }
            "RegionRefIndexed" | "RegionRef" => {
                if let Some(region) = element.get("regionRef") {
                    let next = self.order.len();
                    self.order.entry(region.to_owned()).or_insert(next);
                }
            }
            "TableCellRole" => {
                let cell = self.cell(element, "rowIndex", "columnIndex");
                if let Some(part) = self.open.last_mut() {
                    part.cell = cell.or(part.cell);
                }
            }
            // Before 2013 each corner is an element.
            "Point" if self.names.last().is_none_or(|name| name != "Coords") => {}
            "Coords" | "Point" | "TextEquiv" => {
                if let Some(part) = self.open.last_mut() {
                    part.take(element);
                }
            }
            _ => {}
        }
        self.names.push(element.name.clone());
    }

    fn text(&mut self, text: &str) {
        if self.names.last().is_some_and(|name| name == "Unicode")
            && let Some((_, _, own)) = self.open.last_mut().and_then(|part| part.texts.last_mut())
        {
            own.push_str(text);
        }
    }

    fn close(&mut self, name: &str) {
        self.names.pop();
        if matches!(name, "TextLine" | "Word" | "Glyph" | "TextRegion" | "TableCell") {
            self.end_part();
        }
    }
}

impl Part {
    /// Takes what an element within it says of its place and its text.
    fn take(&mut self, element: &Element) {
        match element.name.as_str() {
            "Coords" => {
                if let Some(points) = element.get("points") {
                    self.bounds = Bounds::around(self::points(points));
                }
            }
            "Point" => {
                if let (Some(x), Some(y)) = (element.number("x"), element.number("y"))
                    && let Some(point) = Bounds::new(x, y, x, y)
                {
                    self.bounds = Some(self.bounds.map_or(point, |bounds| bounds.join(point)));
                }
            }
            "TextEquiv" => {
                let index = element.get("index").and_then(|v| v.trim().parse().ok());
                let index = index.unwrap_or(u32::try_from(self.texts.len()).unwrap_or(0));
                let confidence =
                    element.number("conf").map(|c| if c > 1.0 { c / 100.0 } else { c });
                self.texts.push((index, confidence, String::new()));
            }
            _ => {}
        }
    }
}

impl PageXml {
    /// Begins a region, a line, a word or a glyph, if an element is one.
    fn open_part(&mut self, element: &Element) {
        let level = match element.name.as_str() {
            "TextLine" => Level::Line,
            "Word" => Level::Word,
            "Glyph" => Level::Glyph,
            "TextRegion" | "TableCell" => Level::Region,
            "TableRegion" => {
                self.tables = self.tables.saturating_add(1);
                return;
            }
            _ => return,
        };
        if level == Level::Region {
            self.regions.push(element.get("id").unwrap_or("").to_owned());
        }
        // Transkribus tells rows and columns as attributes of the cell.
        let cell = self.cell(element, "row", "col");
        self.open.push(Part {
            level,
            at: element.at,
            bounds: None,
            cell: cell.or(self.open.last().and_then(|part| part.cell)),
            texts: Vec::new(),
            told: false,
            glyphs: Vec::new(),
        });
    }

    fn cell(&self, element: &Element, row: &str, column: &str) -> Option<Cell> {
        let number = |name: &str| element.get(name).and_then(|v| v.trim().parse().ok());
        Some(Cell { table: self.tables, row: number(row)?, column: number(column)? })
    }

    fn end_part(&mut self) {
        let Some(mut part) = self.open.pop() else { return };
        part.texts.sort_by_key(|&(index, ..)| index);
        let parent = self.open.last_mut();
        if part.level == Level::Glyph {
            let choice = |(_, confidence, text): (u32, Option<f32>, String)| {
                (text.trim().to_owned(), confidence.unwrap_or(1.0))
            };
            if let Some(parent) = parent {
                parent.glyphs.push(part.texts.into_iter().map(choice).collect());
            }
            return;
        }
        let blank = part.texts.first().is_none_or(|(.., text)| text.trim().is_empty());
        let told = part.told || !blank;
        if let Some(parent) = parent {
            parent.told |= told;
        }
        if !part.told && !blank {
            self.tell(part);
        } else if part.level == Level::Line {
            self.document.end_line();
        }
    }

    /// Keeps the text of a word, or of a line or region whose words are not told.
    fn tell(&mut self, part: Part) {
        let mut texts = part.texts.into_iter();
        let Some((_, confidence, text)) = texts.next() else { return };
        let alternatives: Vec<_> =
            texts.map(|(_, confidence, text)| (text.trim().to_owned(), confidence)).collect();
        // A region tells its lines in one text, its box being theirs together.
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        for (index, line) in lines.iter().enumerate() {
            let bounds = part.bounds.map(|b| {
                let height = b.height() / lines.len() as f32;
                let top = b.top + height * index as f32;
                Bounds { top, bottom: top + height, ..b }
            });
            let text = line.trim().to_owned();
            let mut alternatives = if lines.len() == 1 { alternatives.clone() } else { Vec::new() };
            alternatives.extend(choices::readings(&text, &part.glyphs));
            let word = Word {
                text,
                confidence,
                alternatives,
                bounds,
                line: self.document.line(),
                cell: part.cell,
                at: part.at,
            };
            self.document.push(word);
            if part.level != Level::Word {
                self.document.end_line();
            }
        }
        let region = self.regions.len().saturating_sub(1);
        let words = self.document.last().words.len();
        self.of_word.resize(words, region);
    }

    /// Puts the regions of a page in their order.
    fn end_page(&mut self) {
        let (order, regions) = (std::mem::take(&mut self.order), std::mem::take(&mut self.regions));
        let of_word = std::mem::take(&mut self.of_word);
        if let Some(page) = self.document.pages.last_mut()
            && !order.is_empty()
            && of_word.len() == page.words.len()
        {
            // What no order names comes behind what is named, as it came.
            let rank = |region: usize| {
                let name = regions.get(region);
                (name.and_then(|name| order.get(name)).copied().unwrap_or(usize::MAX), region)
            };
            let words = std::mem::take(&mut page.words);
            let mut ranked: Vec<_> = of_word.into_iter().map(rank).zip(words).collect();
            ranked.sort_by_key(|&(rank, _)| rank);
            page.words = ranked.into_iter().map(|(_, word)| word).collect();
        }
    }
}

/// `1,2 3,4`
fn points(text: &str) -> impl Iterator<Item = (f32, f32)> {
    text.split_whitespace().filter_map(|point| {
        let (x, y) = point.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, u32)> {
        let document = read(text);
        assert!(document.trouble.is_none(), "{:?}", document.trouble);
        let words = document.pages.iter().flat_map(|page| &page.words);
        words.map(|w| (w.text.clone(), w.line)).collect()
    }

    #[test]
    fn words_with_alternatives_and_confidences() {
        let text = "<PcGts><Page imageWidth='100' imageHeight='80'><TextRegion id='r'><TextLine>\
            <Coords points='0,0 90,9'/><Word><Coords points='1,2 9,2 9,8 1,8'/>\
            <TextEquiv index='1' conf='0.3'><Unicode>c4</Unicode></TextEquiv>\
            <TextEquiv index='0' conf='0.6'><PlainText>no</PlainText><Unicode>e4</Unicode></TextEquiv>\
            </Word><Word><TextEquiv><Unicode>e5</Unicode></TextEquiv></Word>\
            <TextEquiv><Unicode>e4 e5</Unicode></TextEquiv></TextLine>\
            <TextEquiv><Unicode>e4 e5</Unicode></TextEquiv></TextRegion></Page></PcGts>";
        assert_eq!(words(text), [("e4".to_owned(), 0), ("e5".to_owned(), 0)]);
        let document = read(text);
        let word = &document.pages[0].words[0];
        assert_eq!(word.confidence, Some(0.6));
        assert_eq!(word.alternatives, [("c4".to_owned(), Some(0.3))]);
        assert_eq!(word.bounds, Bounds::new(1.0, 2.0, 9.0, 8.0));
    }

    #[test]
    fn lines_and_regions_without_words_are_read() {
        let line = "<PcGts><Page><TextRegion><TextLine><Coords points='0,0 50,10'/>\
            <TextEquiv><Unicode>1. e4 e5</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>";
        assert_eq!(words(line).len(), 3);
        let region = "<PcGts><Page><TextRegion><Coords><Point x='0' y='0'/><Point x='50' y='20'/>\
            </Coords><TextEquiv><Unicode>1. e4\n2. d4</Unicode></TextEquiv></TextRegion></Page></PcGts>";
        let found = words(region);
        assert_eq!(found.last(), Some(&("d4".to_owned(), 1)));
        let document = read(region);
        assert_eq!(document.pages[0].words[3].bounds.map(|b| b.top), Some(10.0));
    }

    #[test]
    fn regions_are_read_in_the_order_that_is_told() {
        let region = |id: &str, text: &str| {
            format!(
                "<TextRegion id='{id}'><TextLine><TextEquiv><Unicode>{text}</Unicode></TextEquiv>\
                 </TextLine></TextRegion>"
            )
        };
        let text = format!(
            "<PcGts><Page><ReadingOrder><OrderedGroup><RegionRefIndexed index='0' regionRef='b'/>\
             <RegionRefIndexed index='1' regionRef='a'/></OrderedGroup></ReadingOrder>{}{}{}</Page>\
             </PcGts>",
            region("x", "third"),
            region("a", "second"),
            region("b", "first")
        );
        let found: Vec<_> = words(&text).into_iter().map(|(text, _)| text).collect();
        assert_eq!(found, ["first", "second", "third"]);
    }

    #[test]
    fn cells_of_tables() {
        let cell = |row, column, text: &str| {
            format!(
                "<TableCell row='{row}' col='{column}'><TextLine><TextEquiv><Unicode>{text}</Unicode>\
                 </TextEquiv></TextLine></TableCell>"
            )
        };
        let text = format!(
            "<PcGts><Page><TableRegion>{}{}<TextRegion><Roles><TableCellRole rowIndex='4' \
             columnIndex='5'/></Roles><TextLine><TextEquiv><Unicode>x</Unicode></TextEquiv></TextLine>\
             </TextRegion></TableRegion></Page></PcGts>",
            cell(0, 0, "1"),
            cell(0, 1, "e4")
        );
        let document = read(&text);
        let cells: Vec<_> = document.pages[0].words.iter().map(|w| w.cell).collect();
        let cell = |row, column| Some(Cell { table: 1, row, column });
        assert_eq!(cells, [cell(0, 0), cell(0, 1), cell(4, 5)]);
    }
}
