#!/usr/bin/python3
"""A blind user reads a finished game with all its annotations, adds a comment and glyphs, moves a side line up,
deletes one and brings it back."""

import re

from desk import Desk
from expect import check, main, never, same, until
from hand import Hand
from heard import Ear
from tree import State, called, role, walk

GAME = '[White "Zoë"]\n[Black "Ben"]\n[Result "1-0"]\n\n' \
    "1. e4 e5 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5)) (1... e6) 2. Nf3 $1 Nc6 1-0\n"
MOVE = re.compile(r"^\d+[.…] ")


def moves(desk):
    """The moves on the scoresheet, in the order in which they are read."""
    return [node.name for node in walk(desk.app) if role(node) == "push button" and MOVE.match(node.name)]


def read(desk):
    """What is on the scoresheet can be read: moves as buttons, comments as text, in their order."""
    seen = until("the moves are told", lambda: moves(desk), lambda seen: "2… Knight to c6" in seen)
    same("moves are told in the order of reading", seen, [
        "1. Pawn to e4", "1… Pawn to e5", "1… Pawn to c5, variation", "2. Knight to f3, variation",
        "2. Pawn to c3, variation, depth 2", "2… Pawn to d5, variation, depth 2", "1… Pawn to e6, variation",
        "2. Knight to f3, good move", "2… Knight to c6"])
    check("a comment is text", desk.node("Sicilian", "label").text == "Sicilian")


def shown(desk, name):
    """Shows the position after a move by its button, which then says that it is shown."""
    desk.press(name)
    until(f"{name} is told to be shown", lambda: desk.node(name, "push button").has(State.PRESSED))


def comment(desk, ear, hand):
    shown(desk, "1. Pawn to e4")
    ear.forget()
    hand.key("ctrl+e")
    desk.node("Comment on 1. e4")
    desk.type("Comment on 1. Pawn to e4", "Best by test.")
    desk.press("Save")
    ear.spoken("Comment saved.")
    desk.node("Best by test.", "label", what="the comment stands on the scoresheet")
    # What was written is not lost by a key.
    hand.look()
    hand.key("ctrl+e")
    desk.node("Comment on 1. e4")
    desk.type("Comment on 1. Pawn to e4", "Or not.")
    hand.look(hand.windows()[-1])
    hand.key("Escape")
    desk.node("The comment was not saved")
    desk.press("Edit Again")
    until("the words are there", lambda: desk.node("Comment on 1. Pawn to e4", "text").text, "Or not.".__eq__)
    desk.press("Cancel")
    desk.gone("Comment on 1. Pawn to e4", "text")
    check("what is not saved can be taken up again", desk.find("Best by test.", "label") is not None)


def glyphs(desk, ear, hand):
    hand.look()
    hand.key("ctrl+g")
    desk.choose("!  _Good Move")
    ear.spoken("1. Pawn to e4, good move.")
    desk.node("1. Pawn to e4, good move", "push button")
    hand.look()
    hand.key("ctrl+g")
    desk.choose("?!  _Dubious Move")
    ear.spoken("1. Pawn to e4, dubious move.")
    hand.key("ctrl+g")
    desk.choose("?!  _Dubious Move")
    ear.spoken("1. Pawn to e4: no annotation.")
    desk.node("1. Pawn to e4", "push button", what="a glyph is heard, changed and taken off")
    hand.look()
    hand.key("ctrl+g")
    desk.choose("!!  _Brilliant Move")
    ear.spoken("1. Pawn to e4, brilliant move.")
    hand.look()
    hand.key("ctrl+z")
    ear.spoken("Undone.")
    desk.node("1. Pawn to e4", "push button", what="what was said of a glyph is not left where that is undone")
    hand.key("ctrl+shift+z")
    ear.spoken("Redone.")
    desk.node("1. Pawn to e4, brilliant move", "push button", what="it is said that it is there again")
    hand.key("ctrl+z")
    ear.spoken("Undone.")
    desk.node("1. Pawn to e4", "push button")


def lines(desk, ear, hand):
    shown(desk, "1… Pawn to e6, variation")
    hand.look()
    # With the keyboard in the list, which would select rows by the same key.
    hand.reach(desk.node("1… Pawn to e6, variation", "push button"))
    hand.key("ctrl+shift+Up")
    ear.spoken("Variation 1… Pawn to e6 promoted.")
    aside = [name for name in moves(desk) if name.startswith("1… ") and "variation" in name]
    same("it stands before the other one", aside, ["1… Pawn to e6, variation", "1… Pawn to c5, variation"])
    shown(desk, "2. Knight to f3, variation")
    hand.key("ctrl+Delete")
    ear.spoken("Deleted 2. Knight to f3 and the moves after it.")
    desk.gone("2. Knight to f3, variation")
    desk.press(re.compile("^Undo"))
    ear.spoken("Variation restored.")
    desk.node("2. Knight to f3, variation", what="a side line is deleted and called back")


def by_menu(desk, ear, hand):
    """The same from the menu of a move."""
    shown(desk, "2. Pawn to c3, variation, depth 2")
    hand.reach(desk.node("2. Pawn to c3, variation, depth 2", "push button"))
    hand.key("shift+F10")
    desk.choose("Comment _Before…")
    desk.node("Comment Before 2. c3")
    desk.type("Comment Before 2. Pawn to c3", "Alapin")
    desk.press("Save")
    ear.spoken("Comment saved.")
    desk.node("Alapin", "label", what="a comment stands before the side line")


def test():
    with Desk() as desk:
        path = desk.home / "game.pgn"
        path.write_text(GAME, "utf-8")
        desk.run("--import-pgn", str(path))
        desk.start()
        desk.saved("Finished")
        desk.open_by_action("Zoë – Ben")
        read(desk)
        ear, hand = Ear(desk), Hand(desk)
        comment(desk, ear, hand)
        glyphs(desk, ear, hand)
        lines(desk, ear, hand)
        by_menu(desk, ear, hand)
        hand.look()
        hand.key("ctrl+n")
        desk.type("First Player", "Ann")
        desk.press("Start Game")
        desk.node("Offer Draw")
        hand.look()
        hand.key("ctrl+e", "e", "4", "Return")
        never("nothing is added to a game that is played",
              lambda: [called(node) for node in walk(desk.app) if called(node).startswith("Comment")],
              until=lambda: "/4P3/" in desk.placement())


if __name__ == "__main__":
    main(test)
