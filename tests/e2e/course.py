#!/usr/bin/python3
"""The course of a game that is over: the curve above its moves tells it, the pointer and the keys go from move to move
on that curve, and it is shown only where the player wants it."""

import re

from desk import START, Desk
from expect import check, comes, main, never, until
from hand import Hand, xdotool

F3 = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"
MOVES = "1. f3 e5 2. g4 Qh4#"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
CURVE = "Course of the Game"
ACCURACY = re.compile(r"Accuracy: Ann (\d+)%, Ben (\d+)%$")


def open_the_game(desk, **settings):
    """Opens the game in a program with these settings."""
    desk.set(**settings)
    desk.start()
    desk.saved("Finished")
    desk.open_by_action("Ann – Ben")
    desk.shows(MATE)


def describes(desk, *words):
    comes(f"the curve tells {words}", lambda: desk.find(CURVE, "slider").description,
          lambda text: all(word in text for word in words))


def told(desk, hand):
    accuracy = desk.node(ACCURACY).name
    white, black = map(int, ACCURACY.match(accuracy).groups())
    check("the fool has played worse", white < black, accuracy)
    desk.node(re.compile("● 1 blunder$"), what="what the marks on the curve mean is told below it")
    describes(desk, "2… Queen to h4, checkmate", "White’s chances 0%")
    hand.key("alt+Left")
    describes(desk, "2. Pawn to g4", "blunder")


def walked(desk, hand):
    curve = desk.node(CURVE, "slider")
    x, y, width, height = until("the curve has a place", lambda: curve.area, lambda area: area[2] > 0)
    window = hand.geometry()
    hand.move(window["X"] + x + width // 20, window["Y"] + y + height // 2)
    xdotool("mousedown", 1)
    desk.shows(START)
    hand.move(window["X"] + x + width // 2, window["Y"] + y + height // 2)
    until("a drag goes on", desk.placement, lambda placement: placement != START.split()[0])
    hand.move(window["X"] + x + width + 20, window["Y"] + y + height // 2)
    xdotool("mouseup", 1)
    desk.shows(MATE, what="the pointer goes from move to move")
    # After a click on the curve the keys work there.
    hand.key("Home", "Right")
    desk.shows(F3, what="so do keys")


def no_course(desk, what):
    """There is none until the game has been looked through from its beginning."""
    desk.press("Starting Position")
    never(what, lambda: desk.find(CURVE), until=lambda: desk.placement() == START.split()[0])


def elsewhere(desk):
    desk.kill()
    open_the_game(desk, analysis_shown="true", analysis="false")
    no_course(desk, "what the preferences forbid is not shown")
    desk.kill()
    open_the_game(desk, analysis_shown="false")
    no_course(desk, "nor where it is not wanted")


def played(desk):
    """A game that is played is not looked into, and after its end only once that is asked for."""
    desk.kill()
    desk.set(analysis_shown="true")
    desk.lay(START, F3, name="20261121T190500Z-00000000")
    desk.start()
    desk.press("Continue")
    desk.shows(F3)
    no_course(desk, "a game that goes on has no course")
    desk.press("Current Position")
    desk.shows(F3)
    hand = Hand(desk)
    hand.look()
    for move in ("e5", "g4", "Qh4"):
        hand.type(move, "Return")
    never("nothing is told unasked when it ends", lambda: desk.find(CURVE), until=lambda: desk.find("New Game"))
    hand.key("ctrl+l")
    desk.node(CURVE, "slider", what="its course is there once it is asked for")
    desk.press("Back")
    desk.saved("Finished")
    desk.open_by_action("Ann – Ben")
    desk.node(CURVE, "slider", what="and in the next game, as it was chosen")


def test():
    with Desk() as desk:
        path = desk.home / "fool.pgn"
        path.write_text(f'[White "Ann"]\n[Black "Ben"]\n[Result "0-1"]\n\n{MOVES} 0-1\n')
        check("the game is imported", desk.run("--import-pgn", str(path)).returncode == 0)
        open_the_game(desk, analysis_shown="true")
        hand = Hand(desk)
        hand.look()
        told(desk, hand)
        walked(desk, hand)
        elsewhere(desk)
        played(desk)


if __name__ == "__main__":
    main(test)
