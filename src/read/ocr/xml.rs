//! XML and XHTML as a run of elements and texts, whatever is wrong with them.
//!
//! Nothing is fetched and no entity is expanded but the ones that XML and HTML know by themselves,
//! so that a document is never more than it is long. What is not well-formed ends the reading;
//! what stands before it counts.

use std::sync::LazyLock;

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::page::Trouble;

/// Deepest nesting that is followed; engines nest ten elements.
const MAX_DEPTH: usize = 256;
/// Elements of HTML that are never closed.
const VOID: [&str; 8] = ["br", "hr", "img", "meta", "link", "input", "wbr", "col"];

/// Takes what stands in a document, in its order.
pub(in crate::read) trait Visitor {
    /// An element begins.
    fn open(&mut self, element: &Element);
    /// Text stands within the innermost element.
    fn text(&mut self, text: &str);
    /// The innermost element ends.
    fn close(&mut self, name: &str);
}

/// The beginning of an element.
#[derive(Debug)]
pub(in crate::read) struct Element {
    /// Its name, without a namespace.
    pub(in crate::read) name: String,
    attributes: Vec<(String, String)>,
    /// Line and column of the file, from 1.
    pub(in crate::read) at: (u32, u32),
}

impl Element {
    /// The value of an attribute.
    pub(in crate::read) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The number that an attribute is.
    pub(in crate::read) fn number(&self, name: &str) -> Option<f32> {
        self.get(name)?.trim().parse().ok().filter(|n: &f32| n.is_finite())
    }
}

/// Goes through a document; gives what ended it before its time.
pub(in crate::read) fn walk(text: &str, visitor: &mut dyn Visitor) -> Option<Trouble> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    let places = Places { text, byte: 0, line: 1, start: 0 };
    let mut walker = Walker { visitor, places, open: Vec::new(), whole: false };
    let trouble = loop {
        let offset = offset(reader.buffer_position(), text);
        match reader.read_event() {
            Ok(Event::Eof) => break walker.cut(text.len()),
            Ok(event) => {
                if let Some(trouble) = walker.take(event, offset) {
                    break Some(trouble);
                }
            }
            Err(error) => {
                let message =
                    format!("the XML is damaged here ({error}); what stands before it is read");
                break Some(walker.trouble(offset, message));
            }
        }
    };
    walker.close(0);
    trouble
}

/// Tells the visitor what stands in a document, each element with an end.
struct Walker<'a> {
    visitor: &'a mut dyn Visitor,
    places: Places<'a>,
    /// Names of open elements.
    open: Vec<String>,
    /// Whether the outermost element has ended.
    whole: bool,
}

impl Walker<'_> {
    /// Takes what begins at an offset; gives why nothing behind it is read.
    fn take(&mut self, event: Event, offset: usize) -> Option<Trouble> {
        match event {
            Event::Start(start) => return self.begin(&start, offset),
            Event::Empty(start) => {
                let element = element(&start, self.places.of(offset));
                self.visitor.open(&element);
                self.visitor.close(&element.name);
            }
            Event::End(end) => {
                let name = end.local_name();
                let name: &str = name.as_ref();
                // What was left open inside ends here too.
                if let Some(at) = self.open.iter().rposition(|open| open == name) {
                    self.close(at);
                    self.whole |= self.open.is_empty();
                }
            }
            Event::Text(text) => self.visitor.text(&text),
            Event::CData(text) => self.visitor.text(&text),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(c)) => self.visitor.text(c.encode_utf8(&mut [0; 4])),
                _ => self.visitor.text(&entity(&reference)),
            },
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) | Event::Eof => {}
        }
        None
    }

    fn begin(&mut self, start: &BytesStart, offset: usize) -> Option<Trouble> {
        let element = element(start, self.places.of(offset));
        self.visitor.open(&element);
        if VOID.contains(&element.name.as_str()) {
            self.visitor.close(&element.name);
        } else if self.open.len() < MAX_DEPTH {
            self.open.push(element.name);
        } else {
            let message = format!(
                "elements are nested more than {MAX_DEPTH} deep; what stands before is read"
            );
            return Some(self.trouble(offset, message));
        }
        None
    }

    /// Ends the open elements from an index on, the innermost first.
    fn close(&mut self, from: usize) {
        self.open.drain(from..).rev().for_each(|name| self.visitor.close(&name));
    }

    /// That the file ends too early, if it does.
    fn cut(&mut self, end: usize) -> Option<Trouble> {
        let message = "the file ends before its last element does; what is there is read";
        let cut = !self.open.is_empty() || !self.whole;
        cut.then(|| self.trouble(end, message.to_owned()))
    }

    fn trouble(&mut self, offset: usize, message: String) -> Trouble {
        let (line, column) = self.places.of(offset);
        Trouble { line, column, message }
    }
}

