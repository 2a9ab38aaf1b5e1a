//! JSON of all other engines: texts with boxes, wherever they stand in it.
//!
//! Open engines agree on little but that a text has a box and a confidence. So three shapes are
//! looked for at any depth, and what stands around them is passed over:
//!
//! | shape | engines |
//! |---|---|
//! | a list of box, text and confidence: `[[[x, y], …], "e4", 0.9]` | RapidOCR, EasyOCR, PaddleOCR 2 (`[box, ["e4", 0.9]]`) |
//! | an object with a text and a box: `{"text": "e4", "bbox": […], "confidence": 0.9}` | Surya, docTR, Tesseract.js, RapidOCR 3, PaddleOCR's labels |
//! | lists side by side: `{"rec_texts": […], "rec_polys": […], "rec_scores": […]}` | PaddleOCR 3, MMOCR, RapidOCR 3, pytesseract's dictionaries |
//!
//! Sources: the results told in the guides of PaddleOCR (<https://www.paddleocr.ai>), RapidOCR
//! (<https://rapidai.github.io/RapidOCRDocs>), EasyOCR (<https://www.jaided.ai/easyocr>), docTR
//! (<https://mindee.github.io/doctr>) and pytesseract.

use serde_json::{Map, Value};

use super::{
    super::starts_json,
    json,
    page::{self, Bounds, Document, Page, Trouble, Word},
};

type Object = Map<String, Value>;

/// Names of a text.
const TEXTS: [&str; 7] = ["text", "transcription", "txt", "value", "rec_text", "content", "word"];
/// Names of its box.
const BOXES: [&str; 12] = [
    "polygon",
    "points",
    "text_region",
    "box",
    "boxes",
    "bbox",
    "geometry",
    "bounding_box",
    "boundingBox",
    "boundingPolygon",
    "rec_poly",
    "rec_box",
];
/// Names of its confidence.
const SURE: [&str; 6] = ["confidence", "score", "confident", "conf", "prob", "rec_score"];

/// Names of lists side by side: texts, boxes, confidences.
const LISTS: [(&str, &[&str], &str); 4] = [
    ("rec_texts", &["rec_polys", "det_polygons", "dt_polys", "rec_boxes"], "rec_scores"),
    ("txts", &["boxes"], "scores"),
    ("texts", &["boxes", "polygons"], "scores"),
    ("text", &[], "conf"),
];
/// What pytesseract names the sides of boxes in.
const SIDES: [&str; 4] = ["left", "top", "width", "height"];
/// What it counts lines by.
const LINES: [&str; 4] = ["page_num", "block_num", "par_num", "line_num"];

/// Names of lists each of whose members is a page.
const PAGES: [&str; 2] = ["pages", "predictions"];

/// Whether a text begins as JSON of texts with boxes.
pub(super) fn is_one(head: &str) -> bool {
    if labels(head).is_some() || is_nested(head) {
        return true;
    }
    // Names with values that begin with one of some characters: a text may have points of another
    // kind.
    let named = |names: &[&str], begins: &[char]| {
        let value = |name: &str, at: usize| {
            let rest = head[at + name.len()..].strip_prefix('"')?.trim_start();
            let value = rest.strip_prefix(':').filter(|_| head[..at].ends_with('"'))?;
            value.trim_start().starts_with(begins).then_some(())
        };
        let any = |name: &&str| head.match_indices(name).any(|(at, _)| value(name, at).is_some());
        names.iter().any(any)
    };
    let list = &['['][..];
    starts_json(head)
        && (named(&TEXTS, &['"']) || LISTS.iter().any(|(texts, ..)| named(&[texts], list)))
        && (named(&BOXES, &['[', '{'])
            || LISTS.iter().any(|(_, boxes, _)| named(boxes, list))
            || named(&SIDES, list))
}

/// Whether a text begins with boxes in lists: `[[[[12, 30], …]], "e4"`.
fn is_nested(head: &str) -> bool {
    let mut rest = head.trim_start();
    let mut deep = 0;
    while let Some(inner) = rest.strip_prefix('[') {
        (rest, deep) = (inner.trim_start(), deep + 1);
    }
    // List, item, box, corner; PaddleOCR has pages around them.
    let numbers = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".-+eE,[]".contains(c);
    (4..=5).contains(&deep)
        && rest.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && rest.trim_start_matches(numbers).starts_with('"')
}

