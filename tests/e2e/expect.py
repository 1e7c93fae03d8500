"""What the end-to-end tests expect with: nothing sleeps for luck. Whatever is expected is looked
for again and again until it is there or the patience is over.
"""

import os
import sys
import time
import traceback

from gi.repository import GLib

PATIENCE = float(os.environ.get("RANK_AND_FILE_PATIENCE", "60"))
# Seconds between two looks: first, and where something is long in coming.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.03, 0.15
# What may go wrong while the tree of widgets changes under the reader.
FLEETING = (GLib.Error, AttributeError, NotImplementedError, RuntimeError)


class Failure(Exception):
    """The program is not as it should be."""


def check(what, good, *details):
    """Says what is checked; gives up where it does not hold."""
    if not good:
        raise Failure("\n     ".join([what, *map(str, details)]))
    print(f"ok   {what}", flush=True)


def same(what, seen, wanted):
    check(what, seen == wanted, f"wanted: {wanted!r}", f"seen:   {seen!r}")


def until(what, look, good=bool, patience=PATIENCE):
    """What `look` sees, as soon as it is `good`."""
    deadline = time.monotonic() + patience
    seen, pause = None, SHORTEST_PAUSE
    while True:
        try:
            seen = look()
            verdict = good(seen)
            # What a comparison with another type answers is true to Python.
            if verdict and verdict is not NotImplemented:
                return seen
        except FLEETING as error:
            seen = error
        if time.monotonic() > deadline:
            raise Failure(f"{what}: not within {patience:.0f} seconds\n     last seen: {seen!r}")
        # To look costs the program time: what is long in coming is looked for less often.
        time.sleep(pause)
        pause = min(pause * 1.25, LONGEST_PAUSE)


def never(what, look, seconds=0.5):
    """Watches for a while that something does not come about. A slow machine may miss it; no
    machine complains without reason."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        seen = look()
        if seen:
            raise Failure(f"{what}\n     seen:   {seen!r}")
        time.sleep(0.05)
    print(f"ok   {what}", flush=True)


def main(test):
    """Runs a test; says in the end how it went."""
    began = time.monotonic()
    try:
        test()
    except Exception as error:
        if not isinstance(error, Failure):
            traceback.print_exc()
        print(f"FAILED: {error}", flush=True)
        sys.exit(1)
    print(f"passed in {time.monotonic() - began:.1f} s", flush=True)
