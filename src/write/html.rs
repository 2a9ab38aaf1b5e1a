//! Text as it may stand in HTML and SVG.

use std::fmt::{Arguments, Write};

/// The text with the five characters escaped that mean something in HTML, and without control
/// characters, which XML does not allow.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Adds to a page.
pub(super) fn put(out: &mut String, text: Arguments<'_>) {
    // A string takes whatever is written to it.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        assert_eq!(escape("<a href='x'>&\"\u{0}é\n"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot; é ");
    }
}
