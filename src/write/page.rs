//! The frame of an HTML page that needs nothing besides itself: no script, no font, no file.

use super::html::escape;

/// Style that all pages share: it reads in light and in dark, on a small screen and in print.
const STYLE: &str = include_str!("page.css");

/// A whole page around `body`, which is HTML; `title` is text, `style` is added to what all pages
/// share.
pub fn document(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{body}</body>\n\
         </html>\n",
        escape(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stands_alone_and_its_title_is_text() {
        let page = document("A & <B>", "p { margin: 0 }\n", "<p>x</p>\n");
        assert!(page.contains("<title>A &amp; &lt;B&gt;</title>"), "{page}");
        assert!(page.contains("p { margin: 0 }") && page.contains("<p>x</p>"));
        for outside in ["http:", "https:", "<script", "<link", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
