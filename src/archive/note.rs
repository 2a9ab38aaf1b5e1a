//! What is said about a game: one note for each repair and each finding.

use shakmaty::{Move, fen::Fen, san::SanPlus};

use crate::reconstruction::Stood;

/// The kinds with their weight, their stable code and their words as after a number.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $weight:ident $code:literal $words:literal)*) => {
        /// What was found or done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$doc])* $kind,)*
        }

        impl Kind {
            /// Every kind: repairs, reasons for rejecting, findings.
            pub const ALL: &[Kind] = &[$(Kind::$kind),*];

            fn told(self) -> (Weight, &'static str, &'static str) {
                match self {
                    $(Kind::$kind => (Weight::$weight, $code, $words),)*
                }
            }
        }
    };
}

kinds! {
    /// A damaged move was replaced by the one that was played.
    MoveCorrected Repair "move-corrected" "moves corrected"
    /// A move that nobody wrote was put in.
    MoveSupplied Repair "move-supplied" "missing moves supplied"
    /// What stands for no move was put into a comment: a move written twice, a stray word.
    MoveDropped Repair "move-dropped" "doubled or stray moves put into comments"
    /// Moves that had run together were parted.
    Glued Repair "glued" "glued moves parted"
    /// A move that a line end, a blank or a sign had torn in two was joined.
    Torn Repair "torn" "torn moves joined"
    /// Moves in another language or notation were put into English letters.
    Translated Repair "translated" "games put into English letters"
    /// Words between the moves were put into a comment.
    StrayText Repair "stray-text" "words between the moves put into comments"
    /// A comma or full stop behind a move was taken out.
    Punctuation Repair "punctuation" "commas and full stops behind moves taken out"
    /// Signs of judgement became numeric annotation glyphs.
    Mark Repair "mark" "signs of judgement made glyphs"
    /// Marks of HTML were taken out.
    Markup Repair "markup" "marks of HTML taken out"
    /// The end of the movetext was marked.
    ResultMissing Repair "result-missing" "missing results put at the end"
    /// A result was put into PGN's spelling.
    ResultMisspelt Repair "result-misspelt" "results respelt"
    /// A result that ends nothing was put into a comment.
    ResultInside Repair "result-inside" "results in mid-game put into comments"
    /// A result was changed on request.
    ResultChanged Repair "result-changed" "results changed on request"
    /// A tag pair was mended.
    Tag Repair "tag" "tags mended"
    /// A blank line inside the movetext, behind which readers see another game, was taken out.
    BlankLine Repair "blank-line" "blank lines inside movetext taken out"
    /// A blank line was put behind the game.
    NoBlankLine Repair "no-blank-line" "blank lines put between games"
    /// An end-of-file sign of DOS was taken out.
    EndOfFile Repair "end-of-file" "end-of-file signs of DOS taken out"
    /// A comment was closed.
    CommentOpen Repair "comment-open" "comments closed"
    /// Braces inside a comment became round brackets.
    CommentNested Repair "comment-nested" "braces inside comments replaced"
    /// A bracket without a partner was taken out.
    Bracket Repair "bracket" "brackets without a partner taken out"
    /// The moves of a variation that cannot be played were put into a comment.
    Variation Repair "variation" "unplayable variations put into comments"
    /// Two or more games that had run together were parted.
    GamesParted Repair "games-parted" "games that had run together parted"
    /// Move numbers were put right.
    Numbers Repair "numbers" "move numbers put right"
    /// The movetext was written anew, since its moves could not be mended where they stand.
    Rewritten Repair "rewritten" "games whose movetext was written anew"
    /// Kings that were put into the centre to signal the result were put into a comment.
    LiveBoardKings Repair "live-board-kings" "kings put into the centre as a signal"
    /// Moves behind mate or stalemate were put into a comment.
    MovesAfterEnd Repair "moves-after-end" "games with moves behind their end"
    /// Pieces that were set up for the next game were put into a comment.
    SetUpAgain Repair "set-up-again" "games with pieces set up again"
    /// An illegal move was played and stood.
    IllegalStood Repair "illegal-stood" "illegal moves that stood"
    /// The rest that cannot be played was put into a comment.
    RestKept Repair "rest-kept" "games kept as far as they are legal"
    /// No legal game was found that explains the movetext.
    NotExplained Reject "not-explained" "no legal game explains them"
    /// A game was found, but not with the confidence that is asked for.
    TooDoubtful Reject "too-doubtful" "repairs too doubtful"
    /// The start position is none.
    BadStart Reject "bad-start" "no legal start position"
    /// The rules are those of a variant of chess.
    Variant Reject "variant" "variants of chess"
    /// There is a move that is none (`--`) in the main line.
    NullMove Reject "null-move" "null moves in the main line"
    /// The input ends in the middle of the game.
    CutOff Reject "cut-off" "cut off by the end of the input"
    /// The game is longer than any game.
    TooLong Reject "too-long" "too long"
    /// There is neither tag nor move.
    NoGame Reject "no-game" "no games"
    /// The game was dropped as a duplicate, on request.
    Dropped Reject "dropped" "duplicates dropped on request"
    /// An error of the program itself.
    Failed Reject "failed" "errors in scoresheet; please report them"
    /// The results of tag and movetext differ.
    ResultTag Finding "result-tag" "results of tag and movetext differ"
    /// The archive is in another encoding than the outputs.
    Encoding Finding "encoding" "archives put into UTF-8"
    /// The result differs from what stands on the board.
    ResultBoard Finding "result-board" "results that the last position contradicts"
    /// A move number is not that of its move.
    MoveNumber Finding "move-number" "wrong move numbers"
    /// A sign of check or mate is wrong.
    CheckSign Finding "check-sign" "wrong signs of check or mate"
    /// A capture captures nothing.
    CaptureSign Finding "capture-sign" "captures of nothing"
    /// The game has no moves.
    NoMoves Finding "no-moves" "games without moves"
    /// The same game stands in the archive before.
    Duplicate Finding "duplicate" "duplicates"
    /// A game that differs in a few plies stands in the archive before.
    NearDuplicate Finding "near-duplicate" "likely duplicates"
}

