//! hOCR: HTML whose classes and titles say what was recognised where.
//!
//! Source: the hOCR specification 1.2 (<http://kba.github.io/hocr-spec/1.2/>) and what Tesseract
//! writes: other characters as `ocrx_cinfo` within a word, where it was asked for them.

use super::{
    choices,
    page::{Bounds, Document, Word},
    xml::{self, Element, Visitor},
};

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut reader = Hocr::default();
    let trouble = xml::walk(text, &mut reader);
    reader.document.trouble = reader.document.trouble.or(trouble);
    reader.document
}

#[derive(Default)]
struct Hocr {
    document: Document,
    /// What each open element is.
    open: Vec<What>,
    line: Option<Line>,
    word: Option<Found>,
}

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Line,
    Word,
    /// A character of a word, or one that could stand there.
    Char,
    /// A text that could stand there instead.
    Alternative,
    Other,
}

/// A line whose engine may not have parted it into words.
struct Line {
    text: String,
    bounds: Option<Bounds>,
    at: (u32, u32),
    words: usize,
}

#[derive(Default)]
struct Found {
    word: Word,
    /// Text of its own, and text of its characters.
    own: String,
    chars: String,
    /// For each character the texts that it could be, with confidences.
    choices: Vec<Vec<(String, f32)>>,
    /// Within the elements of choices: how deep.
    depth: usize,
    /// Confidence of the choice that is being read.
    confidence: Option<f32>,
    /// Alternatives of the whole word that stand in `ins` or `del`.
    others: Vec<(String, Option<f32>)>,
}

impl Visitor for Hocr {
    fn open(&mut self, element: &Element) {
        let classes = element.get("class").unwrap_or("");
        let is = |name: &str| classes.split_whitespace().any(|class| class == name);
        let title = element.get("title").unwrap_or("");
        let what = if is("ocr_page") {
            self.begin_page(title);
            What::Other
        } else if is("ocrx_word") || is("ocr_word") {
            self.begin_word(title, element.at);
            What::Word
        } else if let Some(found) = self.word.as_mut().filter(|_| is("ocrx_cinfo")) {
            found.begin_char(title);
            What::Char
        } else if let Some(found) = self.word.as_mut().filter(|_| is("alt")) {
            found.begin_other(title);
            What::Alternative
        } else if LINES.iter().any(|name| is(name)) {
            self.end_line();
            let (bounds, at) = (bounds(title), element.at);
            self.line = Some(Line { text: String::new(), bounds, at, words: 0 });
            What::Line
        } else {
            What::Other
        };
        self.open.push(what);
    }

    fn text(&mut self, text: &str) {
        if let Some(found) = &mut self.word {
            let inner = self.open.iter().rev().find(|what| **what != What::Other);
            match inner {
                Some(What::Char) => {
                    let text = text.trim_matches(['\n', '\r', '\t']);
                    // The first choice of a character is the one that was taken.
                    if let (Some(choices), Some(c)) = (found.choices.last_mut(), found.confidence)
                        && !text.is_empty()
                        && !(text.trim().is_empty() && found.depth == 1)
                    {
                        choices.push((text.to_owned(), c / 100.0));
                    }
                    if found.depth == 1 {
                        found.chars.push_str(text.trim());
                    }
                }
                Some(What::Alternative) => {
                    if let Some((other, _)) = found.others.last_mut() {
                        other.push_str(text);
                    }
                }
                _ => found.own.push_str(text),
            }
        } else if let Some(line) = &mut self.line {
            line.text.push_str(text);
        }
    }

    fn close(&mut self, _: &str) {
        match self.open.pop() {
            Some(What::Line) => self.end_line(),
            Some(What::Word) => self.end_word(),
            Some(What::Char) => {
                if let Some(found) = &mut self.word {
                    found.depth = found.depth.saturating_sub(1);
                }
            }
            _ => {}
        }
    }
}

/// Classes of lines.
const LINES: [&str; 6] =
    ["ocr_line", "ocrx_line", "ocr_header", "ocr_footer", "ocr_caption", "ocr_textfloat"];

impl Found {
    fn begin_char(&mut self, title: &str) {
        self.depth += 1;
        let sure = numbers(property(title, "x_confs").or(property(title, "x_conf")));
        self.confidence = sure.first().copied();
        if self.depth == 1 {
            self.choices.push(Vec::new());
        }
    }

    /// Begins an alternative of the whole word.
    fn begin_other(&mut self, title: &str) {
        let cost = numbers(property(title, "nlp")).first().map(|nlp| (-nlp).exp());
        let confidence = numbers(property(title, "x_wconf")).first().map(|c| c / 100.0).or(cost);
        self.others.push((String::new(), confidence));
    }
}

impl Hocr {
    fn begin_page(&mut self, title: &str) {
        let number = property(title, "ppageno").and_then(|v| v.parse::<u32>().ok());
        // Pages count from 0 there.
        let page = self.document.new_page(number.and_then(|n| n.checked_add(1)));
        if let Some(bounds) = bounds(title) {
            (page.width, page.height) = (bounds.right, bounds.bottom);
        }
    }

    fn begin_word(&mut self, title: &str, at: (u32, u32)) {
        let confidence = numbers(property(title, "x_wconf")).first().map(|c| c / 100.0);
        let confidence = confidence.or_else(|| mean(&numbers(property(title, "x_confs"))));
        let (bounds, line) = (bounds(title), self.document.line());
        let word = Word { bounds, confidence, line, at, ..Word::default() };
        self.word = Some(Found { word, ..Found::default() });
    }

