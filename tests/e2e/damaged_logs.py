#!/usr/bin/python3
"""Logs that were cut short, emptied or mixed up, and files that never were logs: what is good in them is shown, what is
wrong is named by its line, and the program does not rewrite them."""

import json
import os

from desk import START, Desk
from expect import check, main, never, same, until
from hand import Hand, xdotool
from positions import E4, E5, NF3
from tree import role, walk

MATE = [
    START,
    "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
]
END = '# {"result":"0-1","reason":"checkmate","ended":"2026-11-20T19:41:10Z"}'


def log(white, *lines, started="2026-11-19T10:00:00Z", version=1, ending="\n"):
    header = {"rank-and-file": version, "white": white, "black": "Ben", "started": started,
              "time_control": None, "draws": "automatic"}
    lines = [f"# {json.dumps(header)}", *lines]
    texts = [line if isinstance(line, bytes) else line.encode() for line in lines]
    return b"\n".join(texts) + ending.encode()


# A file that was cut short before its first position: no game, and nothing that is damaged.
NEVER_BEGUN = "never begun"
# Each file: its bytes, what the list says of it, and how many plies can be believed.
FILES = {
    "good": (log("Good", START, E4, started="2026-11-20T10:00:00Z"), "unfinished", 1),
    "over": (log("Over", *MATE, END), "finished", 4),
    "bare": (f"{START}\n{E4}\n{E5}\n".encode(), "unfinished", 2),
    "unknown": (log("Later", START, '# {"weather":"rain"}', E4, E5), "unfinished", 2),
    "torn": (log("Torn", START, E4, E5[:40], ending=""), "unfinished", 1),
    "torn-header": (log("Cut", ending="")[:50], NEVER_BEGUN, 0),
    "empty": (b"", NEVER_BEGUN, 0),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff\n\xfe\n", "damaged", 0),
    "latin": (log("Latin", START, E4, b"\xe9t\xe9", E5), "damaged", 1),
    "impossible": (log("Jump", START, E4, NF3, E5), "damaged", 1),
    "goes-on": (log("Again", *MATE, END, MATE[1]), "damaged", 4),
    "untrue": (log("Untrue", START, E4, END, E5), "damaged", 1),
    "newer": (log("Newer", START, version=2), "damaged", 0),
    "prose": (b"Dear Ann,\nthis is no game.\nYours, Ben\n", "damaged", 0),
}
# What is opened: its names, or what is said of it, the words of the status line, the position.
OPENED = [
    ("Torn – Ben", ("Line 4", "cut short", "Ben to move"), E4),
    ("Latin – Ben", ("Line 4", "not text"), E4),
    ("Jump – Ben", ("Line 4", "no legal move"), E4),
    ("Untrue – Ben", ("Line 4", "does not fit the board"), E4),
    ("This game was saved by a newer version of Rank & File.", ("newer version",), START),
    ("Line 1 of the file is wrong: it is not text. The game is shown up to there.",
     ("Line 1", "not text"), START),
    ("Line 1 of the file is wrong: it is not a position. The game is shown up to there.",
     ("Line 1", "not a position"), START),
]


def lay(desk):
    desk.games.mkdir(parents=True)
    for name, (content, _, _) in FILES.items():
        (desk.games / f"{name}.fenlog").write_bytes(content)
    (desk.games / "folder.fenlog").mkdir()
    os.mkfifo(desk.games / "pipe.fenlog")
    (desk.games / "nowhere.fenlog").symlink_to("gone.fenlog")
    (desk.games / "notes.txt").write_text("not a log\n")


def untouched(desk, when):
    seen = {name: (desk.games / f"{name}.fenlog").read_bytes() for name in FILES}
    changed = [name for name, (content, _, _) in FILES.items() if seen[name] != content]
    same(f"every file is as it was {when}", changed, [])


def without_a_window(desk):
    listed = {game["id"]: (game["state"], game["plies"]) for game in desk.list()}
    same("--list tells the good from the damaged", listed,
         {name: (state, plies) for name, (_, state, plies) in FILES.items() if state != NEVER_BEGUN})
    said = desk.check_logs(wanted=1)
    for name, (_, state, _) in FILES.items():
        lines = [line for line in said.splitlines() if line.startswith(f"{name}: ")]
        good = f"{name}: ok" in lines
        if state == NEVER_BEGUN:
            same(f"--check on {name}", lines, [f"{name}: no game was begun"])
            continue
        check(f"--check on {name}: {'; '.join(lines)}", lines and good == (state != "damaged"))
    for name, (_, state, _) in FILES.items():
        if state in ("damaged", NEVER_BEGUN):
            ran = desk.run("--text", "--resume", name, input="e4\n")
            same(f"{name} cannot be continued in a terminal", ran.returncode, 1)
            check("it is said why", ran.stderr.strip(), ran.stderr)


def open_row(desk, hand, text):
    """Opens a game by a click on its row, which is scrolled into view first."""
    for _ in range(50):
        # Rows that are scrolled out of view are used again for other games.
        row = until(f"the list has {text!r}", lambda: listed(desk, text))
        if is_in_view(hand, row):
            break
        hand.move(hand.geometry()["WIDTH"] // 2, hand.geometry()["HEIGHT"] // 2)
        xdotool("click", 4 if row.area[3] > 0 and hand.middle(row)[1] < 200 else 5)
    hand.click(row)


def listed(desk, text):
    """What opens the listed game that is called so, or of which this is said."""
    return next((node.now for node in walk(desk.app) if role(node) == "push button"
                 and (node.name == text or node.description.startswith(text))), None)


def is_in_view(hand, row):
    # A row that is far out of view has no place yet.
    return row.area[3] > 0 and 200 < hand.middle(row)[1] < hand.geometry()["HEIGHT"] - 60


def nothing_can_be_played(desk, fen):
    for square in ("e7", "e5") if fen == E4 else ("e2", "e4"):
        desk.touch(square)
    desk.press("Flip Board")
    never("nothing can be taken up in it", lambda: [
        square for square, text in desk.described().items() if "selected" in text],
        until=lambda: desk.square("a1").area[0] > desk.square("h1").area[0])
    same("nothing can be played in it", desk.placement(), fen.split()[0])
    desk.press("Flip Board")


def in_the_window(desk):
    desk.start()
    hand = Hand(desk)
    xdotool("windowsize", "--sync", hand.window, 1000, 1180)
    desk.press("Continue")
    desk.shows(E4)
    desk.says("Ben to move")
    check("the newest good game is the one to continue", desk.find("Good – Ben"))
    desk.press("Back")
    desk.saved("Unfinished")
    for text, words, fen in OPENED:
        open_row(desk, hand, text)
        desk.says(*words)
        desk.shows(fen)
        if not words[-1].endswith("to move"):
            nothing_can_be_played(desk, fen)
        desk.press("Back")
        until("the list shows that row", lambda row=text: is_in_view(hand, listed(desk, row)))
    desk.node("Select Games")
    desk.press("Back")
    desk.saved("Finished")
    until("the finished games are listed", lambda: desk.row("Over – Ben"))
    check("a damaged log whose game was over is listed there", listed(desk, "Again – Ben"))


def test():
    with Desk() as desk:
        lay(desk)
        without_a_window(desk)
        untouched(desk, "after --list, --check and --text")
        in_the_window(desk)
        untouched(desk, "after the window")
        desk.kill()
        untouched(desk, "in the end")


if __name__ == "__main__":
    main(test)
