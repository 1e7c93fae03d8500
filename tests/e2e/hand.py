"""The mouse and the keyboard of a test, by xdotool."""

import re
import subprocess

from expect import PATIENCE, until
from tree import Glimpse, State, role, walk

# In pixels: nothing that is clicked is lower or narrower. A button that has no place yet has that of its frame.
SMALLEST = 8


def xdotool(*words):
    Glimpse.forget()
    return subprocess.run(
        ["xdotool", *map(str, words)], check=True, capture_output=True, text=True, timeout=PATIENCE
    ).stdout


class Hand:
    """Reaches for the window of a desk."""

    def __init__(self, desk):
        self.desk = desk
        self.chosen, self.known = None, []
        self.window = self.windows()[0]
        self.look()

    def windows(self):
        """Every window of the program on the screen."""
        def found():
            search = ["xdotool", "search", "--onlyvisible", "--pid", str(self.desk.process.pid)]
            return subprocess.run(search, capture_output=True, text=True, timeout=PATIENCE).stdout.split()
        # A search finds nothing where a window closes meanwhile.
        return until("the program has a window on the screen", found)

    def look(self, window=None):
        """Gives a window the keyboard, as there is no window manager that does it."""
        self.chosen = window or self.window
        xdotool("windowfocus", "--sync", self.chosen)
        self.known = self.windows()

    def attend(self):
        """Looks again at the window that was chosen last, or at its own if that is closed. A dialog that
        has opened since then, and has the keyboard, keeps it."""
        # Windows that the program closes are off the screen once it has answered, and have the keyboard no more.
        _ = self.desk.app.children
        focused = subprocess.run(["xdotool", "getwindowfocus", "-f"], capture_output=True, text=True,
                                 timeout=PATIENCE).stdout.strip()
        if focused == self.chosen:
            return
        windows = self.windows()
        opened = focused in windows and focused not in self.known
        if not opened or self.chosen not in windows:
            self.look(self.chosen if self.chosen in windows else self.window)

    def geometry(self):
        lines = xdotool("getwindowgeometry", "--shell", self.window).splitlines()
        return {key: int(value) for key, value in (line.split("=") for line in lines)}

    def middle(self, node):
        """Where the middle of a node is on the screen."""
        x, y, width, height = until(f"{node.name} has a place", lambda: node.area,
                                    lambda area: min(area[2:]) >= SMALLEST)
        window = self.geometry()
        return window["X"] + x + width // 2, window["Y"] + y + height // 2

    def at(self, square):
        return self.middle(self.desk.square(square))

    def move(self, x, y):
        xdotool("mousemove", x, y)

    def click(self, place):
        """Clicks on a square, given by its name, or on a node."""
        x, y = self.at(place) if isinstance(place, str) else self.middle(place)
        xdotool("mousemove", x, y, "mousedown", 1, "mouseup", 1)

    def reach(self, node):
        """Leads the keyboard to a node by Tab, past all that lies between."""
        def reached():
            return node.has(State.FOCUSED) or self.key("Tab")
        until(f"Tab leads to {node.name}", reached)

    def scroll(self, steps, back=False):
        """Turns the wheel, towards the end of what lies under the pointer, or its beginning."""
        xdotool("click", "--repeat", steps, 4 if back else 5)

    def take(self, square):
        node = self.desk.square(square)
        self.click(node)
        self.desk.selected(node, "selected by a click")

    def pull(self, origin, x, y):
        """Takes a piece up and holds it over a point of the screen."""
        node = self.desk.square(origin)
        from_x, from_y = self.middle(node)
        xdotool("mousemove", from_x, from_y, "mousedown", 1)
        self.desk.selected(node, "taken up by a press")
        for step in range(1, 6):
            self.move(from_x + (x - from_x) * step // 5, from_y + (y - from_y) * step // 5)

    def drag(self, origin, target):
        """Drags a piece onto a square."""
        self.pull(origin, *self.at(target))
        # While it hangs from the pointer it does not stand on its square.
        until(f"the piece from {origin} hangs from the pointer",
              lambda: self.desk.square(origin).name, lambda name: name == f"{origin}, empty")
        xdotool("mouseup", 1)

    def key(self, *keys):
        self.attend()
        xdotool("key", "--clearmodifiers", *keys)

    def type(self, text, *keys):
        """Types a text, and presses keys at once after it."""
        self.attend()
        then = ["key", *keys] if keys else []
        xdotool("type", "--clearmodifiers", "--args", "1", "--delay", "1", text, *then)

    def open_file(self, dialog, path):
        """Types a path into the dialog that asks for a file to open, which is this window."""
        self.look(dialog)
        self.key("ctrl+l")
        until("a path can be typed", self.focused_text).write(str(path))
        # It takes a moment to see what the path leads to.
        until("the dialog is gone", lambda: dialog not in self.windows() or self.accept())

    def focused_text(self):
        return next((node.now for node in walk(self.desk.app)
                     if role(node) == "text" and node.has(State.FOCUSED)), None)

    def accept(self):
        """Presses the button that opens a file. It is not known whether the dialog is gone."""
        opens = self.desk.find(re.compile("Open$"), "push button")
        if opens:
            opens.act()
        return False
