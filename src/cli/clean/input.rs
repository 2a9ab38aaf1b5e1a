//! The archives: files, plain or compressed, one after another.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Chain, Cursor, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::{Context, Result, bail};
use bzip2::read::MultiBzDecoder;
use flate2::{
    CrcReader,
    read::{DeflateDecoder, MultiGzDecoder},
};
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
use scoresheet::archive::Utf8;
use zip::{CompressionMethod, ZipArchive};

/// One PGN file, perhaps inside a `.zip`.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its name in messages and in the report.
    pub name: String,
    /// Bytes that are read of the disk for it.
    pub size: u64,
    path: PathBuf,
    member: Option<Member>,
}

/// A file inside a `.zip`.
#[derive(Debug, Clone)]
struct Member {
    start: u64,
    size: u64,
    crc: u32,
    method: CompressionMethod,
}

/// The sources of the archives named on the command line.
///
/// # Errors
///
/// A file that cannot be opened, and a `.zip` whose directory cannot be read or that holds no PGN.
pub fn sources(paths: &[PathBuf]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        if path.as_os_str() == "-" {
            sources.push(Source { name, size: 0, path: path.clone(), member: None });
            continue;
        }
        let mut file = File::open(path).with_context(|| format!("{name}: cannot be opened"))?;
        let mut magic = [0; 4];
        let read = file.read(&mut magic).with_context(|| format!("{name}: cannot be read"))?;
        if magic[..read] == *b"PK\x03\x04" {
            members(path, file, &mut sources)?;
        } else {
            let size = file.metadata().map_or(0, |found| found.len());
            sources.push(Source { name, size, path: path.clone(), member: None });
        }
    }
    Ok(sources)
}

/// The PGN files inside a `.zip`.
fn members(path: &Path, file: File, sources: &mut Vec<Source>) -> Result<()> {
    let name = path.display();
    let broken = || format!("{name}: cannot be read as .zip; unpack it");
    let mut archive = ZipArchive::new(BufReader::new(file)).with_context(broken)?;
    let before = sources.len();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).with_context(broken)?;
        let inside = member.name().with_context(broken)?.into_owned();
        let is_pgn = Path::new(&inside)
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        if !member.is_file() || !is_pgn {
            continue;
        }
        if member.encrypted() {
            bail!("{name}: {inside} is encrypted; unpack it");
        }
        let Some(start) = member.data_start() else { bail!(broken()) };
        let (size, crc, method) = (member.compressed_size(), member.crc32(), member.compression());
        if ![CompressionMethod::STORE, CompressionMethod::DEFLATE].contains(&method) {
            bail!("{name}: {inside} is compressed by {method}; unpack it");
        }
        sources.push(Source {
            name: format!("{name}/{inside}"),
            size,
            path: path.to_owned(),
            member: Some(Member { start, size, crc, method }),
        });
    }
    if sources.len() == before {
        bail!("{name}: holds no .pgn file");
    }
    Ok(())
}

impl Source {
    /// Whether its bytes can be skipped without reading them: what is neither compressed nor UTF-16,
    /// whose beginning has a mark or a nought in it.
    fn is_plain(&self, magic: &[u8]) -> bool {
        let wide = magic.contains(&0) || matches!(magic, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
        self.member.is_none() && !is_compressed(magic) && !wide
    }

    /// Opens it behind `skip` bytes of UTF-8, uncompressed. `passed` counts the bytes read of the
    /// disk. Also tells the encoding, where that is another one.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn open(&self, skip: u64, passed: &Arc<AtomicU64>) -> io::Result<Opened> {
        let count = |input: Box<dyn Read + Send>| Counted { input, passed: passed.clone() };
        if self.path.as_os_str() == "-" {
            return Ok(as_utf8(decompressed(BufReader::new(count(Box::new(io::stdin()))))?));
        }
        let mut file = File::open(&self.path)?;
        let input: Box<dyn Read + Send> = match &self.member {
            Some(member) => {
                file.seek(SeekFrom::Start(member.start))?;
                let raw = BufReader::new(count(Box::new(file.take(member.size))));
                let whole: Box<dyn Read + Send> = match member.method {
                    CompressionMethod::STORE => Box::new(raw),
                    _ => Box::new(DeflateDecoder::new(raw)),
                };
                Box::new(Checked { input: CrcReader::new(whole), crc: member.crc })
            }
            None => {
                let mut magic = [0; 4];
                let read = file.read(&mut magic)?;
                if skip > 0 && self.is_plain(&magic[..read]) {
                    file.seek(SeekFrom::Start(skip))?;
                    passed.fetch_add(skip, Ordering::Relaxed);
                    return Ok((Box::new(count(Box::new(file))), None));
                }
                file.rewind()?;
                decompressed(BufReader::new(count(Box::new(file))))?
            }
        };
        let (mut input, encoding) = as_utf8(input);
        let skipped = io::copy(&mut input.by_ref().take(skip), &mut io::sink())?;
        if skipped < skip {
            return Err(io::Error::other("it is shorter than it was"));
        }
        Ok((input, encoding))
    }
}

