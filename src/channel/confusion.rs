//! Which characters are taken for which, by way of writing.

use std::sync::OnceLock;

use super::{CLASSES, Class, Row, character, class};

/// How the text came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// Handwriting, read by a person.
    Hand,
    /// Handwriting, read by a machine.
    Machine,
    /// Print, read by a machine.
    Print,
    /// Handwriting or poor print, read by a machine made for clean print.
    Scan,
    /// A printed page, read by a machine.
    Page,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Profile; 5] =
        [Profile::Hand, Profile::Machine, Profile::Print, Profile::Scan, Profile::Page];

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Hand => "hand",
            Profile::Machine => "machine",
            Profile::Print => "print",
            Profile::Scan => "scan",
            Profile::Page => "page",
        }
    }
}

/// P(read | written, and it was misread) for one profile.
#[derive(Debug, Clone)]
pub struct Confusions {
    /// `share[written][read]`; each row sums to 1 or less.
    share: Vec<Row>,
    /// What the table leaves of each row, which may be anything.
    rest: [f32; CLASSES],
    /// How often a character is misread that is misread otherwise than all are.
    rate: [Option<f32>; CLASSES],
    /// The same as `share` where the text is read as Cyrillic, for print.
    cyrillic: Option<&'static [Row]>,
}

/// A misreading that happens throughout a text: what was written, what is read for it, and how
/// often, 0 to 1.
pub type Habit = (Class, Class, f32);

/// Share of misreadings that a whole row of the table explains; the rest may be anything.
const TABLE: f32 = 0.85;

/// Number of characters over which the rest is spread.
const SPREAD: f32 = 60.0;

impl Confusions {
    /// The table of a profile, read once from `confusions.tsv`.
    pub fn of(profile: Profile) -> &'static Confusions {
        static TABLES: OnceLock<[Confusions; 5]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            Profile::ALL.map(|p| Confusions::from_tsv(include_str!("confusions.tsv"), p))
        });
        &tables[profile as usize]
    }

    fn from_tsv(table: &str, profile: Profile) -> Confusions {
        let own = |line: &&str| line.split('\t').next() == Some(profile.name());
        Confusions::new(profile, shares(table.lines().filter(own)))
    }

    fn new(profile: Profile, share: Vec<Row>) -> Confusions {
        static CYRILLIC: OnceLock<Vec<Row>> = OnceLock::new();
        let rest = std::array::from_fn(|row| 1.0 - TABLE * share[row].iter().sum::<f32>());
        let cyrillic = matches!(profile, Profile::Print | Profile::Scan | Profile::Page)
            .then(|| &CYRILLIC.get_or_init(|| shares(include_str!("cyrillic.tsv").lines()))[..]);
        Confusions { share, rest, rate: [None; CLASSES], cyrillic }
    }

    /// The table of a profile for a text with habits of its own, where other misreadings happen at
    /// a rate of `misread`.
    pub fn with_habits(profile: Profile, habits: &[Habit], misread: f32) -> Confusions {
        let mut share = Confusions::of(profile).share.clone();
        let mut rate = [None; CLASSES];
        for &(written, read, often) in habits {
            let row = &mut share[usize::from(written)];
            let before = rate[usize::from(written)].unwrap_or(misread);
            let after = before + often;
            row.iter_mut().for_each(|share| *share *= before / after);
            row[usize::from(read)] += often / after;
            rate[usize::from(written)] = Some(after);
        }
        Confusions { rate, ..Confusions::new(profile, share) }
    }

    /// How often a character is misread where all are at a rate of `usual`.
    pub fn rate(&self, written: Class, usual: f32) -> f32 {
        self.rate[usize::from(written)].unwrap_or(usual)
    }

    /// The table of a profile after counting `weights[written][read]` misreadings more, where what
    /// it held `before` counts as that many of each character.
    pub fn learned(profile: Profile, weights: &[[f64; CLASSES]], before: f64) -> Confusions {
        let mut share = Confusions::of(profile).share.clone();
        for (row, weights) in share.iter_mut().zip(weights) {
            let counts: Vec<f64> =
                row.iter().zip(weights).map(|(&share, w)| before * f64::from(share) + w).collect();
            let total: f64 = counts.iter().sum();
            if total > 0.0 {
                for (share, count) in row.iter_mut().zip(counts) {
                    *share = (count / total) as f32;
                }
            }
        }
        Confusions::new(profile, share)
    }

    /// The rows of the table file for a profile, in the order of the characters.
    pub fn lines(&self, profile: Profile) -> String {
        let mut lines = Vec::new();
        for (written, row) in self.share.iter().enumerate() {
            for (read, &share) in row.iter().enumerate().filter(|(_, share)| **share >= 0.0005) {
                let (written, read) = (character(written as Class), character(read as Class));
                if let (Some(written), Some(read)) = (written, read) {
                    lines.push(format!("{}\t{written}\t{read}\t{share:.3}\n", profile.name()));
                }
            }
        }
        lines.sort();
        lines.concat()
    }

    /// Probability that `read` stands for a misread `written`.
    pub fn share(&self, written: Class, read: Class) -> f32 {
        let written = usize::from(written);
        TABLE * self.share[written][usize::from(read)] + self.rest[written] / SPREAD
    }

    /// Probability that a Cyrillic letter stands for a misread `written` in a text that an engine for
    /// Cyrillic has read, likeness of shape apart; 0 for handwriting.
    pub fn cyrillic(&self, written: Class, read: Class) -> f32 {
        self.cyrillic.map_or(0.0, |table| TABLE * table[usize::from(written)][usize::from(read)])
    }
}

/// The shares of some lines of a table, whose last fields are what was written, what is read and how
/// often.
fn shares<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<Row> {
    let mut share = vec![[0.0; CLASSES]; CLASSES];
    for line in lines.filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [.., written, read, value] = fields[..] else { continue };
        let (Some(written), Some(read), Ok(value)) =
            (written.chars().next(), read.chars().next(), value.parse::<f32>())
        else {
            continue;
        };
        share[class(written) as usize][class(read) as usize] += value;
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the table knows a character or not, a misreading of it is one of something.
    #[test]
    fn a_row_is_a_whole() {
        for profile in Profile::ALL {
            for written in "1KTФר".chars() {
                let row = Confusions::of(profile);
                let known: f32 = row.share[usize::from(class(written))].iter().sum();
                let rest = SPREAD * row.share(class(written), class('~'));
                assert!((TABLE * known + rest - 1.0).abs() < 1e-4, "{profile:?} {written}");
            }
        }
    }

    #[test]
    fn the_usual_confusions_are_likely() {
        for (profile, written, read) in [
            (Profile::Hand, 'c', 'e'),
            (Profile::Hand, 'R', 'K'),
            (Profile::Print, 'B', '8'),
            (Profile::Print, '5', 'S'),
            (Profile::Hand, 'T', '7'),
            (Profile::Page, 'c', 'e'),
        ] {
            let table = Confusions::of(profile);
            assert!(
                table.share(class(written), class(read)) > 5.0 * table.share(class(written), b'~'),
                "{written} as {read}"
            );
        }
        let cyrillic = |profile| Confusions::of(profile).cyrillic(class('d'), class('а'));
        assert!(cyrillic(Profile::Page) > 0.3 && cyrillic(Profile::Hand) == 0.0);
    }
}
