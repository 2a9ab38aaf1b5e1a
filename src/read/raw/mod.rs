//! Raw text, put right before it is told what it is: a step takes a text and gives another one in
//! which all else keeps its line, and as a rule its column.
//!
//! They run in this order:
//!
//! 1. `entities`: entities of HTML become characters.
//! 2. `spread`: blanks that are all double are halved, with the columns of what stands behind them.
//! 3. `points`: low quotes that were points become points.
//! 4. `fractions`: moves set above and below a rule come to stand in rows.
//! 5. `signs`: figurines that were read as clusters of characters become one character each.
//! 6. `beside`: what stands beside the moves as regularly as they do is blanked, and times and
//!    evaluations behind them (`noted`); `note` says what such a thing looks like. So are diagrams
//!    that are told piece by piece (`placed`).
//! 7. `wrapped`: moves that the end of a line tears apart are joined.

pub(super) mod beside;
pub(super) mod entities;
pub(super) mod fractions;
mod note;
pub(super) mod noted;
mod placed;
pub(super) mod points;
pub(super) mod signs;
pub(super) mod spread;
pub(super) mod wrapped;