/// What a kind of note means for its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Something was mended.
    Repair,
    /// The game was rejected for it.
    Reject,
    /// Something to know.
    Finding,
}

impl Kind {
    /// The stable code of the kind, in kebab case.
    pub fn as_str(self) -> &'static str {
        self.told().1
    }

    /// What it means for the game.
    pub fn weight(self) -> Weight {
        self.told().0
    }

    /// What happened, in words, as after a number.
    pub fn words(self) -> &'static str {
        self.told().2
    }
}

/// One repair, one reason for rejecting, or one finding.
#[derive(Debug, Clone)]
pub struct Note {
    /// What.
    pub kind: Kind,
    /// Line of the input, from 1.
    pub line: u64,
    /// Ply of the mended game, from 1, where it is about one.
    pub ply: Option<u32>,
    /// The move number, `12.` or `12...`, where it is about a move.
    pub number: Option<String>,
    /// What stood there.
    pub before: String,
    /// What stands there now.
    pub after: String,
    /// Probability of a repair that was reasoned out, 0 to 1.
    pub confidence: Option<f64>,
    /// More, in plain words.
    pub message: String,
    /// The whole game, where an illegal move stood in it.
    pub parts: Option<Box<Parts>>,
}

/// A game in which an illegal move was played and stood.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Where the game begins.
    pub start: Fen,
    /// The moves before the illegal one.
    pub moves: Vec<(Move, SanPlus)>,
    /// The illegal move, and how the game went on.
    pub stood: Stood,
}

impl Note {
    /// A note about a line.
    pub fn new(kind: Kind, line: u64) -> Note {
        Note {
            kind,
            line,
            ply: None,
            number: None,
            before: String::new(),
            after: String::new(),
            confidence: None,
            message: String::new(),
            parts: None,
        }
    }

    /// The same with what stood there and what stands there now.
    pub fn change(self, before: impl Into<String>, after: impl Into<String>) -> Note {
        Note { before: before.into(), after: after.into(), ..self }
    }

    /// The same with more words.
    pub fn saying(self, message: impl Into<String>) -> Note {
        Note { message: message.into(), ..self }
    }
}
