//! How the games came out, in numbers that add up.

use std::collections::BTreeMap;

use scoresheet::archive::{Cleaned, Kind, Outcome, Weight};
use serde::{Deserialize, Serialize};

/// Counts of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Games that were read.
    pub games: u64,
    /// Games whose bytes were kept.
    pub sound: u64,
    /// Games that were mended.
    pub repaired: u64,
    /// Games that were set aside.
    pub rejected: u64,
    /// Bytes that were read, and those of the games of each outcome.
    pub bytes: [u64; 4],
    /// Sound games about which something was found.
    pub noted: u64,
    /// Archives that could not be read to their end.
    pub unread: u64,
    /// Games and notes of each kind, by its code.
    kinds: BTreeMap<String, (u64, u64)>,
}

impl Count {
    /// Counts a game of so many bytes; `begun` where it is not the middle of one.
    pub fn add(&mut self, cleaned: &Cleaned, bytes: u64, begun: bool) {
        let (slot, games) = match cleaned.outcome {
            Outcome::Sound => (1, &mut self.sound),
            Outcome::Repaired => (2, &mut self.repaired),
            Outcome::Rejected => (3, &mut self.rejected),
        };
        self.bytes[slot] += bytes;
        if !begun {
            return;
        }
        *games += 1;
        self.noted += u64::from(cleaned.outcome == Outcome::Sound && !cleaned.notes.is_empty());
        for (at, note) in cleaned.notes.iter().enumerate() {
            let first = cleaned.notes[..at].iter().all(|other| other.kind != note.kind);
            self.add_kind(note.kind, first);
        }
    }

    /// Counts a note; `first` where it is the first of its kind in its game.
    pub fn add_kind(&mut self, kind: Kind, first: bool) {
        let counted = self.kinds.entry(kind.as_str().to_owned()).or_default();
        counted.0 += u64::from(first);
        counted.1 += 1;
    }

    /// Whether every game and every byte has come out in exactly one way.
    pub fn adds_up(&self) -> bool {
        let [read, parts @ ..] = self.bytes;
        self.games == self.sound + self.repaired + self.rejected
            && read == parts.iter().sum::<u64>()
    }

    /// The lines of the summary.
    pub fn lines(&self, only_damaged: bool) -> Vec<String> {
        let game = if self.games == 1 { "game" } else { "games" };
        let kept = if only_damaged { "sound and left out" } else { "sound" };
        let mut lines = vec![format!(
            "{} {game} = {} {kept} + {} repaired + {} rejected",
            self.games, self.sound, self.repaired, self.rejected
        )];
        for (weight, title) in [
            (Weight::Repair, "repairs"),
            (Weight::Reject, "rejected"),
            (Weight::Finding, "to know"),
        ] {
            let mut kinds: Vec<(Kind, (u64, u64))> = Kind::ALL
                .iter()
                .filter(|kind| kind.weight() == weight)
                .filter_map(|kind| Some((*kind, *self.kinds.get(kind.as_str())?)))
                .collect();
            kinds.sort_by_key(|(kind, (games, _))| (std::cmp::Reverse(*games), *kind));
            if kinds.is_empty() {
                continue;
            }
            lines.push(title.to_owned());
            for (kind, (games, notes)) in kinds {
                let within = match games {
                    games if games == notes => String::new(),
                    1 => " (in 1 game)".to_owned(),
                    games => format!(" (in {games} games)"),
                };
                lines.push(format!("{notes:>8}  {}{within}", kind.words()));
            }
        }
        lines
    }
}
