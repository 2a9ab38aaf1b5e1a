//! What tokens say by what stands beside them: whose name `his` takes, where a `square` is, and
//! which of two names is the side.

use shakmaty::Role;

use super::Token;

/// Puts names in for `his`, a `1` for `square`, and takes superfluous signs off.
pub(super) fn resolve(tokens: Vec<Token>, side_last: bool) -> Vec<Token> {
    let name: Vec<Token> =
        tokens.iter().copied().take_while(|token| matches!(token, Token::Piece(_))).collect();
    let named = if side_last { name.first() } else { name.last() };
    let mover = match named {
        Some(Token::Piece(role)) => Some(*role),
        _ => None,
    };
    let is_royal = |token: &&Token| matches!(token, Token::Piece(Role::King | Role::Queen));
    let is_pawn = |token: &&Token| **token == Token::Piece(Role::Pawn);
    let side = name.iter().find(is_royal).copied();
    // What `his` stands for where the rank comes first.
    let mut behind_rank: Vec<Token> = Vec::new();
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len() + name.len());
    for (i, &token) in tokens.iter().enumerate() {
        let next = tokens[i + 1..].iter().find(|token| !matches!(token, Token::Sign('-')));
        let last = out.last().copied();
        match (token, last) {
            (Token::Own, _) => {
                let named = match (mover, next) {
                    // "his Q's" names a file by itself.
                    (
                        Some(Role::King | Role::Queen),
                        Some(Token::Piece(Role::King | Role::Queen)),
                    ) => Vec::new(),
                    (Some(role @ (Role::King | Role::Queen)), _) => vec![Token::Piece(role)],
                    // "his Bishop's third" of a piece that has a side.
                    (Some(_), Some(Token::Piece(Role::Bishop | Role::Knight | Role::Rook))) => {
                        side.into_iter().collect()
                    }
                    (Some(_), Some(Token::Rank(_) | Token::FirstRank)) => {
                        name.iter().filter(|token| !is_pawn(token)).copied().collect()
                    }
                    _ => Vec::new(),
                };
                let ranked = matches!(next, Some(Token::Rank(_) | Token::FirstRank));
                if side_last && ranked {
                    behind_rank = named;
                } else {
                    out.extend(named);
                }
            }
            // "P. one, becoming a Queen" says where by what it becomes.
            (Token::Steps(count), Some(Token::Piece(_)))
                if mover == Some(Role::Pawn) && i + 1 == tokens.len() =>
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
            (Token::Sign('-'), None | Some(Token::Sign('-' | 'x' | '(' | '='))) => {}
            (Token::Sign(sign @ ('x' | '=')), Some(Token::Sign('-'))) => {
                out.truncate(out.len() - 1);
                out.push(Token::Sign(sign));
            }
            (Token::Sign('x'), Some(Token::Sign('x'))) => {}
            (Token::Sign(')'), Some(Token::Sign('('))) => out.truncate(out.len() - 1),
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
