"""`build-aux/bench explore`: what was played from a position, in a folder with a lifetime of games. An answer is
measured beside a plain scan of the file of positions, and adding to that file beside reading the games."""

import statistics
from pathlib import Path

from bench_table import Row, Unmeasured, answer_of, measured, percentile, run

#: What must hold: of answers and of opening the files beside a scan, of bytes on the disk, and of reading
#: the games with their positions beside reading them alone.
USUAL, SLOW, START, OPENED, BYTES, NOTED = 4, 8, 6, 30, 10, 2


def explore(sides: list[Path], scratch: Path, options) -> list[Row]:
    games = scratch / f"{options.games:,}"
    run(*measured(sides[0], "many_games"), options.games, "--logs", games)
    seen: list[list[dict]] = [[] for _ in sides]
    for turn in range(options.visits):
        for number, side in enumerate(sides):
            program = measured(side, "explore")
            # Another commit may know nothing of it.
            if number == 0 or program[0].exists():
                answer = answer_of(*program, games, scratch / f"{turn} {number}.index")
                if answer["games"] != options.games or answer["missing"] or answer["reached"] < 200:
                    raise Unmeasured(f"{options.games} games with all positions are there: {answer}")
                seen[number].append(answer)

    def each(value) -> list:
        """`value` takes a visit to a number."""
        return [statistics.median(map(value, side)) if side else None for side in seen]

    scans = each(lambda answer: statistics.median(answer["scans_ms"]))
    of = f"{options.games:,} games"

    def answers(figure: str, value, limit: float) -> Row:
        return Row(f"{figure}, {of} (CPU ms)", each(value), "plain scan of the same bytes", scans, limit)

    return [
        answers("what was played, usual answer", lambda answer: statistics.median(answer["answers_ms"]), USUAL),
        answers("what was played, slow answer, 1 in 100", lambda answer: percentile(answer["answers_ms"], 0.99), SLOW),
        answers("what was played from the first position", lambda answer: statistics.median(answer["starts_ms"]), START),
        answers("opening the positions", lambda answer: answer["open_ms"], OPENED),
        Row("positions on the disk, a ply (bytes)", each(lambda answer: answer["bytes"] / answer["plies"]), limit=BYTES),
        Row(
            "making the positions, a game (CPU ms)",
            each(lambda answer: answer["noted_ms"] / answer["games"]),
            "reading the logs alone",
            each(lambda answer: answer["read_ms"] / answer["games"]),
            NOTED,
        ),
    ]
