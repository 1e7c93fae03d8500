#!/usr/bin/python3
"""Engines of others in the preferences: added by file after they were tried out, chosen, set, broken,
gone and removed; and no process of one is left."""

import os
import pathlib
import re

from desk import Desk
from expect import check, comes, main, never, same, until
from fake import DECENT, fake
from hand import Hand
from tree import State

SILENT = 'echo $$ >> "$0.pids"\nexec sleep 1000'
ADD = "Add an Engine…"


def desk_with(home, **settings):
    """A desk whose settings are in a file, as they are given."""
    desk = Desk(home=home)
    desk.set(**settings)
    return desk


def setting(home, key):
    """What is written of a setting; nothing where it has its default."""
    found = re.search(f"^{key}=(.*)$", Desk(home=home).settings.read_text("utf-8"), re.MULTILINE)
    return found and found[1]


class Page:
    """The page of the computer in the preferences."""

    def __init__(self, desk):
        self.desk, self.hand = desk, Hand(desk)
        self.open()

    def open(self):
        self.hand.look()
        before = set(self.hand.windows())
        self.hand.key("ctrl+comma")
        self.window = until("the preferences open", lambda: set(self.hand.windows()) - before).pop()
        self.hand.look(self.window)
        self.desk.turn_to("Computer")
        self.desk.node(ADD)

    def close(self):
        window = next(node for node in self.desk.app.children
                      if "Preferences" in node.name or self.desk.find(ADD, root=node))
        self.desk.find("Close", "push button", window).act()
        self.desk.gone(ADD)
        self.hand.look()

    def shown(self):
        """The engine that is chosen."""
        return self.desk.node("Engine", "combo box")

    def shows(self, name):
        until(f"{name} is chosen", lambda: self.desk.find(name, "label", self.shown()))

    def click(self, name, role):
        """Clicks into the middle of something on the page."""
        board, self.hand.window = self.hand.window, self.window
        self.hand.click(self.desk.node(name, role))
        self.hand.window = board

    def add(self, path):
        """Adds the engine of a file, which is typed into the dialog."""
        before = set(self.hand.windows())
        self.desk.press(ADD)
        dialog = until("a file is asked for", lambda: set(self.hand.windows()) - before).pop()
        self.hand.open_file(dialog, path)
        self.hand.look(self.window)


def processes(path):
    """The numbers of the processes that a silent engine has been."""
    pids = path.with_name(f"{path.name}.pids")
    return pids.read_text().split() if pids.exists() else []


def all_gone(path):
    comes("no process is left", lambda: processes(path) and not any(
        pathlib.Path("/proc", pid).exists() for pid in processes(path)))


def added(home, folder):
    good, bad, silent = fake(folder, "Harpsichord"), fake(folder, "Broken", "exit 1"), \
        fake(folder, "Silent", SILENT)
    with desk_with(home) as desk:
        desk.start()
        page = Page(desk)
        page.shows("Built-In")
        desk.node("Memory in MiB", "spin button")
        page.add(bad)
        never("the built-in engine has no strength", lambda: desk.find("Playing Strength", "slider"),
              until=lambda: desk.find(re.compile("^Could not add “Broken”")))
        desk.node("Could not add “Broken”: not a UCI engine.")
        same("it is not among the engines", setting(home, "engines"), None)

        page.add(silent)
        desk.node("Trying “Silent”…")
        until("it runs", lambda: processes(silent))
        desk.press("Cancel")
        all_gone(silent)
        desk.node(ADD, "push button")
        page.add(silent)
        desk.node("Could not add “Silent”: not a UCI engine.")
        all_gone(silent)
        before = len(processes(silent))
        page.add(silent)
        until("it runs again", lambda: len(processes(silent)) > before)
        page.close()
        all_gone(silent)

        page.open()
        page.add(good)
        page.shows("Harpsichord")
        desk.node("Remove Harpsichord", "push button")
        until("it is remembered", lambda: str(good) in (setting(home, "engines") or ""))
        until("it is chosen", lambda: str(good) in (setting(home, "engine") or ""))
        desk.node("Full Strength")
        page.click("Playing Strength", "slider")
        desk.node(re.compile("^2[0-9]{2}[05] Elo$"))
        page.hand.key("End", "Left", "Left")
        desk.node("3150 Elo")
        until("the strength is kept", lambda: setting(home, "engine-strength") == "3150")
        page.hand.key("End")
        desk.node("Full Strength")
        until("so is the whole strength", lambda: setting(home, "engine-strength") in (None, "0"))

        desk.press("Remove Harpsichord")
        page.shows("Built-In")
        desk.press(re.compile("^Undo"))
        page.shows("Harpsichord")
        desk.press("Remove Harpsichord")
        desk.gone("Remove Harpsichord")
        page.shows("Built-In")
        until("it is forgotten", lambda: str(good) not in (setting(home, "engines") or ""))


def broken(home, folder):
    path = fake(folder, "Harpsichord", "exit 1")
    text = f"'{path}'"
    with desk_with(home, engines=f"[{text}]", engine=text, analysis="false") as desk:
        desk.start()
        check("nothing is started before the page is opened", not path.with_name("Harpsichord.heard").exists())
        page = Page(desk)
        desk.node("Harpsichord stopped unexpectedly.")
        fake(folder, "Harpsichord", DECENT.replace("e2e4", "e2e5"))
        desk.press("Try Again")
        desk.node("Harpsichord played an illegal move.")
        fake(folder, "Harpsichord")
        desk.press("Try Again")
        desk.gone("Try Again")
        desk.node("Full Strength", what="it is well again")
        os.remove(path)
        page.hand.look()
        page.hand.look(page.window)
        desk.node("Harpsichord could not be found. The built-in engine is used instead.")
        page.shows("Harpsichord")
        check("analysis is off", not desk.node("Analysis", "check box").has(State.CHECKED))
        desk.turn_to("Play")
        until("the page is there", lambda: desk.node("Reset to Defaults", "push button").area[2] > 0)
        desk.press("Reset to Defaults")
        desk.turn_to("Computer")
        page.shows("Built-In")
        until("analysis is on", lambda: desk.node("Analysis", "check box").has(State.CHECKED))
        desk.gone(re.compile("could not be found"))
        check("an added engine is no preference", desk.find("Remove Harpsichord", "push button"))


def endless(home, _):
    name = "a" * 100_000
    for engine in (name, f"/{name}"):
        with desk_with(home, engine=f"'{engine}'", engines=f"['/{name}']", **{
                "computer-plays": "true", "computer-level": "11"}) as desk:
            desk.start()
            desk.press("New Game")
            desk.node("Start Game", what="an endless name does not block the page")
            desk.press("Back")
            Page(desk)
            desk.node(f"Remove {'a' * 255}", "push button", what="nor does it in the preferences")


def test():
    for scene in (added, broken, endless):
        with Desk() as home:
            scene(home.home, home.home / "engines")


if __name__ == "__main__":
    main(test)
