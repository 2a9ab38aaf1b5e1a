//! From bytes to text: UTF-8, UTF-16 and the single-byte encodings of old files.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::error::ErrorKind;

/// Bytes looked at to tell text from anything else.
const SAMPLE: usize = 64 * 1024;

/// The text with the wide forms of digits, letters and signs that East Asian keyboards write as
/// the usual ones, `１．ｅ４`, every kind of blank and line end as a blank and a line end, and letters
/// with the marks that stand behind them, `S` and a cedilla, as one.
pub(super) fn plain(text: String) -> String {
    let text = in_lines(text);
    let text = if text.is_ascii() || is_nfc(&text) { text } else { text.nfc().collect() };
    // Alone, a wide sign may stand in any Chinese text.
    let is_wide = |c: char| matches!(c, '\u{ff10}'..='\u{ff19}' | '\u{ff41}'..='\u{ff48}');
    let wide = text.contains(is_wide);
    let narrow = |c: char| match c {
        '\u{3000}' if wide => ' ',
        '\u{ff01}'..='\u{ff5e}' if wide => {
            char::from_u32(u32::from(c) - 0xff01 + u32::from('!')).unwrap_or(c)
        }
        c => usual_blank(c),
    };
    if wide || text.contains(|c| usual_blank(c) != c) {
        text.chars().map(narrow).collect()
    } else {
        text
    }
}

/// A blank of another width and a line end of another kind as the usual one; the ideographic blank
/// stays, being as wide as a letter.
fn usual_blank(c: char) -> char {
    match c {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => ' ',
        '\u{0b}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        c => c,
    }
}

/// Text of the input, whatever its encoding; a byte order mark is taken off.
///
/// # Errors
///
/// [`ErrorKind::Binary`] where the bytes are no text.
pub(super) fn decode(bytes: &[u8]) -> Result<String, ErrorKind> {
    if let Some(encoding) = utf16(bytes) {
        return Ok(encoding.decode_with_bom_removal(bytes).0.into_owned());
    }
    if is_binary(bytes) {
        return Err(ErrorKind::Binary);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Ok(decode_mixed(bytes)),
    }
}

/// The text in which a carriage return that stands alone, as old Macintosh files have it, ends a
/// line as any other line end does.
fn in_lines(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    let mut bytes = text.into_bytes();
    let mut ended = false;
    for byte in bytes.iter_mut().rev() {
        match byte {
            b'\r' if ended => {}
            b'\r' => *byte = b'\n',
            other => ended = *other == b'\n',
        }
    }
    String::from_utf8(bytes).expect("one ASCII character took the place of another")
}

/// Whether lines end in carriage returns alone.
pub(super) fn has_old_lines(head: &[u8]) -> bool {
    head.contains(&b'\r') && !head.contains(&b'\n')
}

/// The beginning of a text, by which its format is told; the last character may be cut.
pub(super) fn beginning(head: &[u8]) -> std::borrow::Cow<'_, str> {
    match utf16(head) {
        Some(encoding) => encoding.decode_with_bom_removal(head).0,
        None => String::from_utf8_lossy(head),
    }
}

/// Whether there is nothing but white space and a byte order mark.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii().is_empty()
}

/// How a PDF begins.
const PDF: &[u8] = b"%PDF-";

/// Whether the bytes are a PDF.
pub(super) fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(PDF)
}

/// Whether the bytes are no text in any encoding.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    const MAGIC: [&[u8]; 9] = [
        PDF,
        b"\x89PNG",
        b"\xFF\xD8\xFF",
        b"GIF8",
        b"PK\x03\x04",
        b"\x1F\x8B",
        b"7z\xBC\xAF",
        b"SQLite format 3",
        b"\x28\xB5\x2F\xFD",
    ];
    if MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
        return true;
    }
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    // Old files end in the end-of-file sign of DOS; a printer's page feed is harmless too.
    let control =
        |b: &&u8| **b < 0x20 && !matches!(**b, b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0x1A);
    let controls = sample.iter().filter(control).count();
    sample.contains(&0) || controls * 50 > sample.len()
}

/// UTF-16, told by its byte order mark or by every other byte being nought.
pub(crate) fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes)
        && encoding != UTF_8
    {
        return Some(encoding);
    }
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    if sample.len() < 4 {
        return None;
    }
    let noughts = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|&&b| b == 0).count();
    let (even, odd, half) = (noughts(0), noughts(1), sample.len() / 2);
    match () {
        () if odd * 10 > half * 6 && even * 20 < half => Some(UTF_16LE),
        () if even * 10 > half * 6 && odd * 20 < half => Some(UTF_16BE),
        () => None,
    }
}

