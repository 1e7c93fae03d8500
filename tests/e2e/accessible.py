#!/usr/bin/python3
"""Every window, page, dialog and popover is walked as a screen reader walks it: each widget that takes the
keyboard has a name, neighbors have different names, and nothing is told that is not on the screen."""

import re

from desk import START, Desk
from expect import check, comes, main, never, same, until
from hand import Hand
from positions import E4
from tiles import ALMOST, LAST_MOVE, Tiles, believable, desk_of_tiles
from tree import State, role, walk
from walking import Sample, faults, phantoms, samples, unseen_samples

PROMOTION = "1n5k/P7/8/8/8/8/8/R3K3 w Q - 0 1"
RESIGNED = '# {"result":"0-1","reason":"resignation","ended":"2026-11-20T20:00:00Z"}'
MATE = '# {"result":"0-1","reason":"checkmate","ended":"2026-11-20T20:00:00Z"}'
PLAYING = [[4, 4, 8, 8], [0, 2, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
FOOLS_MATE = [
    START,
    "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
]


def the_walk_finds_what_is_wrong():
    for number, (children, wanted) in enumerate(samples()):
        found = faults(Sample("frame", "A window", children=children))
        same(f"sample {number} has {wanted} faults", (len(found), found), (wanted, found))
    for number, (children, wanted) in enumerate(unseen_samples()):
        states = [State.VISIBLE]
        found = phantoms(Sample("frame", "A window", states, children))
        same(f"sample {number} has {wanted} phantoms", (len(found), found), (wanted, found))


def walked(desk, what):
    """Looks through everything that is shown. What is still being built is looked at again."""
    def wrong():
        windows = desk.app.glimpse().children
        return [fault for window in windows for fault in faults(window) + phantoms(window)]
    comes(f"everything can be told: {what}", wrong, lambda found: not found)


class Walk:
    """Goes through the program, and looks around wherever it comes."""

    def __init__(self, desk):
        self.desk, self.hand = desk, Hand(desk)

    def here(self, what, *names):
        """Waits until everything named is there."""
        for name in names:
            self.desk.node(name)
        walked(self.desk, what)

    def on(self, name):
        """Waits until it can be told that this has the keyboard."""
        comes(f"it is told that {name!r} has the keyboard", lambda: name in self.desk.focused())

    def menu(self, what, *submenus):
        self.hand.look()
        self.hand.key("F10")
        for submenu in submenus:
            self.desk.choose(submenu)
            walked(self.desk, f"{what}, {submenu.replace('_', '')}")
        if not submenus:
            walked(self.desk, what)
        self.hand.key("Escape", "Escape")
        # It gives the keyboard back when it goes.
        until("the menu closes", lambda: not self.desk.items())
        self.hand.look()

    def window(self, what, keys, item=None):
        """Another window, opened by a key, or by a key and an item of the menu that it opens."""
        # They cannot be listed at the moment at which one of them goes.
        before = until("the windows can be listed", lambda: set(self.hand.windows()))
        told = set(self.desk.app.children)
        self.hand.look()
        self.hand.key(keys)
        if item:
            self.desk.choose(item)
        other = until(f"{what} opens", lambda: set(self.hand.windows()) - before)
        until(f"{what} can be read", lambda: any(
            node.has(State.FOCUSABLE)
            for window in self.desk.app.glimpse().children if window not in told for node in walk(window)))
        walked(self.desk, what)
        self.hand.look(other.pop())
        self.hand.key("Escape")
        # A menu that was closing may have been listed before.
        until(f"{what} closes", lambda: set(self.hand.windows()) <= before)
        self.hand.look()


def beginning(desk, way):
    way.here("the first page", "New Game", "Saved Games")
    bars = {node.name for node in walk(desk.app) if role(node) == "progress bar"}
    same("what is not under way is not there", bars, set())
    way.hand.look()
    way.hand.key("ctrl+o")
    way.here("no saved games", re.compile("^No (Unf|F)inished Games"))
    way.hand.key("F10")
    never("there is nothing to search", lambda: desk.find("Search for Games"), until=desk.items)
    desk.choose("Pla_yers")
    way.here("no players", "No Players")
    desk.press("Back")
    way.here("no saved games again", re.compile("^No (Unf|F)inished Games"))
    desk.press("Back")
    way.here("the first page again", "New Game")
    way.hand.look()
    desk.press_any("New Game")
    way.here("who plays", "First Player", "Start Game")
    desk.press_any("Against the Computer")
    way.here("who plays, the computer among them", "Level", "Start Game")
    desk.press_any("Two People")
    desk.node("Second Player", "text")
    way.on("First Player")
    way.hand.key("Tab")
    way.on("Second Player")
    way.hand.look()
    lists = lambda: {node.name for node in walk(desk.app) if role(node) == "list"}  # noqa: E731
    way.hand.click(desk.node("Clock", "combo box"))
    until("choices are called as their row, and not by their class", lists,
          lambda names: "Clock" in names and "GtkListView" not in names)
    way.hand.key("Escape")
    until("the choices are gone", lists, lambda names: "Clock" not in names)
    way.hand.look()
    desk.press("Back")
    editing(desk, way)
    practicing(desk, way)
    way.window("the help", "F1")
    way.window("the shortcuts", "ctrl+question")
    way.window("the preferences", "ctrl+comma")
    way.window("about the program", "F10", "_About Rank & File")


def editing(desk, way):
    way.here("the first page after the names", "Saved Games")
    way.hand.look()
    way.hand.key("F10")
    desk.choose("Set _Up Position")
    way.here("a position that is set up", "White to Move", "White may castle kingside")
    way.menu("the menu of a position that is set up")
    desk.press("Empty Board")
    way.here("a position with faults", "Play")
    desk.says("White has no king.")
    way.hand.click(desk.square("e2"))
    way.on("e2, empty")
    way.hand.key("Tab")
    way.on("Undo")
    way.hand.key("Tab")
    way.on("Move Pieces")
    way.hand.key("Right")
    way.on("white king")
    way.hand.key("Tab")
    way.on("Starting Position")
    way.hand.click(desk.node("Position as FEN", "text"))
    way.on("Position as FEN")
    desk.press("Back")
    way.here("the first page once more", "New Game")


def practicing(desk, way):
    desk.press("Puzzles")
    way.here("what to practice with", "Name (Optional)", "Solve Puzzles")
    way.menu("the menu of practice")
    desk.press_any("Two, Taking Turns")
    way.here("two who practice", "Second Player", "Enter two different names.")
    desk.press_any("One Person")
    desk.gone("Second Player")
    desk.press("Solve Puzzles")
    way.here("a position to practice with", "Hint", "Show Solution", re.compile("find the best move"))
    desk.press("Back")
    way.here("what to practice with again", "Solve Puzzles")
    desk.press("Back")
    way.here("the first page after practice", "New Game")


def playing(desk, way):
    desk.new_game()
    way.here("a new game", "Offer Draw")
    desk.take("e2")
    walked(desk, "a piece is selected")
    desk.touch("e5")
    walked(desk, "a move is refused")
    desk.touch("e4")
    desk.shows(E4)
    for submenu in ("Flip A_utomatically", "R_ead Aloud", "Copy, E_xport, and Print"):
        way.menu("the menu of the game", submenu)
    way.hand.look()
    way.hand.key("n")
    way.here("a move is written", "Move")
    way.on("Move")
    way.hand.key("Escape")
    desk.press("Resign")
    way.here("the question who resigns", "Who Resigns?")
    desk.press("Keep Playing", dialog="Who Resigns?")
    desk.gone("Who Resigns?")
    desk.press("One Move Back")
    way.here("an earlier position", "Return to Game")
    desk.press("Return to Game")
    desk.play("e7e5")
    desk.press("Offer Draw")
    way.here("an offer", "Accept", "Decline")
    desk.press("Decline")


def promotion():
    with Desk() as desk:
        desk.lay(PROMOTION, time_control="300+2")
        desk.start()
        way = Walk(desk)
        way.here("a game to go on with", "Continue")
        desk.press("Continue")
        desk.shows(PROMOTION)
        way.here("a game with clocks", "Ann: 5:00 left")
        desk.take("a7")
        desk.touch("a8")
        way.here("the choice of a piece", "queen", "knight")


def library(desk):
    desk.lay(*FOOLS_MATE, MATE, name="20261118T100000Z-00000001", time_control="300+3")
    desk.lay(START, E4, RESIGNED, name="20261119T100000Z-00000002", white="Cleo")
    desk.lay(START, E4, name="20261120T100000Z-00000003", white="Dora")


def saved(desk, way):
    desk.saved("Finished")
    way.here("the finished games", "Ann – Ben", "Cleo – Ben")
    way.menu("the menu of the saved games")
    for button, item in (("Sort By", "_Newest First"), ("Time Control", "_No Clock")):
        desk.press_any(button)
        until(f"the menu {button} is open", lambda item=item: desk.item(item))
        walked(desk, f"the menu {button}")
        way.hand.key("Escape")
    for button, name, role in (("Player", "Ann", "push button"), ("Opening", "Opening", "text"),
                               ("Date", "This Year", "push button"), ("Elo", "At Most", "text")):
        desk.press_any(button)
        desk.node(name, role)
        walked(desk, f"the filter {button}")
        way.hand.key("Escape")
        desk.gone(name, role)
    desk.press_any("Result")
    desk.choose("_Black Wins")
    way.here("a filter", re.compile("^Remove filter Black"))
    desk.press_any("More")
    until("there is a menu of a game", lambda: desk.item("Open in New _Window"))
    way.here("more about a game")
    way.hand.key("Escape")
    desk.press_any("Select Games")
    way.here("games are chosen", "Select Ann – Ben")
    way.hand.key("Escape")
    way.hand.key("ctrl+f")
    way.here("a search", "Search for Games")
    way.hand.key("Escape")


def over(desk, way):
    desk.press("Ann – Ben")
    desk.shows(FOOLS_MATE[-1])
    way.here("a game that is over", "Rematch")
    desk.press_any("Why?")
    walked(desk, "the proof")
    way.hand.key("Escape")
    desk.press("Back")


def players(desk, way):
    until("the list is there", lambda: desk.find("Cleo – Ben", "push button"))
    way.hand.look()
    way.hand.key("F10")
    desk.choose("Pla_yers")
    way.here("the players", "Dora")
    desk.press("Ann")
    way.here("a player", "Rename…", "Opponents")
    desk.press("Rename…")
    way.here("a new name", "New Name")
    # The bar of an import has a button with this name, too.
    desk.press("Cancel", dialog="Rename Player")
    desk.gone("New Name")
    desk.press("Ben")
    way.here("two players", "New Game")


def slides(grid, **changes):
    """The window of 2048: what takes the keyboard, the menus, the question, the endings."""
    with desk_of_tiles(welcomed=False) as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(grid, **changes))
        tiles.start()
        way = Walk(desk)
        way.hand = tiles.hand
        way.hand.look()
        yield tiles, way


def tiles_playing():
    for tiles, way in slides(PLAYING, best={"4": 4000, "6": 1200}):
        way.here("the welcome of 2048", "Welcome to 2048")
        tiles.press("Play")
        way.here("a game of 2048", "row 1, column 1: 4", "Board Size")
        way.menu("the menu of 2048", "R_ead Aloud")
        tiles.open_sizes()
        until("the sizes can be read", tiles.size_items, lambda items: len(items) == 5)
        walked(tiles.desk, "the sizes of the board of 2048")
        way.hand.key("Escape")
        way.window("the shortcuts of 2048", "ctrl+question")
        way.hand.key("Tab")
        until("Tab leaves the board as a whole", lambda: not tiles.focused().startswith("row"))
        seen = around(tiles)
        check("Tab comes by no cell", not any(name.startswith("row ") for name in seen), seen)
        check("by the board, too", "Board of 4 by 4 cells" in seen, seen)
        way.hand.key("ctrl+n")
        way.here("the question whether to begin anew", "Start a New Game?")
        tiles.answer("Start a New Game?", "Cancel")


def around(tiles):
    """The names of what Tab comes by on its way round."""
    tiles.hand.look()
    seen = []
    while (name := until("something has the keyboard", tiles.focused)) not in seen:
        seen.append(name)
        tiles.key("Tab")
        until("the keyboard moves on", tiles.focused, name.__ne__)
    same("Tab comes back to where it began", name, seen[0])
    return seen


def tiles_ending():
    for tiles, way in slides(ALMOST):
        tiles.press("Play")
        tiles.key("a")
        way.here("2048 is won", "You Won")
    for tiles, way in slides(LAST_MOVE):
        tiles.press("Play")
        tiles.key("d")
        way.here("2048 is lost", "Game Over")


def test():
    the_walk_finds_what_is_wrong()
    with Desk() as desk:
        desk.start()
        way = Walk(desk)
        beginning(desk, way)
        playing(desk, way)
    promotion()
    with Desk() as desk:
        library(desk)
        desk.start()
        way = Walk(desk)
        saved(desk, way)
        over(desk, way)
        players(desk, way)
    tiles_playing()
    tiles_ending()


if __name__ == "__main__":
    main(test)
