"""`build-aux/bench startup`: from the start of the process to the first frame, and to the first frame with the board on
which the last game goes on."""

import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Optional

from imagemagick import imagemagick
from bench_table import Row, Unmeasured, percentile

WARM_UP = 3
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7".split()
#: By renderer: the one that each program chooses (None), then the same for both. Without graphics hardware the app
#: chooses Cairo, and the empty window does not.
LIMITS = {None: 1.25, "gl": 1.25, "cairo": 1.25}


FRAME, BOARD = "first frame", "first frame with the board"


class Program:
    """A program that says `first frame`. It has folders and services of its own; only the display is shared."""

    def __init__(self, binary: Path, home: Path, games: int = 0, renderer: Optional[str] = None,
                 last: str = FRAME) -> None:
        """`last` is the last line that it says and is waited for."""
        self.binary, self.last, self.times = binary, last, {FRAME: [], last: []}
        self.env = os.environ | {"RUST_LOG": "info", "NO_COLOR": "1"}
        if renderer:
            self.env["GSK_RENDERER"] = renderer
        for kind in ("data", "cache", "config", "state"):
            (home / kind).mkdir(parents=True)
            self.env[f"XDG_{kind.upper()}_HOME"] = str(home / kind)
        for number in range(games):
            moves = MOVES[: 1 + number % len(MOVES)]
            if number % 2:
                moves = [*moves, "resign"]
            text = "".join(f"{move}\n" for move in moves)
            subprocess.run(
                [binary, "--text", "--white", f"Ann {number}", "--black", "Ben"],
                input=text, text=True, env=self.env, stdout=subprocess.DEVNULL, check=True,
            )
        if games:
            listed = subprocess.run(
                [binary, "--list"], env=self.env, stdout=subprocess.PIPE, text=True, check=True
            )
            if len(listed.stdout.splitlines()) < games:
                raise Unmeasured(f"{games} games were begun, and fewer are listed")

    def run(self, look=None) -> dict[str, float]:
        """Milliseconds until the program says each line; looks at the screen at each."""
        begin = time.perf_counter()
        process = subprocess.Popen([self.binary], env=self.env, stderr=subprocess.PIPE, text=True)
        took = {}
        try:
            for line in process.stderr:
                said = next((said for said in (FRAME, BOARD) if line.rstrip().endswith(said)), None)
                if said:
                    took[said] = (time.perf_counter() - begin) * 1000
                    if look:
                        look(said)
                if self.last in took:
                    return took
            raise Unmeasured(f"{self.binary} ended before its {self.last}")
        finally:
            process.kill()
            process.wait()


def prove_painted(program: Program) -> None:
    """Checks that the first frame is not an empty window, and that the first frame with the board is complete: a while
    later the screen is the same."""
    with tempfile.TemporaryDirectory() as scratch:
        first, complete, later = (str(Path(scratch) / f"{name}.png") for name in ("first", "complete", "later"))

        def look(said: str) -> None:
            subprocess.run(["import", "-window", "root", first if said == FRAME else complete], check=True)
            if said == BOARD:
                time.sleep(2)
                subprocess.run(["import", "-window", "root", later], check=True)

        program.run(look)

        def looked_at(*arguments: str) -> float:
            run = subprocess.run([imagemagick("convert"), *arguments, "info:"], stdout=subprocess.PIPE, text=True, check=True)
            return float(run.stdout)

        colors = looked_at(first, "-format", "%k")
        changed = looked_at(complete, later, "-metric", "AE", "-compose", "difference", "-composite",
                      "-colorspace", "gray", "-threshold", "4%", "-format", "%[fx:mean]")
    if colors < 200 or changed > 0.005:
        raise Unmeasured(f"the first frames do not show the page: {colors:.0f} colors, "
                         f"{changed:.2%} of the screen changes afterwards")


def startup(sides: list[Path], scratch: Path, options) -> list[Row]:
    rows = []
    for renderer, limit in LIMITS.items():
        by = renderer or "by itself"

        def program(name: str, binary: Path, games: int = 0, last: str = FRAME) -> Program:
            return Program(binary, scratch / f"{by} {name}", games, renderer, last)

        bare = program("bare", sides[0] / "examples" / "bare_window")
        apps = {
            # Another checkout may have another first page.
            games: [program(f"{games} {number}", side / "rank-and-file", games, FRAME if number else BOARD)
                    for number, side in enumerate(sides)]
            for games in (0, 50)
        }
        if renderer is None:
            prove_painted(apps[0][0])
        programs = [bare, *apps[0], *apps[50]]
        for turn in range(WARM_UP + options.runs):
            # Each goes first as often as the others.
            for place in range(len(programs)):
                program = programs[(turn + place) % len(programs)]
                took = program.run()
                if turn >= WARM_UP:
                    for said, times in program.times.items():
                        times.append(took[said])
        # The quickest quarter: other work of the machine makes a start slower, never quicker.
        bare_took = percentile(bare.times[FRAME], 0.25)
        for games, those in apps.items():
            for said in (FRAME, BOARD):
                values = [percentile(app.times[said], 0.25) if said in app.times else None for app in those]
                name = f"{said}, {games or 'no'} games, {by} (ms)"
                yards = [bare_took] * len(sides)
                rows.append(Row(name, values, "bare window", yards, limit if said == FRAME else None))
    return rows