    fn end_word(&mut self) {
        let Some(mut found) = self.word.take() else { return };
        let own = found.own.trim();
        let mut others = found.others.into_iter();
        found.word.text = match own {
            "" if !found.chars.is_empty() => found.chars,
            // The first of listed texts is the engine's own.
            "" => match others.next() {
                Some((text, confidence)) => {
                    found.word.confidence = confidence.or(found.word.confidence);
                    text
                }
                None => String::new(),
            },
            own => own.to_owned(),
        };
        let text = found.word.text.trim();
        found.word.alternatives = choices::readings(text, &found.choices);
        found.word.alternatives.extend(others.filter(|(other, _)| other.trim() != text));
        if let Some(line) = &mut self.line {
            line.words += 1;
        }
        self.document.push(found.word);
    }

    fn end_line(&mut self) {
        let Some(line) = self.line.take() else { return };
        if line.words == 0 {
            let word = Word {
                text: line.text,
                bounds: line.bounds,
                line: self.document.line(),
                at: line.at,
                ..Word::default()
            };
            self.document.push(word);
        }
        self.document.end_line();
    }
}

/// The value of a property of a title: `bbox 1 2 3 4; x_wconf 96`.
fn property<'a>(title: &'a str, name: &str) -> Option<&'a str> {
    title.split(';').find_map(|part| {
        let (key, value) = part.trim().split_once(char::is_whitespace)?;
        (key == name).then_some(value.trim())
    })
}

fn numbers(value: Option<&str>) -> Vec<f32> {
    let parse = |part: &str| part.parse().ok().filter(|n: &f32| n.is_finite());
    value.unwrap_or("").split_whitespace().map_while(parse).collect()
}

/// The mean of confidences in hundredths.
fn mean(values: &[f32]) -> Option<f32> {
    (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32 / 100.0)
}

fn bounds(title: &str) -> Option<Bounds> {
    let [left, top, right, bottom] = numbers(property(title, "bbox"))[..] else { return None };
    Bounds::new(left, top, right, bottom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, f32, u32)> {
        let document = read(text);
        let words = document.pages.iter().flat_map(|page| &page.words);
        words.map(|w| (w.text.clone(), w.confidence.unwrap_or(-1.0), w.line)).collect()
    }

    #[test]
    fn words_with_boxes_and_confidences() {
        let text = "<html><body><div class='ocr_page' title='image \"x.png\"; bbox 0 0 800 600; \
            ppageno 3'><span class='ocr_line' title='bbox 1 2 30 9'>\
            <span class='ocrx_word' title='bbox 1 2 9 9; x_wconf 91'><strong>1.</strong></span> \
            <span class='ocrx_word' title='bbox 10 2 30 9; x_wconf 50'>e&#52;</span></span>\n\
            <span class='ocr_header'>line&nbsp;two</span></div></body></html>";
        let want = [("1.", 0.91, 0), ("e4", 0.5, 0), ("line", -1.0, 1), ("two", -1.0, 1)];
        assert_eq!(words(text), want.map(|(t, c, l)| (t.to_owned(), c, l)));
        let document = read(text);
        let page = &document.pages[0];
        assert_eq!((page.number, page.width), (4, 800.0));
        assert_eq!(page.words[1].bounds, Bounds::new(10.0, 2.0, 30.0, 9.0));
        assert!(document.trouble.is_none());
    }

    #[test]
    fn other_characters_make_other_words() {
        let text = "<div class='ocr_page'><span class='ocrx_word' title='x_wconf 70'>e4\
            <span class='ocrx_cinfo' id='lstm_choices_1'>\
            <span class='ocrx_cinfo' title='x_confs 60'>e</span>\
            <span class='ocrx_cinfo' title='x_confs 30'>c</span></span>\
            <span class='ocrx_cinfo' id='lstm_choices_2'>\
            <span class='ocrx_cinfo' title='x_confs 99'>4</span></span></span></div>";
        let document = read(text);
        let word = &document.pages[0].words[0];
        assert_eq!(word.text, "e4");
        assert_eq!(word.alternatives.len(), 1);
        assert_eq!(word.alternatives[0].0, "c4");
        let boxes = "<div class='ocr_page'><span class='ocrx_word' title='x_wconf 70'>\
            <span class='ocrx_cinfo' title='x_bboxes 1 2 3 4; x_conf 98'>d</span>\
            <span class='ocrx_cinfo' title='x_bboxes 1 2 3 4; x_conf 97'>4</span></span></div>";
        assert_eq!(words(boxes), [("d4".to_owned(), 0.7, 0)]);
    }

    #[test]
    fn listed_texts_are_alternatives() {
        let text = "<div class='ocr_page'><span class='ocrx_word'><span class='alternatives'>\
            <ins class='alt' title='nlp 0.3'>Nf3</ins><del class='alt' title='nlp 1.9'>Hf3</del>\
            </span></span></div>";
        let document = read(text);
        let word = &document.pages[0].words[0];
        assert_eq!(word.text, "Nf3");
        assert!(word.confidence.is_some_and(|c| (c - 0.74).abs() < 0.01));
        assert_eq!(word.alternatives[0].0, "Hf3");
    }
}
