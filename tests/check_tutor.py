#!/usr/bin/env python3
"""Asks the tutor about positions, and has python-chess and Stockfish judge its claims; this uses no code of the tutor.

  tests/check_tutor.py FILE [N]    N positions by chance, 100 unless told, of a file with a puzzle in each line: its
                                   number, a position, moves of which the first one leads to the position that is
                                   asked about, and more that is not read, by tabs

Of a line it is asked whether it is legal; whether it mates, or wins as much as it says, as the board tells; whether it wins
more than it takes back; and whether Stockfish agrees after its first move, and comes to win as much when it plays for
both sides. Of a motif it is asked whether the pieces stand so that a textbook would call it that.

RANK_AND_FILE names the program, target/debug/rank-and-file unless told. Debian has no package of python-chess:

  python3 -m pip install --target target/python-chess chess==1.11.2
"""

import json
import os
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "target" / "python-chess"))
STOCKFISH = "/usr/games/stockfish"
try:
    import chess
    import chess.engine
except ImportError:
    print("python-chess is not installed, so the tutor is not judged (see tests/check_tutor.py).")
    sys.exit(0)
if not os.path.exists(STOCKFISH):
    print("Stockfish is not installed, so the tutor is not judged.")
    sys.exit(0)

BINARY = os.environ.get("RANK_AND_FILE", str(ROOT / "target" / "debug" / "rank-and-file"))
#: How many positions the tutor looks at for an answer, and Stockfish for a move. Stockfish looks longer for a mate, and
#: once more, for longer, at a claim that it finds wrong.
ASKED = 100_000
JUDGED, AGAIN = 100_000, 1_000_000
MATES = 15
#: What the pieces are worth, in hundredths of a pawn, as the tutor counts them.
VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 320, chess.ROOK: 500, chess.QUEEN: 950, chess.KING: 0}
#: A side that is ahead by so much wins, no matter what else is in the position.
ENOUGH = 400
#: What Stockfish may think less of a position than stands on its board, and win less than was said.
LESS = 150
MISSING = 120
#: So many half-moves more than the line has Stockfish plays on.
FURTHER = 8
#: Draws, which need not win anything.
DRAWS = {"wrongBishop", "fortress", "opposition", "perpetualCheck"}


def balance(board, side):
    return sum(VALUES[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())


def explained(fen, move):
    command = [BINARY, "--explain", fen, "--json", "--nodes", str(ASKED), "--moves", move]
    told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout)
    return [claim for claim in told["claims"] if claim["about"] == "best"]


def on_a_line(*squares):
    """Whether each square lies between the one before it and the one after it."""
    return all(middle in chess.SquareSet(chess.between(first, last))
               for first, middle, last in zip(squares, squares[1:], squares[2:]))


def stands(claim, line, start):
    """Whether the pieces stand so that the motif can be called by its name; true for one that is not looked at."""
    boards = [start.copy()]
    for move in line:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    by, on = chess.parse_square(claim["by"]), [chess.parse_square(name) for name in claim["on"]]
    side = start.turn
    attacked = {
        "fork": lambda board: len(on) > 1 and all(square in board.attacks(by) for square in on),
        "pin": lambda board: len(on) == 2 and on[0] in board.attacks(by) and on_a_line(by, *on),
        "skewer": lambda board: len(on) == 2 and on[0] in board.attacks(by) and on_a_line(by, *on),
        "discoveredAttack": lambda board: all(square in board.attacks(by) for square in on),
        "discoveredCheck": lambda board: board.is_check() and by in board.checkers(),
        "doubleCheck": lambda board: len(board.checkers()) > 1,
        "trappedPiece": lambda board: board.is_attacked_by(side, on[0]),
        "xRayAttack": lambda board: on_a_line(by, *on),
    }
    holds = attacked.get(claim["motif"])
    if holds is None:
        return True
    return any(board.color_at(by) == side and holds(board) for board in boards[1::2])


