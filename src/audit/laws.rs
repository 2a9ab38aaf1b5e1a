//! The Laws that findings refer to: a table of article numbers and what they say in short.
//!
//! The table is `laws.json`: for each subject and each of the rules the number, what it says in
//! short, and the source in which the number was looked up (`sources`). An article that could not
//! be made sure of is left out there (`null`) rather than guessed.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

/// The rules under which a game was played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Rules {
    /// The FIDE Laws of Chess.
    #[default]
    Fide,
    /// The rules of the US Chess Federation.
    UsChess,
}

impl Rules {
    /// The name in options and outputs.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Fide => "fide",
            Rules::UsChess => "uschess",
        }
    }

    /// The edition whose articles are named: `FIDE Laws of Chess, 1 January 2023`.
    pub fn edition(self) -> &'static str {
        match self {
            Rules::Fide => &TABLE.editions.fide,
            Rules::UsChess => &TABLE.editions.uschess,
        }
    }
}

/// An article of the Laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Law {
    /// Its number: `9.6.1`, `Appendix C`, `13C7`.
    pub article: &'static str,
    /// What it says, in short and not in its own words.
    pub words: &'static str,
}

#[derive(Deserialize)]
struct Table {
    editions: ByRules<String>,
    laws: HashMap<String, ByRules<Option<Entry>>>,
    /// Where numbers were looked up; nothing but the tests needs it.
    #[cfg(test)]
    sources: HashMap<String, String>,
}

/// Number, words, and the key of its source.
#[derive(Deserialize)]
struct Entry(String, String, #[cfg_attr(not(test), expect(dead_code))] String);

#[derive(Deserialize)]
struct ByRules<T> {
    fide: T,
    uschess: T,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    serde_json::from_str(include_str!("laws.json")).expect("the table of Laws is well-formed")
});

/// The article that a subject falls under, where the table has one.
pub(super) fn law(subject: &str, rules: Rules) -> Option<Law> {
    let laws = TABLE.laws.get(subject)?;
    let law = match rules {
        Rules::Fide => &laws.fide,
        Rules::UsChess => &laws.uschess,
    };
    law.as_ref().map(|Entry(article, words, _)| Law { article, words })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_table_is_read() {
        let repetition = law("fivefold", Rules::Fide).expect("an article");
        assert_eq!(repetition.article, "9.6.1");
        assert!(law("time-claim", Rules::Fide).is_none());
        assert_eq!(law("time-claim", Rules::UsChess).map(|law| law.article), Some("13C7"));
        assert!(Rules::UsChess.edition().contains("7th"));
    }

    #[test]
    fn every_law_is_known_to_one_of_the_rules_and_says_something() {
        for (subject, laws) in &TABLE.laws {
            let known: Vec<_> = [&laws.fide, &laws.uschess].into_iter().flatten().collect();
            assert!(!known.is_empty(), "{subject}");
            assert!(known.iter().all(|law| !law.0.is_empty() && law.1.len() > 10), "{subject}");
        }
    }

    #[test]
    fn every_number_has_a_source_and_every_source_a_number() {
        let laws = TABLE.laws.values().flat_map(|laws| [&laws.fide, &laws.uschess]);
        let named: HashSet<&str> = laws.flatten().map(|law| law.2.as_str()).collect();
        let known: HashSet<&str> = TABLE.sources.keys().map(String::as_str).collect();
        assert_eq!(named, known);
    }
}
