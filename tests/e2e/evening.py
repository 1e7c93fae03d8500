#!/usr/bin/python3
"""An evening of two people: the first move on the page to start from, the games one after the other,
and the score that stands where they end."""

import json

from desk import START, Desk
from expect import main, same, until
from hand import Hand
from positions import E4, E5, NF3

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def at_once(desk, hand):
    desk.node("Move a piece to start a game")
    names_that_only_stood_there(desk, hand)
    same("nothing is kept before the first move", desk.logs(), [])
    until("the board is laid out", desk.placement)
    hand.take("e2")
    hand.click("e4")
    desk.node("Resign")
    desk.shows(E4)
    desk.says("Black to move", what="two clicks make the first move of a new game")
    desk.logged(START, E4, what="it is kept")
    header = json.loads(desk.log()[0].removeprefix("# "))
    same("no one has played before", (header["white"], header["black"]), ("White", "Black"))


def names_that_only_stood_there(desk, hand):
    """A game that begins at once is between those who played last, even if other names were typed on another page
    since."""
    desk.press("New Game")
    desk.type("First Player", "Somebody")
    desk.press("Back")
    desk.node("Move a piece to start a game")
    desk.gone("First Player")
    hand.look()


def goes_on(desk, hand):
    desk.press("Back")
    desk.node("Continue")
    desk.shows(E4)
    hand.look()
    hand.take("e7")
    hand.click("e5")
    desk.node("Resign")
    desk.shows(E5)
    desk.logged(START, E4, E5, what="the last game goes on where it was left")
    desk.press("Back")
    desk.node("Continue")
    desk.press("Continue")
    desk.node("Resign")
    desk.shows(E5)
    desk.play("g1f3", NF3, what="the button leads to the same game")


def mate(desk):
    for move in MATE:
        desk.play(move)
    desk.says("Checkmate", "wins")


def score(desk):
    desk.press("Back")
    desk.new_game()
    mate(desk)
    desk.node("Ann: 0 – Ben: 1")
    desk.node("0–1", "label")
    desk.node("Won", "label")
    desk.node("Lost", "label", what="the result closes the moves, the players have their points")
    desk.press("Rematch")
    desk.says("Ben plays White")
    desk.gone("Won", "label")
    mate(desk)
    desk.node("Ben: 1 – Ann: 1", what="the score of the evening counts both games")
    desk.press("Starting Position")
    desk.says("Starting position")
    desk.node("Ben: 1 – Ann: 1")


def test():
    with Desk() as desk:
        desk.start()
        hand = Hand(desk)
        at_once(desk, hand)
        goes_on(desk, hand)
        score(desk)


if __name__ == "__main__":
    main(test)
