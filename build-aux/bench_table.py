"""The rows of figures that every bench gives, and the table that shows them."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Optional


class Unmeasured(Exception):
    """A condition was not met without which the figures mean nothing."""


@dataclass
class Row:
    """A figure of each side (this checkout and, where there is one, the other beside it) with its
    yardstick, which was measured in turns with it. `limit` is for the ratio of this checkout to its
    yardstick; a count has no yardstick and is its own ratio. None where a side does not tell."""

    figure: str
    values: list[Optional[float]]
    yardstick: str = ""
    yards: Optional[list[Optional[float]]] = None
    limit: Optional[float] = None

    def ratio(self, side: int) -> Optional[float]:
        value = self.values[side]
        if self.yards is None or value is None:
            return value
        yard = self.yards[side]
        return value / yard if yard else None

    def holds(self) -> bool:
        ratio = self.ratio(0)
        return ratio is not None and (self.limit is None or ratio <= self.limit)


def shown(value: Optional[float]) -> str:
    if value is None:
        return "–"
    if value and abs(value) < 0.1:
        return f"{value:.3f}"
    return f"{value:.2f}" if abs(value) < 100 else f"{value:,.0f}"


def table(rows: Iterable[Row], sides: list[str]) -> None:
    """Prints the rows; of another checkout, its value, its ratio, and how many times as much this
    one has come to."""
    head = ["", "here", "yardstick", "", "ratio", "limit", ""]
    for side in sides[1:]:
        head += [side, "ratio", "times"]
    lines = [head]
    for row in rows:
        yard = shown(row.yards[0]) if row.yards else ""
        verdict = "FAILED" if not row.holds() else "ok" if row.limit is not None else ""
        limit = "" if row.limit is None else shown(row.limit)
        line = [row.figure, shown(row.values[0]), row.yardstick, yard, shown(row.ratio(0)), limit, verdict]
        for side in range(1, len(sides)):
            there, here = row.ratio(side), row.ratio(0)
            times = here / there if there and here is not None else None
            line += [shown(row.values[side]), shown(there), shown(times)]
        lines.append(line)
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    print()
    for line in lines:
        cells = [
            cell.ljust(width) if column in (0, 2, 6) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        ]
        print("  ".join(cells).rstrip())


def measured(side: Path, name: str) -> list[object]:
    """How one of the programs in `examples/bench` is called; in older commits each was one of its own."""
    one = side / "examples" / "bench"
    return [one, name] if one.exists() else [side / "examples" / name]


def run(*command: object) -> str:
    """What a program prints."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Unmeasured(f"{command[0]} failed")
    return done.stdout


def answer_of(*command: object) -> dict:
    """The JSON object that a program prints last."""
    return json.loads(run(*command).splitlines()[-1])


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[round(share * (len(ordered) - 1))]
