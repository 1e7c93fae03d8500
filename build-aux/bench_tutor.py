"""`build-aux/bench tutor`: what the tutor finds in puzzles whose answer the searcher finds, beside what lichess
calls them."""

import json
from pathlib import Path

from bench_table import Row, run

#: Positions that are looked at for each puzzle.
NODES = 50_000
#: The share of the puzzles with a motif, in hundredths, in which that may be missed.
MATES = 2
OTHERS = 20
MISSED = {
    **dict.fromkeys(["mateIn1", "mateIn2", "mateIn3", "mateIn4"], MATES),
    **dict.fromkeys(["backRankMate", "smotheredMate", "discoveredCheck", "doubleCheck", "enPassant"], MATES),
    **dict.fromkeys(["fork", "pin", "skewer", "discoveredAttack", "hangingPiece", "trappedPiece"], OTHERS),
}
#: The share of all claims, in hundredths, that may not agree with what the puzzles are called.
DISAGREE = 10


def tutor(sides: list[Path], scratch: Path, options) -> list[Row]:
    if not options.puzzles:
        return []
    others = [None] * (len(sides) - 1)
    program = sides[0] / "examples" / "tutor"
    whole, *motifs = map(json.loads, run(program, "motifs", options.puzzles, NODES, 1).splitlines())
    rows = []
    for motif in motifs:
        name, labeled = motif["motif"], motif["labeled"]
        if labeled:
            missed = 100 * (1 - motif["found"] / labeled)
            rows.append(Row(f"{name} missed, {labeled} puzzles (%)", [missed, *others], limit=MISSED.get(name)))
    claimed = sum(motif["claimed"] for motif in motifs)
    found = sum(motif["found"] for motif in motifs)
    figure = f"claims that nobody else makes, of {claimed} in {whole['solved']} puzzles (%)"
    rows.append(Row(figure, [100 * (1 - found / claimed), *others], limit=DISAGREE))
    return rows
