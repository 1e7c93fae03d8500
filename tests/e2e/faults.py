#!/usr/bin/python3
"""A full disk, a folder that is a file, a folder that vanishes, two programs on one game.

When the disk fails, the game on the board goes on, the players are told, and as soon as the disk can be written
again every line is there.
"""

import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from gi.repository import Gio

from desk import BINARY, START, Desk
from expect import PATIENCE, check, main, same, until
from hand import Hand
from positions import E4, E5, NF3, NC6

GAME = [("e2e4", E4), ("e7e5", E5), ("g1f3", NF3), ("b8c6", NC6)]
NOT_SAVED = re.compile("The last moves are not saved")
PAGE = 4096


def told(desk, why):
    desk.node(re.compile(f"The last moves are not saved.*({why}).*You can keep playing"), "label",
              what=f"the window says that the moves are not saved: {why}")
    desk.node("Save Again", "push button")


def all_is_well(desk, *fens):
    desk.gone(NOT_SAVED, what="the window takes it back")
    desk.logged(START, *fens)
    desk.check_logs()
    same("the list has the game", [(game["state"], game["plies"]) for game in desk.list()],
         [("unfinished", len(fens))])


def a_file_for_a_folder():
    with Desk() as desk:
        desk.games.parent.mkdir()
        desk.games.write_text("no folder\n")
        desk.start()
        desk.saved("Unfinished")
        desk.node("There is a file where the folder of games should be.",
                  what="the saved games say why there are none")
        desk.press("Back")
        desk.new_game()
        told(desk, "There is a file where the folder of games should be")
        for move, fen in GAME[:2]:
            desk.play(move, fen)
        desk.says("Ann to move", what="the game goes on")
        same("the file is left alone", desk.games.read_text(), "no folder\n")
        for option in ("--list", "--check"):
            ran = desk.run(option)
            same(f"{option} fails", ran.returncode, 1)
            check(f"{option} says why", "folder" in ran.stderr, ran.stderr)
        desk.games.unlink()
        desk.press("Save Again")
        all_is_well(desk, E4, E5)


def nobody_can_be_told_but_the_players():
    """A desktop that keeps what programs say in a file on the same full disk."""
    with Desk() as desk, open("/dev/full", "wb") as full:
        desk.games.parent.mkdir()
        desk.games.write_text("no folder\n")
        desk.start(stderr=full)
        desk.new_game()
        told(desk, "There is a file where the folder of games should be")
        desk.play(*GAME[0])
        desk.games.unlink()
        desk.play(*GAME[1])
        all_is_well(desk, E4, E5)
        desk.kill()
        shutil.rmtree(desk.games)
        desk.games.write_text("no folder\n")
        ran = subprocess.run([BINARY, "--text", "--json"], input=b"e4\ne5\n", stderr=full,
                             stdout=subprocess.PIPE, env=desk.environment, timeout=PATIENCE)
        answers = [json.loads(line) for line in ran.stdout.splitlines()]
        same("a game in a terminal goes on as well, and says that it is not saved",
             (ran.returncode, [(answer["ok"], answer["saved"]) for answer in answers]), (1, [(True, False)] * 2))


def the_folder_vanishes():
    with Desk() as desk:
        desk.start()
        desk.new_game()
        desk.play(*GAME[0])
        desk.play(*GAME[1])
        shutil.rmtree(desk.games)
        desk.play(*GAME[2])
        until("the log is there again", lambda: desk.logs())
        all_is_well(desk, E4, E5, NF3)
        desk.logs()[0].unlink()
        desk.play(*GAME[3])
        until("the log is there once more", lambda: desk.logs())
        all_is_well(desk, E4, E5, NF3, NC6)


