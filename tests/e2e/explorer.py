#!/usr/bin/python3
"""What was played from a position in one's own games: read beside a game that is reviewed, played from
there, and followed to the games that reached it and back."""

import re

from desk import START, Desk
from expect import check, comes, main, never, same, until
from hand import Hand
from positions import E4, E5
from tree import called, role, walk

C5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
GAMES = [
    ("Ann", "Cleo", "1-0", "1. e4 e5 2. Nf3 Nc6"),
    ("Ann", "Dan", "0-1", "1. e4 c5 2. Nf3"),
    ("Eve", "Ann", "1/2-1/2", "1. e4 c5 2. c3"),
    ("Eve", "Ben", "0-1", "1. d4 d5"),
]
PANEL = "Openings in Your Games"


def bring_in(desk):
    """Imports the games."""
    games = []
    for day, (white, black, result, moves) in enumerate(GAMES, 1):
        tags = {"White": white, "Black": black, "Result": result, "Date": f"2026.11.{day:02}"}
        head = "\n".join(f'[{tag} "{value}"]' for tag, value in tags.items())
        games.append(f"{head}\n\n{moves} {result}\n")
    path = desk.home / "games.pgn"
    path.write_text("\n".join(games), "utf-8")
    same("the games are imported", desk.run("--import-pgn", str(path)).returncode, 0)


def rows(desk):
    """The moves that can be chosen, as they are told."""
    return [called(node) for node in walk(desk.app)
            if role(node) == "push button" and re.search("White won", called(node))]


def reads(desk, *wanted):
    comes(f"the rows are {wanted}", lambda: rows(desk), list(wanted).__eq__)


def games(desk):
    """Whose games are listed."""
    return sorted(called(node) for node in walk(desk.app)
                  if role(node) == "push button" and re.fullmatch("[A-Z][a-z]+ – [A-Z][a-z]+", called(node)))


def lists(desk, *wanted):
    comes(f"listed are {wanted}", lambda: games(desk), sorted(wanted).__eq__)


def reading(desk, hand):
    desk.saved("Finished")
    desk.open_by_action("Ann – Cleo")
    desk.node("Starting Position")
    desk.press(PANEL)
    hand.key("alt+Home")
    desk.shows(START)
    reads(desk, "Pawn to e4, 3 games, White won 1, 1 drawn, Black won 1",
          "Pawn to d4, 1 game, White won 0, 0 drawn, Black won 1")
    desk.node("4 games: White won 1, 1 drawn, Black won 2", "label")
    row = desk.node("Pawn to d4, 1 game, White won 0, 0 drawn, Black won 1", "push button")
    same("a row is told once", row.description, "")


def open_menu(desk, hand, name):
    """Presses the button of a menu, which is there within a widget that is called the same."""
    def pressed():
        found = (node for node in walk(desk.app) if called(node) == name and node.actions)
        return any(node.act() for node in found)
    hand.look()
    until(f"{name!r} can be opened", pressed)


def choosing(desk, hand):
    """Whose games count."""
    open_menu(desk, hand, "Games: Everybody · All Time")
    desk.choose("_Another Player…")
    desk.type("Player", "Eve")
    desk.press("Show", dialog="Whose Games?")
    reads(desk, "Pawn to d4, 1 game, White won 0, 0 drawn, Black won 1",
          "Pawn to e4, 1 game, White won 0, 1 drawn, Black won 0")
    open_menu(desk, hand, "Games: Eve · All Time")
    desk.choose("With _Black")
    desk.node("None of these games reached this position.", "label")
    open_menu(desk, hand, "Games: Eve with Black · All Time")
    desk.choose("_Everybody")
    desk.node("4 games: White won 1, 1 drawn, Black won 2", "label")
    hand.look()


def playing(desk, hand):
    desk.press("Pawn to e4, 3 games, White won 1, 1 drawn, Black won 1")
    desk.shows(E4)
    reads(desk, "Pawn to c5, 2 games, White won 0, 1 drawn, Black won 1",
          "Pawn to e5, 1 game, White won 1, 0 drawn, Black won 0")
    # Along the game, and into a side line.
    desk.press("Pawn to e5, 1 game, White won 1, 0 drawn, Black won 0")
    desk.shows(E5)
    desk.node("Only this game reached this position.", "label")
    hand.key("alt+Left")
    desk.shows(E4)
    desk.press("Pawn to c5, 2 games, White won 0, 1 drawn, Black won 1")
    desk.shows(C5)
    reads(desk, "Knight to f3, 1 game, White won 0, 0 drawn, Black won 1",
          "Pawn to c3, 1 game, White won 0, 1 drawn, Black won 0")
    hand.key("alt+Home")
    desk.shows(START)
    hand.key("alt+Right")
    desk.shows(E4)


def following(desk, hand):
    """To the games that reached the position, into one of them, and back."""
    desk.press("Games with This Position")
    lists(desk, "Ann – Cleo", "Ann – Dan", "Eve – Ann")
    desk.node("Remove filter Position after 1. e4", "push button")
    desk.node("Search for Games").write("dan")
    lists(desk, "Ann – Dan")
    desk.press("Ann – Dan")
    desk.shows(E4)
    desk.says("Position after 1. ", "e4")
    desk.press("Back")
    lists(desk, "Ann – Dan")
    desk.node("Search for Games").write("")
    lists(desk, "Ann – Cleo", "Ann – Dan", "Eve – Ann")
    desk.press("Back")
    desk.shows(E4)
    desk.node(re.compile("^Pawn to c5, 2 games"))
    check("it is the game from which one went", desk.find(re.compile("Cleo")))
    desk.press("Games with This Position")
    desk.press("Remove filter Position after 1. e4")
    lists(desk, *(f"{white} – {black}" for white, black, _, _ in GAMES))
    desk.press("Back")


def hiding(desk, hand):
    desk.node(re.compile("^Pawn to c5, 2 games"))
    hand.key("ctrl+b")
    desk.gone(re.compile("^Pawn to c5, 2 games"))
    desk.node("1… Pawn to e5", "push button")


def no_help():
    """In a game that is being played there is no such panel, and its button rests."""
    with Desk() as desk:
        bring_in(desk)
        desk.lay(START, E4)
        desk.start()
        hand = Hand(desk)
        desk.saved("Unfinished")
        desk.open_by_action("Ann – Ben")
        desk.shows(E4)
        hand.key("ctrl+b", "alt+Left")
        never("players get no help", lambda: rows(desk) or desk.can_press(PANEL),
              until=lambda: desk.placement() == START.split()[0])


def test():
    with Desk() as desk:
        bring_in(desk)
        desk.start()
        hand = Hand(desk)
        reading(desk, hand)
        choosing(desk, hand)
        playing(desk, hand)
        following(desk, hand)
        hiding(desk, hand)
        desk.check_logs()
    no_help()


main(test)
