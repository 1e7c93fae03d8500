#!/usr/bin/python3
"""The saved games as a library: searched, narrowed, chosen, put away and called back, opened in
windows of their own; games come in by the clipboard, by the folder, and by the command line."""

import json
import signal
import subprocess

from desk import START, Desk
from expect import check, comes, main, never, same, until
from hand import Hand
from positions import D4, E4
from tree import called, role, walk

ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
RESIGNED = '# {"result":"0-1","reason":"resignation","ended":"2026-11-20T20:00:00Z"}'
AGREED = '# {"result":"1/2-1/2","reason":"agreement","ended":"2026-11-20T20:00:00Z"}'

PGN = """[Event "Friendly"]
[Site "?"]
[Date "2026.11.19"]
[Round "1"]
[White "Zoë"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[Event "Broken"]

1. e4 Ke7 *
"""

CLIPBOARD = """
import sys
import gi
gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk
Gtk.init()
display = Gdk.Display.get_default()
display.get_clipboard().set(sys.argv[1])
display.sync()
print("set", flush=True)
GLib.MainLoop().run()
"""


class Clipboard:
    """What another program has copied."""

    def __init__(self, text):
        command = ["/usr/bin/python3", "-c", CLIPBOARD, text]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        same("another program copies", self.process.stdout.readline().strip(), "set")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def pairs(desk):
    """Whose games are listed, in the order of the list."""
    listed = []
    for node in walk(desk.app):
        if node.name.count(" – ") == 1 and role(node) == "push button" and node.name not in listed:
            listed.append(node.name)
    return listed


def lists(desk, *wanted):
    comes(f"the list has {', '.join(wanted) or 'nothing'}", lambda: pairs(desk), lambda seen: seen == list(wanted))


def counts(desk, wanted):
    """What is said of how many games are listed."""
    comes(f"it reads {wanted!r}", lambda: any(
        called(node) == wanted for node in walk(desk.app) if role(node) == "status bar"))


def on(desk, name):
    comes(f"{name!r} has the keyboard", lambda: name in desk.focused())


def search(desk, text):
    """Types a text as a whole."""
    entry = desk.node("Search for Games")
    entry.write(text)


def text_of(desk):
    return desk.node("Search for Games").text


def choose(desk, hand, button, item):
    """Chooses in the menu of a button over the list."""
    hand.look()
    desk.press_any(button)
    desk.choose(item)


def lay(desk):
    desk.lay(START, E4, RESIGNED, name="20261118T100000Z-00000001",
             white="Ann", black="José", started="2026-11-18T10:00:00Z", time_control="300+3")
    desk.lay(START, D4, AGREED, name="20261119T100000Z-00000002",
             white="Ben", black="Ann", started="2026-11-19T10:00:00Z")
    desk.lay(START, E4, RESIGNED, name="20261120T100000Z-00000003",
             white="Cleo", black="Ben", started="2026-11-20T10:00:00Z", time_control="5400+30")


def searching(desk, hand):
    desk.saved("Finished")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    hand.key("ctrl+f")
    search(desk, "jose")
    lists(desk, "Ann – José")
    counts(desk, "1 of 3 games")
    search(desk, "ann draw")
    lists(desk, "Ben – Ann")
    search(desk, "2026-11-20")
    lists(desk, "Cleo – Ben")
    search(desk, "queen's pawn")
    lists(desk, "Ben – Ann")
    search(desk, "nobody at all")
    desk.node("No Games Found")
    lists(desk)
    hand.key("Escape")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    counts(desk, "3 games")


def deleting(desk, hand):
    """A key puts a game away, and the next one has the keyboard then."""
    on(desk, "Cleo – Ben")
    hand.key("Delete")
    on(desk, "Ben – Ann")
    hand.key("ctrl+z")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    same("nothing is put away", len(desk.logs()), 3)
    hand.look()
    hand.key("Menu")
    until("the menu is open", lambda: desk.item("Move to _Trash"))
    hand.key("Escape")
    hand.look()


def narrowing(desk, hand):
    choose(desk, hand, "Result", "_Draw")
    lists(desk, "Ben – Ann")
    desk.press("Remove filter Draw")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    choose(desk, hand, "Time Control", "_Standard, From an Hour")
    lists(desk, "Cleo – Ben")
    desk.press("Remove filter Standard")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    choose(desk, hand, "Sort By", "_White’s Name")
    lists(desk, "Ann – José", "Ben – Ann", "Cleo – Ben")
    choose(desk, hand, "Sort By", "_Newest First")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    choose(desk, hand, "Result", "_Draw")
    hand.key("ctrl+f")
    search(desk, "ann")
    lists(desk, "Ben – Ann")
    desk.press("Ben – Ann")
    desk.shows(D4)
    desk.press("Back")
    lists(desk, "Ben – Ann")
    same("what was searched for still is", text_of(desk), "ann")
    check("the filter is still on", desk.find("Remove filter Draw"))
    desk.press("Back")
    desk.saved("Finished")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")


