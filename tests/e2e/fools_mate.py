#!/usr/bin/python3
"""Fool's mate, played and looked through by a user who neither sees nor types.

Everything goes through AT-SPI: buttons are pressed and squares are activated by their names.
"""

import re

from desk import START, TIME, Desk, role
from expect import check, comes, main, never, same, until

# Each ply with the position after it and whose turn it then is.
PLIES = [
    ("f2", "f3", "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"),
    ("e7", "e5", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"),
    ("g2", "g4", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"),
    ("d8", "h4", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
]
# Where each of the four pieces may go when it is taken up.
TARGETS = {
    "f2": {"f3", "f4"},
    "e7": {"e6", "e5"},
    "g2": {"g3", "g4"},
    "d8": {"e7", "f6", "g5", "h4"},
}
NAMES = {
    "a1": "white rook", "b1": "white knight", "c1": "white bishop", "d1": "white queen",
    "e1": "white king", "e2": "white pawn", "e4": "empty", "e7": "black pawn",
    "a8": "black rook", "b8": "black knight", "c8": "black bishop", "d8": "black queen",
    "e8": "black king", "d5": "empty",
}


def begin(desk):
    desk.press("New Game")
    desk.type("First Player", "Ann")
    desk.type("Second Player", "Ben")
    desk.press("White")
    desk.node("Ann plays White and moves first, Ben plays Black.",
              what="the names page says who will have which pieces")
    desk.press("Start Game")
    desk.shows(START)
    desk.says("Welcome", "Ann plays White", "moves first", "Ben plays Black")
    for square, what in NAMES.items():
        same(f"{square} is named", desk.square(square).name, f"{square}, {what}")
    roles = {role(node) for node in desk.squares().values()}
    same("every square is a button", roles, {"push button"})
    same("no square is marked before the first move", desk.described(), {})


def let_go(desk):
    desk.take("b1")
    same("a knight taken up", desk.described(),
         {"b1": "selected", "a3": "can move here", "c3": "can move here"})
    desk.touch("b1")
    comes("it is let go by activating it again", desk.described, lambda seen: not seen)


def play(desk):
    before = {}
    for index, (origin, target, fen) in enumerate(PLIES):
        desk.take(origin)
        marked = desk.described()
        for square in TARGETS[origin]:
            check(f"{square} can be reached from {origin}", "can move here" in marked[square])
        reached = {square for square, text in marked.items() if "can move here" in text}
        same(f"nothing else can be reached from {origin}", reached, TARGETS[origin])
        same(f"{origin} alone is selected",
             [square for square, text in marked.items() if "selected" in text], [origin])
        for square in before:
            check(f"{square} is still the last move", "last move" in marked[square])
        desk.touch(target)
        desk.shows(fen)
        mated = index == 3
        if not mated:
            desk.says("Ben to move" if index % 2 == 0 else "Ann to move")
        wanted = {origin: "last move", target: "last move"}
        if mated:
            wanted["e1"] = "in check"
        same("the last move is marked, and nothing else", desk.described(), wanted)
        before = (origin, target)
    desk.says("Queen", "h4", "Checkmate", "Ben wins")


def log(desk):
    desk.settles()
    check("the log is named by time and chance",
          re.fullmatch(r"\d{8}T\d{6}Z-[0-9A-Za-z]+\.fenlog", desk.logs()[0].name), desk.logs())
    raw = desk.logs()[0].read_bytes()
    check("every line of the log ends with a line feed", raw.endswith(b"\n") and b"\r" not in raw)
    lines = desk.log()
    check("the log has its header", re.fullmatch(
        r'# {"rank-and-file":1,"white":"Ann","black":"Ben",'
        rf'"started":"{TIME}","time_control":null,"draws":"automatic"}}', lines[0]), lines[0])
    same("the log has every position", lines[1:-1], [START] + [fen for _, _, fen in PLIES])
    check("the log has its end", re.fullmatch(
        rf'# {{"result":"0-1","reason":"checkmate","ended":"{TIME}"}}', lines[-1]), lines[-1])
    listed = desk.list()
    same("the list says how it ended",
         [(game["state"], game["result"], game["white"], game["black"], game["plies"])
          for game in listed], [("finished", "0-1", "Ann", "Ben", 4)])
    desk.check_logs()


def look_through(desk):
    raw = desk.logs()[0].read_bytes()
    desk.press("Back")
    desk.node("Chess with a friend or the computer")
    desk.saved("Finished")
    never("no finished game is offered to be continued", lambda: desk.find("Continue"),
          until=lambda: "Checkmate" in desk.find("Ann – Ben", "push button").description)
    until("the game is among the finished ones", lambda: desk.row("Ann – Ben"))
    desk.open_by_action("Ann – Ben")
    desk.shows(PLIES[3][2], what="it can be opened")
    desk.says("Checkmate", "Ben wins")
    positions = [START] + [fen for _, _, fen in PLIES]

    def walk_to(button, ply):
        desk.press(button)
        desk.shows(positions[ply], what=f"{button} leads to its position")
        if ply == 0:
            desk.says("Starting position")
        elif ply < 4:
            desk.says("Position after", *["1. f3", "1… e5", "2. g4"][ply - 1].split())
        else:
            desk.says("Ben wins")

    walk_to("Starting Position", 0)
    same("the first position marks nothing", desk.described(), {})
    for ply in (1, 2, 3, 4):
        walk_to("One Move Forward", ply)
    for ply in (3, 2, 1, 0):
        walk_to("One Move Back", ply)
    walk_to("Current Position", 4)
    walk_to("1… Pawn to e5", 2)
    walk_to("Current Position", 4)
    desk.touch("e2")
    desk.says("over")
    same("looking through writes nothing", desk.logs()[0].read_bytes(), raw)


def test():
    with Desk() as desk:
        desk.start()
        begin(desk)
        let_go(desk)
        play(desk)
        log(desk)
        look_through(desk)


if __name__ == "__main__":
    main(test)
