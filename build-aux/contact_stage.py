"""The stage on which the pages of the contact sheet are opened and photographed: the program in a window of a given
size and color scheme, with saved games that are always the same."""

import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "e2e"))
from desk import Desk  # noqa: E402
from expect import Failure, until  # noqa: E402
from fake import DECENT, fake  # noqa: E402
from hand import Hand, xdotool  # noqa: E402
from imagemagick import imagemagick  # noqa: E402

SCHEMES = {
    "light": {},
    "dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"},
    "contrast": {"ADW_DEBUG_HIGH_CONTRAST": "1"},
}
SIZES = {"wide": (1100, 760), "narrow": (360, 720), "tiny": (360, 294)}
# The window of a screenshot, with the border that it has without a compositor. With a shadow in place of the border it
# is 1000 × 700, the largest picture that software centers show in full size.
BORDER, MARGIN = 5, 48
SCREENSHOT = (1000 - 2 * MARGIN + 2 * BORDER, 700 - 2 * MARGIN + 2 * BORDER)
# GNOME's default settings, which software centers ask for.
FONT = "Cantarell"
GNOME = {"gtk-font-name": f"{FONT} 11", "gtk-decoration-layout": ":close"}
# No picture is taken in the middle of an animation, and no cursor blinks.
GTK = {"gtk-enable-animations": "false", "gtk-cursor-blink": "false"}
# The screen of build-aux/with-display.
SCREEN = (1600, 1200)

