#!/usr/bin/python3
"""Help that is agreed on before the game: the page of names, tips by button and key, warnings, a move that is held
back, what the log and the page of players say; and none where it was not agreed on."""

import json
import re

from desk import START, Desk
from expect import check, comes, main, never, same, until
from hand import Hand
from tree import State, walk

# The knight can attack the king and the rook, and would be lost on f6.
FORK = "r3k3/6pp/8/3N4/8/8/6PP/4K3 w - - 0 1"
H3 = "r3k3/6pp/8/3N4/8/7P/6P1/4K3 b - - 0 1"
RB8 = "1r2k3/6pp/8/3N4/8/7P/6P1/4K3 w - - 1 2"
NF6 = "1r2k3/6pp/5N2/8/8/7P/6P1/4K3 b - - 2 2"
HELD, HELD_WRITTEN = "Knight to f6, check, allows Pawn captures on f6.", "Nf6+ allows gxf6."


def records(desk):
    return [json.loads(line[2:]) for line in desk.log()[1:] if line.startswith("# ")]


def choose(desk, hand, row, index):
    """Chooses in a row of the terms, to which the arrows lead."""
    def reached():
        if row in desk.focused():
            return True
        hand.key("Down")
        return False
    until(f"the arrows lead to {row}", reached)
    # Enter opens it, and does not start the game.
    hand.key("Return", "Home", *["Down"] * index, "Return")


def agreed():
    """What is chosen on the page of names is in the log."""
    with Desk() as desk:
        desk.start()
        desk.press("New Game")
        desk.type("First Player", "Ann")
        desk.type("Second Player", "Ben")
        hand = Hand(desk)
        row = "Draws, Assistance, and Odds"
        rows = lambda: [node for node in walk(desk.app) if node.name == row and node.has(State.EXPANDABLE)]
        until("a row can be unfolded, and is not", rows, lambda all: all and not all[0].has(State.EXPANDED))
        hand.click(desk.node(row))
        until("the terms are unfolded", lambda: desk.node("Draws", "combo box").area[3])
        until("that is told", rows, lambda all: all and all[0].has(State.EXPANDED))
        # The second player, both, and the first player.
        choose(desk, hand, "Threat Warnings", 2)
        choose(desk, hand, "Hints", 0)
        choose(desk, hand, "Blunder Check", 1)
        desk.press("Start Game")
        desk.shows(START)
        desk.settles()
        header = json.loads(desk.log()[0][2:])
        same("the log says who is helped", {key: header.get(key) for key in ("warnings", "tips", "guard", "hints")},
             {"warnings": "black", "tips": "both", "guard": "white", "hints": None})
        check("there is a button for tips", desk.node("Hint", "push button").has(State.SENSITIVE))
        hand.look()
        hand.key("ctrl+h")
        desk.says("No winning move found")


def tips(desk, hand):
    desk.press("Hint")
    desk.says("There is something to win. Theme: Fork.")
    hand.key("ctrl+h")
    desk.says("Move this piece: knight on d5.")
    same("the piece is circled", desk.describe("d5"), "circled")
    desk.press("Hint")
    desk.says("Play Knight to c7, check. The knight on c7 attacks ", "This wins a rook for a knight.",
              written=("Play Nc7+. The knight on c7 attacks ", "This wins a rook for a knight."))
    same("the move is an arrow", desk.describe("d5"), "arrow to c7")


def held_back(desk, hand):
    """By the pointer: the piece goes back, and the reason is said."""
    hand.drag("d5", "f6")
    desk.says(HELD, "Play Knight to f6, check, again to confirm.",
              written=(HELD_WRITTEN, "Play Nf6+ again to confirm."))
    desk.shows(FORK)
    until("the knight is seen where it was", lambda: desk.square("d5").name, "d5, white knight".__eq__)
    desk.play("h2h3", H3)


