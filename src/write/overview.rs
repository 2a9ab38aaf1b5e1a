//! A page about many games: how each came out, what was repaired, and on a board every move that
//! is in doubt.
//!
//! ```
//! use scoresheet::write::overview::{Overview, Links};
//!
//! let mut page = Overview::new("The club's sheets");
//! page.refused(Links { name: "photo.png", source: "../in/photo.png", output: None }, "no text");
//! assert!(page.finish().contains("photo.png"));
//! ```

use shakmaty::Position;

use super::{
    board::{self, Arrow, ArrowKind},
    frame::Frame,
    html::{escape, put},
    is_doubtful, page, rest, shown, summary, text, words,
};
use crate::reconstruction::{EntryText, Finding, Origin, PlacedMove, Reconstruction};

/// Most games that are told one by one, and most boards, of a page and of a game: a page with more
/// is no use to anybody.
const MOST_GAMES: usize = 3_000;
const MOST_BOARDS: usize = 600;
const MOST_OF_A_GAME: usize = 12;
/// Most lines about repaired moves of a game.
const MOST_REPAIRS: usize = 60;

const STYLE: &str = include_str!("overview.css");

/// Where a game comes from and where it was written; relative addresses as they stand in HTML,
/// with `%` for what addresses may not hold ([`address`]).
#[derive(Debug, Clone, Copy)]
pub struct Links<'a> {
    /// Name of the file, for people.
    pub name: &'a str,
    /// The file that the game was read from.
    pub source: &'a str,
    /// The file that the game was written to, if one was.
    pub output: Option<&'a str>,
}

/// A page in the making. It needs no other file, and no script.
#[derive(Debug, Default)]
pub struct Overview {
    title: String,
    /// Rows of the table of games, and sections about those with something to look at.
    rows: String,
    sections: String,
    refused: String,
    games: usize,
    complete: usize,
    files_refused: usize,
    plies: usize,
    corrected: usize,
    supplied: usize,
    doubtful: usize,
    boards: usize,
}

impl Overview {
    /// An empty page with this heading.
    pub fn new(title: &str) -> Overview {
        Overview { title: title.to_owned(), ..Overview::default() }
    }

    /// Adds a game.
    pub fn game(&mut self, game: &Reconstruction, links: Links<'_>) {
        self.games += 1;
        self.complete += usize::from(game.complete);
        let (corrected, supplied) = (game.count(Origin::Corrected), game.count(Origin::Supplied));
        let doubtful = game.moves.iter().filter(|placed| is_doubtful(placed)).count();
        self.plies += game.moves.len();
        self.corrected += corrected;
        self.supplied += supplied;
        self.doubtful += doubtful;
        if self.games > MOST_GAMES {
            return;
        }
        let open =
            !game.complete || corrected + supplied + doubtful > 0 || !game.findings.is_empty();
        let title = escape(&text::title(game));
        let name = match open {
            true => format!("<a href=\"#game-{}\">{title}</a>", self.games),
            false => title.clone(),
        };
        let state = match game.complete {
            true => "",
            false => " <span class=\"warning\">partial</span>",
        };
        put(
            &mut self.rows,
            format_args!(
                "<tr><td>{name}{state}<br><span class=\"faint\">{}</span></td><td>{}</td>\
                 <td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{corrected}</td>\
                 <td class=\"n\">{supplied}</td><td class=\"n\">{doubtful}</td></tr>\n",
                files(&links),
                strip(game),
                shown(game.confidence),
                game.moves.len(),
            ),
        );
        if open {
            let section = self.section(game, &title, &links);
            self.sections.push_str(&section);
        }
    }

    /// Adds a file, or a part of one, that could not be read, and why.
    pub fn refused(&mut self, links: Links<'_>, why: &str) {
        self.files_refused += 1;
        if self.files_refused <= MOST_GAMES {
            put(
                &mut self.refused,
                format_args!(
                    "<li><a href=\"{}\">{}</a>: {}</li>\n",
                    escape(links.source),
                    escape(links.name),
                    escape(why)
                ),
            );
        }
    }

