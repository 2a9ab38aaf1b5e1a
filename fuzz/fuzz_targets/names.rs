//! Results, languages and notations by name: any text is known or is not, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scoresheet::{
    record::GameResult,
    search::{Options, Reconstructor},
};

fuzz_target!(|text: &str| {
    if let Some(result) = GameResult::from_token(text) {
        assert_eq!(GameResult::from_token(result.as_str()), Some(result));
    }
    for options in [
        Options { language: Some(text.to_owned()), ..Options::default() },
        Options { notation: Some(text.to_owned()), ..Options::default() },
    ] {
        if let Err(error) = Reconstructor::new(options) {
            assert!(!error.to_string().is_empty());
        }
    }
});
