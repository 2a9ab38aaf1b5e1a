//! Output of OCR engines, spreadsheets, documents and e-books: any bytes give records or errors with
//! a place, and never a panic. The first byte says how the rest begins, so that the fuzzer need not
//! find that out.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::read;

/// What each format begins with.
const STARTS: [&[u8]; 11] = [
    b"",
    b"<alto>",
    b"<PcGts>",
    b"<div class='ocr_page'>",
    b"level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n",
    b"{\"Blocks\":",
    b"{\"responses\":",
    b"{\"analyzeResult\":",
    b"[[[[1,2],[9,2],[9,9],[1,9]],\"",
    b"{\"rec_texts\":",
    b"PK\x03\x04",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    // A seed is a whole file; its first byte is its own.
    let input = match STARTS.get(usize::from(first)) {
        Some(start) => [start, rest].concat(),
        None => bytes.to_vec(),
    };
    for record in read::records(&input[..], "fuzz") {
        match record {
            Ok(record) => {
                for entry in record.sheets.iter().flat_map(|sheet| &sheet.entries) {
                    let all: f64 = entry.readings.iter().map(|reading| reading.probability).sum();
                    assert!(all <= 1.0 + 1e-6, "probabilities of an entry add up to {all}");
                    if let Some([left, top, right, bottom]) =
                        entry.place.region.and_then(|region| region.bounds)
                    {
                        assert!(left <= right && top <= bottom);
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