def warned(desk):
    desk.says("Ann threatens Knight to c7, check.", written=("Ann threatens Nc7+.",))
    check("Black has no tips", not desk.node("Hint", "push button").has(State.SENSITIVE))
    same("where the threat comes from", desk.describe("d5"), "arrow to c7")
    desk.play("a8b8", RB8)


def insisted(desk, hand):
    """By the keyboard: typed once, held back, typed again, played."""
    hand.look()
    hand.key("shift+n", "f", "6", "Return")
    never("the threat is over", lambda: "threatens" in desk.status(),
          until=lambda: any(held in desk.status() for held in (HELD, HELD_WRITTEN)))
    desk.says(HELD, written=(HELD_WRITTEN,))
    hand.key("shift+n", "f", "6", "Return")
    desk.shows(NF6, what="a move that is entered again is played")


def helped():
    with Desk() as desk:
        desk.lay(FORK, tips="white", guard="white", warnings="black")
        desk.start()
        desk.press("Continue")
        desk.shows(FORK)
        hand = Hand(desk)
        tips(desk, hand)
        held_back(desk, hand)
        warned(desk)
        insisted(desk, hand)
        desk.press("Resign")
        desk.press("Ben (Black) Resigns")
        desk.says("Ann wins")
        desk.settles()
        given = [record for record in records(desk) if "helped" in record or "insisted" in record]
        same("the log has all of it", given, [
            {"helped": "white", "with": "tip", "step": 1},
            {"helped": "white", "with": "tip", "step": 2},
            {"helped": "white", "with": "tip", "step": 3},
            {"helped": "white", "with": "guard"},
            {"helped": "black", "with": "warning"},
            {"helped": "white", "with": "guard"},
            {"insisted": "white"},
        ])
        desk.check_logs()
        desk.node("Ann received assistance 5 times · Ben received assistance 1 time")
        desk.press("Back")
        desk.saved("Finished")
        desk.node("Ann – Ben", "push button")
        hand.look()
        hand.key("F10")
        desk.choose("Pla_yers")
        desk.press("Ann")
        desk.node(re.compile("^Received.assistance.5.times"), what="the page of the player counts it")


def against_the_computer():
    """A person alone is helped, and the computer is not."""
    with Desk() as desk:
        desk.lay(FORK, tips="both", guard="both", black="Computer, level 1", black_computer="1")
        desk.start()
        desk.press("Continue")
        desk.shows(FORK)
        desk.take("d5")
        desk.touch("f6")
        desk.says(HELD, written=(HELD_WRITTEN,))
        check("the piece is in the hand again", "selected" in desk.describe("d5"))
        desk.touch("c7")
        until("the knight is played, and the computer has answered", lambda: desk.list()[0]["plies"], (2).__eq__)
        until("it is the person’s turn", lambda: desk.node("Hint", "push button").has(State.SENSITIVE))
        desk.press("Hint")
        desk.says("There is something to win")
        # On a slow disk the tip is shown before its line is in the log.
        comes("only the person was helped",
              lambda: [(record.get("helped"), record.get("with")) for record in records(desk)],
              [("white", "guard"), ("white", "tip")].__eq__)


def no_help():
    """Players get no help where none was agreed on."""
    with Desk() as desk:
        desk.lay(FORK)
        desk.start()
        desk.press("Continue")
        desk.shows(FORK)
        hand = Hand(desk)
        said, read = desk.status(), "White: king on "
        hand.key("ctrl+h", "ctrl+shift+p")
        never("no key helps", lambda: desk.status() != said and not desk.status().startswith(read),
              until=lambda: desk.status().startswith(read))
        never("there is no button", lambda: desk.find("Hint", "push button"),
              until=lambda: desk.status().startswith(read))
        desk.play("d5f6", "r3k3/6pp/5N2/8/8/8/6PP/4K3 b - - 1 1")
        same("no help was given", records(desk), [])


def test():
    agreed()
    helped()
    against_the_computer()
    no_help()


if __name__ == "__main__":
    main(test)
