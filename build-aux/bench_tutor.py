"""`build-aux/bench tutor`: which motifs the tutor finds in puzzles that the searcher solves, beside the themes that
lichess gives them; which of its claims Stockfish refutes; what it claims where nothing is to be won; and how often it
has no reason for a bad move in games of people."""

import gzip
import json
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Optional

from bench_table import Row, Unmeasured, measured, run

#: Positions that are looked at for each puzzle, as many as `--explain` looks at.
NODES = 200_000
#: For each motif, the share of the puzzles with it, in hundredths, in which the tutor may miss it.
MATES = 2
OTHERS = 20
MISSED = {
    **dict.fromkeys(["mateIn1", "mateIn2", "mateIn3", "mateIn4"], MATES),
    **dict.fromkeys(["backRankMate", "smotheredMate", "discoveredCheck", "doubleCheck", "enPassant"], MATES),
    "hangingPiece": OTHERS,
}
#: The motifs that the tutor claims.
PROVEN = {*MISSED, "mateIn5", "promotion", "underPromotion"}
#: The share of all claims, in hundredths, that need not agree with the themes of the puzzles.
DISAGREE = 10
#: The engine that judges, and how many positions it looks at each time.
STOCKFISH = "/usr/games/stockfish"
JUDGED = 200_000
#: Positions that the tutor looks at for claims that are judged, as many as in a review: with fewer it looks for no
#: causes.
QUICK = 100_000
#: Claims are judged of one in so many puzzles, until so many of each motif have been judged.
EVERY = 3
OF_EACH = 40
#: The share of these, in hundredths, that may be refuted.
REFUTED = 1
#: The games of masters, in a crate that is here for the tests; how strong both are, and how many positions are asked.
GAMES = ("pgn-reader", "benches/twic1599_1000k.pgn")
RATING = 2200
OF_EACH_GAME = 3
QUIET = 500
#: A position in which the best move brings no more, and loses no more, than this beside the pieces on the board.
NOTHING = 80
#: In how many of these, in hundredths, something may be claimed.
ALARMS = 1
#: How many games of people are reviewed, and in how many bad moves of them, in hundredths, no reason may be given.
REVIEWED = 200
SILENT = 15


def tutor(sides: list[Path], scratch: Path, options) -> list[Row]:
    others = [None] * (len(sides) - 1)
    program = measured(sides[0], "tutor")
    rows = silences(program, options.people, others) if options.people else []
    return rows + claims(program, scratch, options, others) if options.puzzles else rows


