//! Names to propose where a name is given that nothing has.

/// Most names that are proposed.
const MOST: usize = 3;

/// The names that are most like `wanted`, best first; none less like it than `least` (Jaro-Winkler,
/// 0 to 1). A name may be known by several words, and is as like as the likest of them.
pub(super) fn near<'a, const WORDS: usize>(
    wanted: &str,
    names: impl Iterator<Item = (&'a str, [String; WORDS])>,
    least: f64,
) -> Vec<String> {
    let likeness = |words: [String; WORDS]| {
        words.iter().map(|word| strsim::jaro_winkler(wanted, word)).fold(0.0, f64::max)
    };
    let mut near: Vec<(f64, &str)> = names
        .map(|(name, words)| (likeness(words), name))
        .filter(|(likeness, _)| *likeness >= least)
        .collect();
    // Equal likeness falls back on the name, so that the message is always the same.
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.into_iter().take(MOST).map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likest_come_first_and_no_others() {
        let names = ["danish", "spanish", "german", "polish"].map(|name| (name, [name.to_owned()]));
        assert_eq!(near("spanihs", names.clone().into_iter(), 0.7), ["spanish", "danish"]);
        assert!(near("xx", names.into_iter(), 0.8).is_empty());
        let same = ["d", "b", "c", "a"].map(|name| (name, ["code".to_owned(), name.to_owned()]));
        assert_eq!(near("code", same.into_iter(), 0.8), ["a", "b", "c"]);
    }
}
