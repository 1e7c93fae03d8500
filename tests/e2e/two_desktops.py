#!/usr/bin/python3
"""A folder that is synchronized with another desktop: copies of games are joined or kept apart, at the start and as
they come, and the user is told; a game that goes on there goes on here."""

import os

from desk import START, Desk
from expect import check, comes, main, same, until
from positions import E4, E5, NF3, NC6

C5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
BB5 = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
ID = "20261120T190500Z-01234567"
CONFLICT = ".sync-conflict-20261124-101500-ABCDEFG"


def bring(path, text):
    """Puts a file into its place as programs for syncing do: whole, by another name first."""
    new = path.with_name(f".syncthing.{path.name}.tmp")
    new.write_text(text, "utf-8")
    os.replace(new, path)


def copies():
    with Desk() as desk:
        short = desk.lay(START, E4, name=ID)
        desk.lay(START, E4, E5, name=f"{ID}{CONFLICT}")
        checked = desk.run("--check")
        check("--check names the copy", f"{ID}{CONFLICT}.fenlog" in checked.stdout, checked.stdout)
        desk.start()
        desk.node("Two copies of a game were combined.", what="that is said at the start")
        same("there is one log", desk.logs(), [short])
        check("with all moves", short.read_text("utf-8").endswith(f"{E5}\n"))
        # One that comes later, of a game that went another way there.
        desk.lay(START, E4, C5, name=f"{ID} (conflicted copy 2026-11-24 101500)")
        desk.node("1 game was continued in two ways. Both are saved.", what="that is said, too")
        same("there are two logs", len(desk.logs()), 2)
        ends = {path.read_text("utf-8").splitlines()[-1] for path in desk.logs()}
        same("with each way", ends, {E5, C5})
        desk.press("Show")
        desk.node("Remove filter Games From Two Computers", "push button")
        desk.check_logs()


def goes_on():
    with Desk() as desk:
        desk.start()
        desk.new_game()
        desk.play("e2e4", E4)
        [log] = desk.logs()
        until("the move is in its file", lambda: E4 in log.read_text("utf-8"))
        bring(log, f"{log.read_text('utf-8')}{E5}\n")
        desk.shows(E5, "the reply of the other desktop is on the board")
        desk.node("This game was continued on another computer.", what="that is said")
        desk.play("g1f3", NF3)
        comes("the game goes on in the same file", lambda: log.read_text("utf-8"),
              lambda text: text.endswith(f"{E5}\n{NF3}\n"))
        same("which is the only one", desk.logs(), [log])
        # The same where a copy of it brings the reply.
        copy = log.with_name(f"{log.stem}{CONFLICT}.fenlog")
        bring(copy, f"{log.read_text('utf-8')}{NC6}\n")
        desk.shows(NC6, "the reply in a copy is on the board")
        desk.play("f1b5", BB5)
        comes("the game goes on in its own file", lambda: log.read_text("utf-8"),
              lambda text: text.endswith(f"{NF3}\n{NC6}\n{BB5}\n"))
        # The copy waits as long as its game is open.
        healed = desk.run("--heal")
        same("--heal leaves a copy of what is open", (healed.returncode, copy.exists()), (1, True))
        desk.press("Back")
        desk.press("Saved Games")
        comes("it is joined when the game is left", copy.exists, lambda there: not there)
        same("nothing else has changed", desk.logs(), [log])


def test():
    copies()
    goes_on()


if __name__ == "__main__":
    main(test)
