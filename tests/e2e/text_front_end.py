#!/usr/bin/python3
"""The game in a terminal, by table: for each line of input one JSON object of output."""

import json
import os
import re
import subprocess
import tempfile

from desk import BINARY, START, TIME, Desk
from expect import PATIENCE, check, main, same
from positions import E4, E5, NF3

KEYS = ["ok", "san", "uci", "fen", "turn", "check", "captured", "claims", "result", "reason"]
REFUSAL = ["ok", "refusal", "message", "squares"]
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
ROOKS = "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1"
PAWNS = "7k/P7/8/2pP4/8/8/7p/K5N1 w - c6 0 1"
BOARD = ["8  r n b q k b n r", "7  p p p p p p p p", "6  . . . . . . . .", "5  . . . . . . . .",
         "4  . . . . . . . .", "3  . . . . . . . .", "2  P P P P P P P P", "1  R N B Q K B N R",
         "   a b c d e f g h"]

# Each game: its first position, then each line with what the answer must hold.
GAMES = {
    "a mate": (None, [
        ("fen", {"ok": True, "san": None, "uci": None, "fen": START, "turn": "white"}),
        ("board", {"board": BOARD}),
        ("moves g1", {"moves": ["g1f3", "g1h3"], "sans": ["Nf3", "Nh3"], "fen": START}),
        ("f3", {"san": "f3", "uci": "f2f3", "turn": "black", "check": False, "captured": None,
                "claims": [], "result": None, "reason": None}),
        ("e7e5", {"san": "e5", "uci": "e7e5", "turn": "white"}),
        ("  g4  ", {"san": "g4"}),
        ("Qh4", {"san": "Qh4#", "uci": "d8h4", "fen": MATED, "check": True, "result": "0-1",
                 "reason": "checkmate"}),
        ("moves", {"moves": [], "sans": [], "result": "0-1"}),
        ("e4", {"ok": False, "refusal": "game-over", "squares": []}),
        ("draw", {"refusal": "game-over"}), ("resign", {"refusal": "game-over"}),
        ("takeback", {"refusal": "game-over"}), ("claim", {"refusal": "game-over"}),
    ]),
    "castling and a capture": (ROOKS, [
        ("O-O", {"san": "O-O", "uci": "e1g1"}), ("e8c8", {"san": "O-O-O", "uci": "e8c8"}),
        ("Rae1", {"san": "Rae1"}), ("d5", {}), ("Re8", {"san": "Re8"}),
        ("Rhxe8", {"san": "Rhxe8", "captured": "rook", "uci": "h8e8"}),
    ]),
    "en passant and promotion": (PAWNS, [
        ("dxc6", {"san": "dxc6", "uci": "d5c6", "captured": "pawn"}),
        ("h1", {"ok": False, "refusal": "promotion-piece-needed"}),
        ("hxg1=N", {"san": "hxg1=N", "uci": "h2g1n", "captured": "knight"}),
        ("a7a8", {"refusal": "promotion-piece-needed"}),
        ("a7a8q", {"san": "a8=Q+", "uci": "a7a8q", "check": True}),
    ]),
    "a draw by agreement": (None, [
        ("accept", {"refusal": "nothing-offered"}), ("decline", {"refusal": "nothing-offered"}),
        ("draw", {"refusal": "offer-too-early"}), ("e4", {"fen": E4}),
        ("draw", {"refusal": "offer-too-early"}), ("e5", {"fen": E5}),
        ("draw", {"ok": True, "result": None}), ("draw", {"refusal": "offer-pending"}),
        ("decline", {"ok": True, "result": None}), ("draw", {"refusal": "offer-repeated"}),
        ("Nf3", {}), ("draw", {"ok": True}),
        ("accept", {"result": "1/2-1/2", "reason": "agreement"}),
    ]),
    "moves taken back": (None, [
        ("takeback", {"refusal": "nothing-to-take-back"}),
        ("e4", {"fen": E4}), ("takeback", {"ok": True, "fen": E4}),
        ("takeback", {"refusal": "offer-pending"}), ("accept", {"ok": True, "fen": START}),
        ("e4", {}), ("e5", {"fen": E5}), ("takeback 2", {"fen": E5}), ("accept", {"fen": START}),
        ("takeback nonsense", {"refusal": "nothing-to-take-back"}),
        ("e4", {}), ("takeback", {}), ("decline", {"fen": E4}),
    ]),
    "a resignation": (None, [
        ("e4", {}), ("claim", {"refusal": "nothing-to-claim"}),
        ("resign", {"result": "1-0", "reason": "resignation"}),
    ]),
    "a resignation to a bare king": ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", [
        ("resign white", {"result": "1/2-1/2", "reason": "resignation"}),
    ]),
    "a forced capture": ("8/8/8/8/8/1Q6/8/k6K w - - 0 1", [
        ("Qb2", {"result": "1/2-1/2", "reason": "dead-position"}),
    ]),
    "repetition": (None, [
        *[(move, {"result": None}) for move in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1".split()],
        ("Ng8", {"result": "1/2-1/2", "reason": "threefold"}),
    ]),
    "stalemate": ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", [
        ("Kg6", {"result": "1/2-1/2", "reason": "stalemate", "check": False}),
    ]),
    "fifty moves": ("7k/8/8/8/8/8/R7/K7 w - - 99 80", [
        ("Ra3", {"result": "1/2-1/2", "reason": "fifty-move"}),
    ]),
    "a dead position": ("7k/8/8/8/8/8/1r6/1K6 w - - 0 1", [
        ("Kxb2", {"result": "1/2-1/2", "reason": "dead-position", "captured": "rook"}),
    ]),
}
# Position, line, refusal, squares that show why.
REFUSALS = [
    (None, "", "unreadable", []), (None, "hello there", "unreadable", []),
    (None, "moves z9", "unreadable", []), (None, "e2e9", "unreadable", []),
    (None, "moves e5", "no-piece", ["e5"]), (None, "moves e7", "opponents-piece", ["e7"]),
    (None, "e5e6", "no-piece", ["e5"]), (None, "e7e5", "opponents-piece", ["e7"]),
    (None, "a1a2", "own-piece", ["a2"]), (None, "a1a1", "same-square", ["a1"]),
    (None, "b1b3", "piece-move", ["b1"]), (None, "a1a5", "blocked", ["a2"]),
    (None, "e2d3", "pawn-diagonal-empty", ["d3"]),
    ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "pawn-blocked", ["e3"]),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "pawn-double-step", ["e3"]),
    ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "pinned", ["e8"]),
    ("4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "d2b3", "still-in-check", ["e8"]),
    ("3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1", "king-into-check", ["d8"]),
    ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "castle-king-moved|castle-rook-moved", None),
    ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "O-O", "castle-blocked", ["f1"]),
    ("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castle-in-check", ["e8"]),
    ("5rk1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castle-through-check", ["f1", "f8"]),
    ("k5r1/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "castle-into-check", ["g1", "g8"]),
    ("4k3/8/8/8/8/8/8/RN2K2R w - - 0 1", "Ra1b1", "own-piece|unreadable", None),
    ("6k1/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "ambiguous", ["a1", "h1"]),
    ("4k3/8/8/2pP4/8/8/8/4K3 w - - 0 2", "d5c6", "en-passant-gone|pawn-diagonal-empty", None),
]


def talk(desk, *lines, options=(), ending="\n"):
    """The answers to some lines."""
    ran = desk.run("--text", "--json", *options, input="\n".join(lines) + ending)
    same(f"{len(lines)} lines: the program ends well", (ran.returncode, ran.stderr), (0, ""))
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    same("each line has its answer", len(answers), len(lines))
    for line, answer in zip(lines, answers):
        keys = KEYS if answer["ok"] else REFUSAL
        if [key for key in answer if key in keys] != keys:
            check(f"the answer to {line!r} has the keys {keys}", False, answer)
    return answers


def by_table():
    for name, (fen, table) in GAMES.items():
        with Desk() as desk:
            options = ("--fen", fen) if fen else ()
            answers = talk(desk, *[line for line, _ in table], options=options)
            for (line, wanted), answer in zip(table, answers):
                seen = {key: answer.get(key, "missing") for key in wanted}
                if "refusal" in wanted:
                    wanted = {"ok": False, **wanted}
                    seen["ok"] = answer["ok"]
                    check(f"a sentence says why: {answer.get('message')}", answer.get("message"))
                same(f"{name}: {line}", seen, wanted)
            desk.check_logs()
    for fen, line, code, squares in REFUSALS:
        with Desk() as desk:
            answer, = talk(desk, line, options=("--fen", fen) if fen else ())
            check(f"{line!r} is refused: {code}", answer.get("refusal") in code.split("|"), answer)
            if squares is not None:
                same("these squares show why", sorted(answer["squares"]), squares)
            same("nothing is written", desk.logs(), [])


def kept():
    with Desk() as desk:
        talk(desk, "e4", "e5", options=("--white", "Ann", "--black", "Ben"))
        log = desk.log()
        check("the log has its header", re.fullmatch(
            r'# {"rank-and-file":1,"white":"Ann","black":"Ben",'
            rf'"started":"{TIME}","time_control":null,"draws":"automatic"}}', log[0]), log[0])
        same("the log has every position", log[1:], [START, E4, E5])
        game, = desk.list()
        same("the end of the input leaves the game unfinished", game["state"], "unfinished")
        check("the list has all that is promised",
              {"id", "state", "result", "white", "black", "plies", "started"} <= set(game), game)
        answer, end = talk(desk, "Nf3", "quit", options=("--resume", game["id"]))
        same("--resume goes on", answer["fen"], NF3)
        same("quit leaves the game as it stands", end["fen"], NF3)
        talk(desk, "resign", options=("--resume", game["id"][:12]), ending="")
        same("a last line without line feed counts, a short id does too",
             [(g["state"], g["result"], g["plies"]) for g in desk.list()], [("finished", "1-0", 3)])
        over, = talk(desk, "Nc6", options=("--resume", game["id"]))
        same("a finished game stays so", over["refusal"], "game-over")
        check("--list has a line for people", "Ann" in desk.run("--list").stdout)
        for options, words, status in ((("--resume", "nonsense"), "no game", 1), (("--fen", "x"), "", 2)):
            ran = desk.run("--text", *options, input="e4\n")
            check(f"{options} ends with {status} and a sentence",
                  ran.returncode == status and words in ran.stderr and ran.stderr.strip(), ran)
        check("--version says it", re.fullmatch(r"rank-and-file \d+\.\d+.*\n",
                                                desk.run("--version").stdout))
        desk.check_logs()
        (desk.games / "bad.fenlog").write_text("nothing\nat all\n")
        check("--check names what fails", "bad" in desk.check_logs(wanted=1))


def rough_input():
    with Desk() as desk:
        raw = b"\xff\xfe\n" + b"x" * 100_000 + b"\n" + b"e4" + b" " * 5000 + b"\n\x00\ne4\r\n"
        ran = subprocess.run([BINARY, "--text", "--json"], input=raw, env=desk.environment,
                             capture_output=True, timeout=PATIENCE)
        answers = [json.loads(line) for line in ran.stdout.splitlines()]
        same("bytes that are no text, long lines and a carriage return each have one answer",
             [answer.get("refusal") for answer in answers], ["unreadable"] * 4 + [None])
        same("the program ends well", ran.returncode, 0)
        same("only the move is written", desk.log()[1:], [START, E4])

    with Desk() as desk, tempfile.TemporaryFile() as heard:
        read, write = os.pipe()
        os.close(read)
        ran = subprocess.run([BINARY, "--text", "--json"], input=b"e4\ne5\n", stdout=write,
                             stderr=heard, env=desk.environment, timeout=PATIENCE)
        os.close(write)
        heard.seek(0)
        same("a closed output ends the program quietly", (ran.returncode, heard.read()), (0, b""))
        check("what was played is kept", desk.log()[1:] in ([START, E4], [START, E4, E5]))
        desk.check_logs()


def letters():
    """The letters of the language are read, and those of English, and figurines."""
    for language, lines, wanted in [
        ("de", ["Sf3", "Nf6", "sc3", "♞c6", "Le4"], ["Nf3", "Nf6", "Nc3", "Nc6", "piece-move"]),
        ("ru", ["Кf3", "Крe7"], ["Nf3", "own-piece"]),
        ("en", ["Sf3", "Nf3"], ["unreadable", "Nf3"]),
        # A claim takes such a move, too; this one is wrong, and the move is played.
        ("de", ["claim Sf3"], ["nothing-to-claim"]),
    ]:
        with Desk(language=language) as desk:
            ran = desk.run("--text", "--json", "--claimed", input="\n".join(lines) + "\n")
            answers = [json.loads(line) for line in ran.stdout.splitlines()]
            same(f"moves are read in {language}",
                 [answer.get("refusal") or answer["san"] for answer in answers], wanted)


def test():
    kept()
    letters()
    by_table()
    rough_input()


if __name__ == "__main__":
    main(test)
