#!/usr/bin/python3
"""Players: what they have done, another name and back, two against each other, and a new game of
two with the colors changed. The games are played in the terminal."""

import json
import re

from desk import START, Desk, opens
from expect import check, comes, main, never, same, until
from hand import Hand
from positions import E4
from tree import called, walk

# White, Black, what is typed; a game without an end is left.
GAMES = [
    ("Ann", "Ben", "f3\ne5\ng4\nQh4\n"),
    ("Ann", "Ben", "e4\ne5\ndraw\naccept\n"),
    ("Ben", "Ann", "e4\nresign white\n"),
    ("Ann", "Ben", "e4\nresign black\n"),
    ("Ann", "Cleo", "e4\nresign black\n"),
    ("Jon", "Ben", "d4\nresign white\n"),
    ("Ann", "Ben", "e4\n"),
]
ANN = ("6 games. As White: 2 wins, 1 draw, 1 loss. As Black: 1 win, 0 draws, 0 losses.")


def lay(desk):
    """Plays the games, and gives each a day of its own."""
    for number, (white, black, typed) in enumerate(GAMES):
        known = set(desk.logs())
        ran = desk.run("--text", "--white", white, "--black", black, input=typed)
        same(f"game {number} is played", ran.returncode, 0)
        (log,) = set(desk.logs()) - known
        lines = log.read_text("utf-8").splitlines()
        header = json.loads(lines[0][2:])
        header["started"] = f"2026-11-{number + 1:02}T12:00:00Z"
        lines[0] = f"# {json.dumps(header)}"
        log.write_text("\n".join([*lines, ""]), "utf-8")


def described(desk, name):
    """What is said of the player in the list that is shown."""
    def look():
        node = desk.find(name, "push button")
        return node.description.replace("\u00a0", " ") if node else None
    return until(f"there is {name}", look)


def labels(desk):
    return [called(node).replace("\u00a0", " ") for node in walk(desk.app)
            if node.role_name == "label"]


def shown(desk, *texts):
    seen = comes(f"it reads {', '.join(texts)}", lambda: labels(desk),
                 lambda seen: all(text in seen for text in texts))
    return seen


def open_players(desk):
    desk.saved("Unfinished")
    desk.node("Ann – Ben", "push button")
    hand = Hand(desk)
    hand.key("F10")
    desk.choose("Pla_yers")
    check("the list says what Ann has done", described(desk, "Ann").startswith(ANN),
          described(desk, "Ann"))
    seen = shown(desk, "White 2 – 1 – 1 · Black 1 – 0 – 0", "6 games", "7 Nov 2026")
    check("who played last comes first", seen.index("Ann") < seen.index("Jon") < seen.index("Cleo"))
    return hand


def search(desk, hand):
    hand.key("ctrl+f")
    hand.type("cle")
    until("the list is narrowed", lambda: desk.find("Jon", "push button") is None)
    check("Cleo is found", desk.find("Cleo", "push button"))
    hand.key("Escape")
    desk.node("Jon", "push button")


def one_player(desk):
    desk.press("Ann")
    desk.node("Show Games", "push button")
    seen = shown(desk, "Total", "70%", "Opponents", "Cleo")
    total = seen.index("Total")
    same("the last line of the table", seen[total + 1:total + 6], ["5", "3", "1", "1", "70%"])
    check("against Ben", described(desk, "Ben").startswith("2½ to 1½. 5 games · 1 of them unfinished"),
          described(desk, "Ben"))


def show_games(desk, hand):
    desk.press("Show Games")
    desk.node("Remove filter Ann")
    until("her games alone are listed", lambda: desk.find("Ann – Ben", "push button")
          and desk.find("Jon – Ben", "push button") is None)
    desk.press("Ann – Ben")
    desk.shows(E4)
    hand.look()
    hand.key("ctrl+n")
    desk.node("Start Game")
    desk.press("Back")
    desk.shows(E4)
    hand.key("ctrl+o")
    desk.node("Select Games")
    never("all saved games are listed", lambda: desk.find("Remove filter Ann"),
          until=lambda: desk.find("1 game", "status bar"))
    desk.press("Back")
    desk.shows(E4, what="Back leads to the game from the names and from the saved games")
    desk.press("Back")
    desk.node("Remove filter Ann")
    hand.key("ctrl+n")
    desk.node("Start Game")
    desk.press("Back")
    desk.node("Remove filter Ann", what="Back leads to her games from a game and from the names")
    desk.press("Back")
    desk.node("Rename…", what="Back leads to where one came from")


