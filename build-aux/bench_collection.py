"""`build-aux/bench collection`: a PGN file with a million games as a collection, on the real page, beside a program
that only plays through all of its games."""

import statistics
from pathlib import Path

from bench_table import Row, Unmeasured, answer_of, measured, percentile, run

#: Games that are made; the file has them again and again, with other players.
MADE = 20_000
#: What must hold: milliseconds until a list fills a window, for 300 MB of PGN, and until a position is found; bytes of
#: memory a game; making the positions beside playing the games; on the main thread, a key and a frame (ms).
FIRST, LISTED, FOUND, MEMORY, INDEXED, KEY, FRAME = 1000, 1000, 100, 150, 1 / 0.6, 16, 16


def make(maker: list, scratch: Path, games: int) -> Path:
    some, file = scratch / "some.pgn", scratch / "collection.pgn"
    run(*maker, min(games, MADE), "--pgn", some)
    text = some.read_text("utf-8")
    with file.open("w", encoding="utf-8") as out:
        for number in range(-(-games // MADE)):
            out.write(text.replace('[White "', f'[White "{number} ').replace('[Black "', f'[Black "{number} '))
    return file


def collection(sides: list[Path], scratch: Path, options) -> list[Row]:
    games = options.games * 10
    file = make(measured(sides[0], "many_games"), scratch, games)
    seen: list[list[dict]] = [[] for _ in sides]
    pages: list[list[dict]] = [[] for _ in sides]
    for turn in range(options.visits):
        for number, side in enumerate(sides):
            positions = scratch / "positions"
            answer = answer_of(*measured(side, "collection"), file, positions)
            positions.unlink()
            if answer["games"] != games or answer["reached"] != len(answer["finds_ms"]):
                raise Unmeasured(f"{games} games with all positions are there: {answer}")
            seen[number].append(answer)
            pages[number].append(answer_of(*measured(side, "library_window"), file))

    def each(value, of=seen) -> list:
        """`value` takes a visit to a number."""
        return [statistics.median(map(value, side)) for side in of]

    return [
        Row("first rows of a collection (ms)", each(lambda answer: answer["first_ms"]), limit=FIRST),
        Row("all headers, 300 MB of PGN (ms)",
            each(lambda answer: answer["listed_ms"] * 300e6 / answer["bytes"]), limit=LISTED),
        Row("memory, a game of a collection (bytes)",
            each(lambda answer: answer["memory"] / answer["games"]), limit=MEMORY),
        Row("noting the positions, a ply (ns)",
            each(lambda answer: answer["indexed_ms"] * 1e6 / answer["plies"]), "pgn-reader with shakmaty",
            each(lambda answer: answer["replayed_ms"] * 1e6 / answer["plies"]), INDEXED),
        Row("a position found, slowest (ms)", each(lambda answer: max(answer["finds_ms"])), limit=FOUND),
        Row("what was played, slowest (ms)", each(lambda answer: max(answer["explores_ms"])), limit=FOUND),
        Row("a key, off the main thread (ms)", each(lambda answer: max(answer["searches_ms"]))),
        Row("slowest key (CPU ms of the main thread)",
            each(lambda answer: max(answer["keys_main_ms"]), pages), limit=KEY),
        Row("slow frame while scrolling, 1 in 100 (CPU ms)",
            each(lambda answer: percentile(answer["scroll_cpu_ms"], 0.99), pages), limit=FRAME),
    ]