def filtering(desk, hand):
    """A player and days are chosen by the keyboard alone."""
    hand.look()
    desk.press_any("Player")
    desk.node("Cleo", "push button", what="all names are there before anything is typed")
    hand.type("cl", "Tab")
    on(desk, "Cleo")
    hand.key("Return")
    lists(desk, "Cleo – Ben")
    desk.gone("Cleo", "push button", what="the popover is closed")
    same("the term is in the search", text_of(desk), "player:Cleo")
    desk.press_any("Date")
    on(desk, "Last 7 Days")
    hand.key("Tab", "Tab", "Tab")
    on(desk, "From")
    hand.type("2026-11-21", "Return")
    lists(desk)
    same("both terms are in the search", text_of(desk), "player:Cleo date:>=2026-11-21")
    desk.press("Remove filter Date: from 2026-11-21")
    lists(desk, "Cleo – Ben")
    desk.press("Remove filter Player: Cleo")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")


def choosing(desk, hand):
    old = desk.node("Cleo – Ben", "push button")
    desk.press_any("Select Games")
    never("nothing is narrowed on the next visit", lambda: desk.find("Remove filter Draw"),
          until=lambda: desk.find("Select Cleo – Ben", "check box"))
    for pair in ("Cleo – Ben", "Ann – José"):
        desk.node(f"Select {pair}", "check box")
    until("the rows are new ones", lambda: old not in list(walk(desk.app)))
    desk.press("Cleo – Ben")
    desk.node("1 game selected")
    desk.press("Ann – José")
    desk.node("2 games selected")
    desk.press("Move Selected Games to Trash")
    desk.node("2 games moved to the trash")
    same("they are off the list", pairs(desk), ["Ben – Ann"])
    desk.press_any("Undo")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    same("nothing was put away", len(desk.logs()), 3)


def outside(desk):
    """What happens in the folder is shown without a reload."""
    path = desk.lay(START, D4, AGREED, name="20261121T100000Z-00000004",
                    white="Dora", black="Emil", started="2026-11-21T10:00:00Z")
    lists(desk, "Dora – Emil", "Cleo – Ben", "Ben – Ann", "Ann – José")
    path.unlink()
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")


def apart(desk, hand):
    before = set(hand.windows())
    desk.press_any("More")
    desk.choose("Open in New _Window")
    until("there is another window", lambda: set(hand.windows()) - before)
    desk.shows(E4)
    lists_still = until("the list is still there", lambda: "Ben – Ann" in pairs(desk))
    check("the list is still there", lists_still)
    other = (set(hand.windows()) - before).pop()
    hand.look()
    hand.key("ctrl+f")
    search(desk, "cleo")
    lists(desk, "Cleo – Ben")
    desk.press("Cleo – Ben")
    desk.press_any("Select Games")
    desk.node("Select Cleo – Ben", "check box")
    same("a list stays as it is when its game is in another window", text_of(desk), "cleo")
    desk.press_any("Select Games")
    desk.gone("Select Cleo – Ben", "check box")
    hand.key("ctrl+f")
    hand.key("Escape")
    lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
    hand.look(other)
    hand.key("ctrl+w")
    until("the other window is gone", lambda: other not in hand.windows())
    hand.look()


def pasting(desk, hand):
    with Clipboard(PGN):
        known = len(desk.logs())
        hand.key("ctrl+v")
        desk.node("Import 2 games?", what="several games are not imported unasked")
        desk.press("Cancel")
        desk.gone("Import 2 games?")
        same("none has been imported", len(desk.logs()), known)
        hand.key("ctrl+v")
        desk.node("Import 2 games?")
        desk.press("Import")
        until("what came of it is said",
              lambda: desk.find("1 game imported, 1 game could not be read."))
        lists(desk, "Cleo – Ben", "Zoë – Ben", "Ben – Ann", "Ann – José")
        desk.press_any("Details")
        desk.node("game 2, line 13: 1... Ke7 cannot be played. "
                  "e7 is already occupied by a piece of the same side.")
        # The window has a button with this name, too.
        desk.press("Close", dialog="Import Details")
        desk.gone("Import Details", "dialog")
        until("its window is gone", lambda: hand.windows(), [hand.window].__eq__)
        hand.look()
        hand.key("Tab")
        hand.key("ctrl+v")
        desk.node("Import 2 games?")
        desk.press("Import")
        until("a game is not imported twice",
              lambda: desk.find("0 games imported, 1 game already saved, 1 game could not be read."))
    with Clipboard("8/8/8/8/8/8/4P3/4K3 w - - 0 1"):
        hand.key("ctrl+v")
        desk.node("No game can start from this position. Black has no king.")
    with Clipboard(ENDING):
        hand.key("ctrl+v")
        desk.node("The game starts from this position.")
        desk.press("Start Game")
        desk.shows(ENDING)


