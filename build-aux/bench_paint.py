"""`build-aux/bench paint`: the real board, 1000 pixels wide, in a window and under a real pointer."""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

WHOLE_LIMIT, CLICK_LIMIT = 4.0, 16.0


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def paint(arguments: list[str], build, on_a_display, target) -> None:
    parser = argparse.ArgumentParser(prog="build-aux/bench paint")
    parser.add_argument("--rounds", type=int, default=6)
    rounds = parser.parse_args(arguments).rounds
    build("--example", "board_window")
    on_a_display()
    with tempfile.TemporaryDirectory() as scratch:
        command = [target() / "release" / "examples" / "board_window", Path(scratch) / "games", rounds]
        run = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit("the board could not be measured")
        seen = json.loads(run.stdout.splitlines()[-1])
    if seen["plies"] == 0 or len(seen["whole_cpu_ms"]) < 100 or len(seen["click_ms"]) < 40 * rounds:
        sys.exit(f"too little was seen: {seen}")

    print(f"A board of 1000 x 1000 pixels, {seen['renderer']}, {len(seen['click_ms'])} clicks:")
    print(f"{'in milliseconds':52} {'50 %':>7} {'99 %':>7}")
    rows = {
        "the painter alone, whole board (CPU)": seen["painted_cpu_ms"],
        "a frame with every square new (CPU)": seen["whole_cpu_ms"],
        "a frame after a click (CPU)": seen["click_cpu_ms"],
        "from the click in the X server to its frame": seen["click_ms"],
        "from the click to the move, which is then on disk": seen["move_ms"],
    }
    for name, values in rows.items():
        print(f"{name:52} {percentile(values, 0.5):7.2f} {percentile(values, 0.99):7.2f}")
    share = statistics.median(seen["click_cpu_ms"]) / statistics.median(seen["whole_cpu_ms"])
    print(f"A frame after a click costs {share:.2f} of one with every square new.")
    more = [drawn - changed for drawn, changed in zip(seen["squares_drawn"], seen["squares_changed"])]
    print(f"Squares that were drawn again, beyond those that changed: {min(more)} to {max(more)} "
          f"of 64; {statistics.mean(seen['squares_changed']):.1f} change on average.")

    failed = []
    if statistics.median(seen["whole_cpu_ms"]) >= WHOLE_LIMIT:
        failed.append(f"a whole board takes {WHOLE_LIMIT} ms or more")
    if percentile(seen["click_ms"], 0.99) >= CLICK_LIMIT:
        failed.append(f"a click in a hundred waits {CLICK_LIMIT} ms or more")
    if min(more) < 0 or max(more) > 2:
        failed.append("other squares are drawn than those that changed")
    if failed:
        sys.exit("FAILED: " + "; ".join(failed))