def wrong(fen, move, engine):
    """What is claimed, and what is wrong with it, where that is still so after a longer look."""
    claims = explained(fen, move)
    faults = faults_of(claims, fen, move, engine, JUDGED)
    return claims, faults and faults_of(claims, fen, move, engine, AGAIN)


def faults_of(claims, fen, move, engine, nodes):
    """What is wrong with claims, as Stockfish sees it that looks at so many positions for each move."""
    if not claims:
        return []
    limit = chess.engine.Limit(nodes=nodes)
    before = chess.Board(fen)
    start = before.copy()
    start.push_uci(move)
    line = [chess.Move.from_uci(word) for word in claims[0]["line"]]
    end = start.copy()
    for word in line:
        if word not in end.legal_moves:
            return [f"{word} is not legal"]
        end.push(word)
    faults = [f"no {claim['motif']}" for claim in claims if not stands(claim, line, start)]
    after = start.copy()
    after.push(line[0])
    if claims[0]["gain"] is None:
        if claims[0]["motif"] not in DRAWS and not after.is_checkmate():
            longer = chess.engine.Limit(nodes=MATES * nodes)
            score = engine.analyse(after, longer, game=object())["score"].pov(start.turn)
            if not (score.is_mate() and score.mate() > 0):
                faults.append(f"no mate: {score}")
        return faults
    return faults + not_won(before, start, after, end, claims[0], engine, limit)


def not_won(before, start, after, end, claim, engine, limit):
    side, gain = start.turn, claim["gain"]
    won = balance(end, side) - balance(start, side)
    faults = [] if won == gain else [f"the board says {won}, the claim {gain}"]
    last = start.peek()
    if before.is_capture(last) and claim["line"][0][2:4] == chess.square_name(last.to_square):
        lost = VALUES[before.piece_type_at(last.to_square) or chess.PAWN]
        if gain <= lost:
            faults.append(f"it takes back {lost}")
    score = engine.analyse(after, limit, game=object())["score"].pov(side).score(mate_score=10_000)
    ahead = balance(end, side)
    least = (min(ahead, ENOUGH) if ahead >= 0 else 2 * ahead) - LESS
    if score < least:
        faults.append(f"Stockfish says {score}, the board {ahead}")
    return faults + ([] if arises(start, after, claim, engine, limit) else ["Stockfish does not come to win it"])


def arises(start, after, claim, engine, limit):
    """Whether what is won stands on the board for three half-moves when Stockfish plays both sides, or it mates."""
    side, board, game = start.turn, after.copy(), object()
    won = [balance(board, side) - balance(start, side)]
    while len(won) < len(claim["line"]) + FURTHER and not board.is_game_over():
        board.push(engine.play(board, limit, game=game).move)
        won.append(balance(board, side) - balance(start, side))
    kept = max((min(won[at:at + 3]) for at in range(len(won) - 2)), default=won[-1])
    if board.is_game_over():
        kept = max(kept, won[-1])
    mates = board.is_checkmate() and board.turn != side
    return mates or kept >= claim["gain"] - MISSING


def main(file, count):
    rows = pathlib.Path(file).read_text("utf-8").splitlines()
    rows = [row.split("\t") for row in rows if not row.startswith("#")]
    chosen = random.Random(count).sample(rows, min(count, len(rows)))
    lines = claimed = bad = 0
    with chess.engine.SimpleEngine.popen_uci(STOCKFISH) as engine:
        for _, fen, moves, *_ in chosen:
            claims, faults = wrong(fen, moves.split()[0], engine)
            claimed += len(claims)
            lines += bool(claims)
            bad += bool(faults)
            if faults:
                told = ", ".join(str(claim["motif"]) for claim in claims)
                print(f"{fen} {moves.split()[0]}: {told}: {' '.join(claims[0]['line'])}: {'; '.join(faults)}", flush=True)
    print(f"{len(chosen)} positions, {lines} lines with {claimed} claims, {bad} of them wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100))
