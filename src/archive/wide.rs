//! Archives in UTF-16, read as UTF-8.

use std::io::{self, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding};

use crate::read;

/// Bytes that are read at a time.
const READ: usize = 1 << 16;

/// An archive whose bytes are UTF-8 where they were UTF-16, and the same otherwise.
///
/// What is no UTF-16 in an archive that is becomes U+FFFD.
pub struct Utf8<R> {
    input: R,
    /// Bytes that are read and not decoded.
    raw: Vec<u8>,
    /// Bytes that are handed out next.
    ready: Vec<u8>,
    /// How many of them are handed out.
    passed: usize,
    decoder: Option<Decoder>,
    encoding: Option<&'static Encoding>,
    ended: bool,
    /// What went wrong behind the bytes that were read.
    error: Option<io::Error>,
}

impl<R: Read> Utf8<R> {
    /// Looks at the beginning of an archive. Where that cannot be read, it is told in its place.
    pub fn new(mut input: R) -> Utf8<R> {
        let mut ready = Vec::new();
        let error = input.by_ref().take(READ as u64).read_to_end(&mut ready).err();
        let encoding = read::utf16(&ready);
        let mut utf8 = Utf8 {
            input,
            raw: Vec::new(),
            ready,
            passed: 0,
            decoder: encoding.map(Encoding::new_decoder_with_bom_removal),
            encoding,
            ended: false,
            error,
        };
        if utf8.decoder.is_some() {
            utf8.raw = std::mem::take(&mut utf8.ready);
            utf8.decode();
        }
        utf8
    }

    /// The name of the encoding, where it was another one than that of the output.
    pub fn encoding(&self) -> Option<&'static str> {
        self.encoding.map(Encoding::name)
    }

    /// Decodes what was read.
    fn decode(&mut self) {
        let Some(decoder) = &mut self.decoder else { return };
        let mut text = String::new();
        let mut rest = &self.raw[..];
        loop {
            // Three bytes a unit of UTF-16, and some for what is no character.
            text.reserve(rest.len() / 2 * 3 + 16);
            let (result, read) =
                decoder.decode_to_string_without_replacement(rest, &mut text, self.ended);
            rest = &rest[read..];
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        self.raw.clear();
        (self.ready, self.passed) = (text.into_bytes(), 0);
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.passed == self.ready.len() {
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if self.decoder.is_none() {
                return self.input.read(buffer);
            }
            if self.ended || buffer.is_empty() {
                return Ok(0);
            }
            self.raw.resize(READ, 0);
            let read = self.input.read(&mut self.raw)?;
            self.raw.truncate(read);
            self.ended = read == 0;
            self.decode();
        }
        let read = buffer.len().min(self.ready.len() - self.passed);
        buffer[..read].copy_from_slice(&self.ready[self.passed..self.passed + read]);
        self.passed += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[White \"Müller\"]\n\n1. e4 e5 {♘ \u{1F600}} 1-0\n\n";

    fn decoded(bytes: &[u8]) -> (String, Option<&'static str>) {
        let mut utf8 = Utf8::new(bytes);
        let mut text = String::new();
        utf8.read_to_string(&mut text).expect("it is UTF-8");
        (text, utf8.encoding())
    }

    #[test]
    fn both_orders_with_and_without_mark() {
        let text = TEXT.repeat(3 * READ / TEXT.len());
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(&little), (text.clone(), Some("UTF-16LE")));
        assert_eq!(decoded(&big), (text.clone(), Some("UTF-16BE")));
        let marked = [b"\xFE\xFF", &big[..]].concat();
        assert_eq!(decoded(&marked), (text.clone(), Some("UTF-16BE")));
        assert_eq!(decoded(text.as_bytes()), (text, None));
        assert_eq!(decoded(b""), (String::new(), None));
    }

    #[test]
    fn half_a_character_is_told() {
        let little: Vec<u8> = "1. e4 e5".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let cut = [b"\xFF\xFE", &little[..], b"\x00\xD8", b"x"].concat();
        assert_eq!(decoded(&cut).0, "1. e4 e5\u{FFFD}");
    }
}
