//! Pages, HTML and XML: what they show, a line a block, and what their attributes hold of a game.
//!
//! Attributes count where they hold a whole game (`data-pgn="…"`), a move (`<move white="e4"
//! black="e5"/>`, `<move from="e2" to="e4"/>`), or, in elements that HTML has not, what tells of
//! the game (`<game white="Berg" result="1-0">`). So do elements that are named for it,
//! `<white>Berg</white>`. Scripts count where the page shows no moves.

use super::view::View;
use crate::read::{
    heading::labels,
    pgn::{self, tag},
    raw::entities,
    shape::scan,
    table,
};

/// Fewest elements that are closed on a page.
const FEW: usize = 2;
/// Fewest moves that are a game.
const MOVES: usize = 4;
/// Share of moves among the words of an attribute that is a game.
const SHARE: f64 = 0.8;
/// Longest element with its attributes, in bytes, and most attributes that it may have.
const LONGEST: usize = 1 << 20;
const ATTRIBUTES: usize = 64;

/// Elements that end a line.
const BLOCKS: [&str; 27] = [
    "p",
    "div",
    "br",
    "tr",
    "li",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "table",
    "ul",
    "ol",
    "section",
    "article",
    "header",
    "footer",
    "pre",
    "blockquote",
    "dt",
    "dd",
    "dl",
    "hr",
    "body",
    "option",
    "textarea",
];
/// Elements of a part of a word.
const WITHIN: [&str; 19] = [
    "b", "i", "em", "strong", "u", "font", "a", "sup", "sub", "small", "mark", "tt", "code", "ins",
    "del", "cite", "kbd", "big", "img",
];
/// Other elements of HTML.
const OTHERS: [&str; 6] = ["html", "head", "span", "td", "th", "input"];
/// Elements that are not shown.
const HIDDEN: [&str; 4] = ["script", "style", "title", "svg"];
/// Elements, and classes of them, that hold what was not played.
const ASIDE: [&str; 6] =
    ["interrupt", "inline", "variation", "variations", "sideline", "sidelines"];
/// Longest of them that is looked for its end, in bytes.
const LONG_ASIDE: usize = 64 * 1024;
/// Attributes that hold the letter of a piece whose picture stands there.
const FIGURINE: [&str; 3] = ["data-figurine", "data-piece", "alt"];

/// What a page shows.
pub(super) fn view<'a>(text: &'a str, sample: &str) -> Option<View<'a>> {
    if !is_page(sample) {
        return None;
    }
    let shown = shown(text);
    let moves = shown.text().split_whitespace().filter(|word| scan::is_move(word)).count();
    let (_, found) = pgn::likeness(&shown.text()[..shown.text().floor_char_boundary(sample.len())]);
    Some(if moves.max(found) >= MOVES { shown } else { Page::new(text, true).view })
}

/// What a text shows that is known to be a page.
pub(super) fn shown(text: &str) -> View<'_> {
    Page::new(text, false).view
}

/// Whether a text is a page.
fn is_page(sample: &str) -> bool {
    let begins = sample.trim_start_matches('\u{feff}').trim_start();
    let lower = || sample.to_ascii_lowercase();
    let marked = begins.starts_with('<')
        || ["<html", "<body", "<table", "<div", "<!doctype"]
            .iter()
            .any(|name| lower().contains(name));
    let is_name = |rest: &str| rest.starts_with(|c: char| c.is_ascii_alphabetic());
    let closed = sample.split("</").skip(1).filter(|rest| is_name(rest)).count();
    let empty = sample.matches("/>").count();
    let holds = sample.contains("data-pgn") || sample.contains("pgn=\"");
    marked && (closed + empty >= FEW || holds)
}

/// An element as it begins or ends.
struct Element<'a> {
    name: String,
    ends: bool,
    attributes: Vec<(&'a str, &'a str, usize)>,
}

/// Writes what a page shows.
struct Page<'a> {
    view: View<'a>,
    text: &'a str,
    scripts: bool,
    /// The byte at which the elements are closed that hold what was not played, the next one last.
    asides: Vec<usize>,
    /// The lists that are open, the innermost last: the number of the next item, if they have some.
    lists: Vec<Option<u32>>,
    /// The number of an item of which nothing is shown yet, and what was shown before it, in bytes.
    item: Option<(u32, usize)>,
}

