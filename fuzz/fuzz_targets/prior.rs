//! Data files of the prior: any bytes are weights or an error, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::prior::Prior;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Prior::from_bytes(bytes) {
        assert!(!error.to_string().is_empty());
    }
});
