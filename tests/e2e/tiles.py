"""The window of 2048, as the tests see it and use it: cells by their names, keys by xdotool.

What a move must make of a board is told by the program itself, playing in a terminal.
"""

import json
import re

from desk import Desk
from expect import PATIENCE, comes, passed, until, wait
from hand import Hand, xdotool
from tree import State, role, walk

CELL = re.compile(r"row (\d), column (\d): (\d+|empty)$")
# Near the beginning of a game.
GRID = [[2, 4, 8, 2], [0, 0, 16, 4], [0, 0, 0, 2], [0, 0, 0, 0]]
# A move to the left or to the right wins.
ALMOST = [[1024, 1024, 0, 0], [2, 4, 8, 16], [32, 64, 128, 256], [512, 2, 0, 0]]
# One move to the right is left, and after it nothing moves, no matter which number comes up in the corner.
LAST_MOVE = [[8, 16, 32, 0], [16, 32, 64, 128], [8, 16, 32, 64], [16, 32, 64, 128]]


def desk_of_tiles(welcomed=True):
    """A desk whose settings are kept from one start to the next."""
    desk = Desk()
    desk.set(twenty48_welcomed=str(welcomed).lower())
    return desk


def believable(grid, keeps_going=False, best=None, **changes):
    """A document of a game that has come to this board by twos alone."""
    numbers = [number for row in grid for number in row if number]
    document = {
        "version": 1, "size": len(grid), "grid": grid,
        "score": sum(number * (number.bit_length() - 2) for number in numbers),
        "moves": sum(numbers) // 2 - 2, "won": max(numbers) >= 2048, "keeps_going": keeps_going,
        "assisted": False, "random": {"seed": 5, "drawn": 2 * sum(numbers)}, "history": [],
        "best": best or {},
    }
    document.update(changes)
    return document


def played(desk, seed, words, size=4):
    """What the program in a terminal answers to each of these words, in a game of its own."""
    ran = desk.run("--text-2048", "--json", "--seed", str(seed), "--size", str(size),
                   input="\n".join([*words, ""]))
    return [json.loads(line) for line in ran.stdout.splitlines()]


def first_move(desk, tiles):
    """A word that moves something in a new game, and what it makes of the board."""
    began = tiles.document()["random"]["seed"]
    return next((word, answer) for word in "asdw" for answer in played(desk, began, word)
                if answer["moved"])


