//! What OCR engines write: words with boxes, confidences and other readings.
//!
//! | input | told by | read by |
//! |---|---|---|
//! | hOCR | classes `ocr_page`, `ocr_line`, `ocrx_word` in HTML | `hocr` |
//! | ALTO 2 to 4 | root element `alto` | `alto` |
//! | PAGE XML | root element `PcGts` | `pagexml` |
//! | Tesseract TSV | the names of its columns | `tsv` |
//! | Amazon Textract | `Blocks` | `textract` |
//! | Google Vision | `fullTextAnnotation`, `textAnnotations`, `responses` | `vision` |
//! | Azure Read, Document Intelligence | `analyzeResult`, `readResults`, `readResult` | `azure` |
//! | JSON of PaddleOCR, RapidOCR, EasyOCR, Surya, docTR and others | texts with boxes | `boxes` |
//!
//! 1. Each of them is read into pages of words ([`page`]).
//! 2. A page of boxes, a score sheet, is read box by box ([`form`]).
//! 3. All other pages become text ([`layout`]), in the order of the engine, by columns or by rows,
//!    whichever holds most moves, and are read as any text is. Entries get back the places,
//!    confidences and other readings of their words.

use self::{
    layout::Order,
    page::{Document, Trouble},
};
use super::{
    pgn_or_text,
    text::{self, heading, items::Items},
};
use crate::{
    error::{Error, ErrorKind},
    record::{GameResult, Record, Sheet},
};

mod alto;
mod azure;
mod boxes;
mod choices;
mod form;
mod geometry;
mod hocr;
mod json;
mod layout;
mod numbers;
mod page;
mod pagexml;
mod textract;
mod tsv;
mod vision;
pub(super) mod xml;

/// A format of OCR output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Hocr,
    Alto,
    Page,
    Tsv,
    Textract,
    Vision,
    Azure,
    Boxes,
}

/// The format of a text, told by its beginning.
pub(super) fn sniff(head: &str) -> Option<Format> {
    let head = head.trim_start_matches('\u{feff}').trim_start();
    if head.starts_with(tsv::HEADER) {
        return Some(Format::Tsv);
    }
    if head.starts_with('<') {
        return sniff_xml(head);
    }
    sniff_json(head)
}

/// Classes that only hOCR has.
const CLASSES: [&str; 5] = ["ocr_page", "ocrx_word", "ocr_line", "ocrx_line", "ocr_carea"];

fn sniff_xml(head: &str) -> Option<Format> {
    let mut rest = head;
    // Declarations, comments and the document type stand before the first element.
    while let Some(next) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!")) {
        let end = if next.starts_with("--") {
            next.find("-->")? + 3
        } else if next.split('>').next()?.contains('[') {
            next.find("]>").or_else(|| next.find("] >"))? + 3
        } else {
            next.find('>')? + 1
        };
        rest = next.get(end..)?.trim_start().trim_start_matches('>').trim_start();
    }
    let name = rest.strip_prefix('<')?;
    let name = &name[..name.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))?];
    let name = name.rsplit(':').next().unwrap_or(name);
    match name {
        "alto" | "ALTO" => Some(Format::Alto),
        "PcGts" => Some(Format::Page),
        _ => {
            // A page about hOCR names its classes, one in hOCR has them.
            let has = |class: &&str| {
                head.match_indices(*class).any(|(at, _)| {
                    head[..at].ends_with(['\'', '"', ' ', '=']) && head[..at].contains("class")
                })
            };
            CLASSES.iter().any(has).then_some(Format::Hocr)
        }
    }
}

/// Most bytes of JSON whose keys are looked at.
const KEYS: usize = 64 * 1024;

