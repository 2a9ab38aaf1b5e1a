//! The words in the heads of score sheets, columns and chapters.

use std::sync::LazyLock;

use serde::Deserialize;

/// Words of headings in many languages, lower case.
#[derive(Debug, Deserialize)]
pub(in crate::read) struct Labels {
    /// Labels of tags.
    event: Vec<String>,
    site: Vec<String>,
    date: Vec<String>,
    round: Vec<String>,
    board: Vec<String>,
    result: Vec<String>,
    /// Beside a side, of its player: `White player: Berg`, `black_name`.
    pub(in crate::read) player: Vec<String>,
    /// Of a game, before its number.
    pub(in crate::read) numbered: Vec<String>,
    /// Between the names of players.
    pub(in crate::read) against: Vec<String>,
    /// Words in names that begin with a small letter.
    pub(super) particles: Vec<String>,
    /// What is counted above the diagram of a problem: `Black (ten pieces)`.
    pub(super) men: Vec<String>,
    /// Words of headings that are no names, and beginnings of words in the names of openings.
    pub(in crate::read) headings: Vec<String>,
    pub(super) openings: Vec<String>,
}

/// The words of all languages.
pub(in crate::read) fn labels() -> &'static Labels {
    static LABELS: LazyLock<Labels> = LazyLock::new(|| {
        serde_json::from_str(include_str!("labels.json"))
            .expect("the built-in table is well-formed")
    });
    &LABELS
}

/// The tag that a label before a colon stands for: `Date`, `Turnier`.
pub(in crate::read) fn tag(label: &str) -> Option<&'static str> {
    let label = label.to_lowercase();
    let labels = labels();
    [
        (&labels.event, "Event"),
        (&labels.site, "Site"),
        (&labels.date, "Date"),
        (&labels.round, "Round"),
        (&labels.board, "Board"),
        (&labels.result, "Result"),
    ]
    .into_iter()
    .find_map(|(words, tag)| words.contains(&label).then_some(tag))
}

/// Whether a word may stand beside a side and tells of its player, in small letters.
pub(in crate::read) fn is_player(word: &str) -> bool {
    labels().player.iter().any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_many_languages() {
        for (label, want) in [
            ("Turnier", Some("Event")),
            ("DATE", Some("Date")),
            ("Тур", Some("Round")),
            ("Note", None),
        ] {
            assert_eq!(tag(label), want, "{label}");
        }
    }
}
