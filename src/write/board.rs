//! A position as a picture: SVG that needs nothing besides, with squares and arrows set off.
//!
//! ```
//! use scoresheet::write::board::{self, Arrow, Options};
//! use shakmaty::{Board, Square};
//!
//! let options = Options {
//!     arrows: vec![Arrow::played(Square::G1, Square::F3)],
//!     ..Options::default()
//! };
//! let svg = board::svg(&Board::default(), &options);
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
//! ```

use shakmaty::{Board, Color, File, Move, Piece, Rank, Square};

use super::html::put;

/// What a diagram shows besides the pieces, and how.
#[derive(Debug, Clone)]
pub struct Options {
    /// Side at the bottom; White's by default.
    pub bottom: Color,
    /// Squares that are set off: those of the last move, for instance.
    pub squares: Vec<Square>,
    /// Moves that are drawn as arrows. One that stands twice, or leads nowhere, is drawn once or
    /// not at all.
    pub arrows: Vec<Arrow>,
    /// Whether letters and digits stand beside the board; they do by default.
    pub coordinates: bool,
    /// What the picture shows, for those who cannot see it; escaped here.
    pub title: String,
    /// Whether the shapes of the pieces stand elsewhere in the page ([`shapes`]); otherwise they
    /// are part of the picture, which makes it some three kilobytes longer.
    pub shared: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            bottom: Color::White,
            squares: Vec::new(),
            arrows: Vec::new(),
            coordinates: true,
            title: String::new(),
            shared: false,
        }
    }
}

/// A move as an arrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrow {
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What it stands for.
    pub kind: ArrowKind,
}

/// What an arrow stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrowKind {
    /// The move of the game: a whole line.
    Played,
    /// A move that may have been played instead: a broken line of another colour.
    Alternative,
}

impl Arrow {
    /// The arrow of the move of the game.
    pub fn played(from: Square, to: Square) -> Arrow {
        Arrow { from, to, kind: ArrowKind::Played }
    }

    /// The arrow of a move that may have been played instead.
    pub fn alternative(from: Square, to: Square) -> Arrow {
        Arrow { from, to, kind: ArrowKind::Alternative }
    }

    /// The arrow of a move; castling shows where the king goes. Nothing for a drop.
    pub fn of(m: Move, kind: ArrowKind) -> Option<Arrow> {
        let from = m.from()?;
        let to = match m.castling_side() {
            Some(side) => Square::from_coords(side.king_to_file(), from.rank()),
            None => m.to(),
        };
        Some(Arrow { from, to, kind })
    }
}

/// Side of a square, in units of the picture.
const SQUARE: f64 = 45.0;
/// Room for letters and digits at the left and below.
const MARGIN: f64 = 16.0;
/// Colours of paper: they read in light and in dark, and in print.
const LIGHT: &str = "#f2ecdc";
const DARK: &str = "#b3bfa0";
const SET_OFF: &str = "#e8c547";
const PLAYED: &str = "#1f5fbf";
const ALTERNATIVE: &str = "#c2410c";

/// The shapes of the pieces as an invisible picture; stands once in a page whose diagrams are
/// [`Options::shared`].
pub fn shapes() -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" \
         style=\"position:absolute\" aria-hidden=\"true\"><defs>{}</defs></svg>",
        symbols()
    )
}

fn symbols() -> String {
    include_str!("pieces.svg").lines().collect()
}

/// Draws a position. The picture is as wide as what holds it, 8 squares of 45 units and the
/// margin being its natural size.
pub fn svg(board: &Board, options: &Options) -> String {
    let margin = if options.coordinates { MARGIN } else { 0.0 };
    let size = 8.0 * SQUARE + margin;
    let view = View { bottom: options.bottom, left: margin };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         class=\"board\" role=\"img\">"
    );
    if !options.title.is_empty() {
        put(&mut out, format_args!("<title>{}</title>", super::html::escape(&options.title)));
    }
    if !options.shared {
        put(&mut out, format_args!("<defs>{}</defs>", symbols()));
    }
    put_squares(&mut out, &options.squares, &view);
    if options.coordinates {
        coordinates(&mut out, &view);
    }
    pieces(&mut out, board, &view);
    put_arrows(&mut out, &options.arrows, &view);
    out.push_str("</svg>");
    out
}