/// An archive as UTF-8, and the name of its own encoding where that is another one.
pub type Opened = (Box<dyn Read + Send>, Option<&'static str>);

fn as_utf8(input: Box<dyn Read + Send>) -> Opened {
    let utf8 = Utf8::new(input);
    let encoding = utf8.encoding();
    (Box::new(utf8), encoding)
}

fn is_compressed(magic: &[u8]) -> bool {
    magic.starts_with(&GZIP) || magic.starts_with(&ZSTD) || magic.starts_with(BZIP2)
}

const GZIP: [u8; 2] = [0x1F, 0x8B];
const ZSTD: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
const BZIP2: &[u8] = b"BZh";

/// The bytes, decompressed where they are compressed.
fn decompressed<R: Read + Send + 'static>(mut input: R) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::new();
    input.by_ref().take(4).read_to_end(&mut magic)?;
    let kind = magic.clone();
    let whole = BufReader::new(Cursor::new(magic).chain(input));
    Ok(match &kind[..] {
        magic if magic.starts_with(&GZIP) => Box::new(MultiGzDecoder::new(whole)),
        magic if magic.starts_with(BZIP2) => Box::new(MultiBzDecoder::new(whole)),
        magic if magic.starts_with(&ZSTD) => {
            Box::new(Frames { input: whole, decoder: FrameDecoder::new(), inside: false })
        }
        _ => Box::new(whole),
    })
}

/// A file whose bytes are counted as they are read.
struct Counted {
    input: Box<dyn Read + Send>,
    passed: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.passed.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// A member of a `.zip`, whose checksum is compared at its end.
struct Checked {
    input: CrcReader<Box<dyn Read + Send>>,
    crc: u32,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.input.crc().sum() != self.crc {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong"));
        }
        Ok(read)
    }
}

type Bytes<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

/// All frames of a `.zst`.
struct Frames<R: Read> {
    input: Bytes<R>,
    decoder: FrameDecoder,
    inside: bool,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.inside {
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.input, one).map_err(damaged)?;
                }
                let read = self.decoder.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                let told = self.decoder.get_checksum_from_data();
                if told.is_some() && told != self.decoder.get_calculated_checksum() {
                    return Err(damaged("its checksum is wrong"));
                }
                self.inside = false;
            }
            if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.decoder.reset(&mut self.input) {
                Ok(()) => self.inside = true,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut self.input.by_ref().take(length.into()), &mut io::sink())?;
                }
                Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
                    return Err(io::Error::other(format!(
                        "the .zst asks for {} MB of memory; unpack it with zstd -d --long=31",
                        requested >> 20
                    )));
                }
                Err(error) => return Err(damaged(error)),
            }
        }
    }
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the .zst is damaged or cut short: {error}"))
}

#[cfg(test)]
mod tests {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    /// Two frames with one that is to be skipped between them.
    fn frames() -> Vec<u8> {
        let one = compress_to_vec(&b"one\n".repeat(100)[..], CompressionLevel::Fastest);
        let skip = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9];
        [&one[..], &skip, &one].concat()
    }

    #[test]
    fn all_frames_of_a_zst_are_read() {
        let mut text = String::new();
        let mut input = decompressed(Cursor::new(frames())).expect("opens");
        input.read_to_string(&mut text).expect("whole");
        assert_eq!(text, "one\n".repeat(200));
    }

    #[test]
    fn a_zst_with_a_large_window_is_told_from_a_damaged_one() {
        // A frame without a checksum whose window is 2 GB (RFC 8878, section 3.1.1.1.2), and an
        // empty last block.
        let frame = [0x28, 0xB5, 0x2F, 0xFD, 0, 21 << 3, 1, 0, 0];
        let mut input = decompressed(Cursor::new(frame)).expect("opens");
        let error = io::copy(&mut input, &mut io::sink()).expect_err("too large");
        assert!(error.to_string().contains("asks for 2048 MB"), "{error}");
    }

    #[test]
    fn a_zst_cut_short_is_an_error() {
        let whole = frames();
        for cut in [5, 12, whole.len() - 12, whole.len() - 1] {
            let mut input = decompressed(Cursor::new(whole[..cut].to_vec())).expect("opens");
            let error = io::copy(&mut input, &mut io::sink()).expect_err("cut short");
            assert!(error.to_string().contains("cut short"), "{error}");
        }
    }
}
