//! Signs with a backslash in front, as programs write Markdown: `\[White "Berg"\]`, `1\. e4 e5`.

use super::view::View;

/// Fewest lines that begin with such a sign.
const FEW: usize = 2;

/// The text without the backslashes in front of signs.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    text.lines().filter(|line| begins(line)).nth(FEW - 1)?;
    let mut view = View::new(text);
    let mut done = 0;
    for (at, _) in text.match_indices('\\') {
        let escapes = text[at + 1..].starts_with(|c: char| c.is_ascii_punctuation());
        if at >= done && escapes {
            view.up_to(at);
            view.pass(at + 1);
            // A second backslash is the sign itself.
            done = at + 2;
        }
    }
    Some(view.with_rest())
}

/// Whether a line begins with a tag or the number of a move, `\[Event "…`, `12\. Nf3`.
fn begins(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_tag = line.strip_prefix("\\[").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.contains('"')
    });
    is_tag || number.len() < line.len() && number.starts_with("\\.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        view(text).map(|view| view.text().to_owned())
    }

    #[test]
    fn backslashes_in_front_of_signs_go() {
        let text = "\\[White \"A \\\\ B\"\\]  \n\n1\\. e4 e5\\!  \n2\\. Nf3\\+ \\*\\*Nc6\\*\\*";
        let want = "[White \"A \\ B\"]  \n\n1. e4 e5!  \n2. Nf3+ **Nc6**";
        assert_eq!(shown(text).as_deref(), Some(want));
    }

    #[test]
    fn other_backslashes_stay() {
        for text in ["1. e4 e5\\n2. Nf3 Nc6", "\\[\nx^2\n\\]\n\\[ y \\]", "1\\. e4 e5", "C:\\.git"]
        {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
