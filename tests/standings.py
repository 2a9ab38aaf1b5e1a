"""Tells of every position of the games on standard input, one a line as UCI moves, how often it
has occurred, how long no pawn has moved and nothing was taken, and whether it is checkmate,
stalemate or has no material to mate with: by python-chess, for tests/audit.rs."""

import sys

import chess

for line in sys.stdin:
    board = chess.Board()
    seen = {}
    told = []
    for move in [None] + line.split():
        if move:
            board.push_uci(move)
        key = board._transposition_key()
        seen[key] = seen.get(key, 0) + 1
        told.append(",".join(map(str, [
            seen[key],
            board.halfmove_clock,
            int(board.is_checkmate()),
            int(board.is_stalemate()),
            int(board.is_insufficient_material()),
        ])))
    print(" ".join(told))
