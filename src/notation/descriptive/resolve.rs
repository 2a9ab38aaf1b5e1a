//! What tokens say by what stands beside them: whose name `his` takes, where a `square` is, and
//! which of two names is the side.

use shakmaty::Role;

use super::Token;

/// Puts names in for `his`, a `1` for `square`, and takes superfluous signs off.
pub(super) fn resolve(tokens: Vec<Token>, side_last: bool) -> Vec<Token> {
    let mover = Mover::of(&tokens, side_last);
    // What `his` stands for where the rank comes first.
    let mut behind_rank: Vec<Token> = Vec::new();
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len() + mover.name.len());
    for (i, &token) in tokens.iter().enumerate() {
        let last = out.last().copied();
        match (token, last) {
            (Token::Own, _) => {
                let next = tokens[i + 1..].iter().find(|token| **token != Token::Sign('-'));
                let ranked = matches!(next, Some(Token::Rank(_) | Token::FirstRank));
                if side_last && ranked {
                    behind_rank = mover.own(next);
                } else {
                    out.extend(mover.own(next));
                }
            }
            // "P. one, becoming a Queen" says where by what it becomes.
            (Token::Steps(count), Some(Token::Piece(_)))
                if mover.role == Some(Role::Pawn) && i + 1 == tokens.len() =>
            {
                out.push(Token::Rank(count));
            }
            (Token::Steps(_), _) => {}
            // Behind a rank it only says that one stands there: `terza casa`.
            (Token::FirstRank, Some(Token::Piece(_)))
                if !matches!(tokens[..i].last(), Some(Token::Rank(_))) =>
            {
                out.push(Token::Rank('1'));
            }
            (Token::FirstRank, _) => {}
            (Token::Sign(sign), last) => push_sign(&mut out, sign, last),
            (token, _) => out.push(token),
        }
        if matches!(token, Token::Rank(_) | Token::FirstRank) {
            out.append(&mut behind_rank);
        }
    }
    while out.last() == Some(&Token::Sign('-')) {
        out.truncate(out.len() - 1);
    }
    out
}

/// Writes a sign behind the last token, of signs that mean one thing only one.
fn push_sign(out: &mut Vec<Token>, sign: char, last: Option<Token>) {
    match (sign, last) {
        ('-', None | Some(Token::Sign('-' | 'x' | '(' | '='))) => {}
        ('x' | '=', Some(Token::Sign('-'))) => {
            out.truncate(out.len() - 1);
            out.push(Token::Sign(sign));
        }
        ('x', Some(Token::Sign('x'))) => {}
        (')', Some(Token::Sign('('))) => out.truncate(out.len() - 1),
        _ => out.push(Token::Sign(sign)),
    }
}

/// The name of the piece that moves, at the beginning of a move.
struct Mover {
    name: Vec<Token>,
    role: Option<Role>,
}

impl Mover {
    fn of(tokens: &[Token], side_last: bool) -> Mover {
        let is_name = |token: &&Token| matches!(token, Token::Piece(_));
        let name: Vec<Token> = tokens.iter().take_while(is_name).copied().collect();
        let named = if side_last { name.first() } else { name.last() };
        let role = match named {
            Some(Token::Piece(role)) => Some(*role),
            _ => None,
        };
        Mover { name, role }
    }

    /// What `his` stands for before a token.
    fn own(&self, next: Option<&Token>) -> Vec<Token> {
        let is_royal = |token: &&Token| matches!(token, Token::Piece(Role::King | Role::Queen));
        let is_pawn = |token: &&Token| **token == Token::Piece(Role::Pawn);
        match (self.role, next) {
            // "his Q's" names a file by itself.
            (Some(Role::King | Role::Queen), Some(Token::Piece(Role::King | Role::Queen))) => {
                Vec::new()
            }
            (Some(role @ (Role::King | Role::Queen)), _) => vec![Token::Piece(role)],
            // "his Bishop's third" of a piece that has a side.
            (Some(_), Some(Token::Piece(Role::Bishop | Role::Knight | Role::Rook))) => {
                self.name.iter().find(is_royal).copied().into_iter().collect()
            }
            (Some(_), Some(Token::Rank(_) | Token::FirstRank)) => {
                self.name.iter().filter(|token| !is_pawn(token)).copied().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Writes the names of a language that puts the side last (`CD`, `PAR`) with the side first.
pub(super) fn sides_first(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    for run in tokens.chunk_by(|a, b| matches!((a, b), (Token::Piece(_), Token::Piece(_)))) {
        let royal = |token: Token| matches!(token, Token::Piece(Role::King | Role::Queen));
        match *run {
            // Behind a square stands what a pawn becomes: `P8AT`.
            [a, b] if matches!(out.last(), Some(Token::Rank(_))) && !royal(b) => out.extend([a, b]),
            [a, b] if !royal(a) => out.extend([b, a]),
            // A pawn and its file.
            [a, b, c] if !royal(b) && royal(c) => out.extend([c, b, a]),
            _ => out.extend_from_slice(run),
        }
    }
    out
}