/// The JSON of a line of labels as PaddleOCR writes them: `page.jpg`, a tab, a list.
fn labels(line: &str) -> Option<&str> {
    let (name, list) = line.split_once('\t')?;
    let is_list = list.starts_with('[') && list.contains("\"transcription\"");
    (is_list && !name.contains(['\n', '{', '['])).then_some(list)
}

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut document = Document::default();
    if labels(text).is_some() {
        for (line, number) in text.lines().zip(1..) {
            document.page(None);
            let list = labels(line).map(serde_json::from_str::<Value>);
            match list {
                Some(Ok(list)) => walk(&list, &mut document),
                Some(Err(error)) => {
                    let message = format!("the JSON of this line is damaged ({error})");
                    let column = u32::try_from(error.column()).unwrap_or(0);
                    document.trouble.get_or_insert(Trouble { line: number, column, message });
                }
                None => {}
            }
        }
    } else {
        let mut closed = String::new();
        document = json::document(text, &mut closed, |value: Value, document| {
            walk_page(&value, document);
        });
    }
    document.pages.iter_mut().for_each(of_shares);
    document
}

/// Tells whether boxes are shares of the page: none goes beyond 1.
fn of_shares(page: &mut Page) {
    let bounds = page.words.iter().filter_map(|word| word.bounds);
    let most = bounds.map(|b| b.right.max(b.bottom)).reduce(f32::max);
    if most.is_some_and(|most| most <= 1.0) {
        (page.width, page.height, page.pixels) = (1.0, 1.0, false);
    }
}

/// Begins a page unless nothing stands on the last one.
fn begin_page(document: &mut Document) {
    if document.pages.last().is_none_or(|page| !page.words.is_empty()) {
        document.page(None);
    }
}

fn walk(value: &Value, document: &mut Document) {
    match value {
        Value::Object(object) if beside(object, document) || alone(object, document) => {}
        Value::Object(object) => {
            for (name, inner) in object {
                match inner {
                    Value::Array(pages) if PAGES.contains(&name.as_str()) => {
                        for page in pages {
                            begin_page(document);
                            walk(page, document);
                        }
                    }
                    _ => walk(inner, document),
                }
            }
        }
        Value::Array(list) => {
            if let Some((quad, text, sure)) = listed(list) {
                push(document, text, Some(quad), sure);
                document.end_line();
                return;
            }
            list.iter().for_each(|inner| walk_page(inner, document));
        }
        _ => {}
    }
}

/// Walks a value that is a page of its own where it is a list of items.
fn walk_page(value: &Value, document: &mut Document) {
    if value.as_array().is_some_and(|list| list.iter().any(is_listed)) {
        begin_page(document);
    }
    walk(value, document);
}

fn is_listed(value: &Value) -> bool {
    value.as_array().is_some_and(|list| listed(list).is_some())
}

/// An item of a list: its box, its text and its confidence.
fn listed(list: &[Value]) -> Option<(Quad, &str, Option<f32>)> {
    let (quad, rest) = list.split_first()?;
    let (text, rest) = rest.split_first()?;
    let (text, sure) = match text {
        Value::String(text) => (text, rest.first()),
        Value::Array(pair) => (
            match pair.first()? {
                Value::String(text) => text,
                _ => return None,
            },
            pair.get(1),
        ),
        _ => return None,
    };
    Some((quad_of(quad)?, text, sure.and_then(confidence)))
}

/// Reads an object with a text and a box; words within it come before its own text, letters do
/// not. Whether it was one.
fn alone(object: &Object, document: &mut Document) -> bool {
    let text = TEXTS.iter().find_map(|name| object.get(*name)?.as_str());
    let quad = BOXES.iter().find_map(|name| quad_of(object.get(*name)?));
    let (Some(text), Some(quad)) = (text, quad) else {
        // Words of one line stand in one list.
        if let Some(words) = object.get("words").filter(|words| has_boxes(words)) {
            line(words, document);
            return true;
        }
        return false;
    };
    let finer = object.iter().filter(|(name, _)| name.as_str() != "symbols" && *name != "chars");
    let finer: Vec<_> = finer.filter(|(_, inner)| has_boxes(inner)).collect();
    for (name, inner) in &finer {
        if name.as_str() == "words" {
            line(inner, document);
        } else {
            walk(inner, document);
        }
    }
    if finer.is_empty() {
        let sure = SURE.iter().find_map(|name| confidence(object.get(*name)?));
        push(document, text, Some(quad), sure);
        document.end_line();
    }
    true
}

