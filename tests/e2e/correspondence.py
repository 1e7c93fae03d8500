#!/usr/bin/python3
"""Correspondence games at one of the two desktops: conditional moves are entered and played, also when the program is
started again; notifications tell what has come; and a game whose move is overdue is claimed on time."""

import json
import os
import re

from gi.repository import Gio, GLib

from desk import START, Desk
from expect import check, comes, main, same, until
from hand import Hand
from positions import E4, E5, NF3, NC6

F6 = "rnbqkbnr/ppppp1pp/5p2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
D4 = "rnbqkbnr/ppppp1pp/5p2/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2"
G5 = "rnbqkbnr/ppppp2p/5p2/6p1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3"
BB5 = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
ID = "20261120T190500Z-01234567"
REMOVE = "Remove Knight to c6, Bishop to b5"
LONG_AGO = '# {"moved":"2001-01-01T00:00:00Z"}'

INTERFACE = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify">
<arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/>
<arg type="i" direction="in"/><arg type="u" direction="out"/>
</method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
</interface></node>"""


class Desktop:
    """What shows notifications: it keeps the title and the body of each."""

    def __init__(self):
        self.told = []
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        [interface] = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces
        self.bus.register_object("/org/freedesktop/Notifications", interface, self.hear, None, None)
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                           GLib.Variant("(su)", ("org.freedesktop.Notifications", 4)), None, Gio.DBusCallFlags.NONE, -1)

    def hear(self, _bus, _sender, _path, _interface, method, parameters, invocation):
        if method == "Notify":
            values = parameters.unpack()
            self.told.append((values[3], values[4]))
            invocation.return_value(GLib.Variant("(u)", (len(self.told),)))
        else:
            invocation.return_value(None)


def bring(path, *fens):
    """Puts more positions into a log as programs for syncing do: in a file of its own that takes its place."""
    new = path.with_name(f".syncthing.{path.name}.tmp")
    new.write_text(path.read_text("utf-8") + "".join(f"{fen}\n" for fen in fens), "utf-8")
    os.replace(new, path)


def lay(desk, *lines, plays="white", **terms):
    log = desk.lay(START, E4, *lines, name=ID, correspondence=terms)
    (log.parent.parent / "seats.jsonl").write_text(json.dumps({"game": ID, "plays": plays}) + "\n", "utf-8")
    return log


def from_the_own_side():
    """The page to start from shows a game as one who plays it sees it."""
    for plays, lower, upper in [("white", "a1", "a8"), ("black", "a8", "a1")]:
        with Desk() as desk:
            lay(desk, plays=plays)
            desk.start()
            desk.node("Continue", "push button")
            until(f"{plays} is below", lambda: desk.square(lower).area[1] > desk.square(upper).area[1])


def plan(desk, *moves):
    """Plays moves on the board of the window with conditional moves, adds the line, and closes the window."""
    window = desk.app
    desk.app = until("there is the window", lambda: desk.window_with("Add Line"))
    try:
        for move in moves:
            desk.play(move)
        desk.press("Add Line")
        desk.press("Close")
    finally:
        desk.app = window


def plan_by_keys(desk, *moves):
    """The same by the keyboard alone; tries a move that is illegal first."""
    hand = Hand(desk)
    until("there is the window", lambda: desk.window_with("Add Line"))
    hand.look((set(hand.windows()) - {hand.window}).pop())
    page, desk.app = desk.app, desk.window_with("Add Line")
    try:
        hand.type("Ke5", "Return")
        desk.says("e5 is already occupied")
        hand.key("ctrl+a")
        for last in (False, True):
            hand.type(moves[0], "Return")
            desk.says("Play your answer to it.")
            hand.type(moves[1], "Return")
            desk.says("Add the line")
            hand.key("alt+a")
            desk.says("Play a move that your opponent may make.")
            if not last:
                desk.press(REMOVE)
                desk.gone(REMOVE, what="a line is removed")
        desk.node(REMOVE, "push button", what="a line is added by the keyboard")
        hand.key("Escape")
    finally:
        desk.app = page
    until("the window is closed", lambda: not desk.window_with("Add Line"))


def conditional_moves(desktop):
    with Desk() as desk:
        log = lay(desk)
        desk.start()
        desk.saved("Unfinished")
        desk.open_by_action("Ann – Ben")
        desk.shows(E4)
        desk.press("Conditional Moves")
        plan(desk, "e7e5", "g1f3")
        desk.node("Conditional Moves (1)", what="the button tells that there is a line")
        notes = desk.home / "rank-and-file" / "conditional-moves.jsonl"
        comes("it is kept on this desktop", lambda: notes.read_text("utf-8"), lambda text: "e7e5" in text)
        check("and not in the log", log.read_text("utf-8").endswith(f"{E4}\n"))
        bring(log, E5)
        desk.shows(NF3, "the answer is played on the board")
        comes("and is in the log", lambda: log.read_text("utf-8"), lambda text: f"{E5}\n{NF3}\n" in text)
        desk.press("Conditional Moves")
        plan_by_keys(desk, "Nc6", "Bb5")
        comes("the next line is kept", lambda: notes.read_text("utf-8"), lambda text: "b8c6" in text)
        desk.press("Back")
        seen = desk.home / "rank-and-file" / "arrivals.jsonl"
        comes("it is kept what was seen", lambda: seen.read_text("utf-8"), lambda text: '"plies":3' in text)
        desk.kill()
        bring(log, NC6)
        desktop.told.clear()
        desk.start()
        until("the desktop is told what has come meanwhile", lambda: desktop.told)
        same("with the answer", desktop.told,
             [("Ben played 2… Nc6", "Your conditional move 3. Bb5 was played. Ben to move.")])
        check("which is in the log", f"{NC6}\n{BB5}\n" in log.read_text("utf-8"))
        desk.check_logs()


def mated():
    """A line that ends with mate can be taken back, too."""
    with Desk() as desk:
        lay(desk, F6, D4)
        desk.start()
        desk.saved("Unfinished")
        desk.open_by_action("Ann – Ben")
        desk.press("Conditional Moves")
        desk.app = until("there is the window", lambda: desk.window_with("Add Line"))
        desk.play("g7g5")
        desk.play("d1h5")
        desk.says("Add the line")
        desk.press("Undo Move")
        desk.says("Play your answer to it.")
        desk.shows(G5, "mate is taken back")


def overtaken():
    """A question is not answered for a game that has gone on meanwhile."""
    with Desk() as desk:
        log = lay(desk)
        desk.start()
        desk.saved("Unfinished")
        desk.open_by_action("Ann – Ben")
        desk.shows(E4)
        desk.press("Resign")
        desk.node("Resign?", what="it is asked")
        bring(log, E5)
        desk.shows(E5)
        desk.press(re.compile("Resigns$"))
        desk.gone("Resign?")
        same("nobody has resigned", [path.name for path in desk.logs()], [log.name])
        check("in the log", "result" not in log.read_text("utf-8"))


def overdue(desktop):
    with Desk() as desk:
        log = lay(desk, LONG_AGO, days=3)
        desk.start()
        desk.saved("Unfinished")
        desk.open_by_action("Ann – Ben")
        desk.press("Claim on Time")
        desk.node("Claim the Game on Time?", what="it is asked")
        desk.press("Claim")
        comes("the claim is in the log", lambda: log.read_text("utf-8").splitlines()[-1],
              lambda line: line.startswith('# {"result":"1-0","reason":"time",'))
        desk.gone("Claim on Time", "push button", what="there is nothing more to claim")
        desk.check_logs()
        same("no notification tells what was done here", desktop.told, [])


def test():
    desktop = Desktop()
    overdue(desktop)
    conditional_moves(desktop)
    mated()
    overtaken()
    from_the_own_side()


if __name__ == "__main__":
    main(test)
