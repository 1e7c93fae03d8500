#!/usr/bin/python3
"""Against the computer: it is chosen on the page of names, has its name wherever a player has one, is
remembered, and plays the next game, too."""

import json

from desk import START, Desk
from expect import check, main, never, same, until
from hand import Hand
from tree import State

# What it is called in logs, in lists, and beside the board.
FIRST, SHOWN, SEATED = "Computer, level 1", "Mia (level 1)", "Mia · Learned the moves"
PEOPLE = {1: ("Mia", 600), 3: ("Rosa", 1070), 4: ("Omar", 1260)}
# White gives up at once.
RESIGNED = '# {"result":"0-1","reason":"resignation","ended":"2026-11-20T19:06:00Z"}'


def header(log):
    return json.loads(log.read_text("utf-8").splitlines()[0][2:])


def chosen(desk, name):
    return desk.node(name).has(State.CHECKED)


def value(desk):
    return desk.node("Level", "slider").current("Value", "CurrentValue")


def is_set(desk, level, like):
    until(f"the slider is at {level}", lambda: value(desk), float(level).__eq__)
    name, rating = PEOPLE[level]
    desk.node(f"{name} (level {level})", "label")
    desk.node(f"{like} · about {rating}", "label", what=f"level {level} is {like}")
    until("it is heard with name, number, strength and rating", lambda: desk.node("Level", "slider").description,
          lambda said: said.startswith(f"{name} (level {level}), {like}, rating about {rating}. "))


def choose(desk, hand):
    """The computer at its first level, by the keys."""
    desk.press("New Game")
    check("a person is the second player", chosen(desk, "Two People"))
    check("the computer is not", not chosen(desk, "Against the Computer"))
    for group in ("Who Plays?", "First Player’s Color"):
        desk.node(group, "panel", what=f"the choices are named {group!r}")
    same("a choice is told as one", desk.node("White", "push button").role_name, "radio button")
    desk.node("Second Player", "text")
    desk.type("First Player", "Ann")
    desk.press("White")
    never("no level is asked for then", lambda: desk.find("Level", "slider"),
          until=lambda: desk.find("Ann plays White and moves first."))
    desk.press("Against the Computer")
    desk.gone("Second Player", "text")
    is_set(desk, 3, "Beginner")
    hand.look()
    hand.click(desk.node("Your Name", "text"))

    def led():
        # Where there is an engine beyond the levels, it can be chosen before.
        hand.key("Tab")
        return desk.node("Level", "slider").has(State.FOCUSED)
    until("Tab leads to the level", led)
    hand.key("Left", "Left")
    is_set(desk, 1, "Learned the moves")
    hand.key("End")
    check("the last place is the strongest", value(desk) >= 10)
    hand.key("Home")
    is_set(desk, 1, "Learned the moves")
    desk.node(f"Ann plays White and moves first, {SHOWN} plays Black.")


def begin(desk, color, **wanted):
    """Starts the game; its log says who plays."""
    known = desk.logs()
    desk.press(color)
    desk.press("Start Game")
    desk.square("e4")
    seen = {key: value for key, value in header(desk.new_log(known, "there is a log")).items() if key in
            ("white", "black", "white_computer", "black_computer")}
    same("the log says who plays", seen, wanted)


def remembered(desk):
    hand = Hand(desk)
    hand.look()
    hand.key("ctrl+n")
    until("the computer plays again", lambda: chosen(desk, "Against the Computer"))
    desk.press("Back")
    same("the button is for two players", desk.node("New Game", "push button").description, "Two Players")
    desk.press("New Game")
    until("it leads to them", lambda: chosen(desk, "Two People"))
    desk.press("Against the Computer")
    is_set(desk, 1, "Learned the moves")
    begin(desk, "Black", black="Ann", white=FIRST, white_computer="1")
    desk.press("Back")


def one_click(desk):
    """From the first page, with the level and the color of the last time, and tips."""
    desk.press("New Game")
    until("two people are seated", lambda: chosen(desk, "Two People"))
    desk.press("Back")
    desk.press("Choose opponent and clock")
    until("the computer is seated", lambda: chosen(desk, "Against the Computer"))
    desk.press("Back")
    known = desk.logs()
    button = desk.node("Play the Computer", "push button")
    same("it says who that is", button.description, SEATED)
    desk.press("Play the Computer")
    desk.square("e4")
    there = header(desk.new_log(known, "the computer begins"))
    seen = {key: there.get(key) for key in ("white", "black", "white_computer", "tips")}
    same("the log says who plays, and who may have tips", seen,
         {"white": FIRST, "black": "Ann", "white_computer": "1", "tips": "black"})
    hints_are_offered(desk)
    hand = Hand(desk)
    hand.look()
    hand.key("ctrl+n")
    until("the next game is against it, too", lambda: chosen(desk, "Against the Computer"))
    desk.press("Back")
    desk.square("e4")
    desk.press("Back")
    continued_from_blacks_side(desk)


def hints_are_offered(desk):
    """Until the person does not want them, which can be chosen in the game."""
    hand = Hand(desk)
    hand.look()
    desk.node("Hint", "push button")
    for shown in (False, True):
        hand.key("F10")
        desk.choose("Pla_y With Hints")
        until("the button comes and goes", lambda: bool(desk.find("Hint", "push button")), shown.__eq__)


def continued_from_blacks_side(desk):
    """The game that goes on lies on the first page as its player sees it."""
    desk.node("Continue", "push button")
    until("Black sits below", lambda: desk.square("a8").area[1] > desk.square("a1").area[1])


def is_a_player(desk, hand):
    """In the lists, as a player like others, but for its name."""
    desk.saved("Finished")
    desk.node("Ann – Omar (level 4)", "push button")
    hand.key("F10")
    desk.choose("Pla_yers")
    desk.press("Omar (level 4)")
    rename = desk.node("Rename…", "push button")
    check("it keeps its name", not rename.has(State.SENSITIVE))
    desk.press("Ann")
    desk.node("Omar (level 4): 1, Ann: 0")
    desk.press("New Game")
    until("it is the second player", lambda: chosen(desk, "Against the Computer"))
    is_set(desk, 4, "Casual player")
    desk.node("Omar (level 4) plays White and moves first, Ann plays Black.")
    desk.press("White")
    desk.node("Ann had White last time")
    desk.press("Two People")
    hand.click(desk.node("Second Player", "text"))
    hand.key("ctrl+a")
    hand.type("c")
    never("it is not suggested as a person", lambda: desk.find("Omar (level 4)", "push button"),
          until=lambda: desk.find("Cleo", "push button"))


def test():
    with Desk() as desk:
        desk.set()
        desk.lay(START, RESIGNED, black="Computer, level 4", black_computer="4")
        desk.run("--text", "--white", "Cleo", "--black", "Ben", input="e4\nresign black\n")
        desk.start()
        choose(desk, Hand(desk))
        begin(desk, "White", white="Ann", black=FIRST, black_computer="1")
        desk.node(SEATED, "label", what="it has its name beside the board")
        desk.kill()
        desk.start()
        remembered(desk)
        one_click(desk)
        is_a_player(desk, Hand(desk))


if __name__ == "__main__":
    main(test)
