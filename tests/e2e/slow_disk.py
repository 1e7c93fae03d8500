#!/usr/bin/python3
"""On a slow disk, too, what is shown is in its file, or the program says that it is not.

A shim below the program lets writes and syncs of its files take up to twenty seconds. The program is killed as
soon as a move is seen: if it did not say that the move was unsaved, the move is in the file. RANK_AND_FILE_KILLS
says how often, RANK_AND_FILE_SEED repeats what chance has brought.
"""

import contextlib
import os
import pathlib
import random
import re
import subprocess
import tempfile
import time

from desk import START, Desk
from expect import check, main, same, until
from faults import GAME
from hand import Hand
from positions import E4
from tiles import GRID, Tiles, believable, desk_of_tiles

KILLS = int(os.environ.get("RANK_AND_FILE_KILLS", "9"))
SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void wait_for(int file, const char *what) {
    char link[32], path[4096];
    const char *folder = getenv("SLOW_FOLDER"), *delay = getenv(what);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = folder && delay ? readlink(link, path, sizeof path - 1) : -1;
    if (length < 0) return;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) == 0) usleep(1000 * atoi(delay));
}

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    wait_for(file, "SLOW_WRITE");
    return real(file, bytes, count);
}

int fdatasync(int file) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
    wait_for(file, "SLOW_SYNC");
    return real(file);
}

