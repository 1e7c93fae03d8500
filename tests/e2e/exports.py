#!/usr/bin/python3
"""The game and the position are exported from the window: to the clipboard, into files, to the printer."""

import re
import subprocess

from desk import Desk
from expect import check, comes, main, never, same, until
from hand import Hand
from positions import E4, E5


def entry(desk):
    return desk.node("Move", "text")


def written(desk):
    return entry(desk).text


def pasted(desk, hand, wanted):
    """What is on the clipboard, as the entry for moves has it when it is pasted there."""
    hand.key("n")
    until("a letter opens the entry", lambda: written(desk), "n".__eq__)
    hand.key("ctrl+a", "ctrl+v")
    text = until("the entry has what was copied", lambda: written(desk), wanted)
    hand.key("Escape")
    desk.gone("Move", "text")
    return text


def copying(desk, hand):
    hand.key("ctrl+c")
    desk.node("Game copied as PGN")
    pgn = pasted(desk, hand, lambda text: "[White" in text)
    check("Ctrl+C copies the game", re.search(r'\[White "Ann"\].*\[Black "Ben"\].*\[Result "\*"\].*'
                                             r"1\. e4 e5 \*", pgn, re.DOTALL), pgn)
    hand.key("alt+Left")
    desk.shows(E4)
    hand.key("ctrl+shift+c")
    desk.node("Position copied as FEN")
    fen = pasted(desk, hand, lambda text: " KQkq " in text)
    same("Ctrl+Shift+C copies the position that is shown", fen, E4)

    hand.key("n")
    until("a letter opens the entry", lambda: written(desk), "n".__eq__)
    hand.key("f", "3", "ctrl+a", "ctrl+c", "Delete", "ctrl+v")
    comes("Ctrl+C copies text where text is selected", lambda: written(desk), "nf3".__eq__)
    hand.key("Escape")
    desk.gone("Move", "text")


def save(desk, hand, item, path):
    """Saves by an item of the menu into a file."""
    windows = set(hand.windows())
    hand.key("F10")
    desk.choose("Copy, E_xport, and Print", item)
    desk.node(item.replace("_", "").rstrip("…"))
    name_file(hand, windows, path)


def name_file(hand, windows, path):
    """Names the file that a new window asks for, besides these."""
    dialog = until("a file is asked for", lambda: set(hand.windows()) - windows).pop()
    hand.look(dialog)
    hand.key("ctrl+a")
    hand.type(str(path))
    hand.key("Return")
    until("the dialog is gone", lambda: set(hand.windows()) <= windows)
    hand.look()


def saving(desk, hand):
    folder = desk.home / "out"
    folder.mkdir()

    save(desk, hand, "_Save Game as PGN…", folder / "game.pgn")
    desk.node("Saved as game.pgn")
    exported = desk.run("--export-pgn", "all").stdout
    same("the game is saved as the command line prints it",
         (folder / "game.pgn").read_text("utf-8"), exported)

    save(desk, hand, "Save Scoresheet as P_DF…", folder / "game.pdf")
    desk.node("Saved as game.pdf")
    sheet = (folder / "game.pdf").read_bytes()
    check("the scoresheet is a whole PDF",
          sheet.startswith(b"%PDF-") and sheet.rstrip().endswith(b"%%EOF"))
    said = subprocess.run(["pdftotext", folder / "game.pdf", "-"],
                          capture_output=True, text=True, check=True).stdout
    check("names and moves can be read in it",
          all(word in said for word in ("Ann", "Ben", "e4", "e5", "Unfinished")), said)

    hand.key("alt+Left")
    desk.shows(E4)
    save(desk, hand, "Save Position as P_icture…", folder / "white.svg")
    desk.node("Saved as white.svg")
    hand.key("ctrl+r")
    save(desk, hand, "Save Position as P_icture…", folder / "black.svg")
    desk.node("Saved as black.svg")
    hand.key("ctrl+r")
    drawn = desk.run("--diagram", E4, "--output", str(folder / "drawn.svg"))
    same("the command line draws the same position", drawn.returncode, 0)

    def shapes(name):
        # The names of the surfaces count on; what they draw stays.
        text = (folder / name).read_text("utf-8")
        return re.sub(r"(surface|clip|source|glyph|image|mask|radial)-?\d+[\d-]*", "", text)
    same("the position that is shown is saved", shapes("white.svg"), shapes("drawn.svg"))
    check("a turned board is saved turned", shapes("black.svg") != shapes("white.svg"))

    save(desk, hand, "Save Position as P_icture…", folder / "board.gif")
    desk.node("The file is not saved. The picture must be a .png, a .svg or a .pdf file.")
    same("nothing else is left in the folder", sorted(path.name for path in folder.iterdir()),
         ["black.svg", "drawn.svg", "game.pdf", "game.pgn", "white.svg"])
    hand.key("alt+Right")
    desk.shows(E5)


def printing(desk, hand):
    windows = set(hand.windows())
    hand.key("ctrl+p")
    dialog = until("Ctrl+P asks for a printer", lambda: set(hand.windows()) - windows).pop()
    desk.node("Print", what="Ctrl+P asks for a printer")
    hand.look(dialog)
    hand.key("Escape")
    until("Escape closes it", lambda: set(hand.windows()) <= windows)
    hand.look()
    hand.key("ctrl+n")
    desk.node("Start Game")
    hand.key("ctrl+p", "z")
    never("nothing is printed from another page", lambda: set(hand.windows()) - windows,
          until=lambda: "z" in desk.find("First Player", "text").text)
    desk.press("Back")
    desk.shows(E5)


GAMES = [("Ann", "1. e4 e5"), ("Zoë", "1. d4 {quiet} d5"), ("Max", "1. c4 c5")]


def of_a_collection():
    """The games that are selected in a collection, as they stand there."""
    with Desk() as desk:
        path = desk.home / "club.pgn"
        texts = [f'[White "{white}"]\n[Black "Ben"]\n[Club "Rooks"]\n\n{moves} 1-0\n\n' for white, moves in GAMES]
        path.write_text("".join(texts), "utf-8")
        desk.start(str(path))
        desk.node("Zoë – Ben", "push button")
        hand = Hand(desk)
        hand.look()
        desk.press("Select Games")
        desk.press("Select All")
        desk.node("3 games selected")
        desk.press("Ann – Ben")
        desk.node("2 games selected")
        windows = set(hand.windows())
        desk.press("Export Selected Games…")
        name_file(hand, windows, desk.home / "two.pgn")
        desk.node("Saved as two.pgn")
        same("they are exported as they stand there", (desk.home / "two.pgn").read_text("utf-8").split(),
             "".join(texts[1:]).split())
        same("nothing is imported", desk.logs(), [])


def test():
    of_a_collection()
    with Desk() as desk:
        desk.start(cwd=desk.home)
        hand = Hand(desk)
        desk.new_game()
        desk.play("e2e4", E4)
        desk.play("e7e5", E5)
        desk.settles()
        before = desk.log()
        copying(desk, hand)
        hand.key("alt+Right")
        desk.shows(E5)
        saving(desk, hand)
        printing(desk, hand)
        same("the log knows nothing of it", desk.log(), before)
        desk.check_logs()


if __name__ == "__main__":
    main(test)
