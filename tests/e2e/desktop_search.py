#!/usr/bin/python3
"""The desktop's search asks the program, which answers without a window and opens what is chosen; the actions of its
desktop menu work. The test asks over the session bus, as GNOME Shell does."""

import configparser
import pathlib

from gi.repository import Gio, GLib

from desk import START, Desk
from expect import check, comes, main, never, same, until
from positions import D4, E4

NAME = "io.github.rankandfile.RankAndFile"
PATH = "/io/github/rankandfile/RankAndFile/SearchProvider"
SPI = "org.gnome.Shell.SearchProvider2"
ENTRY = pathlib.Path(__file__).resolve().parent.parent.parent / f"data/{NAME}.desktop.in"
END = '# {"result":"1-0","reason":"resignation","ended":"2026-11-19T20:00:00Z"}'


class Shell:
    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def ask(self, method, kinds, *values):
        parameters = GLib.Variant(kinds, values)
        answer = self.bus.call_sync(NAME, PATH, SPI, method, parameters, None, Gio.DBusCallFlags.NO_AUTO_START,
                                    20_000)
        return answer.unpack()[0] if answer.n_children() else None

    def send(self, method, kinds, *values):
        """Asks without waiting for the answer."""
        self.bus.call(NAME, PATH, SPI, method, GLib.Variant(kinds, values), None, Gio.DBusCallFlags.NO_AUTO_START,
                      20_000)

    def act(self, action):
        """As the menu of the program's icon does."""
        self.bus.call_sync(NAME, "/" + NAME.replace(".", "/"), "org.freedesktop.Application", "ActivateAction",
                           GLib.Variant("(sava{sv})", (action, [], {})), None, Gio.DBusCallFlags.NONE, 20_000)

    def is_there(self):
        answer = self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                    "NameHasOwner", GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, -1)
        return answer.unpack()[0]

    def find(self, *terms):
        return self.ask("GetInitialResultSet", "(as)", terms)

    def describe(self, ids):
        return [(meta["name"], meta["description"]) for meta in self.ask("GetResultMetas", "(as)", ids)]


def lay(desk):
    desk.lay(START, E4, name="20261120T190500Z-00000001", white="Zoë")
    desk.lay(START, E4, END, name="20261119T190500Z-00000002", started="2026-11-19T19:05:00Z", white="Cleo")


def test():
    shell = Shell()
    with Desk() as desk:
        lay(desk)
        desk.serve("--gapplication-service")
        until("the program is on the bus", shell.is_there)
        unfinished, finished = "game:20261120T190500Z-00000001", "game:20261119T190500Z-00000002"
        same("a name finds the player, then the games", shell.find("zoe"), ["player:Zoë", unfinished])
        same("both words are looked for", shell.find("ben", "cleo"), [finished])
        same("an opening finds games", shell.find("b00"), [unfinished, finished])
        same("a word stands for what is not over", shell.find("unfinished"), [unfinished])
        same("and goes with others", shell.find("Unfinished", "cleo"), [])
        same("nothing is found", shell.find("nobody"), [])
        same("fewer are found with another word",
             shell.ask("GetSubsearchResultSet", "(asas)", [unfinished, finished], ["king's", "cleo"]), [finished])
        same("a game is told", shell.describe([finished])[0][0], "Cleo – Ben")
        told = shell.describe([finished, "player:Ben", "player:gone", "game:gone", "nonsense"])
        same("what is gone is not told of", [name for name, _ in told], ["Cleo – Ben", "Ben"])
        check("a game is told with its end", "Resignation" in told[0][1], told[0])
        never("nothing is shown", desk.seen, until=lambda: shell.find("cleo"))
        shell.send("ActivateResult", "(sasu)", unfinished, ["zoe"], 0)
        same("while the window opens, a search is answered", shell.find("cleo"), ["player:Cleo", finished])
        desk.app = until("a window opens", desk.seen)
        desk.shows(E4, what="the game that was chosen is on the board")
        shell.ask("LaunchSearch", "(asu)", ["cleo"], 0)
        desk.node("Cleo – Ben")
        desk.node("1 of 1 game", what="the search goes on in the program")
        shell.ask("ActivateResult", "(sasu)", "player:Cleo", ["cleo"], 0)
        desk.node("Show Games", what="the player that was chosen is shown")
        actions(desk, shell)
    unasked(shell)


def unasked(shell):
    """What is found does not replace what would be lost with the game that is shown."""
    with Desk() as desk:
        lay(desk)
        path = desk.home / "one.pgn"
        path.write_text('[White "Max"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n', "utf-8")
        desk.start(str(path))
        desk.press("Starting Position")
        desk.play("d2d4", D4)
        shell.send("ActivateResult", "(sasu)", "game:20261119T190500Z-00000002", ["cleo"], 0)
        desk.node("It is not among your saved games, and what you added will be lost.", what="it is asked first")
        desk.press("Stay")
        desk.shows(D4, what="who stays loses nothing")


def actions(desk, shell):
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(ENTRY, "utf-8")
    same("these actions are offered", entry["Desktop Entry"]["Actions"], "new-game;continue;twenty48;")
    shell.act("new-game")
    desk.node("Start Game", what="a new game is begun from the icon")
    shell.act("continue")
    desk.shows(E4)
    desk.node("Resign", what="the last game goes on from the icon")
    shell.act("twenty48")
    comes("2048 is opened from the icon", lambda: any("2048" in window.name for window in desk.app.children))


if __name__ == "__main__":
    main(test)
