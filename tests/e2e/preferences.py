#!/usr/bin/env python3
"""The preferences: every control does what it says, at once and in the game that is open; all of
them go back to their defaults; and the board fills the screen.
"""

import os
import pathlib
import re
import shutil
import subprocess
import zlib

from desk import START, Desk
from expect import PATIENCE, Failure, check, main, never, same, until
from hand import Hand, xdotool
from tree import State, walk

PIECES = pathlib.Path(__file__).resolve().parents[2] / "resources" / "pieces"
PROMOTION = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"
PLAYED = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
CHOICES = {
    "Style": ["Follow System", "Light", "Dark"],
    "Coordinates": ["Inside", "Outside", "Off"],
    "Flip Automatically": ["Never", "After Each Move", "Face to Face"],
    "Draws": ["Automatic", "Must Be Claimed"],
    "Spoken Moves": ["Knight to f3", "Knight to foxtrot 3", "Knight to Felix 3", "N f 3", "g1 f3"],
}
TARGETS = {"a6", "b5", "c4", "d3", "e2"}


def color(hand, square):
    """The color in the middle of an empty square."""
    return color_at(*hand.at(square))


def color_at(x, y):
    picture = subprocess.run(
        ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"],
        check=True, capture_output=True,
    )
    return tuple(picture.stdout[:3])