fn sniff_json(head: &str) -> Option<Format> {
    let others = || boxes::is_one(head).then_some(Format::Boxes);
    if !super::starts_json(head) {
        return others();
    }
    let keys = keys(&head[..head.floor_char_boundary(KEYS)]);
    let has = |key: &str| keys.contains(&key);
    match () {
        // A record of this program's own, whatever else it carries.
        () if has("sheets") || has("moves") => None,
        () if has("Blocks") => Some(Format::Textract),
        () if has("fullTextAnnotation") || has("textAnnotations") || has("responses") => {
            Some(Format::Vision)
        }
        () if has("analyzeResult") || has("readResults") || has("readResult") => {
            Some(Format::Azure)
        }
        () if has("recognitionResults") => Some(Format::Azure),
        () if has("pages") && (has("modelId") || has("apiVersion") || has("stringIndexType")) => {
            Some(Format::Azure)
        }
        () => others(),
    }
}

/// The keys of the first object of a text, as far as it goes.
fn keys(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start, mut escaped) = (0_u32, None, false);
    let mut last: Option<&str> = None;
    for (at, byte) in text.bytes().enumerate() {
        if let Some(from) = start {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    last = text.get(from..at);
                    start = None;
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => start = Some(at + 1),
            b'{' | b'[' => depth += u32::from(!(byte == b'[' && depth == 0)),
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            b':' if depth == 1 => found.extend(last.take()),
            b',' => last = None,
            _ => {}
        }
    }
    found
}

/// Reads the games of a text in a format; what could not be read is an error behind them.
pub(super) fn read(text: &str, format: Format, name: &str) -> (Vec<Record>, Vec<Error>) {
    let document = match format {
        Format::Hocr => hocr::read(text),
        Format::Alto => alto::read(text),
        Format::Page => pagexml::read(text),
        Format::Tsv => tsv::read(text),
        Format::Textract => textract::read(text),
        Format::Vision => vision::read(text),
        Format::Azure => azure::read(text),
        Format::Boxes => boxes::read(text),
    };
    let records = games(&document);
    let error = |trouble: Trouble| {
        Error::new(ErrorKind::Ocr(trouble.message)).at(name, trouble.line, trouble.column)
    };
    let errors = document.trouble.map(error).into_iter().collect();
    (records, errors)
}

/// The games of a document.
fn games(document: &Document) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    // Where the pages of text before the next form begin, and the last form's last row.
    let mut from = 0;
    let mut last_row: Option<u32> = None;
    for (index, page) in document.pages.iter().enumerate() {
        let Some(form) = form::read(page).filter(|form| is_better(form, document, index)) else {
            continue;
        };
        records.extend(texts(document, from..index));
        if from < index {
            last_row = None;
        }
        from = index + 1;
        let header = layout::rows_of(page, &form.above);
        let tags = tags(&header);
        let result = result(page, &form);
        let alone = form.games.len() == 1;
        for game in form.games {
            // A second page goes on where the first one stopped.
            if let Some(record) = records.last_mut()
                && last_row.is_some_and(|last| game.first > last && game.first <= last + 2)
                && let Some(sheet) = record.sheets.last_mut()
            {
                sheet.entries.extend(game.entries);
                record.result = record.result.or(game.result).or(result);
                last_row = Some(game.last);
                continue;
            }
            last_row = Some(game.last);
            let sheet = Sheet { id: "1".to_owned(), entries: game.entries, ..Sheet::default() };
            records.push(Record {
                // Names above two games side by side are those of both or of one.
                tags: if alone { tags.clone() } else { Vec::new() },
                result: game.result.or(result.filter(|_| alone)),
                sheets: vec![sheet],
                ..Record::default()
            });
        }
    }
    records.extend(texts(document, from..document.pages.len()));
    records
}

/// Fewest boxes with words of sentences, and how many of all a form may have of them: one in so
/// many.
const FEW_WORDS: usize = 3;
const SHARE_OF_WORDS: usize = 20;
/// Shortest such word, in characters.
const LONG_WORD: usize = 5;

