//! ODT (OpenDocument 1.3, part 3): its text, with the looks and numbers that its styles and lists
//! say.

use std::collections::HashMap;

use super::{
    Document, Look, MAX_PARENTS,
    lines::Lines,
    numbers::{Level, Numbers},
    walk,
};
use crate::{
    error::ErrorKind,
    read::{
        ocr::xml::{Element, Visitor},
        package::Package,
    },
};

/// Elements that are none of the text: notes on it, what was deleted, descriptions of pictures,
/// readings of ruby characters, tables of contents, numbers that are counted here.
const ASIDE: [&str; 14] = [
    "note",
    "annotation",
    "tracked-changes",
    "title",
    "desc",
    "ruby-text",
    "number",
    "table-of-content",
    "illustration-index",
    "table-index",
    "object-index",
    "user-index",
    "alphabetical-index",
    "bibliography",
];
/// Most blanks that one element stands for.
const MOST_BLANKS: usize = 256;

/// The text of a package.
pub(super) fn read(package: &mut Package) -> Result<Document, ErrorKind> {
    let name = "content.xml";
    let text = package.needed(name)?;
    let mut writer = Writer::default();
    // The text stands there without these, and so they need not be whole.
    if let Ok(Some(styles)) = package.part("styles.xml") {
        walk("styles.xml", &styles, &mut writer);
    }
    let trouble = walk(name, &text, &mut writer);
    let mut document = writer.lines.finish();
    document.troubles.extend(trouble);
    Ok(document)
}

/// Reads styles, and the text behind them.
#[derive(Default)]
struct Writer {
    lines: Lines,
    styles: Styles,
    /// Whether the text has begun; headers and footers are styles.
    in_body: bool,
    /// How deep it is in an element that is none of the text.
    aside: u32,
    /// The looks of the paragraphs and spans that are open, the innermost last, and how many of
    /// them are paragraphs.
    looks: Vec<Look>,
    paragraphs: u32,
    /// The lists that are open, the innermost last, by the names of their styles.
    lists: Vec<String>,
    /// An item of a list whose first paragraph is to come, and the number that it asks for. One
    /// that has only another list within it is not counted.
    item: Option<Option<u32>>,
}

impl Writer {
    fn put(&mut self, text: &str) {
        if self.paragraphs > 0 {
            self.lines.put(text, self.looks.last().copied().unwrap_or_default());
        }
    }

    /// Begins a paragraph or a part of one.
    fn open_text(&mut self, family: &'static str, element: &Element) {
        let outer = self.looks.last().copied().unwrap_or_default();
        let outer = if family == PARAGRAPH { Look::default() } else { outer };
        self.looks.push(self.styles.look(family, element.get("style-name"), outer));
        if family == PARAGRAPH {
            self.paragraphs += 1;
            let number = self.item.take().and_then(|start| self.count(start));
            self.lines.number(number);
        }
    }

    /// Begins a list, or goes on with one.
    fn open_list(&mut self, element: &Element) {
        // A list within another one has its style.
        let outer = self.lists.last().cloned();
        let name = element.get("style-name").map(str::to_owned).or_else(|| outer.clone());
        let name = name.unwrap_or_default();
        let goes_on = element.get("continue-numbering") == Some("true")
            || element.get("continue-list").is_some();
        if outer.is_none()
            && !goes_on
            && let Some(numbers) = self.styles.lists.get_mut(&name)
        {
            numbers.reset();
        }
        self.lists.push(name);
        self.item = None;
    }

    /// Counts an item of the innermost list, from a number if it asks for one; gives what stands
    /// before it.
    fn count(&mut self, start: Option<u32>) -> Option<String> {
        let level = self.lists.len().checked_sub(1)?;
        let numbers = self.styles.lists.get_mut(&self.lists[level])?;
        if let Some(start) = start {
            numbers.restart(level, start);
        }
        numbers.next(level)
    }
}