/// Draws the squares, those that are set off in their colour.
fn put_squares(out: &mut String, squares: &[Square], view: &View) {
    let (left, side) = (view.left, 8.0 * SQUARE);
    put(
        out,
        format_args!(
            "<rect x=\"{left}\" y=\"0\" width=\"{side}\" height=\"{side}\" fill=\"{LIGHT}\"/>\
             <path fill=\"{DARK}\" d=\""
        ),
    );
    for square in Square::ALL.into_iter().filter(|square| square.is_dark()) {
        let (x, y) = view.corner(square);
        put(out, format_args!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z"));
    }
    out.push_str("\"/>");
    for (at, &square) in squares.iter().enumerate() {
        if squares[..at].contains(&square) {
            continue;
        }
        let (x, y) = view.corner(square);
        put(
            out,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" \
                 fill=\"{SET_OFF}\" opacity=\".6\"/>"
            ),
        );
    }
}

/// Draws the arrows.
fn put_arrows(out: &mut String, arrows: &[Arrow], view: &View) {
    // The game's own move stands above the others.
    for kind in [ArrowKind::Alternative, ArrowKind::Played] {
        for (at, arrow) in arrows.iter().enumerate().filter(|(_, arrow)| arrow.kind == kind) {
            if arrow.from != arrow.to && !arrows[..at].contains(arrow) {
                draw(out, arrow, view);
            }
        }
    }
}

/// Which way round the board is, and where it begins.
struct View {
    bottom: Color,
    left: f64,
}

impl View {
    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f64, f64) {
        let (file, rank) =
            (f64::from(u32::from(square.file())), f64::from(u32::from(square.rank())));
        match self.bottom {
            Color::White => (self.left + file * SQUARE, (7.0 - rank) * SQUARE),
            Color::Black => (self.left + (7.0 - file) * SQUARE, rank * SQUARE),
        }
    }

    fn middle(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }
}

fn coordinates(out: &mut String, view: &View) {
    out.push_str("<g font-family=\"sans-serif\" font-size=\"11\" fill=\"currentColor\">");
    for rank in Rank::ALL {
        let (_, y) = view.middle(Square::from_coords(File::A, rank));
        put(out, format_args!("<text x=\"3\" y=\"{}\">{}</text>", y + 4.0, rank.char()));
    }
    for file in File::ALL {
        let (x, _) = view.middle(Square::from_coords(file, Rank::First));
        let y = 8.0 * SQUARE + 12.0;
        put(out, format_args!("<text x=\"{}\" y=\"{y}\">{}</text>", x - 3.0, file.char()));
    }
    out.push_str("</g>");
}

fn pieces(out: &mut String, board: &Board, view: &View) {
    for (color, style) in [
        (Color::White, "fill=\"#fffdf7\" stroke=\"#26221c\" color=\"#26221c\""),
        (Color::Black, "fill=\"#2b2823\" stroke=\"#12110f\" color=\"#f2ecdc\""),
    ] {
        put(out, format_args!("<g {style} stroke-width=\"1.3\" stroke-linejoin=\"round\">"));
        for square in board.by_color(color) {
            let Some(Piece { role, .. }) = board.piece_at(square) else { continue };
            let ((x, y), name) = (view.corner(square), role.char());
            put(
                out,
                format_args!(
                    "<use href=\"#piece-{name}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" \
                     height=\"{SQUARE}\"/>"
                ),
            );
        }
        out.push_str("</g>");
    }
}

/// Half the width of the shaft and of the head, and the length of the head.
const SHAFT: f64 = 3.5;
const HEAD: f64 = 10.0;
const POINT: f64 = 16.0;

