#!/usr/bin/python3
"""Files are opened with the program: one game is shown and not kept until that is asked for, many
are a collection, a position is played from, and anything else is refused in words."""

import re
import subprocess

from desk import BINARY, START, Desk
from expect import PATIENCE, check, comes, main, never, same, until
from hand import Hand
from positions import E4, E5, NF3

GAME = '[White "Zoë"]\n[Black "Ben"]\n[Result "0-1"]\n\n1. f3 {weak} (1. e4 e5) 1... e5 2. g4 Qh4# 0-1\n'
ANOTHER = GAME.replace("Zoë", "Max").replace("f3", "f4").replace("2. g4 Qh4#", "2. fxe5")
MATED = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
ENDING = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"


def put(desk, name, text):
    path = desk.home / name
    path.write_text(text, "utf-8")
    return str(path)


def one_game(desk):
    desk.start(put(desk, "one game – ä.pgn", GAME))
    desk.node("This game is not among your saved games.")
    desk.shows(MATED)
    same("nothing is kept", desk.logs(), [])
    desk.press("Starting Position")
    desk.shows(START, what="the game can be looked through")
    desk.press("Import")
    until("the game is kept", lambda: [game["white"] for game in desk.list()], lambda names: names == ["Zoë"])
    desk.gone("This game is not among your saved games.", what="it is kept when that is asked for")
    exported = desk.run("--export-pgn", "all").stdout
    check("with all that is said of it", "1. f3 {weak} (1. e4 e5) 1... e5" in exported, exported)


def the_same_again(desk):
    also(desk, str(desk.home / "one game – ä.pgn"))
    desk.node("This game is already among your saved games.")
    desk.press("Open Saved Game")
    desk.gone("This game is already among your saved games.")
    same("it is saved once", len(desk.list()), 1)


def also(desk, *files):
    """Opens files as a file manager does while the program runs."""
    subprocess.run([BINARY, *files], env=desk.environment, timeout=PATIENCE, check=True)


def others(desk):
    also(desk, put(desk, "letter.txt", "Dear Ben,\nshall we play tomorrow?\n"))
    desk.node(re.compile("^letter.txt: There is neither a game nor a position in this file"))
    also(desk, put(desk, "broken.pgn", '[White "Ann"]\n\n1. e5 1-0\n'))
    desk.node(re.compile("^broken.pgn: "), what="what is no chess is refused in words")
    also(desk, put(desk, "ending.fen", f"{ENDING}\n"))
    desk.node("Start Game", what="from a position a game can be started")
    many(desk)


def many(desk):
    """More than one game is a collection, from which games are copied to one's own; it is remembered until it is closed."""
    before, path = desk.logs(), put(desk, "some.pgn", GAME + "\n" + ANOTHER)
    also(desk, path)
    desk.node("Max – Ben", "push button", what="its games are listed")
    desk.node("Zoë – Ben", "push button")
    desk.open_by_action("Max – Ben")
    desk.node("This game is not among your saved games.", what="a game is looked through where it lies")
    desk.press("Back")
    desk.node("Max – Ben", "push button", what="Back leads to the collection")
    same("nothing is imported unasked", desk.logs(), before)
    desk.press("Select Games")
    desk.press("Select All")
    desk.node("2 games selected")
    desk.press("Copy to Saved Games")
    comes("they are copied when that is wanted", lambda: sorted(game["white"] for game in desk.list()),
          lambda names: names == ["Max", "Zoë"])
    desk.node("1 game copied, 1 game already saved.")
    desk.press("Show")
    desk.node("Remove filter Imported Games", "push button")
    desk.node("Max – Ben", "push button", what="the copied game is shown")
    check("the one that was there is not", not desk.find("Zoë – Ben", "push button"))
    hand = Hand(desk)
    hand.look()
    hand.key("F10")
    desk.choose("_1. some.pgn")
    desk.node("Zoë – Ben", "push button", what="the collection is remembered")
    hand.key("F10")
    desk.choose("C_lose Collection")
    desk.node("Remove filter Imported Games", "push button", what="it is left")
    hand.key("F10")
    until("the menu is open", lambda: desk.item("_Open Collection…"))
    check("it is remembered no more", not desk.item("_1. some.pgn"))
    hand.key("Escape")
    also(desk, path)
    desk.open_by_action("Max – Ben")
    desk.node(re.compile("among your saved games"))
    also(desk, put(desk, "others.pgn", GAME + "\n" + ANOTHER.replace("Max", "Eva")))
    desk.node("Eva – Ben", "push button")
    (desk.home / "some.pgn").unlink()
    desk.press("Back")
    desk.node("Remove filter Imported Games", "push button", what="Back leads past a collection that is gone")


def a_log(desk):
    path = desk.lay(START, E4)
    elsewhere = desk.home / "saved by hand.fenlog"
    path.rename(elsewhere)
    also(desk, str(elsewhere))
    desk.node("This game is not among your saved games.")
    desk.shows(E4)
    only_shown(desk, "a log from elsewhere is only shown")
    desk.shows(E4)
    before = desk.logs()
    same("it is not kept", len(before), 2)
    desk.press("Import")
    log = desk.new_log(before, "it is kept")
    same("it is kept as it was", log.read_bytes(), elsewhere.read_bytes())


def only_shown(desk, what):
    """Nothing is offered to those who play until the game has been looked through."""
    desk.press("Starting Position")
    never(what, lambda: desk.find("Resign"), until=lambda: desk.placement() == START.split()[0])
    desk.press("Current Position")


def open_elsewhere():
    with Desk() as desk:
        path = desk.lay(START, E4)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        command = [BINARY, "--text", "--json", "--resume", path.stem]
        with subprocess.Popen(command, env=desk.environment, text=True, **pipes) as other:
            print("fen", file=other.stdin, flush=True)
            other.stdout.readline()
            desk.start()
            desk.saved("Unfinished")
            desk.open_by_action("Ann – Ben")
            told = "This game is open elsewhere. Close it there to continue it here."
            desk.node(told)
            only_shown(desk, "it is only looked at")
            print("e5", file=other.stdin, flush=True)
            other.stdout.readline()
            other.stdin.close()
        desk.gone(told)
        desk.shows(E5)
        desk.play("g1f3", NF3, what="once left there, it is continued here")


def test():
    open_elsewhere()
    with Desk() as desk:
        one_game(desk)
        the_same_again(desk)
        others(desk)
        a_log(desk)


if __name__ == "__main__":
    main(test)
