//! Numbers of lists, which word processors count and do not write.

/// Levels of a list within lists; Word has nine, OpenDocument ten.
const LEVELS: usize = 10;
/// Longest text before an item, in bytes; a longer one is none.
const LONGEST: usize = 64;

/// How a level of a list is numbered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Level {
    /// What stands before each item, with `%1` for the number of the first level and so on; nothing
    /// where its items have signs or letters.
    pub(super) pattern: Option<String>,
    /// The first number.
    pub(super) start: Option<u32>,
}

/// The levels of a list, and the numbers of the items that come next; where one has none, the level
/// begins anew.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbers {
    levels: [Level; LEVELS],
    next: [Option<u32>; LEVELS],
}

impl Numbers {
    /// A level, counted from 0, if lists go so deep.
    pub(super) fn level(&mut self, level: usize) -> Option<&mut Level> {
        self.levels.get_mut(level)
    }

    /// Begins the list anew.
    pub(super) fn reset(&mut self) {
        self.next = [None; LEVELS];
    }

    /// Makes a number the next one of a level.
    pub(super) fn restart(&mut self, level: usize, number: u32) {
        if let Some(next) = self.next.get_mut(level) {
            *next = Some(number);
        }
    }

    /// Counts an item; gives what stands before it.
    pub(super) fn next(&mut self, level: usize) -> Option<String> {
        let start = |at: usize| self.levels[at].start.unwrap_or(1);
        let own = self.next.get(level)?.unwrap_or_else(|| start(level));
        self.next[level] = Some(own.saturating_add(1));
        self.next[level + 1..].fill(None);
        let pattern = self.levels[level].pattern.as_ref();
        let mut text = pattern.filter(|pattern| pattern.len() <= LONGEST)?.clone();
        for at in (0..=level).rev() {
            let number = self.next[at].map_or_else(|| start(at), |next| next.saturating_sub(1));
            text = text.replace(&format!("%{}", at + 1), &number.to_string());
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_counted() {
        let mut numbers = Numbers::default();
        let level = |pattern: &str, start| Level { pattern: Some(pattern.to_owned()), start };
        *numbers.level(0).expect("a level") = level("%1.", None);
        *numbers.level(1).expect("a level") = level("%1.%2)", Some(3));
        assert!(numbers.level(LEVELS).is_none());
        let found = [0, 0, 1, 1, 0, 1, 2, 40].map(|level| numbers.next(level));
        let want = ["1.", "2.", "2.3)", "2.4)", "3.", "3.3)"].map(|text| Some(text.to_owned()));
        assert_eq!(found[..6], want);
        assert_eq!(found[6..], [None, None]);
        numbers.restart(0, 12);
        numbers.restart(40, 1);
        assert_eq!(numbers.next(0).as_deref(), Some("12."));
        numbers.restart(0, 0);
        assert_eq!(numbers.next(0).as_deref(), Some("0."));
        numbers.reset();
        assert_eq!(numbers.next(0).as_deref(), Some("1."));
    }
}
