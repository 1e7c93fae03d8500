"""`build-aux/bench library`: a folder with a lifetime of games, and a small one, each beside a bare grid of as many
strings. Makes the folders and opens the real page with the saved games for each."""

import json
import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from bench_table import Row, Unmeasured, answer_of, measured, percentile, run

HUNDRED = 100
#: Games that are imported at once, in each of so many turns.
IMPORTED, TURNS = 5_000, 3
#: What must hold, with a hundred games as with many.
FIRST_ROWS, SEARCH, USUAL_FRAME, SLOW_FRAME = 15, 1.2, 2, 4
#: What must hold with many. Reading them for the first time uses all cores of the processor, a plain read only one: so
#: the ratio of their real times depends on the machine, and is only shown.
INDEXED, MEMORY, IMPORT = 30, 4, 15
#: Import beside a program that writes the same positions into one file, and does not wait for the disk.
EXTRACTED = 2


def visit(window: list, games: Path, index: Path) -> dict:
    """The page over a folder."""
    seen = answer_of(*window, games, index)
    expected = len(os.listdir(games))
    if seen["games"] != expected or seen["rows_at_once"] == 0:
        raise Unmeasured(f"{games}: {expected} games are there, and the page shows {seen}")
    return seen


def first_visit(window: list, games: Path, index: Path) -> dict:
    """The same before there is an index."""
    for file in index.parent.glob(f"{index.name}*"):
        file.unlink()
    seen = visit(window, games, index)
    if seen["games"] > 10_000 and not (seen["bar_seen"] and seen["steps_seen"] > 3):
        raise Unmeasured("while games are read for the first time, the list does not grow before one's eyes")
    return seen


class Visits:
    """What was seen of one folder: by each side without an index, then with it, and by the yardstick."""

    def __init__(self, sides: list[Path], games: Path, scratch: Path, visits: int) -> None:
        self.first, self.warm, self.bare = [[] for _ in sides], [[] for _ in sides], []
        for _ in range(visits):
            for number, side in enumerate(sides):
                window, index = measured(side, "library_window"), scratch / f"{games.name} {number}.index"
                self.first[number].append(first_visit(window, games, index))
                self.warm[number].append(visit(window, games, index))
            self.bare.append(answer_of(*measured(sides[0], "library_window"), games))

    def row(self, figure: str, value, limit: float, yardstick: str = "bare grid of strings") -> Row:
        """`value` takes the visits of one to a number."""
        yards = [value(self.bare)] * len(self.warm)
        return Row(figure, [value(seen) for seen in self.warm], yardstick, yards, limit)


def median(key: str):
    return lambda seen: statistics.median(each[key] for each in seen)


def slowest(key: str):
    """The slowest of several figures, of each of which the median of all visits counts: so a disturbance of one visit
    does not count against the page."""
    return lambda seen: max(map(statistics.median, zip(*(each[key] for each in seen))))


def frames(share: float):
    """What a frame costs while scrolling."""
    return lambda seen: statistics.median(percentile(each["scroll_cpu_ms"], share) for each in seen)


def imports(sides: list[Path], scratch: Path, count: int) -> list[Row]:
    """From a PGN file into an empty folder, beside a plain copy of what came of it, and beside
    pgn-extract where that is installed."""
    maker = measured(sides[0], "many_games")
    pgn = scratch / "games.pgn"
    run(*maker, count, "--pgn", pgn)
    took, copied, extracted = [[] for _ in sides], [], []
    # Debian keeps it where root does not look.
    extract = shutil.which("pgn-extract", path=f"{os.environ['PATH']}:/usr/games")
    for turn in range(TURNS):
        for number, side in enumerate(sides):
            home = scratch / f"import {turn} {number}"
            env = {"XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
            begin = time.perf_counter()
            done = subprocess.run(
                [side / "rank-and-file", "--import-pgn", pgn, "--json"],
                env=os.environ | env, stdout=subprocess.PIPE, text=True, check=True,
            )
            answer = json.loads(done.stdout)
            took[number].append((time.perf_counter() - begin) * 1000 / count)
            if answer["imported"] + answer["duplicates"] != count or answer["failed"]:
                raise Unmeasured(f"{count} games were to be imported: {answer}")
        games = scratch / f"import {turn} 0" / "rank-and-file" / "games"
        copied.append(float(run(*maker, "copy", games, scratch / f"copy {turn}")) / count)
        if extract:
            begin = time.perf_counter()
            subprocess.run([extract, "-s", "-Wepd", pgn, "-o", scratch / f"{turn}.epd"],
                           stderr=subprocess.DEVNULL, check=True)
            extracted.append((time.perf_counter() - begin) * 1000 / count)
    ours = [statistics.median(each) for each in took]
    beside = [("plain copy of the logs", copied, IMPORT), ("pgn-extract -Wepd", extracted, EXTRACTED)]
    return [
        Row("import from PGN, a game (ms)", ours, yardstick, [statistics.median(yards)] * len(sides), limit)
        for yardstick, yards, limit in beside if yards
    ]


def library(sides: list[Path], scratch: Path, options) -> list[Row]:
    seen = {}
    for count in (HUNDRED, options.games):
        games = scratch / f"{count:,}"
        run(*measured(sides[0], "many_games"), count, "--logs", games)
        # Files that have just been made are read again until they have been left alone for a while.
        time.sleep(2.5)
        seen[count] = Visits(sides, games, scratch, options.visits)
    rows = []
    for count, visits in seen.items():
        of = f"{count:,} games"
        rows += [
            visits.row(f"first rows, {of} (ms)", median("open_ms"), FIRST_ROWS),
            visits.row(f"slowest search, {of} (CPU ms)", slowest("searches_cpu_ms"), SEARCH),
            visits.row(f"usual frame while scrolling, {of} (CPU ms)", frames(0.5), USUAL_FRAME),
            visits.row(f"slow frame, 1 in 100, {of} (CPU ms)", frames(0.99), SLOW_FRAME),
        ]
    hundred, many = seen[HUNDRED], seen[options.games]
    more = many.row(f"memory, {of}, more than {HUNDRED} (MiB)", median("memory_kib"), MEMORY)
    few = hundred.row("", median("memory_kib"), MEMORY)
    for values, less in ((more.values, few.values), (more.yards, few.yards)):
        values[:] = [(value - other) / 1024 for value, other in zip(values, less)]
    for unit, key, limit in (("ms", "ms", None), ("CPU ms", "cpu_ms", INDEXED)):
        level = [median(f"level_{key}")(first) / options.games for first in many.first]
        read = [median(f"read_{key}")(many.bare) / options.games] * len(sides)
        rows.append(Row(f"first indexing, a game ({unit})", level, "plain read of the logs", read, limit))
    return [*rows, more, *imports(sides, scratch, min(options.games, IMPORTED))]
