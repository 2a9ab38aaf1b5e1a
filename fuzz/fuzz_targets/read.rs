//! Every reader: any bytes give records or errors with a place, and never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::read;

fuzz_target!(|bytes: &[u8]| {
    for record in read::records(bytes, "fuzz") {
        match record {
            Ok(record) => {
                for entry in record.sheets.iter().flat_map(|sheet| &sheet.entries) {
                    let all: f64 = entry.readings.iter().map(|reading| reading.probability).sum();
                    assert!(all <= 1.0 + 1e-6, "probabilities of an entry add up to {all}");
                    assert!((0.0..=1.0).contains(&entry.aside));
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