/// Whether a list holds objects with texts and boxes, at any depth.
fn has_boxes(value: &Value) -> bool {
    let Some(list) = value.as_array() else { return false };
    list.iter().any(|inner| match inner {
        Value::Object(object) => {
            TEXTS.iter().any(|name| object.get(*name).is_some_and(Value::is_string))
                && BOXES.iter().any(|name| object.get(*name).and_then(quad_of).is_some())
                || object.values().any(has_boxes)
        }
        _ => false,
    })
}

/// Reads the words of a line.
fn line(words: &Value, document: &mut Document) {
    let before = document.line();
    let first = document.last().words.len();
    walk(words, document);
    let page = document.last();
    page.words.iter_mut().skip(first).for_each(|word| word.line = before);
    page.lines = before;
    document.end_line();
}

/// Reads lists side by side, if an object has them.
fn beside(object: &Object, document: &mut Document) -> bool {
    let list = |name: &str| object.get(name).and_then(Value::as_array);
    for (texts, boxes, sure) in LISTS {
        let Some(texts) = list(texts) else { continue };
        let boxes = boxes.iter().find_map(|name| list(name).filter(|l| l.len() == texts.len()));
        let sides = SIDES.map(|name| list(name).filter(|l| l.len() == texts.len()));
        if boxes.is_none() && sides.iter().any(Option::is_none) {
            continue;
        }
        begin_page(document);
        let sure = list(sure);
        let lines = LINES.map(list);
        let mut last = None;
        for (at, text) in texts.iter().enumerate() {
            let Some(text) = text.as_str() else { continue };
            let quad = match boxes {
                Some(boxes) => quad_of(&boxes[at]),
                None => {
                    let [Some(x), Some(y), Some(w), Some(h)] =
                        sides.map(|side| side.and_then(|side| number(&side[at])))
                    else {
                        continue;
                    };
                    Some(upright(x, y, x + w, y + h))
                }
            };
            // Without counts every text is a line of its own.
            let own = lines.map(|line| line.and_then(|line| line.get(at)?.as_u64()));
            if last.is_some_and(|last| last != own || own == [None; 4]) {
                document.end_line();
            }
            last = Some(own);
            push(document, text, quad, sure.and_then(|sure| confidence(sure.get(at)?)));
        }
        document.end_line();
        return true;
    }
    false
}

/// The corners of a box from the upper left one on, as the text goes.
type Quad = [(f32, f32); 4];