impl<'a> Page<'a> {
    fn new(text: &'a str, scripts: bool) -> Page<'a> {
        let (view, asides, lists) = (View::new(text), Vec::new(), Vec::new());
        let mut page = Page { view, text, scripts, asides, lists, item: None };
        page.read();
        page
    }

    fn read(&mut self) {
        let mut at = 0;
        while let Some(open) = self.text[at..].find('<').map(|open| at + open) {
            self.number(at, open);
            self.view.copy(at, open);
            if self.text[open..].starts_with("<!--") {
                let end =
                    self.text[open..].find("-->").map_or(self.text.len(), |end| open + end + 3);
                at = end;
                continue;
            }
            let Some((element, end)) = element(self.text, open) else {
                self.view.copy(open, open + 1);
                at = open + 1;
                continue;
            };
            at = end;
            if HIDDEN.contains(&element.name.as_str()) && !element.ends {
                let close = end_of(self.text, &element.name, end);
                if self.scripts && element.name == "script" {
                    self.view.part('\n');
                    self.view.copy(end, close);
                }
                at = close;
                continue;
            }
            if self.asides.last() == Some(&open) {
                self.asides.pop();
                self.view.put(")", open);
            }
            self.element(&element, end);
            if is_aside(&element)
                && !self.text[end..].trim_start().starts_with(['(', '['])
                && let Some(close) = partner(self.text, &element.name, end)
            {
                self.asides.push(close);
                self.view.put("(", end);
            }
        }
        self.view.copy(at, self.text.len());
    }

    /// Writes what an element stands for; `end` is the byte behind its beginning.
    fn element(&mut self, element: &Element, end: usize) {
        let name = element.name.as_str();
        match name {
            name if BLOCKS.contains(&name) => {
                self.view.part('\n');
                self.list(element);
            }
            "td" | "th" if element.ends => self.view.put("\t", end),
            "b" | "strong" => self.view.set_bold(!element.ends),
            name if WITHIN.contains(&name) || name == "td" || name == "th" => {}
            // The piece before its square.
            "span" if element.attributes.iter().any(|(key, value, _)| is_figurine(key, value)) => {}
            "span" if element.ends && self.view.text().ends_with(is_piece) => {}
            _ => self.view.part(' '),
        }
        self.attributes(element, end);
        let content = self.text[end..].split('<').next().unwrap_or("").trim();
        if !element.ends && !is_html(name) && !scan::is_move(content) {
            self.label(name, end);
        }
    }

    /// Counts the items of lists.
    fn list(&mut self, element: &Element) {
        let value = |name| {
            let mut attributes = element.attributes.iter();
            attributes.find(|(key, ..)| *key == name).map(|(_, value, _)| value.trim())
        };
        let number = |name| value(name).and_then(|value| value.parse().ok());
        match (element.name.as_str(), element.ends) {
            // Others have letters.
            ("ol", false) if matches!(value("type"), None | Some("1")) => {
                self.lists.push(Some(number("start").unwrap_or(1)));
            }
            ("ol" | "ul", false) => self.lists.push(None),
            ("ol" | "ul", true) => {
                self.lists.pop();
            }
            ("li", false) => {
                self.item = None;
                if let Some(Some(next)) = self.lists.last_mut() {
                    let own = number("value").unwrap_or(*next);
                    *next = own.saturating_add(1);
                    self.item = Some((own, self.view.text().len()));
                }
            }
            _ => {}
        }
    }

    /// Writes the number of an item that begins with a move, between these bytes: browsers show
    /// it, and it stands nowhere on the page.
    fn number(&mut self, from: usize, to: usize) {
        let Some((number, shown)) = self.item else { return };
        let text = self.text[from..to].trim_start();
        if text.is_empty() {
            return;
        }
        self.item = None;
        if scan::begins_row(text) && self.view.text()[shown..].trim().is_empty() {
            self.view.put(&format!("{number}. "), to - text.len());
        }
    }

    /// Begins a line that tells something, if a name says so.
    fn label(&mut self, name: &str, at: usize) -> bool {
        let side = table::side(name).filter(|_| name.len() > 1);
        let side = side.map(|color| color.fold_wb("White", "Black"));
        let Some(label) = side.or_else(|| labels::tag(name)) else { return false };
        self.view.part('\n');
        self.view.put(label, at);
        self.view.put(": ", at);
        true
    }

    /// Writes what the attributes of an element hold of a game that it does not show.
    fn attributes(&mut self, element: &Element, end: usize) {
        let mut squares = String::new();
        let mut moves = 0;
        for &(key, value, at) in &element.attributes {
            if is_figurine(key, value) {
                self.view.put(value, at);
            } else if value.len() > 16 && is_game(value) {
                self.view.part('\n');
                self.view.put(&plain(value), at);
                self.view.part('\n');
            } else if is_html(&element.name) {
            } else if matches!(key, "from" | "to") && value.len() == 2 {
                squares.push_str(value);
                if squares.len() == 4 {
                    self.view.put(&squares, at);
                    self.view.part(' ');
                }
            } else if scan::is_move(value) {
                let hidden = !shows(&self.text[end..], value);
                // `san="e4" uci="e2e4"` is one move.
                moves += u32::from(hidden && table::side(key).is_none());
                if hidden && moves <= 1 {
                    self.view.put(value, at);
                    self.view.part(' ');
                }
            } else if !value.trim().is_empty() && self.label(key, at) {
                self.view.put(&plain(value), at);
                self.view.part('\n');
            }
        }
    }
}

/// Whether HTML has an element of this name.
fn is_html(name: &str) -> bool {
    BLOCKS.contains(&name) || WITHIN.contains(&name) || OTHERS.contains(&name)
}

/// Whether `c` is the English letter of a piece.
fn is_piece(c: char) -> bool {
    matches!(c, 'K' | 'Q' | 'R' | 'B' | 'N')
}

/// Whether an attribute holds the letter of a piece.
fn is_figurine(key: &str, value: &str) -> bool {
    let mut letters = value.chars();
    FIGURINE.contains(&key) && letters.next().is_some_and(is_piece) && letters.next().is_none()
}

/// Whether the value of an attribute is a game.
fn is_game(value: &str) -> bool {
    let value = plain(&value[..value.floor_char_boundary(4 * 1024)]);
    let (share, moves) = pgn::likeness(&value);
    moves >= MOVES && (share > SHARE || value.lines().any(tag::is_tag_line))
}

/// The value of an attribute without entities; they may stand for the ends of lines.
fn plain(value: &str) -> String {
    let lines = ["&#10;", "&#xA;", "&#xa;", "&#13;"];
    let value = lines.iter().fold(value.to_owned(), |value, entity| value.replace(entity, "\n"));
    entities::decoded(&value).into_owned()
}

/// Whether a word is the first that a page shows.
fn shows(page: &str, word: &str) -> bool {
    let mut rest = page.trim_start();
    while let Some(inside) = rest.strip_prefix('<') {
        let Some((_, behind)) = inside.split_once('>') else { return false };
        rest = behind.trim_start();
    }
    rest.strip_prefix(word).is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
}

/// Whether an element begins that holds what was not played, by its name or class.
fn is_aside(element: &Element) -> bool {
    let is_one = |name: &str| ASIDE.contains(&name);
    let mut classes = element.attributes.iter().filter(|(key, ..)| *key == "class");
    !element.ends
        && (is_one(&element.name)
            || classes.any(|(_, value, _)| value.split_whitespace().any(is_one)))
}

/// The byte at which the element is closed that begins before a byte, others of its name in it.
fn partner(text: &str, name: &str, from: usize) -> Option<usize> {
    let limit = text.floor_char_boundary(from.saturating_add(LONG_ASIDE));
    let mut open = 1_u32;
    text[from..limit].match_indices('<').map(|(at, _)| from + at).find(|&at| {
        let rest = &text[at + 1..];
        let (ends, rest) = rest.strip_prefix('/').map_or((false, rest), |rest| (true, rest));
        let own = rest.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name))
            && !rest[name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
        open = if own && ends { open - 1 } else { open + u32::from(own) };
        open == 0
    })
}