LONG = "Ekaterina Aleksandrovna Vorobyova-Konstantinopolskaya"
# White, Black, date, time control, result, moves.
PLAYED = [
    ("Zoë", "Ben", "2026.11.19", "300+3", "1-0", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"),
    ("Ann", "Ben", "2026.11.18", "-", "0-1", "f3 e5 g4 Qh4#"),
    ("Ben", "Ann", "2026.11.17", "900+10", "1/2-1/2", "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3"),
    ("Ann", "Ben", "2026.11.16", "300+3", "1-0", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
    ("Наталья Орлова", "Ann", "2026.11.12", "5400+30", "0-1", "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O"),
    (LONG, "Bartholomew Featherstonehaugh-Cholmondeley", "2026.11.09", "-", "1/2-1/2", "c4 e5 Nc3"),
    ("أحمد", "Ben", "2026.11.02", "-", "1-0", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7"),
    ("Ann", "José Ñandú", "2026.10.21", "180+2", "1-0", "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5"),
    ("Ben", "Γιώργος", "2026.10.03", "-", "0-1", "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5"),
    ("Ann", LONG, "2026.09.27", "600", "1-0", "Nf3 d5 g3 Nf6 Bg2 c6 O-O Bf5"),
    ("Ben", "Ann", "2026.09.14", "-", "1-0", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6"),
    ("Zoë", "Ann", "2026.08.30", "300", "1/2-1/2", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4"),
]
MIDDLE = "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 " \
    "h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2"


def pgn():
    games = []
    for white, black, date, control, result, moves in PLAYED:
        tags = {"Event": "?", "Site": "?", "Date": date, "Round": "?", "White": white,
                "Black": black, "Result": result, "TimeControl": control}
        head = "\n".join(f'[{tag} "{value}"]' for tag, value in tags.items())
        games.append(f"{head}\n\n{' '.join(numbered(moves.split()))} {result}\n")
    return "\n".join(games)


def numbered(moves):
    for index, move in enumerate(moves):
        yield move if index % 2 else f"{index // 2 + 1}. {move}"


class Stage(Desk):
    """The program, put up for one picture after another."""

    def __init__(self, scheme, size, folder):
        super().__init__(**SCHEMES[scheme])
        self.scheme, self.size, self.folder = scheme, size, folder
        for kind in ("config", "cache", "state"):
            (self.home / kind).mkdir()
            self.environment[f"XDG_{kind.upper()}_HOME"] = str(self.home / kind)
        width, height = SIZES[size]
        self.window = {"window-width": width, "window-height": height}
        self.hand = None
        # The picture that was taken last, over which a popover is laid.
        self.last = self.home / "last.ppm"

    # --- Before the program starts ---------------------------------------------

    def text_game(self, white, black, moves, day, *more, header=()):
        """Plays a game in the terminal, and gives it a day of its own, and maybe more in its header."""
        known = set(self.logs())
        typed = "".join(f"{move}\n" for move in moves.split())
        ran = self.run("--text", "--white", white, "--black", black, *more, input=typed)
        if ran.returncode:
            raise Failure(f"the game cannot be played: {ran.stdout}{ran.stderr}")
        (log,) = set(self.logs()) - known
        first, *lines = log.read_text("utf-8").splitlines()
        header = {**json.loads(first[2:]), "started": f"{day}T12:00:00Z", **dict(header)}
        log.write_text("\n".join([f"# {json.dumps(header)}", *lines, ""]), "utf-8")

    def club(self):
        """Finished games of many people, and three that wait to be continued."""
        path = self.home / "club.pgn"
        path.write_text(pgn(), "utf-8")
        ran = self.run("--import-pgn", str(path))
        if ran.returncode:
            raise Failure(f"the games cannot be imported: {ran.stdout}{ran.stderr}")
        self.text_game(LONG, "Γιώργος", "d4 d5 c4 c6", "2026-11-10")
        self.text_game("Zoë", "Наталья Орлова", "e4 e5 Nf3 Nc6 Bb5 a6", "2026-11-15")
        self.text_game("Ann", "Ben", MIDDLE, "2026-11-20")

    def engine(self, name, script=DECENT):
        """The file of an engine of this name."""
        return str(fake(self.home / "engines", name, script))

    def open(self, **settings):
        """Starts the program with these settings."""
        values = {**self.window, **{key.replace("_", "-"): value for key, value in settings.items()}}
        self.set(**{key: json.dumps(value) for key, value in values.items()})
        gtk = self.home / "config" / "gtk-4.0" / "settings.ini"
        gtk.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{key}={value}" for key, value in GTK.items()]
        gtk.write_text("\n".join(["[Settings]", *lines, ""]), "utf-8")
        self.start()
        self.hand = Hand(self)
        self.away()
        return self

    # --- While it runs ---------------------------------------------------------

    def away(self):
        """Takes the pointer off everything."""
        xdotool("mousemove", SCREEN[0] - 1, SCREEN[1] - 1)

    def key(self, *keys):
        self.hand.key(*keys)

    def press(self, name, role="push button"):
        """Presses a button, which stays down for a quarter of a second before it does anything."""
        super().press(name, role)
        time.sleep(0.3)

    def use(self, name):
        """Presses the first widget of any kind with this name that can be pressed."""
        self.press_any(name)
        time.sleep(0.3)

    def search(self, name, text):
        """Types a text as a whole into what is searched with."""
        self.node(name).write(text)

    def menu(self, *items):
        """Chooses in the main menu; items are written as there, with the underscore."""
        self.key("F10")
        self.choose(*items)
        time.sleep(0.3)

    def open_menu(self, item):
        """Opens the main menu, in which there is this item."""
        self.key("F10")
        until(f"there is {item!r}", lambda: self.item(item))

    def another(self, what, open_it, folds=False):
        """Opens a further window and gives it the keyboard; one that folds becomes narrow, too."""
        known = set(self.hand.windows())
        open_it()
        window = until(what, lambda: set(self.hand.windows()) - known).pop()
        self.hand.look(window)
        self.hand.window, self.hand.main = window, self.hand.window
        if folds and self.size != "wide":
            xdotool("windowsize", window, *SIZES[self.size])
        self.away()

    def back(self):
        """Closes that window."""
        window, main = self.hand.window, self.hand.main
        self.key("Escape")
        until("the window is closed", lambda: window not in self.hand.windows())
        self.hand.window = main
        self.hand.look()

    def shoot(self, name, popover=False):
        """Takes what the window shows, with what pops up from it; a further window alone."""
        path = pathlib.Path(self.folder) / f"{name}-{self.scheme}-{self.size}.png"
        window = self.hand.geometry()
        alone = getattr(self.hand, "main", self.hand.window) != self.hand.window
        crop = ["-crop", "{WIDTH}x{HEIGHT}+{X}+{Y}".format(**window)] if alone else ["-trim"]
        # Until it has come to rest; a clock that runs never does.
        time.sleep(0.3)
        seen, before = grab(), None
        for _ in range(5):
            if seen == before:
                break
            time.sleep(0.12)
            seen, before = grab(), seen
        under = self.home / "under.ppm"
        if popover:
            self.last.rename(under)
        self.last.write_bytes(seen)
        if popover:
            # Nothing blends windows here: around a popover it is black where one should see through.
            black = ["(", "-clone", "0", "-fill", "white", "+opaque", "black", "-negate",
                     "-morphology", "Open", "Square:2", ")"]
            draw(self.last, under, *black, "-composite", *crop, "+repage", path)
        else:
            draw(self.last, *crop, "+repage", path)


def grab():
    return subprocess.run(["import", "-silent", "-window", "root", "-depth", "8", "ppm:-"],
                          check=True, capture_output=True).stdout


def draw(*words):
    subprocess.run([imagemagick("convert"), *map(str, words)], check=True)


def leave():
    """Ends the process without waiting for the bus."""
    sys.stdout.flush()
    os._exit(0)
