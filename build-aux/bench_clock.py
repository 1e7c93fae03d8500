"""`build-aux/bench clock`: what a running clock costs while no move is played."""

import os
import statistics
import subprocess
import time
from pathlib import Path

from bench_table import Row, Unmeasured

TURNS = 2
LIMIT = 6.0


class Sitting:
    """A program without any input, and how much of the processor it uses."""

    def __init__(self, command: list, env: dict[str, str]) -> None:
        env = os.environ | {"RUST_LOG": "info"} | env
        self.process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)
        next(line for line in self.process.stderr if "first frame" in line)

    def measure(self, seconds: float) -> float:
        """Milliseconds of a core in each second. Ends the program."""
        # The cursor and the focus ring have come to rest.
        time.sleep(3)
        # The clock of a process, as clock_getcpuclockid(3) would name it.
        clock = (~self.process.pid << 3) | 2
        used, begun = time.clock_gettime(clock), time.monotonic()
        time.sleep(seconds)
        share = (time.clock_gettime(clock) - used) / (time.monotonic() - begun)
        self.process.kill()
        self.process.wait()
        return share * 1000


class Game(Sitting):
    """A game under way, begun and played by keys, with a clock or without."""

    def __init__(self, binary: Path, home: Path, control: str) -> None:
        settings = home / "config" / "glib-2.0" / "settings"
        settings.mkdir(parents=True)
        key = f"[io/github/rankandfile/RankAndFile]\ntime-control='{control}'\n"
        (settings / "keyfile").write_text(key)
        self.games = home / "data" / "rank-and-file" / "games"
        super().__init__([binary], {
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "GSETTINGS_BACKEND": "keyfile",
        })
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(self.process.pid)]
        window = subprocess.run(find, stdout=subprocess.PIPE, text=True, check=True).stdout.split()[-1]
        subprocess.run(["xdotool", "windowfocus", "--sync", window], check=True)
        # New Game, Start Game, and a move of each side, which starts the clock.
        for keys, lines in (("Return", 0), ("Return", 2), ("e 4 Return", 3), ("e 5 Return", 4)):
            time.sleep(1)
            subprocess.run(["xdotool", "key", "--delay", "150", *keys.split()], check=True)
            self.wait_for(lines)
        # A clock that runs has been written down.
        if ('{"clock"' in self.log()) != bool(control):
            raise Unmeasured("the clock is not as it should be")

    def log(self) -> str:
        return "".join(path.read_text() for path in self.games.glob("*.fenlog"))

    def wait_for(self, lines: int) -> None:
        """Until the log has so many lines, the clock's not counted."""
        for _ in range(300):
            if len([line for line in self.log().splitlines() if "clock" not in line]) >= lines:
                return
            time.sleep(0.1)
        self.process.kill()
        raise Unmeasured("the game could not be played by keys")


def clock(sides: list[Path], scratch: Path, options) -> list[Row]:
    still, running, bare = ([[] for _ in sides] for _ in range(3))
    for turn in range(TURNS):
        for number, side in enumerate(sides):
            for shares, control in ((still, ""), (running, "600")):
                home = scratch / f"{turn} {number} {control}"
                game = Game(side / "rank-and-file", home, control)
                shares[number].append(game.measure(options.seconds))
        ticking = Sitting([sides[0] / "examples" / "bare_window", "ticking"], {})
        share = ticking.measure(options.seconds)
        for shares in bare:
            shares.append(share)
    mean = [[statistics.mean(shares) for shares in kind] for kind in (still, running, bare)]
    more = [running - still for still, running in zip(*mean[:2])]
    return [
        Row("a second of a game without a clock (CPU ms)", mean[0]),
        Row("a second of its clock (CPU ms)", more, "bare label that counts", mean[2], LIMIT),
    ]
