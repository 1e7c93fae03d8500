#!/usr/bin/python3
"""Games are dragged in from another program: the window shows that it would take them, and takes
them where they are let go. One game is shown, and kept when that is asked for."""

import subprocess

from desk import Desk
from expect import check, comes, main, same, until
from hand import Hand, xdotool

PGN = '[White "Zoë"]\n[Black "Ben"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
TITLE = "a folder with games"
# Beside the window of the program.
PLACE = (1300, 900)

FOLDER = """
import sys
import gi
gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk
Gtk.init()
window = Gtk.Window(title=sys.argv[2], decorated=False, default_width=200, default_height=100)
label = Gtk.Label(label="games.pgn")
source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
files = Gdk.FileList.new_from_list([Gio.File.new_for_path(sys.argv[1])])
source.set_content(Gdk.ContentProvider.new_for_value(files))
label.add_controller(source)
window.set_child(label)
window.present()
GLib.MainLoop().run()
"""


class Folder:
    """Another program, from which a file can be dragged."""

    def __init__(self, path):
        command = ["/usr/bin/python3", "-c", FOLDER, str(path), TITLE]
        self.process = subprocess.Popen(command)
        found = ["search", "--sync", "--onlyvisible", "--name", TITLE]
        self.window = xdotool(*found).split()[0]
        xdotool("windowmove", "--sync", self.window, *PLACE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def carry(place, what, seen):
    """Holds the file over a place, moving it to and fro a little, until something is seen: a program that is slow to
    join a drag learns where the pointer is only from the next movement."""
    x, y = place

    def held():
        for way in (3, 0):
            xdotool("mousemove", x + way, y)
        return seen()
    comes(what, held)


def test():
    with Desk() as desk:
        path = desk.home / "games.pgn"
        path.write_text(PGN, "utf-8")
        desk.start()
        hand = Hand(desk)
        window = hand.geometry()
        inside = (window["X"] + window["WIDTH"] // 2, window["Y"] + window["HEIGHT"] // 2)
        held = (PLACE[0] + 100, PLACE[1] + 50)
        outside = (PLACE[0] + 250, PLACE[1] + 200)
        with Folder(path):
            check("nothing is held above the window", desk.find("Drop to open") is None)
            xdotool("mousemove", *held)
            xdotool("mousedown", 1)
            carry(inside, "the window shows that it takes the file", lambda: desk.find("Drop to open"))
            carry(outside, "it shows that no longer when the file is taken away",
                  lambda: desk.find("Drop to open") is None)
            carry(inside, "the file is above it again", lambda: desk.find("Drop to open"))
            xdotool("mouseup", 1)
            desk.gone("Drop to open")
            desk.node("This game is not among your saved games.")
            same("it is not kept unasked", desk.list(), [])
            desk.press("Import")
            games = until("the game is kept", desk.list)
        same("it is the game that was dropped", [game["white"] for game in games], ["Zoë"])


if __name__ == "__main__":
    main(test)
