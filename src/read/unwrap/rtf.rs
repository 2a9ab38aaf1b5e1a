//! RTF, as word processors save it: its text without the commands.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::view::View;

/// How an RTF file begins.
const BEGINS: &str = "{\\rtf";
/// Groups that hold no text of the document.
const ASIDE: [&str; 11] = [
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "header",
    "footer",
    "generator",
    "listtable",
    "themedata",
    "datastore",
];

/// Whether a text is an RTF file.
pub(super) fn is_one(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(BEGINS)
}

/// The text of an RTF file.
pub(super) fn view(text: &str) -> Option<View<'_>> {
    is_one(text).then(|| {
        let mut reader = Reader {
            view: View::new(text),
            text,
            depth: 0,
            aside: None,
            bold: None,
            skip: 1,
            pending: 0,
            encoding: WINDOWS_1252,
        };
        reader.read(0);
        reader.view
    })
}

/// Reads a file from its beginning.
struct Reader<'a> {
    view: View<'a>,
    text: &'a str,
    depth: usize,
    /// The depth of the group without text in which it is.
    aside: Option<usize>,
    /// The depth of the group in which bold text has begun.
    bold: Option<usize>,
    /// Characters that stand for one of Unicode in old programs, and how many are still to pass.
    skip: usize,
    pending: usize,
    encoding: &'static Encoding,
}

impl Reader<'_> {
    /// Reads the text from a byte on.
    fn read(&mut self, from: usize) {
        let mut at = from;
        while let Some(c) = self.text[at..].chars().next() {
            let next = at + c.len_utf8();
            match c {
                '{' => self.depth += 1,
                '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.aside = self.aside.filter(|depth| *depth <= self.depth);
                    self.set_bold(self.bold.filter(|depth| *depth <= self.depth));
                }
                '\\' => {
                    at = self.command(next);
                    continue;
                }
                '\r' | '\n' => {}
                _ => self.put(&self.text[at..next], at),
            }
            at = next;
        }
    }

    /// Says in which group bold text has begun, if what follows is bold.
    fn set_bold(&mut self, depth: Option<usize>) {
        if self.bold.is_some() != depth.is_some() {
            self.view.set_bold(depth.is_some());
        }
        self.bold = depth;
    }

    /// Puts out what stands at a byte, if it is shown.
    fn put(&mut self, text: &str, at: usize) {
        if self.pending > 0 {
            self.pending -= 1;
        } else if self.aside.is_none() {
            self.view.put(text, at);
        }
    }

    /// Follows the command behind a backslash; gives the byte behind it.
    fn command(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        if letters == 0 {
            return self.sign(at);
        }
        let (word, behind) = rest.split_at(letters);
        let digits = behind.strip_prefix('-').unwrap_or(behind);
        let sign = behind.len() - digits.len();
        let digits = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number: Option<i32> = behind[..sign + digits].parse().ok();
        let end = at + letters + sign + digits;
        match word {
            "par" | "line" | "row" | "page" | "sect" => self.put("\n", at),
            "b" if number != Some(0) => self.set_bold(self.bold.or(Some(self.depth))),
            "b" | "plain" => self.set_bold(None),
            "tab" | "cell" => self.put("\t", at),
            "emdash" => self.put("—", at),
            "endash" => self.put("–", at),
            "lquote" | "rquote" => self.put("'", at),
            "ldblquote" | "rdblquote" => self.put("\"", at),
            "uc" => self.skip = number.and_then(|n| usize::try_from(n).ok()).unwrap_or(1),
            "u" => {
                // Numbers past 32,767 are written as negative ones.
                let code = number.map_or(0, |n| n.rem_euclid(0x1_0000));
                let c = u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
                self.put(c.encode_utf8(&mut [0; 4]), at);
                self.pending = self.skip;
            }
            "ansicpg" => {
                let label = format!("windows-{}", number.unwrap_or(1252));
                self.encoding = Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252);
            }
            word if ASIDE.contains(&word) => self.aside = self.aside.or(Some(self.depth)),
            _ => {}
        }
        end + usize::from(self.text[end..].starts_with(' '))
    }

    /// Follows a command that is a sign.
    fn sign(&mut self, at: usize) -> usize {
        let Some(c) = self.text[at..].chars().next() else { return at };
        let end = at + c.len_utf8();
        match c {
            '\'' => {
                let byte =
                    self.text.get(end..end + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
                let Some(byte) = byte else { return end };
                let bytes = [byte];
                let (decoded, _) = self.encoding.decode_without_bom_handling(&bytes);
                self.put(&decoded, at);
                return end + 2;
            }
            '*' => self.aside = self.aside.or(Some(self.depth)),
            '~' => self.put(" ", at),
            '_' => self.put("-", at),
            '\n' | '\r' => self.put("\n", at),
            '\\' | '{' | '}' => self.put(&self.text[at..end], at),
            _ => {}
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_no_text() {
        let text = "{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0 Times;}}{\\*\\generator x;}\\f0\\fs24 \
            1. \\b e4\\b0  \\'caf6\\par\n\\uc1\\u9816?f3\\tab a\\{b\\}\\~c}";
        let view = view(text).expect("RTF");
        assert_eq!(view.text(), "1. e4 Кf6\n♘f3\ta{b} c");
        assert!(super::view("1. e4 e5").is_none());
    }
}