class SmallDisk:
    """A disk with little room: a file system of four pages where root may mount one, else a limit
    on the size of files."""

    def __init__(self, desk, folder=None):
        self.desk, self.folder = desk, folder or desk.games
        self.folder.mkdir(parents=True)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={4 * PAGE}", "tmpfs", str(self.folder)]
        try:
            self.mounted = subprocess.run(mount, capture_output=True).returncode == 0
        except OSError:
            self.mounted = False
        print(f"     the disk is {'small' if self.mounted else 'a limit of the process'}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            self.desk.tell()
        self.desk.kill()
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)

    def fill(self):
        """Leaves no page. What is left of the log's own last page can still be written."""
        if self.mounted:
            with open(self.folder / "filler", "wb", buffering=0) as filler:
                try:
                    while filler.write(bytes(512)):
                        pass
                except OSError:
                    return
        self.limit(f"{PAGE}:" if self.desk.logs() else "0:")

    def free(self):
        if self.mounted:
            (self.folder / "filler").unlink()
        else:
            self.limit("unlimited:")

    def limit(self, size):
        pid = str(self.desk.process.pid)
        subprocess.run(["prlimit", "--pid", pid, f"--fsize={size}"], check=True)

    def start(self):
        # A process that is limited is told by a signal, which ends it unless it is ignored.
        heard = {} if self.mounted else {"stderr": subprocess.DEVNULL}
        self.desk.start(restore_signals=False, **heard)


def almost_a_page(desk):
    """A log that leaves room for thirty bytes in its page."""
    path = desk.lay(START, E4)
    short = PAGE - 30 - path.stat().st_size - len('# {"note":""}\n')
    with open(path, "a", encoding="utf-8") as log:
        log.write('# {"note":"%s"}\n' % ("x" * short))
    same("the log almost fills its page", path.stat().st_size, PAGE - 30)


def the_disk_fills_in_the_middle_of_a_line():
    with Desk() as desk, SmallDisk(desk) as disk:
        almost_a_page(desk)
        disk.start()
        desk.press("Continue")
        desk.shows(E4)
        disk.fill()
        desk.play("e7e5", E5)
        told(desk, "full|too large")
        desk.play("g1f3", NF3)
        desk.says("Ben to move", what="the game goes on")
        same("half a line is in the log", desk.logs()[0].stat().st_size, PAGE)
        told(desk, "full|too large")
        disk.free()
        desk.press("Save Again")
        all_is_well(desk, E4, E5, NF3)
        desk.play("b8c6", NC6)
        all_is_well(desk, E4, E5, NF3, NC6)


def the_disk_is_full_from_the_beginning():
    with Desk() as desk, SmallDisk(desk) as disk:
        disk.start()
        disk.fill()
        desk.new_game()
        told(desk, "full|too large")
        desk.play(*GAME[0])
        desk.play(*GAME[1])
        told(desk, "full|too large")
        disk.free()
        desk.play(*GAME[2])
        all_is_well(desk, E4, E5, NF3)


def killed_on_a_full_disk():
    with Desk() as desk, SmallDisk(desk) as disk:
        almost_a_page(desk)
        disk.start()
        desk.press("Continue")
        desk.shows(E4)
        disk.fill()
        desk.play("e7e5", E5)
        told(desk, "full|too large")
        desk.kill()
        if disk.mounted:
            disk.free()
        raw = desk.logs()[0].read_bytes()
        check("--check passes and names the line", "line 5" in desk.check_logs().lower())
        desk.start()
        desk.press("Continue")
        desk.shows(E4)
        desk.says("Line 5", "cut short", "Ben to move")
        same("looking at it changes nothing", desk.logs()[0].read_bytes(), raw)
        desk.play("e7e5", E5)
        until("the ply is written", lambda: desk.log()[-1], E5.__eq__)
        check("the log only grows", desk.logs()[0].read_bytes().startswith(raw))
        desk.check_logs()


def another_file_in_its_place():
    """What was done to the file of a game is told until the player closes the message, also while moves are played."""
    with Desk() as desk:
        desk.start()
        desk.new_game()
        desk.play(*GAME[0])
        log = desk.logs()[0]
        log.unlink()
        log.write_text("another file\n")
        desk.play(*GAME[1])
        told_here = re.compile(f"The game goes on in {log.stem}-2.fenlog")
        desk.node(told_here, "label")
        desk.play(*GAME[2])
        check("the window says where the game goes on", desk.find(told_here, "label") is not None)
        desk.press("Close")
        desk.gone(told_here)
        same("the other file is left alone", log.read_text(), "another file\n")


