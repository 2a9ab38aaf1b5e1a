//! Shows a [`Reconstruction`]: one [`Report`] a format.

use std::io::{self, Write};

use crate::reconstruction::Reconstruction;

mod json;

pub use json::{Json, JsonLines};

/// An output format. Games are put out one by one, in the order in which they are handed over.
pub trait Report {
    /// Writes what stands before the first game.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn game(&mut self, game: &Reconstruction, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands behind the last game.
    ///
    /// # Errors
    ///
    /// Whatever `out` refuses.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let _ = out;
        Ok(())
    }
}