fn draw(out: &mut String, arrow: &Arrow, view: &View) {
    let ((x1, y1), (x2, y2)) = (view.middle(arrow.from), view.middle(arrow.to));
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // From near the middle of the first square; the point stops short of the last one's.
    let (start, tip) = (SQUARE * 0.22, length - 4.0);
    let neck = tip - POINT;
    let at = |along: f64, aside: f64| {
        format!("{:.1} {:.1}", x1 + dx * along - dy * aside, y1 + dy * along + dx * aside)
    };
    let (color, dash) = match arrow.kind {
        ArrowKind::Played => (PLAYED, ""),
        ArrowKind::Alternative => (ALTERNATIVE, " stroke-dasharray=\"8 4\""),
    };
    put(
        out,
        format_args!(
            "<g opacity=\".8\"><path d=\"M{}L{}\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"{}\"{dash}/><path d=\"M{}L{}L{}z\" fill=\"{color}\"/></g>",
            at(start, 0.0),
            at(neck, 0.0),
            2.0 * SHAFT,
            at(tip, 0.0),
            at(neck, HEAD),
            at(neck, -HEAD),
        ),
    );
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position, san::San};

    use super::*;

    #[test]
    fn every_piece_stands_on_its_square() {
        let svg = svg(&Board::default(), &Options::default());
        assert_eq!(svg.matches("<use ").count(), 32);
        // White's king on e1, seen from White's side.
        assert!(svg.contains("<use href=\"#piece-k\" x=\"196\" y=\"315\""), "{svg}");
    }

    #[test]
    fn the_board_turns_round() {
        let options = Options { bottom: Color::Black, coordinates: false, ..Options::default() };
        let svg = svg(&Board::default(), &options);
        assert!(svg.contains("<use href=\"#piece-k\" x=\"135\" y=\"0\""), "{svg}");
        assert!(!svg.contains("<text"));
    }

    #[test]
    fn shapes_stand_in_the_picture_or_once_in_the_page() {
        let shared = Options { shared: true, ..Options::default() };
        let (own, lent) =
            (svg(&Board::default(), &Options::default()), svg(&Board::default(), &shared));
        for name in ["p", "n", "b", "r", "q", "k"] {
            let id = format!("id=\"piece-{name}\"");
            assert!(own.contains(&id) && !lent.contains(&id) && shapes().contains(&id));
        }
    }

    #[test]
    fn titles_are_escaped() {
        let options = Options { title: "<b> & \"x\"".to_owned(), ..Options::default() };
        assert!(
            svg(&Board::empty(), &options).contains("<title>&lt;b&gt; &amp; &quot;x&quot;</title>")
        );
    }

    #[test]
    fn an_arrow_is_drawn_once_and_only_where_it_leads_somewhere() {
        let arrow = Arrow::played(Square::E2, Square::E4);
        let other = Arrow::alternative(Square::E2, Square::E3);
        let arrows = vec![arrow, arrow, other, Arrow::played(Square::A1, Square::A1)];
        let svg = svg(&Board::empty(), &Options { arrows, ..Options::default() });
        assert_eq!(svg.matches("<g opacity").count(), 2);
        assert_eq!(svg.matches("stroke-dasharray").count(), 1);
        assert!(!svg.contains("NaN"));
    }

    #[test]
    fn castling_shows_the_way_of_the_king() {
        let pos: Chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .expect("a FEN")
            .into_position(shakmaty::CastlingMode::Standard)
            .expect("a position");
        for (text, to) in [("O-O", Square::G1), ("O-O-O", Square::C1), ("Rb1", Square::B1)] {
            let m = text.parse::<San>().expect("SAN").to_move(&pos).expect("legal");
            assert!(pos.is_legal(m));
            let arrow = Arrow::of(m, ArrowKind::Played).expect("an arrow");
            assert_eq!(arrow.to, to, "{text}");
        }
    }
}
