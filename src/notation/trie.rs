//! A set of words and phrases, matched at a place of a text, longest first.
//!
//! Words are folded: lower case, without accents. A space of a phrase (a dot, an apostrophe or a
//! hyphen of it counts as one) matches any run of separators, or none: `e.p.` matches `e. p.`,
//! `ep` and `e.p`. Inside a word no separator is allowed, so `P R 4` does not contain `pr`.

/// A set of phrases, each with a value.
#[derive(Debug, Clone)]
pub(super) struct Trie<T> {
    nodes: Vec<Node<T>>,
}

#[derive(Debug, Clone)]
struct Node<T> {
    /// Sorted by character; a space stands for separators.
    edges: Vec<(char, usize)>,
    value: Option<T>,
}

/// Whether `c` separates the words of a phrase.
pub(super) fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | ',' | '\'' | '-' | '_' | '(')
}

impl<T: Copy> Trie<T> {
    pub(super) fn new() -> Trie<T> {
        Trie { nodes: vec![Node { edges: Vec::new(), value: None }] }
    }

    /// Adds a phrase; a phrase that is there already keeps its value.
    pub(super) fn insert(&mut self, phrase: &str, fold: impl Fn(char) -> char, value: T) {
        let mut node = 0;
        let mut gap = false;
        for c in phrase.trim_end_matches(is_separator).chars() {
            if is_separator(c) {
                gap = node != 0;
                continue;
            }
            if std::mem::take(&mut gap) {
                node = self.child_or_insert(node, ' ');
            }
            node = self.child_or_insert(node, fold(c));
        }
        if node != 0 {
            self.nodes[node].value.get_or_insert(value);
        }
    }

    fn child_or_insert(&mut self, node: usize, c: char) -> usize {
        match self.nodes[node].edges.binary_search_by_key(&c, |edge| edge.0) {
            Ok(at) => self.nodes[node].edges[at].1,
            Err(at) => {
                let child = self.nodes.len();
                self.nodes.push(Node { edges: Vec::new(), value: None });
                self.nodes[node].edges.insert(at, (c, child));
                child
            }
        }
    }

    fn child(&self, node: usize, c: char) -> Option<usize> {
        let edges = &self.nodes[node].edges;
        edges.binary_search_by_key(&c, |edge| edge.0).ok().map(|at| edges[at].1)
    }

    /// The longest phrase that starts at `text[start]` and for which `fits(end, value)` holds:
    /// its value and the index after it.
    pub(super) fn longest(
        &self,
        text: &[char],
        start: usize,
        fold: impl Fn(char) -> char,
        fits: impl Fn(usize, T) -> bool,
    ) -> Option<(T, usize)> {
        let mut best = None;
        let mut node = 0;
        let mut at = start;
        while let Some(&c) = text.get(at) {
            let next = if is_separator(c) {
                while text.get(at + 1).is_some_and(|&c| is_separator(c)) {
                    at += 1;
                }
                self.child(node, ' ')
            } else {
                let c = fold(c);
                self.child(node, c)
                    .or_else(|| self.child(node, ' ').and_then(|gap| self.child(gap, c)))
            };
            let Some(next) = next else { break };
            node = next;
            at += 1;
            if let Some(value) = self.nodes[node].value
                && fits(at, value)
            {
                best = Some((value, at));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Option<(u8, usize)> {
        let mut trie = Trie::new();
        for (i, phrase) in ["pr.", "e.p.", "castles", "castles K's side"].iter().enumerate() {
            trie.insert(phrase, |c| c.to_ascii_lowercase(), i as u8);
        }
        let text: Vec<char> = text.chars().collect();
        trie.longest(&text, 0, |c| c.to_ascii_lowercase(), |_, _| true)
    }

    #[test]
    fn the_longest_phrase_wins_and_only_phrases_have_gaps() {
        let cases = [
            ("pr. P", Some((0, 2))),
            ("p r", None),
            ("ep", Some((1, 2))),
            ("e. p.", Some((1, 4))),
            ("Castles.", Some((2, 7))),
            ("Castles Ks side", Some((3, 15))),
            ("CASTLES K", Some((2, 7))),
            ("cast", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(find(text), expected, "{text}");
        }
    }
}