fn upright(left: f32, top: f32, right: f32, bottom: f32) -> Quad {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// A number that may be written as a text.
fn number(value: &Value) -> Option<f32> {
    let number = match value {
        Value::Number(number) => number.as_f64()? as f32,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

/// A confidence of 0 to 1, or of 0 to 100 where it is more.
fn confidence(value: &Value) -> Option<f32> {
    let number = number(value).filter(|number| *number >= 0.0)?;
    Some(if number > 1.0 { number / 100.0 } else { number })
}

fn quad_of(value: &Value) -> Option<Quad> {
    match value {
        Value::Array(list) => {
            if let Some(flat) = list.iter().map(number).collect::<Option<Vec<f32>>>() {
                return match flat[..] {
                    [left, top, right, bottom] => Some(upright(left, top, right, bottom)),
                    _ if flat.len() >= 6 => corners(flat.chunks_exact(2).map(|p| (p[0], p[1]))),
                    _ => None,
                };
            }
            let points: Option<Vec<_>> = list.iter().map(point).collect();
            points.filter(|points| points.len() >= 2).and_then(|points| corners(points.into_iter()))
        }
        Value::Object(object) => {
            let side = |names: &[&str]| names.iter().find_map(|name| number(object.get(*name)?));
            let (left, top) = (side(&["left", "x0", "x"])?, side(&["top", "y0", "y"])?);
            let right =
                side(&["right", "x1", "x2"]).or_else(|| Some(left + side(&["width", "w"])?))?;
            let bottom =
                side(&["bottom", "y1", "y2"]).or_else(|| Some(top + side(&["height", "h"])?))?;
            Some(upright(left, top, right, bottom))
        }
        _ => None,
    }
}

fn point(value: &Value) -> Option<(f32, f32)> {
    match value {
        Value::Array(pair) => match pair[..] {
            [ref x, ref y] => Some((number(x)?, number(y)?)),
            _ => None,
        },
        Value::Object(object) => Some((number(object.get("x")?)?, number(object.get("y")?)?)),
        _ => None,
    }
}

/// Four corners are those of a text that may be turned; others have a box around them.
fn corners(points: impl ExactSizeIterator<Item = (f32, f32)> + Clone) -> Option<Quad> {
    if points.len() == 4 {
        let all: Vec<_> = points.clone().collect();
        let quad = [all[0], all[1], all[2], all[3]];
        if quad[0].0 <= quad[1].0 && quad[3].0 <= quad[2].0 && quad[0].1 <= quad[3].1 {
            return Some(quad);
        }
    }
    let around = Bounds::around(points)?;
    Some(upright(around.left, around.top, around.right, around.bottom))
}

/// Adds the words of a text, each with its share of the box.
fn push(document: &mut Document, text: &str, quad: Option<Quad>, confidence: Option<f32>) {
    for (word, start, end) in page::shares(text) {
        let bounds = quad.and_then(|[a, b, c, d]| {
            let between = |from: (f32, f32), to: (f32, f32), share: f32| {
                (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
            };
            Bounds::around([
                between(a, b, start),
                between(a, b, end),
                between(d, c, start),
                between(d, c, end),
            ])
        });
        let line = document.line();
        document.push(Word { text: word.to_owned(), confidence, bounds, line, ..Word::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with their lines and the left edge of their boxes, page by page.
    fn words(text: &str) -> Vec<Vec<(String, u32, f32)>> {
        assert!(is_one(text), "{text}");
        let document = read(text);
        assert!(document.trouble.is_none(), "{:?}", document.trouble);
        let word =
            |word: &Word| (word.text.clone(), word.line, word.bounds.map_or(-1.0, |b| b.left));
        document.pages.iter().map(|page| page.words.iter().map(word).collect()).collect()
    }

    fn want(words: &[(&str, u32, f32)]) -> Vec<(String, u32, f32)> {
        words.iter().map(|&(text, line, left)| (text.to_owned(), line, left)).collect()
    }

    #[test]
    fn texts_with_boxes_in_many_shapes() {
        let two = [want(&[("1.", 0, 1.0), ("e4", 0, 7.0), ("e5", 1, 20.0)])];
        for text in [
            // RapidOCR, EasyOCR
            r#"[[[[1,2],[11,2],[11,9],[1,9]],"1. e4","0.9"], [[[20, 2.5],[30,2],[30,9],[20,9]], "e5", 0.8]]"#,
            // PaddleOCR 2
            r#"[[[[[1,2],[11,2],[11,9],[1,9]],["1. e4",0.9]],[[[20,2],[30,2],[30,9],[20,9]],["e5",0.8]]]]"#,
            // PaddleOCR 3
            r#"{"input_path":"p.jpg","rec_texts":["1. e4","e5"],"rec_scores":[0.9,0.8],
                "rec_boxes":[[1,2,11,9],[20,2,30,9]]}"#,
            // its labels
            "p.jpg\t[{\"transcription\": \"1. e4\", \"points\": [[1,2],[11,2],[11,9],[1,9]]}, {\"transcription\": \"e5\", \"points\": [[20,2],[30,2],[30,9],[20,9]]}]\n",
            // Surya
            r#"{"page":[{"text_lines":[{"polygon":[[1,2],[11,2],[11,9],[1,9]],"confidence":0.9,"text":"1. e4",
                "bbox":[1,2,11,9],"chars":[{"text":"1","bbox":[1,2,2,9]}]},
                {"text":"e5","bbox":[20,2,30,9]}],"image_bbox":[0,0,50,50],"page":1}]}"#,
            // Tesseract.js
            r#"{"lines":[{"text":"1. e4","bbox":{"x0":1,"y0":2,"x1":11,"y1":9},"words":[
                {"text":"1.","confidence":90,"bbox":{"x0":1,"y0":2,"x1":5,"y1":9}},
                {"text":"e4","confidence":90,"bbox":{"x0":7,"y0":2,"x1":11,"y1":9}}]},
                {"text":"e5","confidence":80,"bbox":{"x0":20,"y0":2,"x1":30,"y1":9},"words":[]}]}"#,
            // pytesseract
            r#"{"level":[5,5,5],"line_num":[1,1,2],"left":[1,7,20],"top":[2,2,2],"width":[4,4,10],
                "height":[7,7,7],"conf":["90","90.5",80],"text":["1.","e4","e5"]}"#,
        ] {
            assert_eq!(words(text), two, "{text}");
        }
    }

    #[test]
    fn pages_and_shares() {
        let text = r#"{"pages":[{"page_idx":0,"dimensions":[900,600],"blocks":[{"lines":[{"words":[
            {"value":"1.","confidence":0.9,"geometry":[[0.25,0.1],[0.3,0.2]]},
            {"value":"e4","geometry":[[0.5,0.1],[0.6,0.2]]}]},
            {"words":[{"value":"e5","geometry":[[0.5,0.3],[0.6,0.4]]}]}]}]},
            {"page_idx":1,"blocks":[{"lines":[{"words":[{"value":"d4","geometry":[[0.5,0.1],[0.6,0.2]]}]}]}]}]}"#;
        let first = want(&[("1.", 0, 0.25), ("e4", 0, 0.5), ("e5", 1, 0.5)]);
        assert_eq!(words(text), [first, want(&[("d4", 0, 0.5)])]);
        let document = read(text);
        let page = &document.pages[0];
        let bounds = page.region(page.words[0].bounds).bounds;
        assert_eq!(bounds, Some([2500, 1000, 3000, 2000]));
        let pages = r#"[[[[[1,2],[9,2],[9,9],[1,9]],["e4",0.9]]],[[[[1,2],[9,2],[9,9],[1,9]],["d4",0.9]]]]"#;
        assert_eq!(words(pages), [want(&[("e4", 0, 1.0)]), want(&[("d4", 0, 1.0)])]);
    }

    #[test]
    fn words_of_a_turned_line_stand_where_it_goes() {
        let text = r#"[[[[0,0],[100,20],[100,30],[0,10]],"1. e4 e5 2.",0.9]]"#;
        let document = read(text);
        let tops: Vec<_> =
            document.pages[0].words.iter().map(|w| w.bounds.map(|b| b.top)).collect();
        assert!(tops[0] < tops[1] && tops[2] < tops[3], "{tops:?}");
        assert_eq!(document.pages[0].words[0].confidence, Some(0.9));
    }

    #[test]
    fn other_json_is_none() {
        for text in [
            r#"{"text": "1. e4 e5"}"#,
            r#"[[1, 2], [3, 4]]"#,
            r#"[[[[1,2]]]]"#,
            r#"[["e4", "e5"]]"#,
            "page.jpg\t1. e4 e5",
            r#"{"moves":["e4"],"box":"none"}"#,
            r#"[{"text": "1. e4 e5 2. Nf3", "points": 1, "left": "Berg"}]"#,
        ] {
            assert!(!is_one(text), "{text}");
        }
    }

    #[test]
    fn damaged_json_is_read_as_far_as_it_goes() {
        let first = r#"[{"transcription": "e4", "points": [[1,2],[9,2]]}]"#;
        let document = read(&format!("p.jpg\t{first}\nq.jpg\t[{{\"transcription\":]"));
        assert_eq!(document.pages[0].words.len(), 1);
        assert_eq!(document.trouble.map(|trouble| trouble.line), Some(2));
        let document = read(r#"{"rec_texts":["e4"],"rec_polys":[[1,2,"x"]],"rec_scores":[null]}"#);
        assert_eq!(document.pages[0].words[0].bounds, None);
        assert!(read(r#"{"rec_texts":["e4"],"rec_polys":[[1,2"#).trouble.is_some());
    }
}