def practice_that_cannot_be_saved():
    """What was found in practice is not lost without a question."""
    with Desk() as desk:
        data = desk.games.parent
        data.mkdir()
        (data / "practice.jsonl").mkdir()
        desk.start()
        hand = Hand(desk)
        desk.press("Puzzles")
        desk.press("Solve Puzzles")
        desk.says("find the best move")
        desk.press("Show Solution")
        desk.node(re.compile("Your puzzle results are not saved"), "label")
        hand.key("ctrl+q")
        desk.node("Your puzzle results could not be saved and will be lost.", "label")
        desk.press("Stay")
        (data / "practice.jsonl").rmdir()
        desk.press("Save Again")
        desk.gone(re.compile("Your puzzle results are not saved"), "label")
        same("it is saved", len((data / "practice.jsonl").read_text().splitlines()), 1)
        hand.look()
        hand.key("ctrl+q")
        until("the program has ended", desk.process.poll, 0 .__eq__)


def two_on_one_game():
    with Desk() as first:
        first.start()
        first.new_game()
        first.play(*GAME[0])
        first.logged(START, E4)
        raw = first.logs()[0].read_bytes()
        ran = first.run("--text", "--json", "--resume", first.logs()[0].stem, input="e5\nresign\n")
        same("a terminal cannot continue a game that is open in a window", ran.returncode, 1)
        check("it says why", "open elsewhere" in ran.stderr, ran.stderr)
        same("it writes nothing", first.logs()[0].read_bytes(), raw)

        with another_bus() as buses, Desk(first.home, **buses) as second:
            second.start()
            second.press("Continue")
            second.shows(E4)
            second.says("open elsewhere", "Close it there")
            for square in ("e7", "e5"):
                second.touch(square)
            second.says("open elsewhere")
            same("a second window plays nothing", second.placement(), E4.split()[0])
            same("a second window writes nothing", first.logs()[0].read_bytes(), raw)
            first.play(*GAME[1])
            first.logged(START, E4, E5, what="the first goes on")
            first.kill()
            second.press("Back")
            second.press("Continue")
            second.shows(E5)
            # The page that was left may have taken the log for a moment.
            second.says("Ann to move", what="the second may go on")
            second.play(*GAME[2])
            all_is_well(second, E4, E5, NF3)
            ran = second.run("--text", "--resume", second.logs()[0].stem, input="Nc6\n")
            same("now the second holds it", ran.returncode, 1)
        ran = first.run("--text", "--json", "--resume", first.logs()[0].stem, input="Nc6\n")
        same("a game that no process has open can be continued", ran.returncode, 0)
        same("each ply is there once", first.positions(), [START, E4, E5, NF3, NC6])


# Only the accessibility bus can be started on it: what else a desktop has would come with a bus of its own.
BARE_BUS = """<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@contextlib.contextmanager
def another_bus():
    """A second session bus, so that a program on it does not find the first program; it is on the same accessibility
    bus all the same."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    seen = bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
                         Gio.DBusCallFlags.NONE, -1, None).unpack()[0]
    with tempfile.TemporaryDirectory() as services:
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", services)
        config = pathlib.Path(services, "bus.conf")
        config.write_text(BARE_BUS.format(services=services))
        daemon = subprocess.Popen(
            ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        try:
            own = daemon.stdout.readline().strip()
            yield {"DBUS_SESSION_BUS_ADDRESS": own, "AT_SPI_BUS_ADDRESS": seen}
        finally:
            daemon.terminate()
            daemon.wait()


def test():
    for part in (a_file_for_a_folder, the_folder_vanishes, the_disk_is_full_from_the_beginning,
                 the_disk_fills_in_the_middle_of_a_line, nobody_can_be_told_but_the_players,
                 killed_on_a_full_disk, another_file_in_its_place, practice_that_cannot_be_saved, two_on_one_game):
        print(f"-- {part.__name__.replace('_', ' ')}", flush=True)
        part()


if __name__ == "__main__":
    main(test)
