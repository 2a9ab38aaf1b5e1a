//! DOCX (ECMA-376, part 1, chapter 17): its text, with the looks and numbers that its styles and
//! lists say.
//!
//! Changes that are tracked are read as if they were accepted. A text box that stands there twice,
//! for programs of different age, is read once.

use std::collections::{HashMap, HashSet};

use super::{Document, Look, MAX_PARENTS, lines::Lines, numbers::Numbers, walk};
use crate::{
    error::ErrorKind,
    read::{
        ocr::xml::{Element, Visitor},
        package::Package,
    },
};

/// Elements of which nothing is shown, or that say how it was before: what was deleted, a copy for
/// old programs, readings of ruby characters, stops of tabs.
const ASIDE: [&str; 7] = ["del", "moveFrom", "Fallback", "rt", "pPrChange", "rPrChange", "tabs"];
/// Fonts of pictures, in which a letter is none.
const PICTURES: [&str; 2] = ["wingdings", "webdings"];

/// The text of a package whose main part has this name.
pub(super) fn read(package: &mut Package, main: &str) -> Result<Document, ErrorKind> {
    let text = package.needed(main)?;
    let mut word = Word::default();
    // The text stands there without these, and so they need not be whole.
    for (kind, visitor) in
        [("styles", &mut word.styles as &mut dyn Visitor), ("numbering", &mut word.lists)]
    {
        if let Ok(Some(name)) = package.related(main, kind)
            && let Ok(Some(text)) = package.part(&name)
        {
            walk(&name, &text, visitor);
        }
    }
    let trouble = walk(main, &text, &mut word);
    let mut document = word.lines.finish();
    document.troubles.extend(trouble);
    Ok(document)
}

/// What is said of a text; nothing where its style says it.
#[derive(Debug, Clone, Default)]
struct Run {
    style: Option<String>,
    bold: Option<bool>,
    struck: Option<bool>,
    hidden: Option<bool>,
}

impl Run {
    /// Takes what an element says.
    fn take(&mut self, element: &Element) {
        match element.name.as_str() {
            "b" => self.bold = Some(is_on(element)),
            "strike" | "dstrike" => self.struck = Some(is_on(element)),
            "vanish" => self.hidden = Some(is_on(element)),
            "rStyle" => self.style = value(element),
            _ => {}
        }
    }
}

fn value(element: &Element) -> Option<String> {
    element.get("val").map(str::to_owned)
}

/// Whether a switch is on, as it is without a value.
fn is_on(element: &Element) -> bool {
    !matches!(element.get("val"), Some("0" | "false" | "off"))
}

/// A paragraph that is being read.
#[derive(Debug, Clone, Default)]
struct Paragraph {
    style: Option<String>,
    item: Item,
}

/// The list that a paragraph is an item of, and how deep it is in it.
#[derive(Debug, Clone, Default)]
struct Item {
    list: Option<String>,
    level: Option<usize>,
}

impl Item {
    /// Takes what an element says.
    fn take(&mut self, element: &Element) {
        match element.name.as_str() {
            "numId" => self.list = value(element),
            "ilvl" => self.level = element.get("val").and_then(|level| level.parse().ok()),
            _ => {}
        }
    }
}

/// Reads the main part.
#[derive(Default)]
struct Word {
    lines: Lines,
    styles: Styles,
    lists: Lists,
    /// How deep it is in an element of which nothing is shown.
    aside: u32,
    /// Paragraphs, runs and cells that are open, the innermost last; text boxes stand within runs.
    paragraphs: Vec<Paragraph>,
    runs: Vec<Run>,
    spans: Vec<u32>,
    /// Whether one of the choices for a text box was read.
    chosen: Vec<bool>,
    in_properties: bool,
    in_text: bool,
}

impl Word {
    /// Takes what is said of a paragraph, and of the sign at its end, which is none of its text.
    fn property(&mut self, element: &Element) {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            match element.name.as_str() {
                "pStyle" => paragraph.style = value(element),
                _ => paragraph.item.take(element),
            }
        }
    }

    /// Counts a paragraph that is an item of a list.
    fn count(&mut self) {
        let Some(paragraph) = self.paragraphs.last() else { return };
        let of_style = self.styles.item(paragraph.style.as_deref());
        let list = paragraph.item.list.clone().or(of_style.list);
        let level = paragraph.item.level.or(of_style.level).unwrap_or(0);
        self.lines.number(list.and_then(|list| self.lists.next(&list, level)));
    }

    /// Writes a text of the run that is open.
    fn put(&mut self, text: &str) {
        let style = self.paragraphs.last().and_then(|paragraph| paragraph.style.as_deref());
        self.lines.put(text, self.styles.look(style, self.runs.last()));
    }
}