class Tiles:
    """The window of 2048 of the program on a desk."""

    def __init__(self, desk):
        self.desk = desk
        self.file = desk.home / "rank-and-file" / "2048.json"
        self.group = self.hand = self.path = None

    # --- The window and its file ------------------------------------------------

    def start(self, **options):
        self.desk.start(**options)
        return self.open()

    def open(self):
        """Opens the window from the first page."""
        self.hand = Hand(self.desk)
        before = set(self.hand.windows())
        self.group = None
        self.desk.press("2048")
        new = until("the window of 2048 opens", lambda: set(self.hand.windows()) - before)
        self.hand.window = new.pop()
        self.hand.look()
        until("the window of 2048 is there", self.frame)
        return self

    def frame(self):
        """The window in the tree. What is said takes the place of its name for a while."""
        windows = self.desk.app.children
        known = [window for window in windows if window.path == self.path]
        found = known or [window for window in windows if window.name.strip().endswith("2048")
                          or self.desk.glimpsed(re.compile("^Board of "), root=window)]
        self.path = found[0].path if found else None
        return found[0] if found else None

    def find(self, name, wanted=None):
        return self.desk.find(name, wanted, self.frame())

    def node(self, name, wanted=None, what=None):
        return wait(what, f"there is {name!r}", lambda: self.find(name, wanted))

    def gone(self, name, wanted=None, what=None):
        wait(what, f"{name!r} is gone", lambda: self.find(name, wanted) is None)

    def press(self, name):
        """Presses a button of the window, by its name without and with an underscore."""
        def pressed():
            node = self.find(name, "push button") or self.find(re.compile(f"^_?{name} {name}$"))
            return node is not None and node.act()
        until(f"{name!r} can be pressed", pressed)

    def close(self):
        self.hand.look()
        self.hand.key("ctrl+w")
        self.is_closed()

    def is_closed(self):
        until("the window of 2048 closes", lambda: self.frame() is None)

    def document(self):
        return json.loads(self.file.read_text("utf-8"))

    def lay(self, document):
        """Puts a document, or any text, where the game is kept."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        text = document if isinstance(document, str) else json.dumps(document) + "\n"
        self.file.write_text(text, "utf-8")

    def kept(self, board, score, what=None):
        """Waits until this is in the file, which may be a moment later."""
        wait(what, "the file has what is shown",
             lambda: (self.document()["grid"], self.document()["score"]), (board, score).__eq__)

    # --- What can be seen ---------------------------------------------------------

    def cells(self):
        """What the names of the cells say; nothing where no board is shown."""
        if self.group is None:
            corner = self.find(re.compile(r"^row 1, column 1: "))
            if corner is None:
                return []
            self.group = corner.parent
        # At one glance: a move that is shown meanwhile is seen as a whole.
        return [CELL.match(node.name) for node in self.group.glimpse().children]

    def board(self):
        """The numbers row by row, as the names of the cells tell them; 0 is an empty cell."""
        cells = self.cells()
        side = int(len(cells) ** 0.5)
        places = [(row, column) for row in range(1, side + 1) for column in range(1, side + 1)]
        if [cell and (int(cell[1]), int(cell[2])) for cell in cells] != places:
            raise RuntimeError("the board is just becoming another one")
        numbers = [0 if cell[3] == "empty" else int(cell[3]) for cell in cells]
        return [numbers[row * side:(row + 1) * side] for row in range(side)]

    def steady(self):
        """The board when it has been the same for a while."""
        seen = []

        def unchanged():
            seen.append(self.board())
            return len(seen) > 25 and seen[-25:] == [seen[-1]] * 25
        until("nothing is under way any more", unchanged)
        return seen[-1]

    def shows(self, board, what=None, patience=PATIENCE):
        """Waits until the cells say this."""
        wait(what, f"the board shows {board}", self.board, board.__eq__, patience)

    def number(self, name):
        """What stands under “Score” or “Best”."""
        label = self.node(re.compile(rf"^{name}( \(Undo Used\))?$"), "label")
        return int(label.parent.children[1].name)

    def scores(self, score, best):
        comes(f"the score is {score}, the best {best}",
              lambda: (self.number("Score"), self.number("Best")), (score, best).__eq__)

    def heading(self, text):
        self.node(text, "label", what=f"above the board stands: {text}")

    def status(self):
        """What the message below the board says."""
        for node in walk(self.frame()):
            if role(node) == "status bar":
                return node.name or node.text
        return ""

    def says(self, *words):
        status = until(f"the message says {words}", self.status,
                       lambda status: all(word in status for word in words))
        passed(f"the message says: {status}")
        return status

    def focused(self):
        """The name of what has the keyboard."""
        for node in walk(self.frame()):
            if node.has(State.FOCUSED):
                return node.name
        return ""

    def on(self, name):
        """Waits until this has the keyboard."""
        comes(f"{name!r} has the keyboard", self.focused, lambda focused: name in focused)

    def welcomes(self):
        return self.find("Welcome to 2048", "heading") is not None

    # --- What players do --------------------------------------------------------------

    def key(self, *keys):
        self.hand.key(*keys)

    def is_shown(self, answer, what):
        """Waits until the window shows what the terminal has answered."""
        self.shows(answer["board"])
        comes(f"{what}: the board and the score are those of the terminal",
              lambda: self.number("Score"), answer["score"].__eq__)

    def sizes(self):
        """The items of the menu of sizes, which is opened and closed for it."""
        self.open_sizes()
        names = until("the sizes can be read", self.size_items, lambda items: len(items) == 5)
        self.key("Escape")
        until("the menu of sizes closes", lambda: not self.size_items())
        return names

    def size_nodes(self):
        """The items of the open menu of sizes, the smallest first, with what each says. GTK 4.18
        names no item."""
        nodes = [node for node in walk(self.frame()) if "menu item" in role(node)]
        said = [[inner.name for inner in walk(node) if re.match(r"[4-8] × ", inner.name)]
                for node in nodes]
        if nodes and not any(node.name for node in nodes):
            return [(node, "") for node in nodes]
        return [(node, texts[0]) for node, texts in zip(nodes, said) if texts]

    def size_items(self):
        """What the open menu of sizes offers."""
        return [said for _, said in self.size_nodes()]

    def open_sizes(self):
        button = self.node("Board Size", "push button")
        inner = next((node for node in button.children if role(node) == "push button"), button)
        inner.act()

    def choose_size(self, side):
        """Chooses a size from the menu beside New Game, by the keys."""
        self.open_sizes()
        until("the sizes are there", self.size_items, lambda items: len(items) == 5)

        def chosen():
            node, said = self.size_nodes()[side - 4]
            return said[:1] in (str(side), "") and node.act()
        until(f"{side} × {side} can be chosen", chosen)

    def answer(self, question, answer):
        """Answers a question that stands before the window."""
        desk = self.desk

        def answered():
            for window in desk.app.children:
                if desk.find(question, None, window):
                    button = desk.find(re.compile(f"^_?{answer}"), "push button", window)
                    return button.act()
            return False
        until(f"{question!r} is answered by {answer!r}", answered)
        desk.gone(question, what=f"{question!r} is answered by {answer!r}")

    def drag(self, *steps):
        """Draws the pointer from the middle of the board along these points, given from there."""
        group = self.node(re.compile("^Board of "))
        x, y = self.hand.middle(group)
        self.hand.move(x, y)
        xdotool("mousedown", 1)
        for dx, dy in steps:
            self.hand.move(x + dx, y + dy)
        xdotool("mouseup", 1)
