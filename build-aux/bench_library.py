"""`build-aux/bench library`: a folder with a lifetime of games, beside small ones.

Makes the folders, opens the real page with the saved games over each, and prints every figure as
such and as a ratio to a hundred games.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SMALL, HUNDRED = 10, 100
#: What must hold for the large folder.
LIMITS = {
    "first rows, warm (ms)": 300,
    "slowest search (ms)": 50,
    "slowest frame while scrolling (ms)": 50,
    "more memory than with 10 games (MiB)": 80,
}
MIN_INDEXED, MIN_IMPORTED = 10_000, 5_000


def run(*command: object) -> str:
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed")
    return done.stdout


def visit(window: Path, games: Path, index: Path) -> dict:
    seen = json.loads(run(window, games, index).splitlines()[-1])
    expected = len(list(games.iterdir()))
    if seen["games"] != expected or seen["rows_at_once"] == 0:
        sys.exit(f"{games}: {expected} games are there, and the page shows {seen}")
    return seen


def measure(window: Path, games: Path, index: Path, visits: int) -> dict[str, float]:
    """One visit without an index, then some with it; medians of those."""
    first = visit(window, games, index)
    if first["games"] > 10_000 and not (first["bar_seen"] and first["steps_seen"] > 3):
        sys.exit("while the games are read for the first time, the list does not grow before one's eyes")
    # Files that have just been made are read again until they have been left alone for a while.
    time.sleep(2.5)
    visit(window, games, index)
    warm = [visit(window, games, index) for _ in range(visits)]

    def median(value) -> float:
        return statistics.median(value(seen) for seen in warm)

    return {
        "first indexing (games a second)": first["games"] / first["level_ms"] * 1000,
        "first rows, warm (ms)": median(lambda seen: seen["open_ms"]),
        "slowest search (ms)": median(lambda seen: max(seen["searches_ms"])),
        "slowest search (ms of this thread)": median(lambda seen: max(seen["searches_cpu_ms"])),
        "slowest frame while scrolling (ms)": median(
            lambda seen: max(*seen["smooth_ms"], *seen["leaps_ms"])
        ),
        "usual frame while scrolling (ms)": median(
            lambda seen: statistics.median(seen["smooth_ms"] + seen["leaps_ms"])
        ),
        "memory (MiB)": median(lambda seen: seen["memory_kib"] / 1024),
    }


def imported(app: Path, maker: Path, scratch: Path, count: int) -> float:
    """Games a second from a PGN file into an empty folder."""
    pgn = scratch / "games.pgn"
    run(maker, count, "--pgn", pgn)
    env = {"XDG_DATA_HOME": str(scratch / "data"), "XDG_CACHE_HOME": str(scratch / "cache")}
    begin = time.perf_counter()
    done = subprocess.run(
        ["env", *(f"{key}={value}" for key, value in env.items()), app, "--import-pgn", pgn, "--json"],
        stdout=subprocess.PIPE, text=True, check=True,
    )
    took = time.perf_counter() - begin
    answer = json.loads(done.stdout)
    if answer["imported"] + answer["duplicates"] != count or answer["failed"]:
        sys.exit(f"{count} games were to be imported: {answer}")
    return answer["imported"] / took


def library(arguments: list[str], build, on_a_display, target) -> None:
    parser = argparse.ArgumentParser(prog="build-aux/bench library")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--visits", type=int, default=3)
    options = parser.parse_args(arguments)
    build("--bin", "rank-and-file", "--example", "many_games", "--example", "library_window")
    on_a_display()
    release = target() / "release"
    maker, window = release / "examples" / "many_games", release / "examples" / "library_window"
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        figures = {}
        for count in (SMALL, HUNDRED, options.games):
            games = scratch / str(count)
            run(maker, count, "--logs", games)
            figures[count] = measure(window, games, scratch / f"{count}.sqlite", options.visits)
        rate = imported(release / "rank-and-file", maker, scratch, min(options.games, 30_000))
    hundred, many = figures[HUNDRED], figures[options.games]
    name = "more memory than with 10 games (MiB)"
    for each in (hundred, many):
        each[name] = each["memory (MiB)"] - figures[SMALL]["memory (MiB)"]
    print(f"\n{'':40} {HUNDRED:>10} {options.games:>10} {'ratio':>8}")
    failed = []
    for figure, value in many.items():
        print(f"{figure:40} {hundred[figure]:10.1f} {value:10.1f} {value / hundred[figure]:8.2f}")
        if value > LIMITS.get(figure, float("inf")):
            failed.append(f"{figure}: {value:.1f} is more than {LIMITS[figure]}")
    print(f"{'import from PGN (games a second)':40} {'':10} {rate:10.1f}")
    indexed = many["first indexing (games a second)"]
    if indexed < MIN_INDEXED:
        failed.append(f"{indexed:.0f} games are indexed in a second, fewer than {MIN_INDEXED}")
    if rate < MIN_IMPORTED:
        failed.append(f"{rate:.0f} games are imported in a second, fewer than {MIN_IMPORTED}")
    if failed:
        sys.exit("FAILED: " + "; ".join(failed))
