//! Google Cloud Vision: `TEXT_DETECTION` and `DOCUMENT_TEXT_DETECTION`.
//!
//! Source: the API reference, types `AnnotateImageResponse` and `TextAnnotation`
//! (<https://cloud.google.com/vision/docs/reference/rest/v1/AnnotateImageResponse>).

use serde::Deserialize;

use super::{
    json::{self, Point, list, number},
    page::{Bounds, Document, Trouble, Word},
};

/// The answer of `images:annotate` and `files:annotate`, or a single response of it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    #[serde(default, deserialize_with = "list")]
    responses: Vec<Answer>,
    full_text_annotation: Option<FullText>,
    #[serde(default, deserialize_with = "list")]
    text_annotations: Vec<Annotation>,
    error: Option<Status>,
    context: Option<Context>,
}

#[derive(Deserialize)]
struct Status {
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    page_number: Option<u32>,
}

#[derive(Deserialize)]
struct FullText {
    #[serde(default, deserialize_with = "list")]
    pages: Vec<Page>,
}

#[derive(Deserialize)]
struct Page {
    #[serde(default, deserialize_with = "number")]
    width: f32,
    #[serde(default, deserialize_with = "number")]
    height: f32,
    #[serde(default, deserialize_with = "list")]
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Block {
    #[serde(default, deserialize_with = "list")]
    paragraphs: Vec<Paragraph>,
}

#[derive(Deserialize)]
struct Paragraph {
    #[serde(default, deserialize_with = "list")]
    words: Vec<RawWord>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawWord {
    #[serde(default, deserialize_with = "list")]
    symbols: Vec<Symbol>,
    bounding_box: Option<Poly>,
    confidence: Option<f32>,
}

#[derive(Deserialize)]
struct Symbol {
    #[serde(default)]
    text: String,
    confidence: Option<f32>,
    property: Option<Property>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    detected_break: Option<Break>,
}

#[derive(Deserialize)]
struct Break {
    #[serde(default, rename = "type")]
    kind: Option<String>,
}

/// Either are corners in pixels, or shares of the page.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Poly {
    #[serde(default, deserialize_with = "list")]
    vertices: Vec<Point>,
    #[serde(default, deserialize_with = "list")]
    normalized_vertices: Vec<Point>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Annotation {
    #[serde(default)]
    description: String,
    bounding_poly: Option<Poly>,
}

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut closed = String::new();
    json::document(text, &mut closed, |answer: Answer, document| {
        // Responses stand within one answer, never deeper.
        let mut single = answer;
        let many = std::mem::take(&mut single.responses);
        many.into_iter().chain([single]).for_each(|response| respond(&response, document));
    })
}

fn respond(response: &Answer, document: &mut Document) {
    if let Some(error) = &response.error
        && document.trouble.is_none()
    {
        let message = format!("the service could not read a page: {}", error.message);
        document.trouble = Some(Trouble { line: 0, column: 0, message });
    }
    let number = response.context.as_ref().and_then(|context| context.page_number);
    match &response.full_text_annotation {
        Some(full) if !full.pages.is_empty() => {
            for page in &full.pages {
                read_page(page, number, document);
            }
        }
        // The first annotation is the whole text, the others are its words.
        _ if response.text_annotations.len() > 1 => {
            document.page(number);
            for annotation in &response.text_annotations[1..] {
                let bounds =
                    annotation.bounding_poly.as_ref().and_then(|poly| poly.bounds(1.0, 1.0));
                let line = document.line();
                let text = annotation.description.clone();
                document.push(Word { text, bounds, line, ..Word::default() });
            }
        }
        _ => {}
    }
}

fn read_page(page: &Page, number: Option<u32>, document: &mut Document) {
    let fresh = document.page(number);
    (fresh.width, fresh.height) = (page.width, page.height);
    // Without a size, shares of the page stay what they are.
    let (width, height) = match (page.width, page.height) {
        (w, h) if w > 0.0 && h > 0.0 => (w, h),
        _ => (1.0, 1.0),
    };
    // Signs are words of their own there: `Nf3`, `+`. What no blank parts is put together again.
    let mut whole: Option<Word> = None;
    for paragraph in page.blocks.iter().flat_map(|block| &block.paragraphs) {
        for raw in &paragraph.words {
            let bounds = raw.bounding_box.as_ref().and_then(|poly| poly.bounds(width, height));
            let word = Word {
                text: raw.symbols.iter().map(|symbol| symbol.text.as_str()).collect(),
                confidence: raw.sure(),
                bounds,
                line: document.line(),
                ..Word::default()
            };
            whole = Some(match whole.take() {
                Some(before) => glue(before, word),
                None => word,
            });
            let end = raw.symbols.last().and_then(Symbol::break_kind);
            if end.is_some()
                && let Some(mut word) = whole.take()
            {
                if end == Some("HYPHEN") {
                    word.text.push('-');
                }
                document.push(word);
            }
            if matches!(end, Some("EOL_SURE_SPACE" | "LINE_BREAK" | "HYPHEN")) {
                document.end_line();
            }
        }
        if let Some(word) = whole.take() {
            document.push(word);
        }
        document.end_line();
    }
}

fn glue(before: Word, word: Word) -> Word {
    let bounds = match (before.bounds, word.bounds) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    };
    let confidence = match (before.confidence, word.confidence) {
        (Some(a), Some(b)) => Some(a * b),
        (a, b) => a.or(b),
    };
    Word { text: before.text + &word.text, bounds, confidence, ..before }
}