/// Decodes line by line: archives are glued together from files of several encodings.
fn decode_mixed(bytes: &[u8]) -> String {
    let foreign = |line: &[u8]| std::str::from_utf8(line).is_err();
    let encoding = guess(bytes.split_inclusive(|&b| b == b'\n').filter(|line| foreign(line)));
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&encoding.decode_without_bom_handling(line).0),
        }
    }
    text
}

/// The encoding that some lines are most likely in.
fn guess<'a>(lines: impl Iterator<Item = &'a [u8]>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut plain = true;
    for line in lines {
        // Signs that chess books use in Windows-1252: a text whose only foreign signs are
        // these has too little in it for a guess by letter frequencies.
        plain &= line.iter().all(|&b| {
            b < 0x80
                || matches!(b, 0x85 | 0x86 | 0x87 | 0x91..=0x97 | 0xA0 | 0xAB | 0xB1 | 0xBB..=0xBE | 0xD7)
        });
        detector.feed(line, false);
    }
    detector.feed(&[], true);
    if plain { WINDOWS_1252 } else { detector.guess(None, Utf8Detection::Deny) }
}

#[cfg(test)]
mod tests {
    use encoding_rs::WINDOWS_1251;

    use super::*;

    #[test]
    fn utf8_with_and_without_mark() {
        assert_eq!(decode("1. ♘f3 ½".as_bytes()), Ok("1. ♘f3 ½".to_owned()));
        assert_eq!(decode(b"\xEF\xBB\xBF1. e4"), Ok("1. e4".to_owned()));
    }

    #[test]
    fn every_kind_of_line_end_and_blank_is_one() {
        assert_eq!(plain("1. e4\r\r2. d4\r".to_owned()), "1. e4\n\n2. d4\n");
        assert_eq!(plain("1. e4\r\n2. d4\r\r\n".to_owned()), "1. e4\r\n2. d4\r\r\n");
        assert_eq!(plain("1.\u{a0}e4\u{2009}e5\u{2028}2.".to_owned()), "1. e4 e5\n2.");
        assert_eq!(plain("e4　e5".to_owned()), "e4　e5");
        assert_eq!(plain("１．ｅ４　ｅ５".to_owned()), "1.e4 e5");
    }

    #[test]
    fn letters_are_one_with_the_marks_behind_them() {
        assert_eq!(plain("4. S\u{327}e2 Fe\u{301}".to_owned()), "4. Şe2 Fé");
    }

    #[test]
    fn utf16_with_and_without_mark() {
        let text = "1. e4 e5 2. Nf3 Nc6";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&little).as_deref(), Ok(text));
        assert_eq!(decode(&big).as_deref(), Ok(text));
        let marked = [b"\xFF\xFE".as_slice(), &little].concat();
        assert_eq!(decode(&marked).as_deref(), Ok(text));
    }

    #[test]
    fn old_single_byte_encodings() {
        assert_eq!(decode(b"6. Kt \xD7 P\n").as_deref(), Ok("6. Kt × P\n"));
        assert_eq!(
            decode(b"[White \"M\xFCller, J\xF6rg\"]\n[Black \"Garc\xEDa, Jos\xE9\"]\n").as_deref(),
            Ok("[White \"Müller, Jörg\"]\n[Black \"García, José\"]\n")
        );
        let russian = "Бессмертная украинская партия, которую сыграли в Киеве. 1. e4 e5 2. Кf3";
        assert_eq!(decode(&WINDOWS_1251.encode(russian).0).as_deref(), Ok(russian));
    }

    #[test]
    fn a_line_of_another_encoding_does_not_spoil_the_rest() {
        let bytes = ["[White \"Żółw\"]\n".as_bytes(), b"[Black \"M\xFCller\"]\n"].concat();
        assert_eq!(decode(&bytes).as_deref(), Ok("[White \"Żółw\"]\n[Black \"Müller\"]\n"));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in
            [b"\x89PNG\r\n\x1a\n".as_slice(), b"%PDF-1.4", b"ab\0c\x01\x02def", b"PK\x03\x04"]
        {
            assert_eq!(decode(bytes), Err(ErrorKind::Binary));
        }
        assert!(decode(b"1. e4 e5 1-0\r\n\x1a").is_ok());
    }
}
