"""`build-aux/bench engine`: how well and how fast the computer plays: alone, against itself, and against other engines
that are installed."""

import json
import shutil
import statistics
from pathlib import Path

from bench_table import Row, Unmeasured, answer_of, measured, percentile, run

#: A position that is searched, beside one that is only counted.
SEARCHED = 400
#: Milliseconds in which a search stops.
STOPS = 10
#: Seconds in which a game of 41 moves is looked through, and in which its first turning point is known.
REVIEWED = {"all_s": 8, "first_s": 2}
#: By the positions that are looked at: the share of the puzzles, in hundredths, that may stay unsolved, and of mates
#: in 1 to 4 without proof; and every how many puzzles are tried, so that each of these takes minutes at most.
PUZZLES = {10_000: (12, 5, 1), 100_000: (4, 0, 3), 1_000_000: (1, 0, 30)}
#: What a level may score against the one below, in hundredths, in so many games, which take minutes together.
STEP = (65, 80)
LEVEL_GAMES = 200
#: Ratings at which the computer, playing like people, meets Stockfish set to the same rating; and by how many
#: hundredths of the games its score may differ from one half.
PEOPLE = (1_400, 1_700, 2_000)
OFF = 15
#: Milliseconds a move in games against others.
TIME = 100
STOCKFISH = "/usr/games/stockfish"
#: The program of each engine, its settings, and the least score against it, where there is one.
OTHERS = {
    "stockfish, UCI_Elo 1500": (STOCKFISH, ["UCI_LimitStrength=true", "UCI_Elo=1500"], 50),
    "stockfish, UCI_Elo 2000": (STOCKFISH, ["UCI_LimitStrength=true", "UCI_Elo=2000"], 50),
    "GNU Chess": ("/usr/games/gnuchessu", [], None),
    "HoiChess": ("/usr/games/hoichess", [], None),
}
#: What speaks UCI in the place of an engine that does not.
SPEAKERS = {"HoiChess": Path(__file__).parent / "hoichess-as-uci"}


def engine(sides: list[Path], scratch: Path, options) -> list[Row]:
    programs = [measured(side, "engine") for side in sides]
    speeds = [
        [answer_of(*program, "speed", 300_000) for _ in range(options.visits)] if program[0].exists() else []
        for program in programs
    ]

    def each(key: str) -> list:
        known = [[speed[key] for speed in side if key in speed] for side in speeds]
        return [statistics.median(values) if values else None for values in known]

    searched = each("node_ns")
    cores = speeds[0][0]["cores"]
    rows = [
        Row("engine: a position searched (ns)", searched, "counted", each("counted_ns"), SEARCHED),
        Row(f"in {cores} threads (ns)", each("shared_node_ns"), "in one", searched),
    ]
    others = [None] * (len(sides) - 1)
    stops = answer_of(*programs[0], "stops", 30)
    for threads, took in (("one thread", stops["one_ms"]), (f"{cores} threads", stops["all_ms"])):
        rows.append(Row(f"until a search in {threads} stops, usual (ms)", [percentile(took, 0.5), *others], limit=STOPS))
    reviewed = answer_of(*programs[0], "review")
    for what, key in (("a game of 41 moves is looked through", "all_s"), ("its first turning point", "first_s")):
        rows.append(Row(f"until {what} (s)", [reviewed[key], *others], limit=REVIEWED[key]))
    if options.puzzles:
        for nodes, (most, unproven_most, every) in PUZZLES.items():
            puzzles = answer_of(*programs[0], "puzzles", options.puzzles, nodes, every)
            of = f"{nodes:,} nodes, {puzzles['asked']} puzzles (%)"
            unsolved = 100 * (1 - puzzles["solved"] / puzzles["asked"])
            rows.append(Row(f"unsolved with {of}", [unsolved, *others], limit=most))
            unproven = 100 * (1 - puzzles["proven"] / puzzles["mates"])
            figure = f"mates in 1 to 4 without proof, {nodes:,} nodes (%)"
            rows.append(Row(figure, [unproven, *others], limit=unproven_most))
    if shutil.which(STOCKFISH):
        for rating in PEOPLE:
            settings = ["UCI_LimitStrength=true", f"UCI_Elo={rating}"]
            match = answer_of(*programs[0], "match", options.matches, TIME, rating, STOCKFISH, *settings)
            figure = f"like people of {rating} against stockfish, UCI_Elo {rating}: from 50 % (%)"
            rows.append(Row(figure, [abs(match["share"] - 50), *others], limit=OFF))
    games = f"{LEVEL_GAMES} games"
    for line in run(*programs[0], "levels", LEVEL_GAMES).splitlines():
        level = json.loads(line)
        share, number = level["share"], level["level"]
        if number == 1:
            figure = f"level 1 against taking what hangs, {games} (%)"
            rows.append(Row(figure, [share, *others]))
        else:
            low, high = STEP
            figure = f"level {number} against {number - 1}, {games}: from {(low + high) // 2} % (%)"
            rows.append(Row(figure, [abs(share - (low + high) / 2), *others], limit=(high - low) / 2))
    for name, (program, settings, least) in OTHERS.items():
        if not shutil.which(program):
            continue
        speaker = SPEAKERS.get(name, program)
        match = answer_of(*programs[0], "match", options.matches, TIME, 0, speaker, *settings)
        if match["failures"]:
            raise Unmeasured(f"{name} has failed {match['failures']} times")
        figure = f"not scored against {name}, {options.matches} games of {TIME} ms a move (%)"
        rows.append(Row(figure, [100 - match["share"], *others], limit=least and 100 - least))
    return rows