impl Visitor for Word {
    fn open(&mut self, element: &Element) {
        let name = element.name.as_str();
        let chosen = name == "Choice" && self.chosen.last() == Some(&true);
        if self.aside > 0 || chosen || ASIDE.contains(&name) {
            self.aside += 1;
            return;
        }
        if self.in_properties {
            return self.property(element);
        }
        match name {
            "p" => self.paragraphs.push(Paragraph::default()),
            "pPr" => self.in_properties = true,
            "r" => self.runs.push(Run::default()),
            "t" => self.in_text = true,
            "br" | "cr" => self.lines.end_line(),
            "tab" | "ptab" => self.put("\t"),
            "noBreakHyphen" => self.put("-"),
            "sym" => {
                if let Some(sign) = symbol(element) {
                    self.put(sign.encode_utf8(&mut [0; 4]));
                }
            }
            "tr" => self.lines.open_row(),
            "tc" => {
                self.lines.open_cell();
                self.spans.push(1);
            }
            "gridSpan" => {
                let number = element.get("val").and_then(|number| number.parse().ok());
                if let (Some(span), Some(number)) = (self.spans.last_mut(), number) {
                    *span = number;
                }
            }
            "txbxContent" => self.lines.open_box(),
            "AlternateContent" => self.chosen.push(false),
            "Choice" => {
                if let Some(chosen) = self.chosen.last_mut() {
                    *chosen = true;
                }
            }
            _ => {
                if let Some(run) = self.runs.last_mut() {
                    run.take(element);
                }
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_text && self.aside == 0 {
            self.put(&text.replace(['\r', '\n', '\t'], " "));
        }
    }

    fn close(&mut self, name: &str) {
        if self.aside > 0 {
            self.aside -= 1;
            return;
        }
        match name {
            "pPr" => {
                self.in_properties = false;
                self.count();
            }
            _ if self.in_properties => {}
            "p" => {
                self.lines.end_line();
                self.paragraphs.pop();
            }
            "r" => {
                self.runs.pop();
            }
            "t" => self.in_text = false,
            "tr" => self.lines.close_row(),
            "tc" => {
                let span = self.spans.pop().unwrap_or(1);
                self.lines.close_cell(span);
            }
            "txbxContent" => self.lines.close_box(),
            "AlternateContent" => {
                self.chosen.pop();
            }
            _ => {}
        }
    }
}

/// A sign of a font of its own. Those of ASCII are moved to a private place.
fn symbol(element: &Element) -> Option<char> {
    let font = element.get("font").unwrap_or("").to_ascii_lowercase();
    let code = u32::from_str_radix(element.get("char")?, 16).ok()?;
    let is_private = (0xF020..0xF100).contains(&code);
    if is_private && PICTURES.iter().any(|pictures| font.starts_with(pictures)) {
        return None;
    }
    char::from_u32(if is_private { code - 0xF000 } else { code })
}

/// Styles by their ids.
#[derive(Default)]
struct Styles {
    styles: HashMap<String, Style>,
    /// The style that is being read, and that of paragraphs that name none.
    open: Option<String>,
    usual: Option<String>,
}

#[derive(Debug, Default)]
struct Style {
    parent: Option<String>,
    run: Run,
    item: Item,
}

impl Styles {
    /// A style, and those that it builds on.
    fn line<'a>(&'a self, id: Option<&'a str>) -> impl Iterator<Item = &'a Style> {
        let first = id.and_then(|id| self.styles.get(id));
        let parent = |style: &&'a Style| self.styles.get(style.parent.as_deref()?);
        std::iter::successors(first, parent).take(MAX_PARENTS)
    }

    /// How a run of a paragraph looks.
    fn look(&self, paragraph: Option<&str>, run: Option<&Run>) -> Look {
        let paragraph = paragraph.or(self.usual.as_deref());
        let is = |own: fn(&Run) -> Option<bool>| {
            let of = |id| self.line(id).find_map(|style| own(&style.run)).unwrap_or(false);
            // The style of a run turns round what that of the paragraph says (17.7.3).
            run.and_then(own)
                .unwrap_or_else(|| of(paragraph) != of(run.and_then(|run| run.style.as_deref())))
        };
        Look {
            bold: is(|run| run.bold),
            struck: is(|run| run.struck),
            hidden: is(|run| run.hidden),
        }
    }

    /// The list that the paragraphs of a style are items of.
    fn item(&self, paragraph: Option<&str>) -> Item {
        let id = paragraph.or(self.usual.as_deref());
        Item {
            list: self.line(id).find_map(|style| style.item.list.clone()),
            level: self.line(id).find_map(|style| style.item.level),
        }
    }
}

impl Visitor for Styles {
    fn open(&mut self, element: &Element) {
        if element.name == "style" {
            let id = element.get("styleId").unwrap_or("").to_owned();
            if element.get("type") == Some("paragraph")
                && matches!(element.get("default"), Some("1" | "true"))
            {
                self.usual = Some(id.clone());
            }
            self.styles.insert(id.clone(), Style::default());
            self.open = Some(id);
            return;
        }
        let Some(style) = self.open.as_ref().and_then(|id| self.styles.get_mut(id)) else { return };
        match element.name.as_str() {
            "basedOn" => style.parent = value(element),
            _ => {
                style.run.take(element);
                style.item.take(element);
            }
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, name: &str) {
        if name == "style" {
            self.open = None;
        }
    }
}

/// The numbered lists.
#[derive(Default)]
struct Lists {
    /// How lists are numbered; those that share a pattern count together.
    patterns: HashMap<String, Numbers>,
    lists: HashMap<String, List>,
    /// Lists that have begun.
    begun: HashSet<String>,
    /// What is being read: a pattern or a list, and the level in it.
    open: Option<Open>,
    level: usize,
    /// Whether the numbers of the level are figures.
    figures: bool,
}

enum Open {
    Pattern(String),
    List(String),
}

#[derive(Debug, Default)]
struct List {
    pattern: String,
    /// First numbers that are its own, with their levels.
    starts: Vec<(usize, u32)>,
}

impl Lists {
    /// Counts an item of a list; gives what stands before it.
    fn next(&mut self, id: &str, level: usize) -> Option<String> {
        let list = self.lists.get(id)?;
        let numbers = self.patterns.get_mut(&list.pattern)?;
        if self.begun.insert(id.to_owned()) {
            list.starts.iter().for_each(|&(level, start)| numbers.restart(level, start));
        }
        numbers.next(level)
    }

    /// Takes what is said of a level of a pattern.
    fn of_pattern(&mut self, id: &str, element: &Element) {
        let level = self.patterns.get_mut(id).and_then(|numbers| numbers.level(self.level));
        let Some(level) = level else { return };
        match element.name.as_str() {
            "start" => level.start = element.get("val").and_then(|start| start.parse().ok()),
            "lvlText" => {
                let pattern = value(element).filter(|pattern| pattern.contains('%'));
                level.pattern = pattern.filter(|_| self.figures);
            }
            _ => {}
        }
    }

    /// Takes what is said of a list.
    fn of_list(&mut self, id: &str, element: &Element) {
        let Some(list) = self.lists.get_mut(id) else { return };
        match element.name.as_str() {
            "abstractNumId" => list.pattern = value(element).unwrap_or_default(),
            "startOverride" => {
                let start = element.get("val").and_then(|start| start.parse().ok());
                list.starts.extend(start.map(|start| (self.level, start)));
            }
            _ => {}
        }
    }
}

impl Visitor for Lists {
    fn open(&mut self, element: &Element) {
        let id = |name: &str| element.get(name).unwrap_or("").to_owned();
        match element.name.as_str() {
            "abstractNum" => {
                let id = id("abstractNumId");
                self.patterns.insert(id.clone(), Numbers::default());
                self.open = Some(Open::Pattern(id));
            }
            "num" => {
                let id = id("numId");
                self.lists.insert(id.clone(), List::default());
                self.open = Some(Open::List(id));
            }
            "lvl" | "lvlOverride" => {
                self.level = element.get("ilvl").and_then(|level| level.parse().ok()).unwrap_or(0);
                self.figures = true;
            }
            "numFmt" => {
                self.figures = matches!(element.get("val"), Some("decimal" | "decimalZero"));
            }
            _ => match self.open.take() {
                Some(Open::Pattern(id)) => {
                    self.of_pattern(&id, element);
                    self.open = Some(Open::Pattern(id));
                }
                Some(Open::List(id)) => {
                    self.of_list(&id, element);
                    self.open = Some(Open::List(id));
                }
                None => {}
            },
        }
    }

    fn text(&mut self, _: &str) {}

    fn close(&mut self, _: &str) {}
}