    /// The page as HTML.
    pub fn finish(self) -> String {
        let mut body = format!(
            "{}\n<h1>{}</h1>\n<ul class=\"figures\">\n",
            board::shapes(),
            escape(&self.title)
        );
        for (count, one, many) in [
            (self.games, "game", "games"),
            (self.complete, "complete", "complete"),
            (self.games - self.complete, "partial", "partial"),
            (self.files_refused, "not read or skipped", "not read or skipped"),
            (self.plies, "move", "moves"),
            (self.corrected, "corrected", "corrected"),
            (self.supplied, "supplied", "supplied"),
            (self.doubtful, "doubtful", "doubtful"),
        ] {
            let word = if count == 1 { one } else { many };
            put(&mut body, format_args!("<li><b>{count}</b> {word}</li>\n"));
        }
        body.push_str("</ul>\n");
        if self.games > 0 {
            self.table(&mut body);
        }
        if self.games > MOST_GAMES {
            put(
                &mut body,
                format_args!(
                    "<p>Only the first {MOST_GAMES} games are told here; the index has all.</p>\n"
                ),
            );
        }
        if !self.refused.is_empty() {
            put(
                &mut body,
                format_args!("<h2>Not read or skipped</h2>\n<ul>\n{}</ul>\n", self.refused),
            );
        }
        if !self.sections.is_empty() {
            put(&mut body, format_args!("<h2>To look at</h2>\n{}", self.sections));
        }
        page::document(&self.title, STYLE, &body)
    }

    /// The table of games, and what its signs mean.
    fn table(&self, body: &mut String) {
        body.push_str(
            "<p>The confidence of a game is the probability that every move of it is right; \
             that of a move, the probability that it was played. Moves count for each side. \
             Each strip is a game from its first move to its last:</p>\n<p class=\"key\">",
        );
        for state in [State::Sure, State::Corrected, State::Supplied, State::Doubtful] {
            put(
                body,
                format_args!(
                    "<span><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect class=\"{}\" \
                     width=\"1\" height=\"1\"/></svg> {}</span> ",
                    state.class(),
                    state.words()
                ),
            );
        }
        body.push_str(
            "</p>\n<div class=\"wide\"><table>\n<thead><tr><th>game</th><th>moves</th>\
             <th class=\"n\">confidence</th><th class=\"n\">count</th>\
             <th class=\"n\">corrected</th><th class=\"n\">supplied</th>\
             <th class=\"n\">doubtful</th></tr></thead>\n<tbody>\n",
        );
        body.push_str(&self.rows);
        body.push_str("</tbody></table></div>\n");
    }

    /// What a person should look at in a game.
    fn section(&mut self, game: &Reconstruction, title: &str, links: &Links<'_>) -> String {
        let frame = Frame::of(game);
        let mut out = format!(
            "<section class=\"game\" id=\"game-{}\">\n<h3>{title}</h3>\n<p>{} <span class=\"faint\">\
             ({})</span></p>\n",
            self.games,
            escape(&summary(game)),
            files(links)
        );
        put_list(&mut out, game);
        put_repairs(&mut out, game, &frame);
        let boards = self.boards_of(game, &frame);
        if !boards.is_empty() {
            put(&mut out, format_args!("<div class=\"boards\">\n{boards}</div>\n"));
        }
        out.push_str("</section>\n");
        out
    }

    /// A board for each of the least sure moves of a game, in the order of the game.
    fn boards_of(&mut self, game: &Reconstruction, frame: &Frame<'_>) -> String {
        let mut doubtful: Vec<usize> = (0..game.moves.len())
            .filter(|&at| is_doubtful(&game.moves[at]) || game.is_disputed(game.moves[at].ply))
            .collect();
        let all = doubtful.len();
        let sure = |at: &usize| game.moves[*at].confidence;
        doubtful.sort_by(|a, b| sure(a).total_cmp(&sure(b)).then(a.cmp(b)));
        doubtful.truncate(MOST_OF_A_GAME.min(MOST_BOARDS.saturating_sub(self.boards)));
        doubtful.sort_unstable();
        self.boards += doubtful.len();
        let mut out = String::new();
        let mut pos = frame.first_position();
        for (at, placed) in game.moves.iter().enumerate() {
            if !pos.is_legal(placed.m) {
                break;
            }
            if doubtful.binary_search(&at).is_ok() {
                out.push_str(&figure(game, placed, frame, &pos));
            }
            pos.play_unchecked(placed.m);
        }
        if all > doubtful.len() {
            put(
                &mut out,
                format_args!(
                    "<p>and {} more moves in doubt, which the index counts</p>\n",
                    all - doubtful.len()
                ),
            );
        }
        out
    }
}