def around(hand):
    """The color beside the board, left of the first rank."""
    x, y = hand.at("a1")
    return color_at(x - (hand.at("b1")[0] - x) * 3 // 4, y)


def picture(hand, square):
    """What a square looks like, as a number."""
    x, y = hand.at(square)
    seen = subprocess.run(
        ["import", "-window", "root", "-crop", f"60x60+{x - 30}+{y - 30}", "-depth", "8", "rgb:-"],
        check=True, capture_output=True,
    )
    return zlib.crc32(seen.stdout)


def chosen(desk, name):
    return desk.node(name, "push button").has(State.CHECKED)


class Preferences:
    """The window of preferences, beside the board."""

    def __init__(self, desk, hand):
        self.desk, self.hand = desk, hand
        hand.look()
        hand.key("ctrl+comma")
        desk.node("Wood", "push button")
        others = until("the preferences are on the screen",
                       lambda: [window for window in hand.windows() if window != hand.window])
        self.window = others[0]
        xdotool("windowmove", "--sync", self.window, 980, 0)
        xdotool("windowsize", "--sync", self.window, 620, 1190)
        hand.look(self.window)

    def is_on(self, name):
        return self.desk.node(name, "check box").has(State.CHECKED)

    def toggle(self, name):
        before = self.is_on(name)
        self.desk.node(name, "check box").act()
        until(f"{name!r} is switched", lambda: self.is_on(name), lambda on: on != before)

    def choose(self, row, value):
        """Chooses in a row with the keys."""
        choices = CHOICES[row]
        steps = choices.index(value) - choices.index(self.shown(row)[0])
        board, self.hand.window = self.hand.window, self.window
        self.hand.look()
        self.open(row)
        self.hand.window = board
        for _ in range(abs(steps)):
            self.hand.key("Down" if steps > 0 else "Up")
        self.hand.key("Return")
        until(f"{row!r} shows {value!r}", lambda: self.shown(row), [value].__eq__)

    def open(self, row):
        """Opens the choices of a row by a click, and by another where the page was still on its way in."""
        for patience in (3, 3, PATIENCE):
            self.hand.click(self.desk.node(row, "combo box"))
            try:
                # While all of them can be chosen, they are all shown.
                return until(f"the choices of {row!r} are open", lambda: self.shown(row),
                             CHOICES[row].__eq__, patience)
            except Failure:
                if patience == PATIENCE:
                    raise

    def shown(self, row):
        """The choices that a row shows."""
        texts = [node.name for node in walk(self.desk.node(row, "combo box"))]
        return [choice for choice in CHOICES[row] if choice in texts]

    def close(self):
        window = next(node for node in self.desk.app.children if node.name == "Preferences")
        self.desk.find("Close", "push button", window).act()
        self.desk.gone("Wood", "push button")
        self.hand.look()


def lay_sets(desk):
    folder = desk.home / "rank-and-file" / "pieces"
    shutil.copytree(PIECES / "bold", folder / "Mine")
    shutil.copytree(PIECES / "club", folder / "Half")
    (folder / "Half" / "wK.svg").unlink()
    return folder


def looks(desk, hand, preferences):
    before = color(hand, "d6")
    check("the usual theme is marked", chosen(desk, "Plain"))
    for theme in ("Wood", "Blue", "High Contrast"):
        desk.press(theme)
        before = until(f"the open board is {theme}", lambda: color(hand, "d6"),
                       lambda seen, before=before: seen != before)
        until(f"{theme} is marked", lambda theme=theme: chosen(desk, theme))
    check("the usual theme is marked no more", not chosen(desk, "Plain"))
    desk.press("Plain")
    until("the theme is plain again", lambda: chosen(desk, "Plain"))
    light = around(hand)
    preferences.choose("Style", "Dark")
    until("the window is dark", lambda: around(hand), lambda seen: max(seen) < 100 < min(light))
    preferences.choose("Style", "Light")
    until("the window is light again", lambda: around(hand), light.__eq__)
    king = picture(hand, "e1")
    for pieces in ("Bold", "Club", "Mine"):
        desk.press(pieces)
        king = until(f"the open board has the pieces {pieces}", lambda: picture(hand, "e1"),
                     lambda seen, king=king: seen != king)
    never("a set that lacks a drawing is no button", lambda: desk.find("Half", "push button"),
          until=lambda: desk.find("Cannot be used: wK.svg is missing."))
    desk.node("Cannot be used: wK.svg is missing.", what="it says which drawing is missing")


def sets_that_come_and_go(desk, hand, preferences, folder):
    shutil.copy(PIECES / "club" / "wK.svg", folder / "Half")
    (folder / "Mine" / "bQ.svg").write_text("no drawing", "utf-8")
    hand.look()
    hand.look(preferences.window)
    desk.node("Half", "push button", what="a set that has been completed can be chosen at once")
    desk.node("Cannot be used: bQ.svg is not an SVG image.", what="a drawing that is none is named")


def put_down(desk, square):
    """Lets go of a piece by touching it again."""
    desk.touch(square)
    until(f"{square} is let go", lambda: "selected" not in desk.describe(square))


def coordinates(desk, hand, preferences):
    def side():
        return desk.square("a1").area[2]
    inside, corner = side(), picture(hand, "a1")
    preferences.choose("Coordinates", "Outside")
    until("the squares make room for coordinates outside", side, lambda seen: seen < inside)
    preferences.choose("Coordinates", "Off")
    until("the squares have all the room again", side, lambda seen: seen == inside)
    until("without coordinates", lambda: picture(hand, "a1"), lambda seen: seen != corner)


def hints(desk, preferences):
    def targets():
        return {name for name, said in desk.described().items() if "can move here" in said}
    desk.take("f1")
    until("targets are shown", targets, TARGETS.__eq__)
    # Newer GTK gives a status no name but its text, which leaves out what the board shows.
    desk.says("can move to" if desk.status_line().name else "selected")
    preferences.toggle("Show Legal Moves")
    until("targets are shown no more", targets, lambda seen: not seen)
    put_down(desk, "f1")
    desk.take("f1")
    desk.says("white bishop", "selected")
    same("hints are not said either", targets(), set())
    preferences.toggle("Show Legal Moves")
    until("targets are shown again", targets, TARGETS.__eq__)
    put_down(desk, "f1")


def figurines(desk, preferences):
    desk.node("Nf3", "label")
    preferences.toggle("Figurine Notation")
    desk.node("♘f3", "label")
    desk.node("♘c6", "label")
    desk.gone("Nf3", "label")
    check("who hears the moves hears no figures", desk.find("2. Knight to f3", "push button"))
    desk.check_logs()


def turning(desk, hand, preferences):
    def low(square):
        return desk.square(square).area[1]
    desk.play("f1c4")
    check("the board does not turn", low("a1") > low("a8"))
    preferences.choose("Flip Automatically", "After Each Move")
    until("the board turns for the player to move", lambda: low("a1") < low("a8"))
    desk.play("f8c5")
    until("it turns after each move", lambda: low("a1") > low("a8"))


def resigning(desk, hand, preferences):
    hand.look()
    desk.press("Resign")
    desk.node("Who Resigns?", what="it is asked who resigns")
    desk.press("Keep Playing")
    desk.gone("Who Resigns?")
    desk.turn_to("Play")
    preferences.toggle("Confirm Resignation")
    desk.turn_to("Board")
    preferences.choose("Flip Automatically", "Never")
    desk.press("Resign")
    desk.node("Who Resigns?", what="who resigns is asked where it is not clear")
    desk.press("Keep Playing")
    desk.gone("Who Resigns?")
    preferences.choose("Flip Automatically", "After Each Move")
    desk.press("Resign")
    desk.says("Ben wins")
    same("no one was asked where only one player sits before the board",
         desk.find("Who Resigns?"), None)


def reset(desk, preferences):
    # Newer GTK tells of the page alone that is shown.
    desk.turn_to("Play")
    desk.press("Reset to Defaults")
    until("resigning is confirmed", lambda: preferences.is_on("Confirm Resignation"))
    desk.turn_to("Board")
    until("the usual pieces are back", lambda: chosen(desk, "Club"))
    until("figures are off", lambda: not preferences.is_on("Figurine Notation"))
    desk.press(re.compile("^Undo"))
    until("what was chosen is back", lambda: preferences.is_on("Figurine Notation"))
    until("so are the pieces", lambda: chosen(desk, "Half"))
    desk.node("♘f3", "label")
    desk.turn_to("Play")
    desk.press("Reset to Defaults")
    until("the defaults again", lambda: preferences.is_on("Confirm Resignation"))
    preferences.choose("Draws", "Must Be Claimed")


def new_game(desk, hand, preferences):
    preferences.close()
    desk.press("New Game")
    desk.press("Start Game")
    desk.shows(START)
    log = max(desk.logs(), key=lambda path: path.stat().st_mtime)
    header = log.read_text("utf-8").splitlines()[0]
    check("the new game has the rule for draws", '"draws":"claimed"' in header, header)
    check("names are no preferences", '"Ann"' in header and '"Ben"' in header, header)


def crowning():
    queen = "Q7/7k/8/8/8/8/p6K/8 b - - 0 1"
    with Desk() as desk:
        desk.lay(PROMOTION)
        desk.start()
        hand = Hand(desk)
        desk.press("Continue")
        desk.shows(PROMOTION)
        desk.take("a7")
        desk.touch("a8")
        desk.node("knight", "push button")
        desk.touch("a7")
        desk.gone("knight", "push button")
        preferences = Preferences(desk, hand)
        desk.turn_to("Play")
        preferences.toggle("Always Promote to Queen")
        preferences.toggle("Confirm Moves")
        desk.take("a7")
        desk.touch("a8")
        desk.press("Cancel")
        desk.shows(PROMOTION, what="a move that is not confirmed is not played")
        preferences.toggle("Confirm Moves")
        desk.play("a7a8", queen, what="a pawn becomes a queen without asking")
        preferences.close()
        hand.take("a2")
        xdotool("keydown", "shift")
        hand.click("a1")
        xdotool("keyup", "shift")
        desk.press("knight")
        desk.shows("Q7/7k/8/8/8/8/7K/n7 w - - 0 2", what="who holds Shift is asked")
        desk.check_logs()


def full_screen(desk, hand):
    """The panel and the title bar go, and come when they are called."""
    def panel():
        return desk.find("Offer Draw", "push button")
    hand.look()
    check("there is a panel", panel())
    hand.key("F11")
    until("F11 folds the panel away", lambda: not panel())
    desk.play("e2e4")
    desk.play("e7e5")
    until("the board is played on", lambda: desk.square("e5").name, "e5, black pawn".__eq__)
    desk.take("g1")
    hand.key("Escape")
    never("Escape first lets go of the piece", panel, until=lambda: "selected" not in desk.describe("g1"))
    hand.key("F9")
    until("F9 shows the panel", panel)
    hand.key("F9")
    until("F9 folds it away", lambda: not panel())
    hand.key("N")
    until("a move can be typed", lambda: desk.find("Nf3", "label") or desk.find("Move", "text"))
    hand.key("Escape")
    until("the panel is folded away again", lambda: not panel())
    hand.key("F11")
    until("F11 leaves the full screen", panel)
    hand.key("F11")
    until("F11 folds the panel away", lambda: not panel())
    hand.key("Escape")
    until("Escape leaves the full screen", panel)
    hand.key("F11")
    until("F11 folds the panel away again", lambda: not panel())
    desk.play("d1h5")
    desk.play("e8e7")
    desk.play("h5e5")
    desk.says("Checkmate")
    desk.node("Rematch", "push button", what="the result is seen on the whole screen")
    hand.key("F11")
    desk.says("Ann wins")


def reads_aloud():
    """What is told is read by Speech Dispatcher, where that is wanted."""
    with Desk() as desk:
        reader, said = desk.home / "programs" / "spd-say", desk.home / "said"
        reader.parent.mkdir()
        reader.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{said}"\n', "utf-8")
        reader.chmod(0o755)
        desk.environment["PATH"] = f"{reader.parent}:{os.environ['PATH']}"
        desk.start()
        desk.new_game()
        desk.play("d2d4")
        preferences = Preferences(desk, Hand(desk))
        desk.turn_to("Play")
        preferences.toggle("Speech")
        desk.play("d7d5")
        read = until("a move is read aloud", lambda: said.read_text("utf-8") if said.exists() else "",
                     lambda text: "to d5" in text)
        check("nothing is before that is wanted", "d4" not in read, read)
        check("it is read in the language of the program", "--language en --" in read, read)
        spoken_moves(desk, preferences, lambda: said.read_text("utf-8"))


def spoken_moves(desk, preferences, read):
    """Moves are said as it was chosen, and stand on the scoresheet under such names; squares keep theirs."""
    desk.node("1… Pawn to d5", "push button")
    moves = ["c2c4", "e7e5", "d4e5", "d5d4"]
    heard = ["Pawn to charlie 4.", "Pawn to Eva 5.", "d x e 5.", "d5 d4."]
    rows = ["2. Pawn to charlie 4", "2… Pawn to Eva 5", "3. d x e 5", "3… d5 d4"]
    for choice, move, said, row in zip(CHOICES["Spoken Moves"][1:], moves, heard, rows):
        preferences.choose("Spoken Moves", choice)
        desk.play(move)
        until(f"{said!r} is read aloud", read, lambda text, said=said: said in text)
        desk.node(row, "push button")
    desk.node("1… d7 d5", "push button", what="moves from before are called so, too")
    desk.node("d4", "label", what="what is seen stays as it is")
    same("squares keep their names", desk.square("d4").name, "d4, black pawn")


def test():
    with Desk() as desk:
        folder = lay_sets(desk)
        desk.start()
        hand = Hand(desk)
        desk.new_game()
        for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
            desk.play(move)
        desk.shows(PLAYED)
        preferences = Preferences(desk, hand)
        looks(desk, hand, preferences)
        sets_that_come_and_go(desk, hand, preferences, folder)
        desk.press("Half")
        coordinates(desk, hand, preferences)
        hints(desk, preferences)
        figurines(desk, preferences)
        turning(desk, hand, preferences)
        resigning(desk, hand, preferences)
        reset(desk, preferences)
        new_game(desk, hand, preferences)
        full_screen(desk, hand)
    crowning()
    reads_aloud()


if __name__ == "__main__":
    main(test)
