#!/usr/bin/python3
"""A game with clocks survives every kill: same position, same offers, same time.

With a draw declined, a move taken back and a draw claimed at its end; and another game in which a
flag falls. After every step the program is killed, and started again it shows what it had shown.
"""

import json
import re

from desk import START, Desk
from expect import check, main, same, until

KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]
CLOCK = re.compile(r": (\d+:)?\d+:\d\d(\.\d)? left$")


def clocks(desk):
    """What the clocks show, in seconds, by player."""
    found = {}
    for name in ("Ann", "Ben"):
        node = desk.find(re.compile(f"^{name}{CLOCK.pattern}"))
        if node is None:
            return None
        seconds = 0.0
        for part in node.name.split(": ", 1)[1].removesuffix(" left").split(":"):
            seconds = seconds * 60 + float(part)
        found[name] = seconds
    return found


def again(desk, board):
    """Kills the program, and finds everything as it was."""
    before = until("both clocks can be read", lambda: clocks(desk))
    desk.kill()
    desk.check_logs()
    desk.start()
    desk.press("Continue")
    check("nobody sees the position while the clocks stand", not desk.squares())
    desk.press("Resume")
    until(f"the board shows {board}", desk.placement, board.__eq__)
    after = until("both clocks can be read again", lambda: clocks(desk))
    for name in before:
        check(f"{name} has {after[name]:.1f} s after the kill, {before[name]:.1f} s before",
              abs(before[name] - after[name]) <= 1)


def move(desk, ply):
    desk.play(ply)
    until(f"{ply} is shown", lambda: desk.describe(ply[2:4]), lambda text: "last move" in text)


def step(desk, ply):
    """Plays a ply, and lets it survive a kill."""
    move(desk, ply)
    again(desk, desk.placement())


def manners():
    with Desk() as desk:
        desk.lay(START, time_control="300+2", draws="claimed")
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        for ply in KNIGHTS:
            step(desk, ply)
        desk.press("Offer Draw")
        desk.says("Ann offers a draw")
        again(desk, desk.placement())
        check("the offer still waits", desk.node("Decline", "push button") is not None)
        desk.press("Decline")
        desk.says("Ben declines the draw")
        again(desk, desk.placement())
        for ply in KNIGHTS[:3]:
            step(desk, ply)
        desk.press("Takeback")
        desk.says("Ann asks to take back the last move")
        desk.press("Accept")
        desk.says("taken back")
        again(desk, desk.placement())
        step(desk, KNIGHTS[2])
        move(desk, KNIGHTS[3])
        desk.press("Claim Draw")
        desk.says("Threefold repetition", "Draw")
        log = desk.log()
        check("the takeback is an event, its ply is still there", '# {"takeback":1}' in log)
        end = json.loads(log[-1][2:])
        same("the end is written", (end["result"], end["reason"]), ("1/2-1/2", "threefold"))
        same("the list says so", [game["result"] for game in desk.list()], ["1/2-1/2"])


def flag():
    with Desk() as desk:
        desk.lay(START, time_control="12")
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        move(desk, "e2e4")
        again(desk, desk.placement())
        move(desk, "e7e5")
        desk.says("Ann to move")
        desk.says("Out of time", "Ben wins", patience=40)
        end = json.loads(desk.log()[-1][2:])
        same("the end is written", (end["result"], end["reason"]), ("0-1", "time"))
        left = json.loads(desk.log()[-2][2:])["clock"]
        same("nothing was left", left["white_ms"], 0)
        desk.check_logs()


def test():
    manners()
    flag()


if __name__ == "__main__":
    main(test)
