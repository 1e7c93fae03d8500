"""What the end-to-end tests expect with. No test sleeps for a fixed time: it looks for what it expects again and again,
until it is there or the time limit is over.
"""

import os
import sys
import time
import traceback

from gi.repository import GLib

from tree import Glimpse

PATIENCE = float(os.environ.get("RANK_AND_FILE_PATIENCE", "60"))
# Seconds between two looks: at least, and where the program tells of no change.
SHORTEST_PAUSE, LONGEST_PAUSE = 0.03, 0.4
# What may go wrong while the tree of widgets changes under the reader, or a file is not written yet.
FLEETING = (GLib.Error, AttributeError, NotImplementedError, RuntimeError, FileNotFoundError)


class Failure(Exception):
    """The program is not as it should be."""


def passed(what):
    print(f"ok   {what}", flush=True)


def check(what, good, *details):
    """Says what is checked; gives up where it does not hold."""
    if not good:
        raise Failure("\n     ".join([what, *map(str, details)]))
    passed(what)


def same(what, seen, wanted):
    check(what, seen == wanted, f"wanted: {wanted!r}", f"seen:   {seen!r}")


def until(what, look, good=bool, patience=PATIENCE):
    """What `look` sees, as soon as it is `good`."""
    deadline = time.monotonic() + patience
    seen = None
    Glimpse.wait_begins()
    while True:
        began = time.monotonic()
        try:
            seen = look()
            verdict = good(seen)
            # What a comparison with another type answers is true to Python.
            if verdict and verdict is not NotImplemented:
                Glimpse.wait_ends()
                return seen
        except FLEETING as error:
            seen = error
        Glimpse.forget()
        if time.monotonic() > deadline:
            raise Failure(f"{what}: not within {patience:.0f} seconds\n     last seen: {seen!r}")
        # To look costs the program time: half of it is left to what it does.
        time.sleep(max(SHORTEST_PAUSE, time.monotonic() - began))
        rest(LONGEST_PAUSE)


def rest(seconds):
    """Lets time pass until the program tells of a change, or for so long."""
    over = []
    timer = GLib.timeout_add(int(1000 * seconds), over.append, True)
    GLib.MainContext.default().iteration(True)
    if not over:
        GLib.source_remove(timer)


def comes(what, look, good=bool, patience=PATIENCE):
    """Waits like `until`, and says that it has come."""
    seen = until(what, look, good, patience)
    passed(what)
    return seen


def wait(told, silent, look, good=bool, patience=PATIENCE):
    """Waits like `comes` with the words `told`, where there are any, else like `until` with the words `silent`."""
    return comes(told, look, good, patience) if told else until(silent, look, good, patience)


def never(what, look, until):
    """Checks that `look` finds nothing before `until` is true. `until` looks for a later effect of what the test did
    last, so that by then the program has handled it."""
    def watched():
        Glimpse.forget()
        # The effect is looked for first, so that one more look comes after it.
        over = until()
        seen = look()
        if seen:
            raise Failure(f"{what}\n     seen:   {seen!r}")
        return over
    comes(what, watched)


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
