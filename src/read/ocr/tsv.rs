//! The tab-separated output of Tesseract: a row a page, block, paragraph, line and word.

use super::page::{Bounds, Document, Trouble, Word};

/// The names of the first columns, by which the format is known.
pub(super) const HEADER: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\t";

/// Fewest cells of a row of a word.
const CELLS: usize = 12;

/// Reads a document.
pub(super) fn read(text: &str) -> Document {
    let mut document = Document::default();
    let mut last_line = None;
    let rows = text.trim_start_matches('\u{feff}').lines().zip(1_u32..).skip(1);
    for (row, number) in rows.filter(|(row, _)| !row.trim().is_empty()) {
        // The text may hold tabs of its own.
        let cells: Vec<&str> = row.splitn(CELLS, '\t').collect();
        let figure = |at: usize| cells.get(at).and_then(|cell| cell.trim().parse::<f32>().ok());
        let index = |at: usize| cells.get(at).and_then(|cell| cell.trim().parse::<u32>().ok());
        let bounds = (|| {
            let (left, top) = (figure(6)?, figure(7)?);
            Bounds::new(left, top, left + figure(8)?, top + figure(9)?)
        })();
        match index(0) {
            Some(1) => {
                let page = document.page(index(1));
                if let Some(bounds) = bounds {
                    (page.width, page.height) = (bounds.right, bounds.bottom);
                }
            }
            Some(2..=4) => {}
            Some(5) if cells.len() >= CELLS - 1 => {
                let line = (index(1), index(2), index(3), index(4));
                if last_line.is_some_and(|last| last != line) {
                    document.end_line();
                }
                last_line = Some(line);
                let text = cells.get(CELLS - 1).copied().unwrap_or("");
                let at = row.chars().count() - text.chars().count() + 1;
                let word = Word {
                    text: text.to_owned(),
                    confidence: figure(10).filter(|c| *c >= 0.0).map(|c| c / 100.0),
                    bounds,
                    line: document.line(),
                    at: (number, u32::try_from(at).unwrap_or(0)),
                    ..Word::default()
                };
                document.push(word);
            }
            _ => {
                let message = "this row is none of Tesseract's; it and others like it are left out";
                document.trouble.get_or_insert_with(|| Trouble {
                    line: number,
                    column: 1,
                    message: message.to_owned(),
                });
            }
        }
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\t\
        height\tconf\ttext\n\
        1\t1\t0\t0\t0\t0\t0\t0\t800\t600\t-1\t\n\
        4\t1\t1\t1\t1\t0\t1\t2\t30\t7\t-1\t\n\
        5\t1\t1\t1\t1\t1\t1\t2\t8\t7\t96.5\t1.\r\n\
        5\t1\t1\t1\t1\t2\t10\t2\t20\t7\t-1\te4\n\
        5\t1\t1\t1\t2\t1\t10\t12\t20\t7\t50\te5\n\
        1\t2\t0\t0\t0\t0\t0\t0\t800\t600\t-1\t\n\
        5\t2\t1\t1\t1\t1\t1\t2\t8\t7\t0\t \n";

    #[test]
    fn words_of_rows() {
        let document = read(ROWS);
        assert!(document.trouble.is_none());
        assert_eq!(document.pages.len(), 2);
        let page = &document.pages[0];
        assert_eq!((page.number, page.height), (1, 600.0));
        let found: Vec<_> =
            page.words.iter().map(|w| (w.text.as_str(), w.confidence, w.line, w.at)).collect();
        let want = [
            ("1.", Some(0.965), 0, (4, 26)),
            ("e4", None, 0, (5, 26)),
            ("e5", Some(0.5), 1, (6, 27)),
        ];
        assert_eq!(found, want);
        assert!(document.pages[1].words.is_empty());
    }

    #[test]
    fn rows_that_are_none_are_reported_once() {
        let document = read(&format!("{ROWS}5\t1\t1\nnonsense\n"));
        assert_eq!(document.trouble.map(|t| t.line), Some(9));
    }
}
