"""What the tests of the running program share: a desk with the program on it.

A `Desk` has games of its own, starts the program given by RANK_AND_FILE and sees it as a screen
reader does, through the accessibility bus.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from expect import PATIENCE, Failure, check, comes, passed, same, until, wait
from tree import Children, State, called, program, role, walk

BINARY = os.environ.get("RANK_AND_FILE", "rank-and-file")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PIECES = {"pawn": "p", "knight": "n", "bishop": "b", "rook": "r", "queen": "q", "king": "k"}
LETTERS = str.maketrans("♔♕♖♗♘", "KQRBN")
PENDING = re.compile("Saving…|not saved")
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


def opens(names):
    """Whether actions of these names open something; labels and lists have others of their own."""
    others = ("clipboard.", "selection.", "link.", "menu.", "list.", "listitem.")
    return bool(names) and not names[0].startswith(others)


def is_called(node, name):
    """Whether a node has this name (a string, or a pattern)."""
    if isinstance(name, re.Pattern):
        return bool(name.search(called(node)))
    return name in (node.name, called(node))


def expected(line, words, written):
    """What the status line that `line` finds is to say. `written`: the same words as they are written, which is all that
    newer GTK tells of it; it gives the line no name."""
    return words if written is None or line().name else written


def in_language(language, folder):
    """The environment of a program in this language. Newer glibc heeds LANGUAGE only in a locale that is not called
    C, so one is made that is."""
    name = "en_US.UTF-8"
    folder.mkdir(parents=True)
    subprocess.run(["localedef", "-i", "C", "-f", "UTF-8", str(folder / name)],
                   check=True, stdin=subprocess.DEVNULL)
    return {"LANGUAGE": language, "LC_ALL": name, "LOCPATH": str(folder)}


class Desk:
    """The program with a data folder of its own. Ends with it when used in `with`."""

    def __init__(self, home=None, language=None, **environment):
        self.own = home is None
        self.home = pathlib.Path(home or tempfile.mkdtemp(prefix="rank-and-file-"))
        self.games = self.home / "rank-and-file" / "games"
        if language:
            environment |= in_language(language, self.home / "locales")
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.home), **environment}
        self.process = self.app = None
        # How the program has ended, as `Popen` tells it.
        self.ended = set()
        self.heard = self.home / f"stderr-{id(self)}"

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        if kind:
            self.tell()
        self.kill()
        if not kind:
            self.listen()
        if self.own:
            shutil.rmtree(self.home, ignore_errors=True)

    @property
    def settings(self):
        """The file that the program's settings are in, once some have been set."""
        return self.home / "config" / "glib-2.0" / "settings" / "keyfile"

    def set(self, **settings):
        """Has the program's settings in a file, and these in it."""
        self.environment |= {"XDG_CONFIG_HOME": str(self.home / "config"), "GSETTINGS_BACKEND": "keyfile"}
        self.settings.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{key.replace('_', '-')}={value}" for key, value in settings.items()]
        self.settings.write_text("\n".join(["[io/github/rankandfile/RankAndFile]", *lines, ""]), "utf-8")

    # --- The process ---------------------------------------------------------

    def start(self, *arguments, **options):
        """Starts the program and waits until it can be seen."""
        self.serve(*arguments, **options)
        self.app = until("the window opens", self.seen)
        return self

    def serve(self, *arguments, **options):
        """Starts the program, which may show nothing."""
        with open(self.heard, "ab") as heard:
            options = {"env": self.environment, "stderr": heard, **options}
            self.process = subprocess.Popen([BINARY, *arguments], **options)

    def seen(self):
        if self.process.poll() is not None:
            raise Failure(f"the program ended at once with {self.process.returncode}: {self.said()}")
        return program(self.process.pid)

    def kill(self):
        """SIGKILL: the program gets no time to say anything."""
        if self.process:
            self.process.kill()
            self.ended.add(self.process.wait())
        self.app = None

    def idles(self, what, seconds=1, most=0.2):
        """Waits until the program and its children use no more of the processor in so many seconds than this."""
        def used():
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
            return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

        def look():
            before = used()
            time.sleep(seconds)
            return used() - before
        comes(what, look, lambda busy: busy < most)

    def said(self):
        return self.heard.read_text(errors="replace") if self.heard.exists() else ""

    def listen(self):
        """No test is passed by a program that crashes, panics or abuses its toolkit."""
        check("the program has ended well, or was killed", self.ended <= {0, -signal.SIGKILL}, self.ended)
        bad = [line for line in self.said().splitlines() if "CRITICAL" in line or "panicked" in line]
        check("the program did not complain", not bad, *bad)

    def tell(self):
        """What is on the screen, for the reader of a failure."""
        ended = self.process.poll() if self.process else None
        if ended is not None:
            print(f"--- the program had ended with {ended}")
        said = self.said()
        panic = said.find("panicked at")
        print("--- the program said:", said[panic if panic >= 0 else -2000:], "--- it showed:", sep="\n")
        try:
            for node in walk(self.app):
                if node.name and not re.match(r"[a-h][1-8], |Gtk|Adw|Rf", node.name):
                    print(f"  {node.role_name}: {node.name}  ({node.description})")
            print(f"  board: {self.placement()}\n---", flush=True)
        except Exception as error:
            print(f"  (cannot be seen: {error})")

    def run(self, *arguments, **options):
        """The program without a window."""
        return subprocess.run(
            [BINARY, *arguments],
            env=self.environment, capture_output=True, text=True, timeout=PATIENCE, **options,
        )

    def list(self):
        return [json.loads(line) for line in self.run("--list", "--json").stdout.splitlines()]

    def logs(self):
        return sorted(self.games.glob("*.fenlog"))

    def log(self):
        """The lines of the only log."""
        logs = self.logs()
        if len(logs) != 1:
            raise Failure(f"there should be one log, there are {len(logs)}")
        return logs[0].read_text("utf-8").splitlines()

    def positions(self):
        """The positions in the only log."""
        return [line for line in self.log() if not line.startswith("#")]

    def logged(self, *fens, what="the log has every position"):
        """Waits until the only log has these positions: where the disk is slow, the board shows them before that."""
        comes(what, self.positions, list(fens).__eq__)

    def pending(self):
        """Whether it is said anywhere that something is not in its file. Newer GTK does not tell that a message has
        appeared, so all is asked for anew."""
        Children.forget()
        return bool(PENDING.search(self.status())) or self.find(PENDING, "label") is not None

    def settles(self):
        """Waits until all that is shown is in its file."""
        until("nothing is on its way any more", lambda: not self.pending())

    def new_log(self, known, what):
        """Waits for a log that is not among those that are known, and has something in it."""
        (log,) = until(what, lambda: [log for log in self.logs() if log not in known and log.stat().st_size])
        return log

    def check_logs(self, wanted=0):
        checked = self.run("--check")
        same(f"--check ends with {wanted}", checked.returncode, wanted)
        return checked.stdout

    # --- What can be seen ------------------------------------------------------

    def find(self, name, wanted=None, root=None):
        """The first node with this name (a string, or a pattern) and, if wanted, this role."""
        found = self.glimpsed(name, wanted, root)
        return found and found.now

    def glimpsed(self, name, wanted=None, root=None):
        """The same, with what was told of everything at that moment."""
        return next((node for node in walk(root or self.app)
                     if is_called(node, name) and wanted in (None, role(node))), None)

    def window_with(self, name):
        """The window of the program in which something is called so."""
        windows = self.app.glimpse().children
        return next((window.now for window in windows if self.glimpsed(name, root=window)), None)

    def can_press(self, name):
        """Whether there is something called so that is not at rest."""
        return any(is_called(node, name) and node.has(State.SENSITIVE) for node in walk(self.app))

    def focused(self):
        """The names of what has the keyboard."""
        return [node.name for node in walk(self.app) if node.has(State.FOCUSED)]

    # Where a wait is all of a check, `what` has its words.

    def node(self, name, role=None, what=None):
        return wait(what, f"there is {name!r}", lambda: self.find(name, role))

    def press(self, name, role="push button", dialog=None):
        """Does the default action of what has this name, in the dialog that is called so."""
        def pressed():
            # GTK 4.8 calls a dialog with a field in it a filler.
            root = self.app.glimpse()
            if dialog is not None:
                root = self.glimpsed(dialog, "dialog", root) or self.glimpsed(dialog, "filler", root)
            node = root and self.glimpsed(name, role, root)
            return node is not None and bool(node.actions) and node.act()
        until(f"{name!r} can be pressed", pressed)

    def press_any(self, name):
        """Does the default action of the first thing of any kind that has this name and an action."""
        def pressed():
            for node in walk(self.app):
                if is_called(node, name) and node.actions:
                    return node.act()
            return False
        until(f"{name!r} can be pressed", pressed)

    def turn_to(self, page):
        """Presses the tab of a page, and waits until it is turned to: GTK holds a button down for a moment."""
        self.press(page, "page tab")
        until(f"{page!r} is turned to", lambda: any(
            is_called(node, page) and role(node) == "page tab" and node.has(State.SELECTED) for node in walk(self.app)))

    def gone(self, name, role=None, what=None):
        wait(what, f"{name!r} is gone", lambda: self.find(name, role) is None)

    def type(self, name, text):
        self.node(name, "text").write(text)

    def items(self):
        """Everything that open menus offer."""
        return [node for node in walk(self.app) if role(node).endswith("menu item")]

    def item(self, item):
        """The last item of the open menus with this label, or nothing. The label has the underscore of the menu, since
        GTK 4.18 gives items no name and tells only their letter."""
        name, shown = item.replace("_", ""), self.items()
        letter = f"Alt+{item[item.index('_') + 1].lower()}"
        found = [node for node in shown if is_called(node, name)]
        if not found and not any(node.name for node in shown):
            # The letter follows the key that works everywhere, where there is one.
            found = [node for node in shown if f"keyshortcuts:{letter}" in node.attributes] \
                or [node for node in shown if f" {letter}" in "".join(node.attributes)]
        return found[-1] if found else None

    def choose(self, *items):
        """Does an item of an open menu, after those that lead to it, all written as for `item`."""
        before = []
        for item in items:
            def chosen():
                nonlocal before
                letters = [node.attributes for node in self.items()]
                node = self.item(item)
                if node is None or (letters == before and not node.name):
                    return False
                before = letters
                return node.act()
            until(f"{item!r} can be chosen", chosen)

    def status_line(self):
        """The node that says whose turn it is, and what has happened; nothing where there is none."""
        return next((node.now for node in walk(self.app) if role(node) == "status bar"), None)

    def status(self):
        """The words of the status line, with letters for figurines, which newer GTK tells too; empty where there is none."""
        line = self.status_line()
        return called(line).translate(LETTERS) if line else ""

    def shown_status(self):
        """What is seen of it, where moves are written as on a scoresheet."""
        return self.status_line().text.translate(LETTERS)

    def says(self, *words, patience=PATIENCE, what="the status says", written=None):
        """Waits until the status line says all of these. `written`: as in `expected`."""
        def good(status):
            return all(word in status for word in expected(self.status_line, words, written))
        status = until(f"{what} {words}", self.status, good, patience)
        passed(f"{what}: {status}")
        return status

    def squares(self):
        """The sixty-four squares by their coordinates; none where no board is shown."""
        corner = self.glimpsed(re.compile("^a8, "))
        children = corner.parent.children if corner else []
        return {node.name[:2]: node for node in children if re.match("[a-h][1-8], ", node.name)}

    def square(self, name):
        return until(f"there is the square {name}", lambda: self.found(name))[0]

    def found(self, *names):
        """These squares, or nothing where no board is shown."""
        squares = self.squares()
        return [squares[name].now for name in names] if set(names) <= squares.keys() else None

    def describe(self, name):
        return self.square(name).description

    def described(self):
        """The squares that have a description, with it."""
        texts = {name: node.description for name, node in self.squares().items()}
        return {name: text for name, text in texts.items() if text}

    def placement(self):
        """The position as the names of the squares tell it, in the way of FEN."""
        squares = self.squares()
        if not squares:
            return ""
        rows = []
        for rank in "87654321":
            row = ""
            for file in "abcdefgh":
                what = squares[file + rank].name[4:]
                if what == "empty":
                    row += "1"
                    continue
                color, kind = what.split()
                row += PIECES[kind].upper() if color == "white" else PIECES[kind]
            rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
        return "/".join(rows)

    def shows(self, fen, what=None, patience=PATIENCE):
        """Waits until the board shows the position."""
        wanted = fen.split()[0]
        wait(what, f"the board shows {wanted}", self.placement, wanted.__eq__, patience)

    # --- What players do -------------------------------------------------------

    def touch(self, square):
        """Activates a square."""
        self.activate(self.square(square))

    def activate(self, node):
        if not node.act():
            raise Failure(f"{node.name} cannot be activated")

    def take(self, square):
        """Takes up the piece on a square."""
        node = self.square(square)
        self.activate(node)
        self.selected(node, "selected")

    def selected(self, square, how):
        """Waits until the node of a square says that it is selected."""
        until(f"{square.name[:2]} is {how}", lambda: square.description, lambda text: "selected" in text)

    def play(self, move, fen=None, what=None):
        """Plays a move by activating squares; waits for the position, if it is given."""
        origin, target = until(f"there are the squares of {move}", lambda: self.found(move[:2], move[2:4]))
        self.activate(origin)
        self.selected(origin, "selected")
        self.activate(target)
        if move[4:]:
            self.press({letter: kind for kind, letter in PIECES.items()}[move[4:]])
        if fen:
            self.shows(fen, what)

    def move(self, move):
        """Plays a move; waits until it is marked as the last one."""
        self.play(move)
        until(f"{move} is shown", lambda: self.describe(move[2:4]), lambda text: "last move" in text)

    def lay(self, *fens, name="20261120T190500Z-00000000", **changes):
        """Puts the log of an unfinished game into the folder; the last FEN is where it stands."""
        header = {"rank-and-file": 1, "white": "Ann", "black": "Ben",
                  "started": "2026-11-20T19:05:00Z", "time_control": None, "draws": "automatic"}
        header.update(changes)
        self.games.mkdir(parents=True, exist_ok=True)
        path = self.games / f"{name}.fenlog"
        path.write_text("\n".join([f"# {json.dumps(header)}", *fens, ""]), "utf-8")
        return path

    def new_game(self, white="Ann", black="Ben"):
        self.press("New Game")
        self.type("First Player", white)
        self.type("Second Player", black)
        self.press("White")
        self.press("Start Game")
        self.shows(START)

    def saved(self, kind):
        """Goes from the first page to the saved games of a kind, Finished or Unfinished."""
        self.press("Saved Games")
        self.turn_to(kind)

    def row(self, text):
        """The row of a list in which something is called so."""
        for node in walk(self.app):
            if role(node) == "list item" and self.find(text, root=node):
                return node.now
        return None

    def open_by_action(self, text):
        """Opens a saved game the way a screen reader can: by an action of its row."""
        def opened():
            row = self.row(text)
            for node in walk(row):
                if node.name != "Move to Trash" and opens(node.actions):
                    return node.act()
            raise RuntimeError("nothing in the row can be activated" if row else "no such row")
        until(f"the game {text!r} in the list can be opened by an action", opened)
