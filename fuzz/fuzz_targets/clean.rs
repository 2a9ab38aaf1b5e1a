//! Archives: no byte is lost, and what is mended needs no more mending.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use scoresheet::archive::{Cleaner, Options, Outcome, Scratch, Slot, Splitter};

static CLEANER: LazyLock<Cleaner> =
    LazyLock::new(|| Cleaner::new(Options::default()).expect("default options"));

fuzz_target!(|bytes: &[u8]| {
    let mut splitter = Splitter::new(bytes, Default::default());
    let mut scratch = Scratch::default();
    let mut read = 0;
    while let Some(batch) = splitter.next_batch(1 << 12) {
        for slot in &batch.games {
            read += slot.end - slot.start;
            let game = CLEANER.clean(&batch.bytes, slot, &mut scratch);
            let Some(mended) = game.bytes else { continue };
            let slot = Slot { start: 0, end: mended.len(), followed: false, ..*slot };
            let again = CLEANER.clean(&mended, &slot, &mut scratch);
            // Games that had run together are several now.
            let parted = String::from_utf8_lossy(&mended).contains("games-parted");
            assert!(parted || again.outcome == Outcome::Sound, "{:?}", again.notes);
        }
    }
    assert_eq!(read, bytes.len());
});
