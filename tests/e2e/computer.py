#!/usr/bin/python3
"""A game against the computer: it answers, agrees to takebacks, waits while another page is read, and leaves no process
behind, even if the program or its engine is killed."""

import pathlib
import re

from desk import START, Desk
from expect import check, comes, main, never, same, until
from hand import Hand
from positions import E4, E5

# After so many moves of each player, in the game against an engine.
AFTER = {
    1: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    2: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
    3: "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R",
    4: "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2P2N2/PP1P1PPP/RNBQK2R",
}
LEVEL = {"black": "Computer, level 1", "black_computer": "1"}
TURN = "It is the computer’s turn."

# It plays what is laid down for it, and says when it was asked.
ENGINE = """#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo "id name Fake"; echo uciok ;;
    isready) echo readyok ;;
    go) echo asked >> "$0.asked"
        until [ -s "$0.move" ]; do sleep 0.05; done
        move=$(cat "$0.move"); rm "$0.move"; echo "bestmove $move" ;;
    quit) exit ;;
  esac
done
"""


class Engine:
    """An engine in the hand of the test."""

    def __init__(self, desk, script=ENGINE):
        self.path = desk.home / "fake"
        self.path.write_text(script)
        self.path.chmod(0o755)
        # Only engines that were added are started.
        desk.set(engines=[str(self.path)])
        self.asked = 0

    def plays(self, side="black"):
        return {side: "fake", f"{side}_computer": str(self.path)}

    def is_asked(self):
        """Waits until it is asked once more."""
        asked = self.path.with_suffix(".asked")

        def times():
            return len(asked.read_text().split()) if asked.exists() else 0
        self.asked = until("the engine is asked", times, lambda seen: seen > self.asked)

    def move(self, move):
        laid = self.path.with_suffix(".laid")
        laid.write_text(move)
        laid.rename(self.path.with_suffix(".move"))

    def processes(self):
        """Everything that runs it."""
        found = []
        for proc in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if str(self.path).encode() in (proc / "cmdline").read_bytes():
                    found.append(proc.name)
            except OSError:
                continue
        return found


def resume(desk, fen):
    desk.start()
    desk.press("Continue")
    desk.shows(fen)


def a_level():
    with Desk() as desk:
        desk.lay(START, **LEVEL)
        resume(desk, START)
        desk.play("e2e4")
        desk.says("Ann to move")
        comes("it has moved once", lambda: len(desk.positions()), (3).__eq__)
        desk.press("Takeback")
        desk.says("Ann asks to take back the last move of each player.")
        never("the player is not asked to agree", lambda: desk.find("Accept"),
              until=lambda: desk.status() == "The last move of each player was taken back. Ann to move.")
        desk.shows(START)
        desk.play("e2e4")
        desk.says("Ann to move")
        desk.press("Offer Draw")
        desk.says("Ann offers a draw.")
        desk.says("declines the draw")
        desk.play("d2d4")
        desk.says("Ann to move")
        desk.idles("who waits for a person uses no processor", seconds=5, most=0.15)
        desk.press("Resign")
        desk.node("Resign?")
        desk.node("The game ends at once, and Mia (level 1) wins.", what="it is said who wins")
        never("only the person can resign", lambda: desk.find(re.compile("level 1.*Resigns")),
              until=lambda: desk.find("Ann (White) Resigns"))
        desk.press("Ann (White) Resigns", dialog="Resign?")
        desk.says("Mia (level 1) wins")
        desk.check_logs()


def an_engine():
    """It is given up when it has thought for too long, so each of its turns is short."""
    with Desk() as desk:
        engine = Engine(desk)
        desk.lay(START, **engine.plays())
        resume(desk, START)
        hand = Hand(desk)
        same("nothing runs before its turn", engine.processes(), [])
        desk.touch("e2")
        never("and no one is shown as thinking", lambda: desk.find("Thinking"),
              until=lambda: "selected" in desk.describe("e2"))
        desk.touch("e4")
        engine.is_asked()
        check("it is seen to think", desk.find("Thinking"))
        desk.touch("e7")
        desk.says(TURN)
        engine.move("e7e5")
        desk.shows(AFTER[1])
        desk.gone("Thinking", what="it is seen to be done")
        desk.play("g1f3")
        engine.is_asked()
        before = desk.positions()
        hand.type("e5", "Return")
        desk.says(TURN)
        same("no move is played on its turn", desk.positions(), before)
        # A word is answered at any time.
        for typed, said in (("last", "Last move: Knight to f3."), ("draw", TURN), ("takeback x", "This is not a move.")):
            hand.type(typed, "Return")
            desk.says(said)
        hand.key("Escape")
        desk.gone("Move", "text", what="what was typed is put away")
        engine.move("b8c6")
        desk.shows(AFTER[2])
        desk.play("f1c4")
        engine.is_asked()
        desk.press("Resign")
        desk.node("Resign?")
        desk.node("Thinking")
        engine.move("f8c5")
        never("it waits while a question is read", lambda: desk.placement() == AFTER[3],
              until=lambda: desk.find("Thinking") is None)
        desk.press("Keep Playing", dialog="Resign?")
        desk.shows(AFTER[3])
        desk.play("c2c3")
        engine.is_asked()
        check("it runs while it is asked", engine.processes())
        desk.settles()
        desk.kill()
        comes("nothing is left of it when the program is killed", lambda: not engine.processes())
        resume(desk, desk.positions()[-1])
        engine.is_asked()
        engine.move("g8f6")
        desk.shows(AFTER[4])
        desk.press("Back")
        desk.node("Continue")
        comes("nothing is left of it when the game is left", lambda: not engine.processes())
        desk.check_logs()


def white_is_played():
    with Desk() as desk:
        engine = Engine(desk)
        desk.lay(START, black="Ann", **engine.plays("white"))
        resume(desk, START)
        engine.is_asked()

        def low(square):
            return desk.square(square).area[1]
        until("the person sits below", lambda: low("a8") > low("a1"))
        engine.move("e2e4")
        desk.shows(E4)
        desk.play("e7e5", E5)
        engine.is_asked()
        desk.press("Takeback")
        # An engine gives nothing back.
        desk.says("fake declines the takeback.")
        engine.is_asked()
        engine.move("g1f3")
        desk.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")


def a_broken_engine():
    with Desk() as desk:
        engine = Engine(desk, ENGINE.replace("go) echo", "go) exit; echo"))
        desk.lay(START, time_control="300+2", **engine.plays())
        resume(desk, START)
        desk.play("e2e4")
        desk.node("fake stopped unexpectedly. The built-in engine takes over.")
        desk.says("Ann to move")
        comes("the game goes on", lambda: len(desk.positions()), (3).__eq__)
        until("nothing is left of it", lambda: not engine.processes())
        desk.check_logs()


def test():
    a_level()
    an_engine()
    white_is_played()
    a_broken_engine()


if __name__ == "__main__":
    main(test)