def head_to_head(desk):
    desk.press("Ben")
    shown(desk, "Ann", "Ben", "Ann with White", "1½ – 1½", "Ben with White", "1 – 0",
          "Ann has won the last 2 games. Most wins in a row: Ann 2.",
          "5 games · 1 of them unfinished · 7 Nov 2026")
    desk.node("Ann: 2½, Ben: 1½")
    desk.node("Ben – Ann", "push button")
    listed = desk.find("Games", "table") or desk.node("Games", "list")
    listed = [node.name for node in walk(listed) if " – " in node.name and opens(node.actions)]
    same("their games are listed", listed, ["Ann – Ben"] * 2 + ["Ben – Ann"] + ["Ann – Ben"] * 2)
    desk.press("Ben – Ann")
    desk.says("Resignation")
    desk.press("Back")
    desk.node("Ann: 2½, Ben: 1½", what="Back leads to the two from one of their games")
    desk.press("New Game")
    desk.node("Ben plays White and moves first, Ann plays Black.", what="the colors are changed")
    desk.press("Random")
    never("nothing is offered then", lambda: desk.find("Ann had White last time"),
          until=lambda: not desk.find("Ben plays White and moves first, Ann plays Black."))
    desk.press("White")
    desk.node("Ann had White last time")
    desk.press("Swap Colors")
    desk.node("Ben plays White and moves first, Ann plays Black.")
    desk.gone("Ann had White last time")
    desk.press("Random")
    until("lots are drawn", lambda: not desk.find("Ben plays White and moves first, Ann plays Black."))
    desk.press("Back")
    never("nothing is offered where lots are drawn", lambda: desk.find("Ann had White last time"),
          until=lambda: desk.find("Ann: 2½, Ben: 1½"))
    desk.node("Ann: 2½, Ben: 1½", what="Back leads to the two")
    desk.press("Back")
    desk.node("Rename…")
    desk.press("Back")
    desk.node("Search for Players")


def rename(desk):
    before = {log: log.read_bytes() for log in desk.logs()}
    desk.press("Jon")
    desk.press("Rename…")
    desk.type("New Name", "White")
    desk.node("This name is reserved for unnamed players. Choose another one.")
    desk.type("New Name", "  Ann ")
    desk.node("There is already a player called Ann. "
              "The games of Jon and Ann will count as those of one player.")
    desk.press(re.compile("^Merge"))
    desk.node("Jon and Ann are now one player")
    shown(desk, "Total", "58%")
    desk.press(re.compile("^Undo"))
    shown(desk, "Jon", "0%")
    desk.press("Rename…")
    desk.type("New Name", "Johannes")
    desk.press("Rename")
    desk.node("Jon is now called Johannes")
    desk.press("Back")
    check("the list has the new name", described(desk, "Johannes").startswith("1 game."))
    desk.gone("Jon", "push button")
    same("the logs are as they were", {log: log.read_bytes() for log in desk.logs()}, before)
    desk.press("Back")
    desk.node("Ann – Ben", "push button")
    check("Back leads to the saved games", desk.find("Select Games"))


def suggestions(desk, hand):
    """Everything by the keyboard; who plays is told by the line above the button."""
    hand.look()
    hand.key("F10")
    desk.choose("Ho_me")
    desk.press("New Game")
    desk.press("White")
    desk.press("Back")
    desk.press("New Game")
    hand.look()
    hand.key("ctrl+a")
    hand.type("jo")
    desk.node("Johannes", "push button")
    hand.key("Escape")
    desk.gone("Johannes", "push button")
    hand.key("Down", "Return")
    desk.node("Johannes plays White and moves first, Ben plays Black.")
    desk.gone("Johannes", "push button")
    hand.key("ctrl+a", "BackSpace")
    never("who is entered already is not suggested", lambda: desk.find("Ben", "push button"),
          until=lambda: desk.find("Cleo", "push button"))
    hand.key("Down", "Down", "Up", "Down")
    hand.type("jo")
    desk.node("jo plays White and moves first, Ben plays Black.")
    check("a user who types on is not interrupted", desk.find("Johannes", "push button"))
    hand.key("Down", "BackSpace", "Up")
    desk.node("j plays White and moves first, Ben plays Black.")
    hand.key("Down", "Tab")
    desk.gone("Johannes", "push button")
    hand.click(desk.node("Second Player", "text"))
    hand.key("ctrl+a")
    hand.type("zz")
    desk.node("j plays White and moves first, zz plays Black.")
    hand.type("z")
    never("no name is suggested where none fits", lambda: desk.find("Ann", "push button"),
          until=lambda: desk.find("j plays White and moves first, zzz plays Black."))
    hand.key("ctrl+a")
    hand.type("An")
    desk.node("Ann", "push button")
    hand.key("Return")
    desk.shows(START)
    desk.says("j plays White", "An plays Black", what="Return starts the game where nothing is highlighted")
    desk.press("Back")
    desk.node("Chess with a friend or the computer", what="Back leads past the names with which the game was begun")


def test():
    with Desk() as desk:
        lay(desk)
        desk.start()
        hand = open_players(desk)
        search(desk, hand)
        one_player(desk)
        show_games(desk, hand)
        head_to_head(desk)
        rename(desk)
        suggestions(desk, hand)


if __name__ == "__main__":
    main(test)