impl RawWord {
    /// The confidence of the word, else the mean of its symbols'; 0 is how none is written.
    fn sure(&self) -> Option<f32> {
        let own = self.confidence.filter(|c| *c > 0.0);
        own.or_else(|| {
            let known = self.symbols.iter().filter_map(|s| s.confidence).filter(|c| *c > 0.0);
            let known: Vec<f32> = known.collect();
            (!known.is_empty()).then(|| known.iter().sum::<f32>() / known.len() as f32)
        })
    }
}

impl Symbol {
    fn break_kind(&self) -> Option<&str> {
        self.property.as_ref()?.detected_break.as_ref()?.kind.as_deref()
    }
}

impl Poly {
    fn bounds(&self, width: f32, height: f32) -> Option<Bounds> {
        if self.vertices.is_empty() {
            let points = self.normalized_vertices.iter().map(|p| (p.x * width, p.y * height));
            return Bounds::around(points);
        }
        Bounds::around(self.vertices.iter().map(|p| (p.x, p.y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(text: &str, kind: &str) -> String {
        match kind {
            "" => format!(r#"{{"text":"{text}","confidence":0.5}}"#),
            kind => format!(
                r#"{{"text":"{text}","confidence":0.7,"property":{{"detectedBreak":{{"type":"{kind}"}}}}}}"#
            ),
        }
    }

    fn word(symbols: &[String], confidence: f32) -> String {
        format!(
            r#"{{"symbols":[{}],"confidence":{confidence},"boundingBox":{{"vertices":[{{"x":1}},{{"x":9,"y":4}}]}}}}"#,
            symbols.join(",")
        )
    }

    #[test]
    fn symbols_make_words_and_words_without_a_blank_one_word() {
        let words = [
            word(&[symbol("e", ""), symbol("4", "SPACE")], 0.9),
            word(&[symbol("N", ""), symbol("f", ""), symbol("3", "")], 0.8),
            word(&[symbol("+", "EOL_SURE_SPACE")], 0.5),
            word(&[symbol("d", ""), symbol("5", "LINE_BREAK")], 0.0),
        ];
        let text = format!(
            r#"{{"responses":[{{"fullTextAnnotation":{{"pages":[{{"width":800,"height":600,
            "blocks":[{{"paragraphs":[{{"words":[{}]}}]}}]}}]}}}}]}}"#,
            words.join(",")
        );
        let document = read(&text);
        assert!(document.trouble.is_none(), "{:?}", document.trouble);
        let page = &document.pages[0];
        let found: Vec<_> = page.words.iter().map(|w| (w.text.as_str(), w.line)).collect();
        assert_eq!(found, [("e4", 0), ("Nf3+", 0), ("d5", 1)]);
        assert_eq!(page.words[1].confidence, Some(0.4));
        assert_eq!(page.words[2].confidence, Some(0.6));
        assert_eq!(page.words[0].bounds, Bounds::new(1.0, 0.0, 9.0, 4.0));
    }

    #[test]
    fn plain_annotations_are_words_too() {
        let text = r#"{"textAnnotations":[{"description":"e4 e5"},{"description":"e4","boundingPoly":
            {"vertices":[{"x":1,"y":2},{"x":3,"y":4}]}},{"description":"e5"}]}"#;
        assert_eq!(read(text).pages[0].words.len(), 2);
    }

    #[test]
    fn an_error_of_the_service_is_told() {
        let text = r#"{"responses":[{"error":{"code":3,"message":"Bad image data."}}]}"#;
        assert!(read(text).trouble.is_some_and(|t| t.message.contains("Bad image data.")));
    }
}
