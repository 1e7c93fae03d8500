#!/usr/bin/python3
"""What is heard of a game: nothing unless it is wanted, and then each sound at its place.

A sound server is made here that knows the few words it is asked. It tells the sounds apart by their
lengths.
"""

import os
import pathlib
import socket
import struct
import tempfile
import threading

from desk import START, Desk
from expect import check, main, never, same, until

SOUNDS = {200: "move", 300: "capture", 550: "check", 1150: "end", 500: "low time"}
VERSION = 13
AUTH, NAME, CREATE = 8, 9, 3


def number(value):
    return b"L" + struct.pack(">I", value)


# Stream 7 and its buffers; 16-bit samples on one channel, 48,000 a second; the device 0.
STREAM = (b"".join(map(number, (7, 7, 0, 1 << 20, 4096, 0, 2048))) + b"a\x03\x01"
          + struct.pack(">I", 48000) + b"m\x01\x00" + number(0) + b"tnobody\x000U" + bytes(8))
ANSWERS = {AUTH: number(VERSION), NAME: number(1), CREATE: STREAM}


class SoundServer:
    """A sound server that only notes what it is given to play."""

    def __init__(self, path):
        self.heard = []
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(path))
        self.door.listen()
        threading.Thread(target=self.open, daemon=True).start()

    def open(self):
        while True:
            caller, _ = self.door.accept()
            threading.Thread(target=self.serve, args=(caller,), daemon=True).start()

    def serve(self, caller):
        with caller, caller.makefile("rb") as words:
            while head := words.read(20):
                length, channel = struct.unpack(">II", head[:8])
                message = words.read(length)
                if channel != 0xFFFFFFFF:
                    self.heard.append(SOUNDS.get(round(length / 960) * 10, length))
                    continue
                command, count = struct.unpack(">xIxI", message[:10])
                if command in ANSWERS:
                    answer = number(2) + number(count) + ANSWERS[command]
                    caller.sendall(struct.pack(">IIQI", len(answer), 0xFFFFFFFF, 0, 0) + answer)

    def hears_nothing_before(self, sound, what):
        """What is heard next is the sound of what was done last."""
        never(what, lambda: self.heard and self.heard[0] != sound, until=lambda: self.heard)

    def hears(self, what):
        until("something is heard", lambda: self.heard)
        same(f"the next sound is: {what}", self.heard.pop(0), what)


def want(home, wanted):
    """Changes the setting, as another program may at any time."""
    path = home / "config" / "glib-2.0" / "settings" / "keyfile"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name("new")
    new.write_text(f"[io/github/rankandfile/RankAndFile]\nsounds={str(wanted).lower()}\n")
    os.replace(new, path)


def live(home, ear):
    """The setting counts at once."""
    with desk_at(home) as desk:
        want(home, False)
        desk.lay(START)
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        desk.move("e2e4")
        desk.take("e7")
        desk.touch("e5")
        never("nothing is heard unless it is wanted", lambda: ear.heard,
              until=lambda: "last move" in desk.describe("e5"))
        want(home, True)
        plies = iter(["g1f3", "b8c6", "f3g1", "c6b8"] * 30)

        def heard():
            desk.move(next(plies))
            return ear.heard
        # Word of the setting takes a moment to come round.
        until("a move is heard", heard)
        check("it is a move", set(ear.heard) == {"move"}, ear.heard)


def each(home, ear):
    with desk_at(home) as desk:
        desk.lay(START)
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        ear.heard.clear()
        for ply, sound in [("e2e4", "move"), ("d7d5", "move"), ("e4d5", "capture"),
                           ("d8d5", "capture"), ("b1c3", "move"), ("d5e5", "check")]:
            desk.move(ply)
            ear.hears(sound)
        desk.press("Takeback")
        desk.says("Ben asks to take back the last move")
        desk.press("One Move Back")
        desk.press("Starting Position")
        desk.press("Current Position")
        desk.press("Accept")
        ear.hears_nothing_before("move", "looking through and asking are silent")
        ear.hears("move")
        desk.press("Offer Draw")
        desk.says("offers a draw")
        desk.press("Accept")
        ear.hears("end")


def little_time(home, ear):
    with desk_at(home) as desk:
        desk.lay(START, time_control="24")
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        for ply in ["e2e4", "e7e5"]:
            desk.move(ply)
            ear.hears("move")
            ear.hears("low time")
        desk.move("g1f3")
        ear.hears_nothing_before("move", "no player is warned twice")
        ear.hears("move")
        desk.move("b8c6")
        ear.hears_nothing_before("move", "no player is warned twice, after a move of either")


def desk_at(home):
    return Desk(PULSE_SERVER=f"unix:{home}/native", XDG_CONFIG_HOME=f"{home}/config",
                GSETTINGS_BACKEND="keyfile")


def test():
    with tempfile.TemporaryDirectory(prefix="rank-and-file-") as folder:
        home = pathlib.Path(folder)
        ear = SoundServer(home / "native")
        live(home, ear)
        each(home, ear)
        little_time(home, ear)


if __name__ == "__main__":
    main(test)
