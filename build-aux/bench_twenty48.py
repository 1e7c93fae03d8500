"""`build-aux/bench twenty48`: what `cargo bench --bench twenty48` measures and limits, of each side in turns."""

import json
import os
import statistics
from pathlib import Path

from bench_table import Row, Unmeasured, run


def program(release: Path) -> Path:
    """The newest one that cargo has built: its name ends in a number of cargo's."""
    found = [path for path in (release / "deps").glob("twenty48-*") if os.access(path, os.X_OK)]
    if not found:
        raise Unmeasured(f"{release}: `cargo bench --no-run` has built nothing")
    return max(found, key=lambda path: path.stat().st_mtime)


def twenty48(sides: list[Path], scratch: Path, options) -> list[Row]:
    programs = [program(side) for side in sides]
    seen: list[dict[int, list[dict]]] = [{} for _ in sides]
    for _ in range(options.rounds):
        for number, binary in enumerate(programs):
            for line in run(binary, "--json").splitlines():
                try:
                    size = json.loads(line)
                except ValueError as error:
                    raise Unmeasured(f"{binary} says “{line}”, which is no figure") from error
                seen[number].setdefault(size["side"], []).append(size)

    def each(size: int, key: str) -> list[float]:
        return [statistics.median(line[key] for line in side[size]) for side in seen]

    return [
        Row(f"2048: a move, {size} x {size} (ns)", each(size, "move_ns"), "look at every cell",
            each(size, "plain_ns"), lines[0]["limit"])
        for size, lines in seen[0].items()
    ]