/// The board before a doubtful move, with the move and the others that it may have been.
fn figure(
    game: &Reconstruction,
    placed: &PlacedMove,
    frame: &Frame<'_>,
    pos: &shakmaty::Chess,
) -> String {
    let name = frame.name(placed.ply, &placed.san);
    let mut arrows: Vec<Arrow> = placed
        .alternatives
        .iter()
        .filter_map(|other| Arrow::of(other.m, ArrowKind::Alternative))
        .collect();
    arrows.extend(Arrow::of(placed.m, ArrowKind::Played));
    let squares = arrows.last().map(|arrow| vec![arrow.from, arrow.to]).unwrap_or_default();
    let options = board::Options {
        bottom: pos.turn(),
        squares,
        arrows,
        title: format!("the board before {name}"),
        shared: true,
        ..board::Options::default()
    };
    let mut caption = format!("<b>{}</b> {}", escape(&name), shown(placed.confidence));
    for other in &placed.alternatives {
        put(
            &mut caption,
            format_args!(", or {} {}", escape(&other.san.to_string()), shown(other.confidence)),
        );
    }
    match placed.origin {
        Origin::Supplied => caption.push_str("; not written"),
        _ => put(&mut caption, format_args!("; {}", written(placed))),
    }
    if game.is_disputed(placed.ply) {
        caption.push_str("; sheets differ");
    }
    format!(
        "<figure>{}<figcaption>{caption}</figcaption></figure>\n",
        board::svg(pos.board(), &options)
    )
}

/// Lists the findings about a game as a whole, and what belongs to no move of it.
fn put_list(out: &mut String, game: &Reconstruction) {
    let general: Vec<&Finding> =
        game.findings.iter().filter(|finding| !finding.is_of_a_move()).collect();
    let unplaced = rest(game);
    if general.is_empty() && unplaced.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for finding in general {
        let (code, message) = (escape(&words(finding.code)), escape(&finding.message));
        put(out, format_args!("<li>{code}: {message}</li>\n"));
    }
    for (reason, entry, text) in unplaced {
        put(
            out,
            format_args!(
                "<li>not placed ({}): <code>{}</code> {}</li>\n",
                escape(&words(reason)),
                escape(&text),
                place(entry)
            ),
        );
    }
    out.push_str("</ul>\n");
}

/// Lists the moves that are written otherwise, or not at all.
fn put_repairs(out: &mut String, game: &Reconstruction, frame: &Frame<'_>) {
    let repaired: Vec<&PlacedMove> =
        game.moves.iter().filter(|placed| placed.origin != Origin::Read).collect();
    if repaired.is_empty() {
        return;
    }
    out.push_str("<p>Repaired: ");
    let list = repaired.iter().take(MOST_REPAIRS).map(|placed| {
        let name = escape(&frame.name(placed.ply, &placed.san));
        match placed.origin {
            Origin::Supplied => format!("{name} (not written)"),
            _ => format!("{name} ({})", written(placed)),
        }
    });
    out.push_str(&list.collect::<Vec<_>>().join("; "));
    match repaired.len().saturating_sub(MOST_REPAIRS) {
        0 => out.push_str(".</p>\n"),
        more => put(out, format_args!(" and {more} more.</p>\n")),
    }
}

/// `written "Nd1" 12:5`, once an entry.
fn written(placed: &PlacedMove) -> String {
    let each = placed.entries.iter().map(|entry| {
        let sheet = match placed.entries.len() {
            1 => String::new(),
            _ => format!("{}: ", escape(&entry.sheet_id)),
        };
        format!("{sheet}<code>{}</code> {}", escape(entry.text.trim()), place(entry))
    });
    format!("written {}", each.collect::<Vec<_>>().join(", ").trim_end())
}

/// Where an entry stands in its file.
fn place(entry: &EntryText) -> String {
    let place = &entry.place;
    match (place.region, place.line, place.column) {
        (Some(region), ..) => format!("<span class=\"faint\">{region}</span>"),
        (None, 0, _) => String::new(),
        (None, line, 0) => format!("<span class=\"faint\">line {line}</span>"),
        (None, line, column) => {
            format!("<span class=\"faint\">line {line}, column {column}</span>")
        }
    }
}

fn files(links: &Links<'_>) -> String {
    let mut out = format!("<a href=\"{}\">{}</a>", escape(links.source), escape(links.name));
    if let Some(output) = links.output {
        put(&mut out, format_args!(", <a href=\"{}\">result</a>", escape(output)));
    }
    out
}

/// How sure a move is and where it comes from, as the strip of a game shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Sure,
    Corrected,
    Supplied,
    Doubtful,
}

