//! Entities of HTML in a text: `&#9816;f3`, `0&ndash;0`.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use crate::read::ocr::xml;

/// Longest entity, in bytes, the signs at its ends included.
const LONGEST: usize = 12;

/// The text with its entities as the characters that they stand for. All lines stay where they
/// are, and `&lt;` and `&gt;` stay as they are: they are written so lest they be taken for markup.
pub(in crate::read) fn decoded(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    // Bytes of the text that are written out.
    let mut done = 0;
    for (at, _) in text.match_indices('&') {
        let Some((entity, length)) = entity(&text[at..]) else { continue };
        out.push_str(&text[done..at]);
        out.push_str(&entity);
        done = at + length;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// What the entity at the start of `text` stands for, and its bytes.
fn entity(text: &str) -> Option<(Cow<'static, str>, usize)> {
    let end = text.bytes().take(LONGEST).position(|b| b == b';')?;
    let name = &text[1..end];
    let meant = match name.strip_prefix('#') {
        Some(code) => Cow::Owned(numbered(code)?.to_string()),
        None => Cow::Borrowed(xml::known(name)?),
    };
    (!matches!(&*meant, "<" | ">")).then_some((meant, end + 1))
}

/// The character of a number, such as `9816` or `x2658`.
fn numbered(code: &str) -> Option<char> {
    if !code.chars().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let number = match code.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => code.parse().ok()?,
    };
    match u8::try_from(number) {
        // No line is begun.
        Ok(0..0x20 | 0xA0) => Some(' '),
        // `&#150;` is a dash to all browsers, by what these bytes were in old files.
        Ok(byte @ 0x80..0xA0) => WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next(),
        _ => char::from_u32(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_become_characters() {
        let cases = [
            ("2. &#9816;f3 &#x265d;b7", "2. ♘f3 ♝b7"),
            ("5. 0&#8211;0 0&#150;0", "5. 0–0 0–0"),
            ("O&ndash;O &mdash;&nbsp;&#160;&amp;&quot;x&quot;", "O–O —  &\"x\""),
            ("&frac12;-&frac12;", "½-½"),
            ("a&#10;b&#13;c", "a b c"),
            ("&lt;b&gt; &#60; &#x3E;", "&lt;b&gt; &#60; &#x3E;"),
            (
                "&unknown; & ; &; &#; &#x; &#xD800; &#+65; é&",
                "&unknown; & ; &; &#; &#x; &#xD800; &#+65; é&",
            ),
            ("&amp;ndash;", "&ndash;"),
        ];
        for (text, want) in cases {
            assert_eq!(decoded(text), want, "{text}");
        }
        assert!(matches!(decoded("1. e4"), Cow::Borrowed(_)));
    }
}
