#!/usr/bin/python3
"""What Orca says of a game: of typed moves and of those by arrow keys, of refusals, offers, answers, check and mate; and
of practice.

It is the real Orca, with the dummy voice of Speech Dispatcher. What Orca gives to a voice stands in its debug file.
Both have their settings and sockets in a folder of their own.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from desk import START, Desk
from expect import check, main, passed, same, until
from hand import Hand

# Orca's own program, changed so that it finds no other Orca: it would end the one that the user works with. Each line
# of its debug file is written at once.
STARTER = """
import functools, shutil, sys
path = shutil.which("orca")
names = {"__name__": "started", "open": functools.partial(open, buffering=1)}
exec(compile(open(path).read(), path, "exec"), names)
for name in ("otherOrcas", "other_orcas"):
    names[name] = lambda *_: []
for name in ("setProcessName", "set_process_name"):
    names[name] = lambda *_: True
sys.exit(names["main"]())
"""
# ALSA has a sound card that is none.
DUMMY_VOICE = """
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
AudioOutputMethod "alsa"
AudioALSADevice "null"
DisableAutoSpawn
"""
ARROWS = [("Return Up Up Return", "Pawn to e4. Ben to move."),
          ("Up Up Up Return Down Down Return", "Pawn to e5. Ann to move.")]
TYPED = [("Bc4", "Bishop to c4. Ben to move."), ("Bc5", "Bishop to c5. Ann to move."),
         ("Qh5", "Queen to h5. Ben to move."), ("Bxf2", "Bishop captures pawn on f2, check. Ann to move.")]
MATE = [("Kxf2", "King captures bishop on f2. Ben to move."), ("Nc6", "Knight to c6. Ann to move."),
        ("Qxf7", "Queen captures pawn on f7. Checkmate. Ann wins.")]
PROMOTION = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"
CHECKED = "The king would still be in check (bishop on f2)."


class Reader:
    """Orca and its voice. Ends with them when used in `with`."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="orca-"))
        self.file, self.read = self.folder / "debug", 0
        self.processes = []

    def __enter__(self):
        return self

    def start(self):
        """Starts both, and waits until they speak."""
        config = self.folder / "config"
        config.mkdir()
        (config / "speechd.conf").write_text(DUMMY_VOICE)
        socket = self.folder / "socket"
        homes = {f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE", "STATE")}
        environment = {**os.environ, **homes, "HOME": str(self.folder), "SPEECHD_ADDRESS": f"unix_socket:{socket}"}
        self.run(environment, "speech-dispatcher", "-s", "-t", "0", "-C", config, "-L", self.folder,
                 "-P", self.folder / "pid", "-c", "unix_socket", "-S", socket)
        until("Speech Dispatcher listens", socket.exists)
        self.run(environment, "/usr/bin/python3", "-I", "-c", STARTER, f"--debug-file={self.file}")
        self.says("Screen reader on.")

    def run(self, environment, *command):
        with open(self.folder / "said", "ab") as said:
            self.processes.append(subprocess.Popen(list(map(str, command)), env=environment,
                                                   stdin=subprocess.DEVNULL, stdout=said, stderr=said))

    def __exit__(self, kind, *_):
        if kind:
            print("--- what Orca has said:", self.spoken(), "--- beside it:",
                  (self.folder / "said").read_text(errors="replace")[-2000:], "---", sep="\n", flush=True)
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def spoken(self):
        """What Orca has given to its voice, a line for each breath."""
        text = self.file.read_text(errors="replace") if self.file.exists() else ""
        # What is said at once may have line breaks.
        breaths = re.findall(r"SPEECH OUTPUT: '((?:.|\n)*?)'(?: voice=\w+)? ?(?:None|\{.*\})?$", text, re.MULTILINE)
        return "\n".join(breath.replace("\n", " ") for breath in breaths)

    def says(self, *words, what="Orca says"):
        """Waits until it says all the words in one breath, after what was waited for last."""
        pattern = re.compile(".*".join(map(re.escape, words)))
        said = until(f"{what}: {words}", lambda: pattern.search(self.spoken(), self.read))
        self.read = said.end()
        passed(f"{what}: {said[0]}")


class Player:
    """Plays by keys alone, and counts the moves that are heard."""

    def __init__(self, desk, reader):
        self.desk, self.hand, self.reader, self.heard = desk, Hand(desk), reader, 0

    def types(self, text, *words):
        self.hand.type(text, "Return")
        self.reader.says(*words, what=f"{text} is typed, Orca says")

    def presses(self, keys, *words):
        self.hand.key(*keys.split())
        self.reader.says(*words, what=f"{keys} is pressed, Orca says")

    def reaches(self, button, *words):
        """Presses a button that Tab leads to."""
        self.hand.reach(self.desk.node(button, "push button"))
        self.presses("space", *words)

    def plays(self, way, moves):
        for move, said in moves:
            way(move, said)
            self.heard += 1

    def has_heard_all(self):
        plies, = [game["plies"] for game in self.desk.list()]
        same(f"{self.heard} of {plies} moves were heard", self.heard, plies)


def two_people(reader):
    with Desk() as desk:
        desk.start()
        player = Player(desk, reader)
        desk.new_game()
        reader.says("Ann plays White and moves first, Ben plays Black.")
        player.plays(player.presses, ARROWS)
        player.reaches("Offer Draw", "Ann offers a draw. Ben: accept or decline?")
        player.reaches("Decline", "Ben declines the draw.")
        typed = len(reader.spoken())
        player.plays(player.types, TYPED)
        check("no square is told as it was before the move", ", empty" not in reader.spoken()[typed:])
        refused = len(reader.spoken())
        player.types("a3", CHECKED)
        player.types("last", "Last move: Bishop captures pawn on f2, check.")
        same("a refusal of what is typed is said once", reader.spoken()[refused:].count(CHECKED), 1)
        player.presses("ctrl+z", "Ben asks to take back the last move. Ann: accept or decline?")
        player.types("decline", "Ann declines the takeback.")
        player.plays(player.types, MATE)
        player.has_heard_all()
        player.presses("alt+Left", "Position after 4… Knight to c6.")
        player.presses("ctrl+e", "Comment on 4… Knight to c6")
        desk.press("Cancel")
        desk.gone("Comment on 4… Knight to c6", "text")


def a_promotion(reader):
    with Desk() as desk:
        desk.lay(PROMOTION)
        desk.start()
        player, heard = Player(desk, reader), len(reader.spoken())
        desk.press("Continue")
        reader.says("Ann to move.")
        check("no piece is told that does not stand there", "e2, white pawn" not in reader.spoken()[heard:])
        player.presses("Left Left Left Left Up Up Up Up Up Return", "a7, white pawn: can move to a8.")
        player.presses("Up Return", "Promote to which piece?")
        player.presses("Down Right Return", "Pawn to a8, promotes to rook.")


def against_the_computer(reader):
    with Desk() as desk:
        desk.lay(START, black="Computer, level 1", black_computer="1")
        desk.start()
        player = Player(desk, reader)
        desk.press("Continue")
        reader.says("Ann to move.")
        for move in ("e4", "d4"):
            player.types(move, f"Pawn to {move}. Mia (level 1) to move.")
            reader.says("Ann to move.", what="the computer replies, Orca says")
            player.heard += 2
        player.presses("F10", "Main Menu")
        player.presses("Escape", "d4, ")
        player.types("resign", "Resignation. Mia (level 1) wins.")
        player.has_heard_all()


def a_session(reader):
    with Desk() as desk:
        desk.set()
        desk.start()
        desk.press("Puzzles")
        desk.press("Solve Puzzles")
        reader.says("find the best move.")
        desk.press("Show Solution")
        reader.says("Best is")
        desk.press("Back")
        reader.says("0 of 1 Solved.", "Not solved: ", what="practice is summed up, Orca says")


def test():
    with Reader() as reader:
        reader.start()
        two_people(reader)
        a_promotion(reader)
        against_the_computer(reader)
        a_session(reader)


if __name__ == "__main__":
    main(test)