def silences(program: list, people: str, others: list[None]) -> list[Row]:
    """Games from all parts of the file, as many at once as there are cores."""
    with gzip.open(people, "rt") as file:
        games = file.readlines()
    games = games[:: max(len(games) // REVIEWED, 1)][:REVIEWED]
    cores = os.cpu_count() or 1
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    workers = [subprocess.Popen([*program, "reasons"], **pipes) for _ in range(cores)]
    for worker, process in enumerate(workers):
        process.stdin.write("".join(games[worker::cores]))
        process.stdin.close()
    parts = [json.loads(process.stdout.read()) for process in workers]
    reasons: Counter[str] = Counter()
    for part in parts:
        reasons.update(part["reasons"])
    bad = reasons.total()
    print(f"said of {bad} bad moves: {dict(reasons)}")
    figure = f"nothing is said of a bad move, of {bad} in {len(games)} games of people (%)"
    return [Row(figure, [100 * reasons["none"] / bad, *others], limit=SILENT)]


def claims(program: list, scratch: Path, options, others: list[None]) -> list[Row]:
    whole, *motifs = map(json.loads, run(*program, "motifs", options.puzzles, NODES, 1).splitlines())
    rows = []
    # A motif that is the theme of no puzzle cannot be compared, and other motifs the tutor does not claim.
    motifs = [motif for motif in motifs if motif["labeled"] and motif["motif"] in PROVEN]
    for motif in motifs:
        name, labeled = motif["motif"], motif["labeled"]
        missed = 100 * (1 - motif["found"] / labeled)
        rows.append(Row(f"{name} missed, {labeled} puzzles (%)", [missed, *others], limit=MISSED.get(name)))
    claimed = sum(motif["claimed"] for motif in motifs)
    found = sum(motif["found"] for motif in motifs)
    figure = f"claims that no theme confirms, of {claimed} in {whole['solved']} puzzles (%)"
    rows.append(Row(figure, [100 * (1 - found / claimed), *others], limit=DISAGREE))
    if not shutil.which(STOCKFISH):
        raise Unmeasured("the claims cannot be judged: Stockfish is not installed")
    with Stockfish() as stockfish:
        checked, refuted = judged(program, options.puzzles, stockfish)
        figure = f"claims that Stockfish refutes, of {checked} (%)"
        rows.append(Row(figure, [100 * refuted / checked, *others], limit=REFUTED))
        quiet, alarms = false_alarms(program, scratch, stockfish)
        figure = f"something is claimed where nothing is to be won, {quiet} positions of masters (%)"
        rows.append(Row(figure, [100 * alarms / quiet, *others], limit=ALARMS))
    return rows


def judged(program: list, puzzles: str, stockfish: "Stockfish") -> tuple[int, int]:
    """How many claims were judged, and how many of these are refuted."""
    seen: Counter[str] = Counter()
    checked = refuted = 0
    for line in run(*program, "claims", puzzles, QUICK, EVERY).splitlines():
        position = json.loads(line)
        claims = position["claims"]
        if all(seen[claim["motif"]] >= OF_EACH for claim in claims):
            continue
        # All claims about a position have one line.
        why = refutation(position, claims[0], stockfish)
        for claim in claims:
            seen[claim["motif"]] += 1
            checked += 1
            if why or not claim["holds"]:
                refuted += 1
                print(f"refuted: {claim['motif']} {claim['gain']} {position['fen']} {' '.join(claim['line'])}: {why}")
    return checked, refuted


def refutation(position: dict, claim: dict, stockfish: "Stockfish") -> Optional[str]:
    """Why a claim is refuted; None where it holds. A line that mates is refuted where Stockfish sees no mate after its
    first move. A line that wins pieces is refuted where, after its first move or after the whole line, Stockfish's
    score is lower than what the line promises by more than a pawn and a half. A line promises what the winner is ahead
    on the board in the end: four pawns at most, as these win the game; and twice that number where the winner is behind
    all the same, since Stockfish takes such positions for lost. A line that draws is refuted where it loses by a pawn
    and a half after its first move."""
    line, fen = claim["line"], position["fen"]
    if claim["draws"]:
        ahead = -stockfish.ahead(fen, line[:1])
        return None if ahead >= -150 else f"{ahead} after {line[0]}, promised a draw"
    if claim["gain"] is None:
        if len(line) == 1:
            return None
        kind, score = stockfish.score(fen, line[:1])
        if kind != "mate":
            kind, score = stockfish.score(fen, line[:1], 20 * JUDGED)
        return None if kind == "mate" and score < 0 else f"{kind} {-score} after {line[0]}"
    promised = position["ahead"] + claim["gain"]
    least = (min(promised, 400) if promised >= 0 else 2 * promised) - 150
    for moves in (line[:1], line):
        ahead = stockfish.ahead(fen, moves) * (-1) ** len(moves)
        if ahead < least:
            return f"{ahead} after {' '.join(moves)}, promised {promised}"
    return None


def false_alarms(program: list, scratch: Path, stockfish: "Stockfish") -> tuple[int, int]:
    """In how many positions of masters nothing is to be won, and in how many of these something is claimed."""
    crate, games = GAMES
    metadata = subprocess.run(["cargo", "metadata", "--format-version=1", "--locked", "--offline"], stdout=subprocess.PIPE)
    packages = json.loads(metadata.stdout)["packages"]
    folder = next(Path(package["manifest_path"]).parent for package in packages if package["name"] == crate)
    rows = run(*program, "games", folder / games, RATING, OF_EACH_GAME).splitlines()
    file = scratch / "games.tsv"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    quiet = alarms = 0
    for line in run(*program, "claims", file, QUICK, 1).splitlines():
        position = json.loads(line)
        if quiet == QUIET:
            break
        if abs(stockfish.ahead(position["fen"], []) - position["ahead"]) > NOTHING:
            continue
        quiet += 1
        if position["claims"]:
            alarms += 1
            claims = ", ".join(claim["motif"] or "a gain" for claim in position["claims"])
            print(f"false alarm: {position['fen']} {' '.join(position['claims'][0]['line'])}: {claims}")
    if quiet < QUIET:
        raise Unmeasured(f"only {quiet} quiet positions were found")
    return quiet, alarms


class Stockfish:
    """Stockfish in one thread. Scores are those of the side to move."""

    def __init__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([STOCKFISH], text=True, bufsize=1, **pipes)
        self.say("uci", "setoption name Threads value 1", "setoption name Hash value 64")

    def __enter__(self) -> "Stockfish":
        return self

    def __exit__(self, *_):
        self.say("quit")
        self.process.wait()

    def say(self, *lines: str) -> None:
        for line in lines:
            self.process.stdin.write(line + "\n")

    def score(self, fen: str, moves: list[str], nodes: int = JUDGED) -> tuple[str, int]:
        """`cp` or `mate`, and how many."""
        self.say("ucinewgame", f"position fen {fen} moves {' '.join(moves)}", f"go nodes {nodes}")
        found = ("cp", 0)
        for line in self.process.stdout:
            words = line.split()
            if "score" in words and not {"upperbound", "lowerbound"} & set(words):
                at = words.index("score")
                found = (words[at + 1], int(words[at + 2]))
            if words and words[0] == "bestmove":
                return found
        raise Unmeasured("Stockfish has ended")

    def ahead(self, fen: str, moves: list[str]) -> int:
        """The score in hundredths of a pawn; a mate is worth more than everything else."""
        kind, score = self.score(fen, moves)
        if kind == "cp":
            return score
        return 10_000 if score > 0 else -10_000