def importing():
    """From the command line, while a window is open."""
    with Desk() as desk:
        lay(desk)
        desk.start()
        desk.saved("Finished")
        lists(desk, "Cleo – Ben", "Ben – Ann", "Ann – José")
        path = desk.home / "games.pgn"
        path.write_text(PGN, "utf-8")
        done = desk.run("--import-pgn", str(path), "--json")
        answer = json.loads(done.stdout)
        same("the command line counts", [answer[key] for key in ("imported", "duplicates", "failed")],
             [1, 0, 1])
        same("a game that cannot be read gives status 1", done.returncode, 1)
        lists(desk, "Cleo – Ben", "Zoë – Ben", "Ben – Ann", "Ann – José")
        desk.check_logs()
        path.write_text('[White "Dora"]\n[Black "Eva"]\n\n1. e4 1-0\n', "utf-8")
        listed = {*pairs(desk), "Dora – Eva"}
        same("one more game is brought in", desk.run("--import-pgn", str(path)).returncode, 0)
        never("nothing more comes", lambda: set(pairs(desk)) - listed, until=lambda: len(pairs(desk)) == 5)
        lists(desk, "Cleo – Ben", "Zoë – Ben", "Ben – Ann", "Ann – José", "Dora – Eva")


def put_away():
    """What was added to a game goes with it into the trash, once that can no longer be undone."""
    with Desk() as desk:
        log = desk.lay(START, D4, AGREED)
        study = log.with_suffix(".pgn")
        study.write_text("1. d4 {as ever} 1/2-1/2\n", "utf-8")
        desk.start()
        desk.saved("Finished")
        lists(desk, "Ann – Ben")
        desk.press_any("Select Games")
        desk.node("Select Ann – Ben", "check box")
        desk.press("Ann – Ben")
        desk.press("Move Selected Games to Trash")
        lists(desk)
        same("it can be called back for a while", [log.exists(), study.exists()], [True, True])
        until("both are gone", lambda: [log.exists(), study.exists()], [False, False].__eq__)
        same("nothing else is there", sorted(desk.games.iterdir()), [])


def put_away_and_left(leave, ended):
    """Games are in the trash even where the app is closed, or told to end, while this can still be undone."""
    with Desk() as desk:
        for number in range(8):
            log = desk.lay(START, D4, AGREED, name=f"20261120T190500Z-0000000{number}")
            log.with_suffix(".pgn").write_text("1. d4 {as ever} 1/2-1/2\n", "utf-8")
        desk.start()
        desk.saved("Finished")
        lists(desk, "Ann – Ben")
        desk.press_any("Select Games")
        desk.press_any("Select All")
        desk.press("Move Selected Games to Trash")
        desk.node("8 games moved to the trash")
        leave(desk)
        until("the program has ended", desk.process.poll, lambda code: code in ended)
        same("all of them are gone, with what was added to them", sorted(desk.games.iterdir()), [])
        if desk.process.poll():
            # A signal has ended it, as it should.
            desk.process = desk.app = None


def quit_by_key(desk):
    Hand(desk).key("ctrl+q")


def quit_and_told(desk):
    quit_by_key(desk)
    desk.process.send_signal(signal.SIGTERM)


def test():
    with Desk() as desk:
        lay(desk)
        desk.start()
        hand = Hand(desk)
        searching(desk, hand)
        deleting(desk, hand)
        narrowing(desk, hand)
        filtering(desk, hand)
        choosing(desk, hand)
        outside(desk)
        apart(desk, hand)
        pasting(desk, hand)
        desk.check_logs()
    importing()
    put_away()
    put_away_and_left(quit_by_key, [0])
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        put_away_and_left(lambda desk: desk.process.send_signal(number), [128 + number])
    put_away_and_left(quit_and_told, [0, 128 + signal.SIGTERM])


main(test)