fn offset(position: u64, text: &str) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX).min(text.len())
}

fn element(start: &BytesStart, at: (u32, u32)) -> Element {
    let name = start.local_name();
    let name: &str = name.as_ref();
    // An attribute that is damaged is left out, and those behind it may be too.
    let mut attributes = start.html_attributes();
    let attributes = attributes.with_checks(false).flatten().map(|attribute| {
        let key = attribute.key.local_name();
        let key: &str = key.as_ref();
        let value = attribute
            .normalized_value_with(XmlVersion::Implicit1_0, 1, known)
            .map_or_else(|_| attribute.value.to_string(), |value| value.into_owned());
        (key.to_owned(), value)
    });
    Element { name: name.to_owned(), attributes: attributes.collect(), at }
}

/// Entities and their texts: those of XML, and those of HTML that engines write.
static ENTITIES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("entities.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t')).collect()
});

/// The text of an entity that is known.
pub(in crate::read) fn known(name: &str) -> Option<&'static str> {
    ENTITIES.iter().find(|(entity, _)| *entity == name).map(|(_, text)| *text)
}

/// The text of an entity in a text; an unknown one stays as it is written.
fn entity(name: &str) -> String {
    known(name).map_or_else(|| format!("&{name};"), str::to_owned)
}

/// Lines and columns of offsets that only grow.
struct Places<'a> {
    text: &'a str,
    byte: usize,
    line: u32,
    /// Where the line starts.
    start: usize,
}

impl Places<'_> {
    fn of(&mut self, offset: usize) -> (u32, u32) {
        let offset = self.text.floor_char_boundary(offset);
        if offset > self.byte {
            let passed = &self.text[self.byte..offset];
            let lines = passed.bytes().filter(|&b| b == b'\n').count();
            self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
            if let Some(last) = passed.rfind('\n') {
                self.start = self.byte + last + 1;
            }
            self.byte = offset;
        }
        // Of a file in one line the column is not counted: it would take too long, and no editor
        // goes there.
        let column = match self.text.get(self.start..offset) {
            Some(before) if before.len() < MOST_COLUMNS => before.chars().count() + 1,
            _ => 0,
        };
        (self.line, u32::try_from(column).unwrap_or(0))
    }
}

/// Longest line whose columns are counted, in bytes.
const MOST_COLUMNS: usize = 4_096;

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is visited, as one line.
    #[derive(Default)]
    struct Log(String);

    impl Visitor for Log {
        fn open(&mut self, element: &Element) {
            let id = element.get("id").unwrap_or("");
            self.0.push_str(&format!("<{}{id}>", element.name));
        }

        fn text(&mut self, text: &str) {
            self.0.push_str(text.trim());
        }

        fn close(&mut self, name: &str) {
            self.0.push_str(&format!("</{name}>"));
        }
    }

    fn log(text: &str) -> (String, Option<Trouble>) {
        let mut log = Log::default();
        let trouble = walk(text, &mut log);
        (log.0, trouble)
    }

    #[test]
    fn elements_are_balanced_whatever_the_file_does() {
        for (text, want) in [
            ("<a><b id='1'/>x</a>", "<a><b1></b>x</a>"),
            ("<html><br><p>x<p>y</html>", "<html><br></br><p>x<p>y</p></p></html>"),
            ("<a><b>x</a></b>", "<a><b>x</b></a>"),
            ("<n:a xmlns:n='u'><n:b>x</n:b></n:a>", "<a><b>x</b></a>"),
            ("<a>&lt;&#101;&#x34;&nbsp;&unknown;&amp;</a>", "<a><e4&unknown;&</a>"),
        ] {
            let (found, trouble) = log(text);
            assert_eq!(found, want, "{text}");
            assert!(trouble.is_none(), "{text}: {trouble:?}");
        }
    }

    #[test]
    fn a_cut_file_is_read_so_far() {
        let (found, trouble) = log("<a>\n<b>x</b>\n<b>y");
        assert_eq!(found, "<a><b>x</b><b>y</b></a>");
        assert_eq!(trouble.map(|t| t.line), Some(3));
        let (found, trouble) = log("<a>\n<b>x</b>\n<b id='1");
        assert_eq!(found, "<a><b>x</b></a>");
        assert_eq!(trouble.map(|t| (t.line, t.column)), Some((3, 1)));
    }

    #[test]
    fn entities_of_the_file_are_not_expanded() {
        let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;&b;&b;'>]><a id='&c;'>&c;</a>";
        let (found, _) = log(bomb);
        assert_eq!(found, "<a&c;>&c;</a>");
    }

    #[test]
    fn nesting_has_an_end() {
        let (_, trouble) = log(&"<a>".repeat(100_000));
        assert!(trouble.is_some_and(|t| t.message.contains("nested")));
    }
}
