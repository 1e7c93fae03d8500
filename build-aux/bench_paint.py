"""`build-aux/bench paint`: the real board, 1000 pixels wide, in a window and under a real pointer, beside a plain grid
of as many tiles; and the same board while the computer thinks, beside while it does not."""

from pathlib import Path

from bench_table import Row, Unmeasured, answer_of, measured, percentile

#: What is measured, its yardstick, which percentile of both, and how many times as much it may be.
FIGURES = [
    ("the painter alone, whole board (CPU ms)", "painted_cpu_ms", "64 plain squares", "filled_cpu_ms", 0.5, 2),
    ("frame, every square new (CPU ms)", "whole_cpu_ms", "64 plain tiles", "whole_tiles_cpu_ms", 0.5, 2),
    ("frame after a click (CPU ms)", "click_cpu_ms", "64 plain tiles", "click_tile_cpu_ms", 0.5, 1),
    ("click to its frame, usual (ms)", "click_ms", "64 plain tiles", "click_tile_ms", 0.5, 2),
    ("click to its frame, 1 in 10 (ms)", "click_ms", "64 plain tiles", "click_tile_ms", 0.9, 2.5),
    ("click while a game is analyzed, usual (ms)", "click_analyst_ms", "no one thinks", "click_ms", 0.5, 1.3),
    ("click while the computer thinks, usual (ms)", "click_partner_ms", "no one thinks", "click_ms", 0.5, 1.3),
    ("click to its move (ms)", "move_ms", "64 plain tiles", "click_tile_ms", 0.5, None),
]
#: A computer that thinks looks at more positions than that in a run.
THOUGHT = 100_000
#: Squares drawn again beyond those that changed.
MORE = 2


def paint(sides: list[Path], scratch: Path, options) -> list[Row]:
    seen: list[dict[str, list]] = [{} for _ in sides]
    for turn in range(options.rounds):
        for number, side in enumerate(sides):
            window = measured(side, "board_window")
            for key, value in answer_of(*window, scratch / f"games {turn} {number}").items():
                seen[number].setdefault(key, []).extend(value if isinstance(value, list) else [value])
    here = seen[0]
    too_few = len(here["click_ms"]) < 40 * options.rounds
    if 0 in here["plies"] or too_few or min(here["looked"]) < THOUGHT:
        raise Unmeasured(f"too little was seen: {here}")

    def each(key: str, share: float):
        return [percentile(side[key], share) if key in side else None for side in seen]

    rows = [
        Row(name, each(key, share), yardstick, each(yard, share), limit)
        for name, key, yardstick, yard, share, limit in FIGURES
    ]
    more = []
    for side in seen:
        beyond = [drawn - changed for drawn, changed in zip(side["squares_drawn"], side["squares_changed"])]
        if min(beyond) < 0:
            raise Unmeasured("fewer squares are drawn than have changed")
        more.append(max(beyond))
    rows.append(Row("squares drawn beyond those that changed", more, limit=MORE))
    return rows