int fsync(int file) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    wait_for(file, "SLOW_SYNC");
    return real(file);
}
"""


@contextlib.contextmanager
def shim():
    # A blank ends a name in LD_PRELOAD, and the usual folder may have one in its own.
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        source, library = pathlib.Path(folder, "slow.c"), pathlib.Path(folder, "slow.so")
        source.write_text(SHIM)
        subprocess.run(["cc", "-O", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
        yield str(library)


def slow(desk, library, write, sync):
    """The milliseconds that the disk of the program takes from its next start on."""
    folder = str(desk.home.resolve() / "rank-and-file")
    desk.environment.update(LD_PRELOAD=library, SLOW_FOLDER=folder, SLOW_WRITE=str(write), SLOW_SYNC=str(sync))


def long_delay():
    """So long that what is shown meanwhile is looked at meanwhile, too, on a busy machine."""
    return random.randint(10_000, 20_000)


def chess(library, rounds):
    """A ply is never behind a sync, and never shown as saved before it is written."""
    kinds = [(0, long_delay), (long_delay, lambda: 0), (lambda: random.randint(0, 400), long_delay), (0, long_delay)]
    for number in range(rounds):
        write, sync = ((take() if callable(take) else take) for take in kinds[number % len(kinds)])
        with Desk() as desk:
            slow(desk, library, write, sync)
            fens = [START, *(fen for _, fen in GAME)]
            stands = random.randrange(len(GAME) - 1)
            desk.lay(*fens[:stands + 1])
            desk.start()
            desk.press("Continue")
            desk.shows(fens[stands])
            # The second of two waits behind the sync of the first, where it may.
            plies = 2 if write == 0 else 1
            for move, _ in GAME[stands:stands + plies]:
                target = desk.square(move[2:4])
                before = target.name
                desk.play(move)
                until(f"{move} is shown", lambda: target.name, before.__ne__)
            said = desk.pending()
            desk.kill()
            kept = desk.positions()
            what = f"written in {write} ms, synced in {sync} ms"
            if write >= 500:
                check(f"a ply that is {what} is shown as not yet saved", said)
            written = kept == fens[:stands + plies + 1]
            if write == 0:
                check(f"a ply that is {what} is shown as saved", not (said and written))
            check(f"{what}: all that is shown as saved is in the log", said or written, kept)
            desk.check_logs()


def tiles(library, rounds):
    """The file is written whole, so that a move counts only when the disk has it."""
    for number in range(rounds):
        with desk_of_tiles() as desk:
            window, killed = Tiles(desk), number % 2 == 0
            delay = long_delay() if killed else random.randint(4_000, 6_000)
            slow(desk, library, 0, delay)
            window.lay(believable(GRID))
            window.start()
            before = until("the board is there", window.board)
            window.key("s")
            until("the move is shown", window.board, before.__ne__)
            same(f"a move of 2048 that is synced in {delay} ms is shown as not yet saved",
                 desk.pending(), True)
            if killed:
                desk.kill()
                same("what was there before is there still", window.document()["grid"], GRID)
                continue
            desk.settles()
            shown = window.board()
            desk.kill()
            same("and is in the file when that is no longer said", window.document()["grid"], shown)


RESIGNED = '# {"result":"1-0","reason":"resignation","ended":"2026-11-20T20:00:00Z"}\n'
BEFORE = '[Result "1-0"]\n\n1. e4 e5 (1... c5 {there before}) 1-0\n'


def studies(library, rounds):
    """What is added to a finished game is written whole beside its log. After a kill at any time the old text is there
    or the new one; it is the new one where the program did not say that it was unsaved."""
    lost = 0
    for number in range(rounds):
        delay = random.choice([0, random.randint(1, 400), random.randint(500, 5000)])
        write, sync = random.choice([(delay, 0), (0, delay), (delay // 2, delay // 2)])
        with Desk() as desk:
            slow(desk, library, write, sync)
            log = desk.lay(START, E4, GAME[1][1])
            with open(log, "a", encoding="utf-8") as end:
                end.write(RESIGNED)
            beside, before, bytes_of_log = log.with_suffix(".pgn"), "", log.read_bytes()
            if number % 2:
                before = BEFORE
                beside.write_text(before)
            desk.start()
            desk.saved("Finished")
            desk.open_by_action("Ann – Ben")
            desk.shows(GAME[1][1])
            desk.press("One Move Back")
            desk.shows(E4)
            target = desk.square("e6")
            empty = target.name
            desk.play("e7e6")
            until("e6 is shown", lambda: target.name, empty.__ne__)
            if number % 3:
                time.sleep(random.random() * (write + 2 * sync + 50) / 1000)
            said = desk.pending()
            desk.kill()
            text = beside.read_text() if beside.exists() else ""
            what = f"round {number}: written in {write} ms, synced in {sync} ms, {'not ' * said}shown as saved"
            new = "1... e6" in text and text.endswith(" 1-0\n\n") and (not before or "{there before}" in text)
            lost += not new
            check(f"{what}: it is {'the new' if new else 'the old'} text, and whole", new or text == before, text)
            check("and all that was shown as saved is there", said or new, text)
            same("the log is as it was", log.read_bytes(), bytes_of_log)
            exported = desk.run("--export-pgn", "all").stdout
            same("it can be read again", "1... e6" in exported, new)
            same("nothing is set aside", list(desk.games.glob("*damaged*")), [])
    print(f"     {lost} of {rounds} kills came before the text was there")


def practice(library, rounds):
    """What was found is written at once and never behind a sync, or said to be on its way."""
    for number in range(rounds):
        write, sync = [(0, long_delay()), (long_delay(), 0)][number % 2]
        with Desk() as desk:
            slow(desk, library, write, sync)
            desk.start()
            desk.press("Puzzles")
            desk.press("Solve Puzzles")
            # The second of two waits behind the sync of the first, where it may.
            for _ in range(2):
                desk.says("find the best move")
                desk.press("Show Solution")
                desk.says("Best is")
                said = desk.pending()
                if write:
                    break
                desk.press("Next")
            desk.kill()
            path = desk.home / "rank-and-file" / "practice.jsonl"
            lines = path.read_text().splitlines() if path.exists() else []
            what = f"written in {write} ms, synced in {sync} ms"
            check(f"what was found, {what}, is in the file or said not to be", said or len(lines) == 1 + (not write), lines)
            if write:
                check(f"what is {what} is shown as not yet saved", said)


def left_while_it_is_written(library):
    """A user who leaves while a write hangs is asked."""
    with Desk() as desk:
        slow(desk, library, 12000, 0)
        desk.lay(START)
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        desk.play("e2e4", E4)
        Hand(desk).key("ctrl+q")
        desk.node("The last moves could not be saved and will be lost.", "label")
        desk.press("Stay")
        desk.settles()
        Hand(desk).key("ctrl+q")
        until("the program has ended", desk.process.poll, 0 .__eq__)
        same("and it is in the log", desk.log()[-1], E4)


def told_when_saved(library):
    """The note goes when the ply is in the log."""
    with Desk() as desk:
        slow(desk, library, 6000, 0)
        desk.lay(START)
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        desk.play("e2e4", E4)
        check("a ply on its way is shown as not yet saved", desk.pending())
        desk.node(re.compile("not saved yet: the disk is slow"), "label",
                  what="where it lasts, the window says why")
        desk.settles()
        desk.kill()
        same("and it is in the log", desk.log()[-1], E4)


def test():
    seed = int(os.environ.get("RANK_AND_FILE_SEED", random.randrange(1 << 32)))
    print(f"     RANK_AND_FILE_SEED={seed}", flush=True)
    random.seed(seed)
    with shim() as library:
        told_when_saved(library)
        left_while_it_is_written(library)
        practice(library, max(2, KILLS // 4))
        chess(library, KILLS - KILLS // 4 - KILLS // 3)
        tiles(library, KILLS // 4)
        studies(library, KILLS // 3)


if __name__ == "__main__":
    main(test)