impl State {
    fn of(placed: &PlacedMove) -> State {
        match placed.origin {
            _ if is_doubtful(placed) => State::Doubtful,
            Origin::Read => State::Sure,
            Origin::Corrected => State::Corrected,
            Origin::Supplied => State::Supplied,
        }
    }

    fn class(self) -> &'static str {
        match self {
            State::Sure => "sure",
            State::Corrected => "corrected",
            State::Supplied => "supplied",
            State::Doubtful => "doubtful",
        }
    }

    fn words(self) -> &'static str {
        match self {
            State::Sure => "as it was written",
            State::Corrected => "corrected",
            State::Supplied => "not written, supplied",
            State::Doubtful => "in doubt",
        }
    }
}

/// The moves of a game as a strip: where in it the repairs and the doubts are.
fn strip(game: &Reconstruction) -> String {
    let width = game.moves.len().max(1);
    let mut out = format!(
        "<svg class=\"strip\" viewBox=\"0 0 {width} 1\" preserveAspectRatio=\"none\" \
         aria-hidden=\"true\">"
    );
    let states: Vec<State> = game.moves.iter().map(State::of).collect();
    let mut from = 0;
    for run in states.chunk_by(|a, b| a == b) {
        put(
            &mut out,
            format_args!(
                "<rect class=\"{}\" x=\"{from}\" width=\"{}\" height=\"1\"/>",
                run[0].class(),
                run.len()
            ),
        );
        from += run.len();
    }
    out.push_str("</svg>");
    out
}

/// A relative address of a path whose parts are given: what an address may not hold is written
/// with `%`.
pub fn address<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut out = String::new();
    for part in parts {
        if !out.is_empty() {
            out.push('/');
        }
        for &byte in part {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
                out.push(char::from(byte));
            } else {
                put(&mut out, format_args!("%{byte:02X}"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::{Place, Region, Unit},
        write::tests::{game, hard_game},
    };

    const LINKS: Links<'_> =
        Links { name: "a<b>.txt", source: "../in/a%3Cb%3E.txt", output: Some("a.pgn") };

    fn page_of(games: &[Reconstruction]) -> String {
        let mut page = Overview::new("T & T");
        games.iter().for_each(|game| page.game(game, LINKS));
        page.finish()
    }

    #[test]
    fn doubtful_moves_stand_on_boards_with_what_was_written() {
        let text = page_of(&[hard_game()]);
        assert_eq!(text.matches("<figure>").count(), 2);
        assert!(text.contains("<b>2. Nf3</b> 0.62, or Ne2 0.30"), "{text}");
        assert!(text.contains("2... Nc6 (not written)"));
        assert!(text.contains("<code>Nd1 ]}&quot; %x</code>"));
        assert_eq!(text.matches("id=\"piece-k\"").count(), 1);
        assert!(text.contains("href=\"../in/a%3Cb%3E.txt\">a&lt;b&gt;.txt</a>"));
    }

    #[test]
    fn clear_games_are_rows_and_no_more() {
        let text = page_of(&[game(&["e4", "e5"])]);
        assert!(!text.contains("<figure>") && !text.contains("To look at"));
        assert!(text.contains("<b>1</b> game<") && text.contains("<b>2</b> moves<"), "{text}");
    }

    #[test]
    fn places_of_pages_are_told() {
        let mut found = hard_game();
        let region = Region { page: 3, bounds: Some([1, 2, 3, 4]), unit: Unit::Pixels };
        found.moves[2].entries[0].place = Place { region: Some(region), ..Place::default() };
        assert!(page_of(&[found]).contains("page 3, box 1,2 to 3,4"));
    }

    #[test]
    fn a_page_of_too_many_games_has_an_end() {
        let mut page = Overview::new("many");
        let found = hard_game();
        for _ in 0..MOST_GAMES + 10 {
            page.game(&found, LINKS);
        }
        let text = page.finish();
        assert_eq!(text.matches("<figure>").count(), MOST_BOARDS);
        assert_eq!(text.matches("<tr><td>").count(), MOST_GAMES);
        assert!(text.contains(&format!("<b>{}</b> games", MOST_GAMES + 10)));
    }

    #[test]
    fn addresses_hold_what_they_may() {
        let parts: [&[u8]; 3] = [b"..", "ä b".as_bytes(), b"x#1.txt"];
        assert_eq!(address(parts), "../%C3%A4%20b/x%231.txt");
    }
}