/// Whether the boxes of a page hold about as many moves as its text does, or more. Where notes run
/// through the boxes they hold more.
fn is_better(form: &form::Form, document: &Document, index: usize) -> bool {
    let entries = || form.games.iter().flat_map(|game| &game.entries);
    let boxed = entries().filter(|entry| super::shape::scan::is_move(entry.text())).count();
    let written = entries().filter(|entry| !entry.is_blank()).count();
    let words = entries().filter(|entry| is_of_sentence(entry.text())).count();
    let text = layout::text(document, index..index + 1, Order::Engine);
    let text = text::moves(&pgn_or_text(&text.text, 1));
    if words >= FEW_WORDS && words * SHARE_OF_WORDS > written {
        boxed > text
    } else {
        boxed * 5 >= text * 4
    }
}

/// Whether a text has a word as they stand in sentences: long, of small letters.
fn is_of_sentence(text: &str) -> bool {
    let is_word = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_alphabetic)
            && word.chars().count() >= LONG_WORD
            && letters.all(char::is_lowercase)
    };
    text.split([' ', ',']).any(is_word)
}

/// The games of pages of text, in the order in which most moves are found.
fn texts(document: &Document, pages: std::ops::Range<usize>) -> Vec<Record> {
    let mut best: Vec<Record> = Vec::new();
    let mut most = 0;
    let mut seen = String::new();
    for order in Order::ALL {
        let text = layout::text(document, pages.clone(), order);
        if text.text.trim().is_empty() || text.text == seen {
            continue;
        }
        let mut found = pgn_or_text(&text.text, 1);
        let moves = text::moves(&found);
        if moves > most {
            text.settle(&mut found, document);
            (best, most) = (found, moves);
        }
        seen = text.text;
    }
    best
}

/// Players' names in the lines above the rows.
fn tags(above: &str) -> Vec<(String, String)> {
    // The line of the first move; names are looked for before it.
    let text = format!("{above}\n1");
    let items = Items::new(&text, 1);
    match items.items.len() {
        0 => Vec::new(),
        all => heading::tags(&items, 0, all - 1),
    }
}