impl Visitor for Writer {
    fn open(&mut self, element: &Element) {
        let name = element.name.as_str();
        if name == "body" {
            self.in_body = true;
        }
        if !self.in_body {
            return self.styles.open(element);
        }
        let hidden = name == "section" && element.get("display") == Some("none");
        if self.aside > 0 || hidden || ASIDE.contains(&name) {
            self.aside += 1;
            return;
        }
        match name {
            "p" | "h" => self.open_text(PARAGRAPH, element),
            "span" => self.open_text(TEXT, element),
            "s" => {
                let count = element.get("c").and_then(|count| count.parse().ok()).unwrap_or(1);
                self.put(&" ".repeat(count.min(MOST_BLANKS)));
            }
            "tab" => self.put("\t"),
            "line-break" => self.lines.end_line(),
            "list" => self.open_list(element),
            "list-item" => {
                self.item = Some(element.get("start-value").and_then(|start| start.parse().ok()));
            }
            "table-row" => self.lines.open_row(),
            "table-cell" | "covered-table-cell" => self.lines.open_cell(),
            "text-box" => self.lines.open_box(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if !self.in_body || self.aside > 0 || self.paragraphs == 0 {
            return;
        }
        // Blanks that count are elements.
        let line = self.lines.open_line();
        let mut blank = line.is_empty() || line.ends_with(' ');
        let mut kept = String::with_capacity(text.len());
        for c in text.chars() {
            let is_blank = matches!(c, ' ' | '\t' | '\r' | '\n');
            if !is_blank || !blank {
                kept.push(if is_blank { ' ' } else { c });
            }
            blank = is_blank;
        }
        if !kept.is_empty() {
            self.put(&kept);
        }
    }

    fn close(&mut self, name: &str) {
        if !self.in_body {
            return self.styles.close(name);
        }
        if self.aside > 0 {
            self.aside -= 1;
            return;
        }
        match name {
            "p" | "h" => {
                self.lines.end_line();
                self.looks.pop();
                self.paragraphs = self.paragraphs.saturating_sub(1);
            }
            "span" => {
                self.looks.pop();
            }
            "list" => {
                self.lists.pop();
            }
            "list-item" => self.item = None,
            "table-row" => self.lines.close_row(),
            "table-cell" | "covered-table-cell" => self.lines.close_cell(1),
            "text-box" => self.lines.close_box(),
            "body" => self.in_body = false,
            _ => {}
        }
    }
}

/// Families of styles.
const PARAGRAPH: &str = "paragraph";
const TEXT: &str = "text";

/// Styles of text, by family and name, and of lists, by name.
#[derive(Default)]
struct Styles {
    styles: HashMap<(String, String), Style>,
    lists: HashMap<String, Numbers>,
    /// The style of a text that is being read, and that of a list.
    open: Option<(String, String)>,
    open_list: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    parent: Option<String>,
    bold: Option<bool>,
    struck: Option<bool>,
    hidden: Option<bool>,
}

impl Styles {
    /// How a text of a style looks within another one.
    fn look(&self, family: &str, name: Option<&str>, outer: Look) -> Look {
        let of = |name: &str| self.styles.get(&(family.to_owned(), name.to_owned()));
        let first = name.and_then(of);
        let line: Vec<&Style> =
            std::iter::successors(first, |style| of(style.parent.as_deref()?))
                .take(MAX_PARENTS)
                .collect();
        let is = |own: fn(&Style) -> Option<bool>, outer: bool| {
            line.iter().find_map(|style| own(style)).unwrap_or(outer)
        };
        Look {
            bold: is(|style| style.bold, outer.bold),
            struck: is(|style| style.struck, outer.struck),
            hidden: is(|style| style.hidden, outer.hidden),
        }
    }

    fn open(&mut self, element: &Element) {
        let name = || element.get("name").unwrap_or("").to_owned();
        match element.name.as_str() {
            "style" => {
                let key = (element.get("family").unwrap_or("").to_owned(), name());
                let parent = element.get("parent-style-name").map(str::to_owned);
                self.styles.insert(key.clone(), Style { parent, ..Style::default() });
                self.open = Some(key);
            }
            "list-style" => {
                self.lists.insert(name(), Numbers::default());
                self.open_list = Some(name());
            }
            "text-properties" => {
                let style = self.open.as_ref().and_then(|key| self.styles.get_mut(key));
                if let Some(style) = style {
                    style.take(element);
                }
            }
            "list-level-style-number" => {
                let numbers = self.open_list.as_ref().and_then(|name| self.lists.get_mut(name));
                let level = element.get("level").and_then(|level| level.parse::<usize>().ok());
                let level = level.and_then(|level| level.checked_sub(1)).zip(numbers);
                if let Some((at, level)) =
                    level.and_then(|(at, numbers)| Some((at, numbers.level(at)?)))
                {
                    *level = numbered(element, at);
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "style" => self.open = None,
            "list-style" => self.open_list = None,
            _ => {}
        }
    }
}

impl Style {
    /// Takes what is said of the text.
    fn take(&mut self, properties: &Element) {
        let weight = properties.get("font-weight");
        self.bold = weight.map(|weight| match weight.parse::<u32>() {
            Ok(weight) => weight >= 600,
            Err(_) => weight == "bold",
        });
        let line = properties.get("text-line-through-style");
        let line = line.or_else(|| properties.get("text-line-through-type"));
        self.struck = line.map(|line| line != "none");
        self.hidden = properties.get("display").map(|display| display == "none");
    }
}

/// How a level of a list, counted from 0, is numbered.
fn numbered(element: &Element, at: usize) -> Level {
    let of = |name| element.get(name).unwrap_or("");
    let shown = element.get("display-levels").and_then(|shown| shown.parse().ok()).unwrap_or(1);
    let shown = shown.clamp(1, at + 1);
    let numbers: Vec<String> = (at + 2 - shown..=at + 1).map(|level| format!("%{level}")).collect();
    let pattern = format!("{}{}", of("num-prefix"), numbers.join(".") + of("num-suffix"));
    Level {
        pattern: Some(pattern).filter(|_| of("num-format") == "1"),
        start: element.get("start-value").and_then(|start| start.parse().ok()),
    }
}
