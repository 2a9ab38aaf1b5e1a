//! ALTO, versions 2 to 4: pages, lines and strings with positions.
//!
//! Source: the schemas of the Library of Congress (<https://www.loc.gov/standards/alto/>).

use super::{
    choices,
    page::{Bounds, Document, Word},
    xml::{self, Element, Visitor},
};

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut reader = Alto::default();
    let trouble = xml::walk(text, &mut reader);
    reader.document.trouble = reader.document.trouble.or(trouble);
    reader.document
}

#[derive(Default)]
struct Alto {
    document: Document,
    /// Positions are in tenths of millimetres or in 1200ths of inches, not in pixels.
    lengths: bool,
    /// Whether the unit, or the text of an alternative, is being read.
    within: Within,
    word: Option<Word>,
    /// The characters of the word, each with what it could be.
    glyphs: Vec<Vec<(String, f32)>>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Within {
    Unit,
    Alternative,
    #[default]
    Other,
}

impl Visitor for Alto {
    fn open(&mut self, element: &Element) {
        self.within = Within::Other;
        match element.name.as_str() {
            "MeasurementUnit" => self.within = Within::Unit,
            "Page" => self.begin_page(element),
            "String" => {
                self.end_word();
                self.word = Some(Word {
                    text: element.get("CONTENT").unwrap_or("").to_owned(),
                    confidence: confidence(element),
                    bounds: bounds(element),
                    line: self.document.line(),
                    at: element.at,
                    ..Word::default()
                });
            }
            "ALTERNATIVE" => {
                if let Some(word) = &mut self.word {
                    word.alternatives.push((String::new(), None));
                    self.within = Within::Alternative;
                }
            }
            "Glyph" if self.word.is_some() => {
                let sure = element.number("GC").unwrap_or(1.0);
                self.glyphs.push(vec![(element.get("CONTENT").unwrap_or("").to_owned(), sure)]);
            }
            "Variant" => {
                if let Some(glyph) = self.glyphs.last_mut() {
                    let sure = element.number("VC").unwrap_or(0.0);
                    glyph.push((element.get("CONTENT").unwrap_or("").to_owned(), sure));
                }
            }
            "HYP" => self.hyphen(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        match self.within {
            Within::Unit => {
                let unit = text.trim();
                if !unit.is_empty() {
                    self.lengths = !unit.eq_ignore_ascii_case("pixel");
                }
            }
            Within::Alternative => {
                let word = self.word.as_mut();
                if let Some((other, _)) = word.and_then(|word| word.alternatives.last_mut()) {
                    other.push_str(text);
                }
            }
            Within::Other => {}
        }
    }

    fn close(&mut self, name: &str) {
        self.within = Within::Other;
        match name {
            "String" => self.end_word(),
            "TextLine" => self.document.end_line(),
            _ => {}
        }
    }
}

impl Alto {
    fn begin_page(&mut self, element: &Element) {
        let number = element.get("PHYSICAL_IMG_NR").and_then(|v| v.trim().parse().ok());
        let lengths = self.lengths;
        let page = self.document.new_page(number);
        page.width = element.number("WIDTH").unwrap_or(0.0).max(0.0);
        page.height = element.number("HEIGHT").unwrap_or(0.0).max(0.0);
        page.pixels = !lengths;
    }

    /// The hyphen at the end of a line belongs to the word before it.
    fn hyphen(&mut self) {
        let line = self.document.line();
        let last = self.document.last().words.last_mut().filter(|word| word.line == line);
        if let Some(word) = last
            && !word.text.ends_with('-')
        {
            word.text.push('-');
        }
    }

    fn end_word(&mut self) {
        let glyphs = std::mem::take(&mut self.glyphs);
        let Some(mut word) = self.word.take() else { return };
        word.alternatives.extend(choices::readings(word.text.trim(), &glyphs));
        self.document.push(word);
    }
}

fn bounds(element: &Element) -> Option<Bounds> {
    let (left, top) = (element.number("HPOS")?, element.number("VPOS")?);
    let (width, height) = (element.number("WIDTH")?, element.number("HEIGHT")?);
    Bounds::new(left, top, left + width, top + height)
}

/// Share of the range of `CC` by which it lowers the confidence: engines differ on its meaning
/// (<https://github.com/altoxml/schema/issues/23>), so that it can only hint.
const HINT: f32 = 0.5;

/// `WC`, a share or in hundredths; else `CC`, a digit a character, 0 being sure.
fn confidence(element: &Element) -> Option<f32> {
    if let Some(found) = element.number("WC") {
        return Some(if found > 1.0 { found / 100.0 } else { found });
    }
    let digits: Vec<f32> = element
        .get("CC")?
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(|digit| digit as f32 / 9.0)
        .collect();
    (!digits.is_empty()).then(|| 1.0 - HINT * digits.iter().sum::<f32>() / digits.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_with_alternatives() {
        let text = "<alto><Description><MeasurementUnit>pixel</MeasurementUnit></Description>\
            <Layout><Page PHYSICAL_IMG_NR='7' WIDTH='100' HEIGHT='50'><TextLine>\
            <String CONTENT='1.' HPOS='1' VPOS='2' WIDTH='3' HEIGHT='4' WC='0.9'/><SP/>\
            <String CONTENT='Sf3' CC='090'><ALTERNATIVE PURPOSE='x'>Sf8</ALTERNATIVE>\
            <Glyph CONTENT='S' GC='0.7'><Variant CONTENT='5' VC='0.3'/></Glyph>\
            <Glyph CONTENT='f' GC='1'/><Glyph CONTENT='3' GC='1'/></String></TextLine>\
            <TextLine><String CONTENT='Q'/><HYP CONTENT='-'/></TextLine>\
            <TextLine><String CONTENT='K2'/></TextLine></Page></Layout></alto>";
        let document = read(text);
        let page = &document.pages[0];
        assert_eq!((page.number, page.width, page.pixels), (7, 100.0, true));
        let found: Vec<_> = page.words.iter().map(|w| (w.text.as_str(), w.line)).collect();
        assert_eq!(found, [("1.", 0), ("Sf3", 0), ("Q-", 1), ("K2", 2)]);
        assert_eq!(page.words[0].bounds, Bounds::new(1.0, 2.0, 4.0, 6.0));
        assert_eq!(page.words[0].confidence, Some(0.9));
        assert!(page.words[1].confidence.is_some_and(|c| (c - 0.833).abs() < 0.01));
        let others: Vec<_> = page.words[1].alternatives.iter().map(|a| a.0.as_str()).collect();
        assert_eq!(others, ["Sf8", "5f3"]);
    }

    #[test]
    fn lengths_are_told_as_shares_of_the_page() {
        let text = "<alto><MeasurementUnit>mm10</MeasurementUnit><Page WIDTH='2000' HEIGHT='1000'>\
            <String CONTENT='e4' HPOS='200' VPOS='100' WIDTH='20' HEIGHT='10'/></Page></alto>";
        let document = read(text);
        let page = &document.pages[0];
        assert_eq!(page.region(page.words[0].bounds).bounds, Some([1000, 1000, 1100, 1100]));
    }
}