/// The result that stands around the rows, perhaps behind its label, if only one does: a form may
/// print all three.
fn result(page: &page::Page, form: &form::Form) -> Option<GameResult> {
    let words = form.above.iter().chain(&form.around).map(|&at| page.words[at].text.as_str());
    let value = |word| geometry::trimmed(word).rsplit([':', '_']).next();
    GameResult::of_all(words.filter_map(|word| GameResult::from_token(value(word)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn formats_are_told_by_their_beginning() {
        for (head, want) in [
            ("<?xml version='1.0'?>\n<!-- a > b -->\n<alto xmlns='u'>", Some(Format::Alto)),
            ("\u{feff}<a:alto>", Some(Format::Alto)),
            ("<!DOCTYPE x [ <!ENTITY e 'v'> ]>\n<PcGts>", Some(Format::Page)),
            ("<!DOCTYPE html>\n<html><body><div class='ocr_page'>", Some(Format::Hocr)),
            ("<span class=\"ocrx_word\">e4</span>", Some(Format::Hocr)),
            ("<html><p>hOCR has ocr_page and others</p>", None),
            ("<pgn>1. e4</pgn>", None),
            ("<!-- never closed", None),
            ("{\"DocumentMetadata\": {\"Pages\": 1}, \"Blocks\": [", Some(Format::Textract)),
            ("[{\"Blocks\": []}]", Some(Format::Textract)),
            ("{\"responses\":[{", Some(Format::Vision)),
            ("{\"status\":\"x\",\"analyzeResult\":{", Some(Format::Azure)),
            ("{\"apiVersion\":\"1\",\"modelId\":\"m\",\"pages\":[", Some(Format::Azure)),
            ("{\"id\":\"x\",\"sheets\":[{\"Blocks\":1}],\"responses\":[]}", None),
            ("{\"sheets\":[],\"note\":\"analyzeResult\"}", None),
            ("{\"note\":{\"Blocks\":[]},\"a\":\"Blocks\"}", None),
            ("{ [%clk 1:00] } 1. e4", None),
            ("1. e4 e5", None),
        ] {
            assert_eq!(sniff(head), want, "{head}");
        }
        assert_eq!(sniff(&format!("{}left", tsv::HEADER)), Some(Format::Tsv));
    }

    /// The lines of an hOCR page, each a run of words 20 high.
    fn hocr(lines: &[&str]) -> String {
        let mut text = String::from("<div class='ocr_page' title='bbox 0 0 900 900'>\n");
        for (row, line) in lines.iter().enumerate() {
            text.push_str("<span class='ocr_line'>");
            let mut x = 10;
            for word in line.split(' ') {
                let (top, right) = (30 * row, x + 10 * word.len());
                text.push_str(&format!(
                    "<span class='ocrx_word' title='bbox {x} {top} {right} {}; x_wconf 80'>{word}\
                     </span>\n",
                    top + 20
                ));
                x = right + 10;
            }
            text.push_str("</span>");
        }
        text + "</div>"
    }

    const GAME: [&str; 3] = [
        "White: Anand. Black: Giri.",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
        "6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 1-0",
    ];

    #[test]
    fn text_of_a_page_is_read_with_places() {
        let records = read::read(hocr(&GAME).as_bytes(), "p.hocr").expect("records");
        let [game] = &records[..] else { panic!("{} games", records.len()) };
        assert_eq!(game.tags[0], ("White".to_owned(), "Anand".to_owned()));
        assert_eq!(game.result, Some(GameResult::WhiteWins));
        let entry = &game.sheets[0].entries[2];
        assert_eq!((entry.text(), entry.number), ("Nf3", Some(2)));
        assert_eq!(entry.place.to_string(), "page 1, box 130,30 to 160,50");
        assert!(entry.place.line > 2 && entry.readings[0].probability < 0.9);
    }

    #[test]
    fn a_cut_file_gives_its_games_and_an_error() {
        let text = hocr(&GAME);
        let cut = &text[..text.len() - 40];
        let found: Vec<_> = read::records(cut.as_bytes(), "p.hocr").collect();
        assert!(found[0].as_ref().is_ok_and(|game| game.sheets[0].entries.len() >= 16));
        let error = found[1].as_ref().expect_err("the cut").to_string();
        assert!(error.starts_with("p.hocr:32:") && error.contains("before it is read"), "{error}");
        let json =
            "{\"Blocks\":[{\"BlockType\":\"LINE\",\"Text\":\"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\"},{";
        let found: Vec<_> = read::records(json.as_bytes(), "t.json").collect();
        assert!(found.len() == 2 && found[0].is_ok() && found[1].is_err());
    }

    #[test]
    fn pages_without_a_game_say_so() {
        let error = read::read(hocr(&["Nothing here"]).as_bytes(), "p.hocr").expect_err("no game");
        assert_eq!(*error.kind(), ErrorKind::NoGame);
        let wide: Vec<u8> = hocr(&GAME).encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read::read(&wide, "p.hocr").map(|games| games.len()).ok(), Some(1));
    }

    #[test]
    fn hostile_pages_are_read_in_little_time() {
        let number = |n: usize| {
            format!("<span class='ocrx_word' title='bbox 10 {n} 30 {}'>{}</span>", n + 9, n % 300)
        };
        for words in [
            (0..20_000).map(|n| number(n * 7 % 5_000)).collect::<String>(),
            (0..20_000).map(|n| number(n / 100)).collect(),
            "<span class='ocrx_word'>e4</span>".repeat(50_000),
            "<span class='ocrx_word'><span class='ocrx_cinfo' title='x_confs 9'>e".repeat(30_000),
        ] {
            let text = format!("<div class='ocr_page'>{words}</div>");
            let started = std::time::Instant::now();
            let _ = read::records(text.as_bytes(), "p.hocr").count();
            assert!(started.elapsed().as_secs() < 20, "{}", &words[..60]);
        }
    }
}