/// The byte at which an element ends whose beginning ends at a byte.
fn end_of(text: &str, name: &str, from: usize) -> usize {
    let ends = |at: usize| {
        let word = text.as_bytes().get(at + 2..at + 2 + name.len());
        word.is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
    };
    let mut closed = text[from..].match_indices("</").map(|(at, _)| from + at);
    closed.find(|&at| ends(at)).unwrap_or(text.len())
}

/// The element that begins at a `<`, and the byte behind it. A `<` outside of quotes begins
/// another one.
fn element(text: &str, open: usize) -> Option<(Element<'_>, usize)> {
    let rest = &text[open + 1..text.floor_char_boundary(open + LONGEST)];
    let ends = rest.starts_with('/');
    let rest = rest.trim_start_matches(['/', '!', '?']);
    let start = rest.as_ptr().addr() - text.as_ptr().addr();
    let name_end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | ':')))?;
    let name = &rest[..name_end];
    if !name.starts_with(|c: char| c.is_alphabetic()) {
        return None;
    }
    let mut attributes = Vec::new();
    let mut at = name_end;
    loop {
        at += rest[at..].len()
            - rest[at..].trim_start_matches([' ', '\t', '\n', '\r', '/', '?']).len();
        let c = rest[at..].chars().next().filter(|_| attributes.len() < ATTRIBUTES)?;
        if c == '>' {
            let name = name.rsplit(':').next().unwrap_or(name).to_ascii_lowercase();
            return Some((Element { name, ends, attributes }, start + at + 1));
        }
        let is_end = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '<');
        let key_end = at + rest[at..].find(is_end)?;
        let key = &rest[at..key_end];
        at = key_end.max(at + usize::from(key.is_empty()) * c.len_utf8());
        if rest[key_end..].starts_with('<') {
            return None;
        }
        let Some(value) = rest[at..].trim_start().strip_prefix('=') else { continue };
        let value = value.trim_start();
        let begins = rest.len() - value.len();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (from, to) = match quote {
            Some(quote) => (begins + 1, begins + 1 + value[1..].find(quote)?),
            None => (
                begins,
                begins + value.find(|c: char| c.is_whitespace() || matches!(c, '>' | '<'))?,
            ),
        };
        attributes.push((key, &rest[from..to], start + from));
        at = to + usize::from(quote.is_some());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> String {
        let view = view(text, text).expect("a page");
        let lines = view.text().lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines
            .map(|words| words.join(" "))
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn elements_that_do_not_end_are_passed_over_once() {
        let page = "<p>e4</p><p>e5</p>";
        for part in
            ["<a ", "<a/b=", "<a b=\"<a \" ", "<style></style>", "<svg></svg>é", "</////é é>"]
        {
            let text = format!("{page}{}", part.repeat(20_000));
            assert!(view(&text, page).is_some_and(|view| view.text().starts_with("e4\ne5")));
        }
    }

    #[test]
    fn what_a_page_shows() {
        for (text, want) in [
            (
                "<html><head><title>x</title></head><h1>Berg vs Holm</h1><table><tr><td>1</td>\
                 <td>e4</td><td>e5</td></tr><tr><td>2</td><td>Nf3</td><td>d6</td></tr></table>",
                "Berg vs Holm|1 e4 e5|2 Nf3 d6",
            ),
            (
                "<game white='Berg' black=\"Holm\"><move n=\"1\" white=\"e4\" black=\"e5\"/>\
                 <move white=\"Nf3\" black=\"d6\"/></game>",
                "White: Berg|Black: Holm|e4 e5 Nf3 d6",
            ),
            (
                "<g><white>Berg</white><mv from='e2' to='e4'/><mv san='e5' uci='e7e5'/>\
                 <mv>Nf3</mv><mv>d6</mv></g>",
                "White: Berg e2e4 e5 Nf3 d6",
            ),
            ("<g><mv san='e4'><b>e4</b></mv><mv san='e5'/><mv>Nf3</mv></g>", "e4 e5 Nf3"),
            (
                "<div><span>1.</span><span class=a data-figurine=\"N\"></span>f3 <i>d5</i><br>\
                 2. <b>d4</b> e6</div>",
                "1. Nf3 d5|2. d4 e6",
            ),
            (
                "<div data-pgn=\"[White &quot;Berg&quot;]&#10;&#10;1. e4 e5 2. Nf3 d6\"></div>",
                "[White \"Berg\"]|1. e4 e5 2. Nf3 d6",
            ),
            (
                "<div>1. <m>e4</m> <interrupt><line>1. d4 d5</line></interrupt> 1... e5\
                 <div class=\"a variation\">1... c5 <div>so</div></div>2. Nf3 \
                 <span class=variation>(2. f4)</span> d6",
                "1. e4 ( 1. d4 d5 ) 1... e5|(1... c5|so|)|2. Nf3 (2. f4) d6",
            ),
            ("<html><script>var a = 1;</script><p>no moves</p></html>", "var a = 1;|no moves"),
            (
                "<div><ol start=9><li>e4 e5</li><li><p><b>Nf3</b>&nbsp;d6<li>A note<ul><li>h3</ul>\
                 <li value='3'>d4</ol><ol type='a'><li>c4</ol><ol type='1'><li>1. b4</ol></div>",
                "9. e4 e5|10. Nf3&nbsp;d6|A note|h3|3. d4|c4|1. b4",
            ),
        ] {
            assert_eq!(lines(text), want, "{text}");
        }
        for text in ["1. e4 e5 <b>good</b> 2. Nf3", "< 1 e4 e5", "<b"] {
            assert!(view(text, text).is_none(), "{text}");
        }
    }
}
