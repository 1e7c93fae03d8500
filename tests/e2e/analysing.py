#!/usr/bin/python3
"""A game that is over is analyzed: lines appear, are walked on the board with keys and with the pointer, and one
is added to the game and kept beside its log. Switched off, nothing runs; and players get no help during a game."""

import os
import pathlib
import re
import subprocess
import sys

from desk import LETTERS, START, Desk, expected
from expect import check, comes, main, never, until
from hand import Hand
from heard import Ear
from positions import E4, E5, NF3
from reviewing import kept, open_it, over, study
from tree import called, role, walk

PANEL = "Analysis"
# What a line is called: what it is worth, and its moves.
LINE = re.compile(r"^(equal position|(White|Black) (is|mates)).*: 2… ")
SAVING = "There is no analysis in power saver mode."
JUDGED = re.compile(r"^(equal position|(White|Black) (is|mates) )")


def lines(desk):
    return [node for node in walk(desk.app) if role(node) == "push button" and LINE.search(called(node))]


def moves(name):
    """The moves of a line without their numbers."""
    return [re.sub(r"^\d+[.…]+ ", "", move) for move in name.split(": ", 1)[1].split(", ")]


def first_moves(desk):
    """The first move of each line, in words and as it is written."""
    spoken = [moves(called(line))[0] for line in lines(desk)]
    written = [found[1] for line in lines(desk) for node in walk(line)
               if (found := re.match(r"2…\xa0(\S+)", node.name.translate(LETTERS)))]
    return spoken, written


def appearing(desk, hand, ear):
    desk.press(PANEL)
    found = until("three lines are found", lambda: lines(desk), lambda found: len(found) == 3)
    check("the lines differ in their first moves", len({moves(called(node))[0] for node in found}) == 3)
    until("depth is told", lambda: desk.find(re.compile(r"^Depth \d+")))
    bar = until("the bar is judged", lambda: next(
        (node for node in walk(desk.app) if JUDGED.search(node.name) and ":" not in node.name), None))
    check("the bar tells who is better", bar.role_name in ("level bar", "meter", "progress bar"), bar.role_name)
    hand.look()
    ear.forget()
    hand.key("ctrl+shift+l")
    ear.spoken(". Best: ")


def walking(desk, hand):
    # A line that is walked stays as it was: it must be long enough.
    until("each line has two moves", lambda: lines(desk),
          lambda found: len(found) == 3 and all(len(moves(called(node))) > 1 for node in found))
    first = lines(desk)[0].now
    before = desk.placement()
    hand.click(first)
    ahead = desk.says("Looking ahead: after ")
    desk.node("Return to Game", "push button")
    check("a click shows the position after a move", desk.placement() != before)
    hand.key("Left", *["Left"] * 20)
    desk.shows(NF3)
    hand.key("Right")
    # At the start of it, the lines may have changed their places meanwhile.
    desk.says("Looking ahead: after 2… ")
    ahead = desk.status()
    firsts = expected(desk.status_line, *first_moves(desk))
    check("a key shows the first move of a line", any(f"after 2… {first}" in ahead for first in firsts), (ahead, firsts))
    one = desk.placement()
    hand.key("Right")
    desk.says("Looking ahead: after 3. ")
    hand.key("Left")
    until("one move back", desk.placement, one.__eq__)
    hand.key("Escape")
    desk.shows(NF3)
    desk.gone("Return to Game", what="keys walk a line, and Escape leaves it")


def adding(desk, hand, log):
    row = lines(desk)[0].now
    row.act()
    desk.says("Looking ahead: after 2… ")
    move = desk.shown_status().split("2… ")[1].rstrip(".")
    desk.press("Add to Game")
    until("it is shown", desk.shown_status, f"Variation: after 2… {move}.".__eq__)
    kept(log, f"2. Nf3 {move}")
    added = desk.node(re.compile("^2… [A-Z][a-z]+ .*, variation$"), "push button")
    shown = [node.name.translate(LETTERS) for node in walk(added)]
    check("a line is added, listed and kept", f"2…\xa0{move}" in shown, shown)
    hand.look()
    hand.key("ctrl+z")
    desk.shows(NF3)
    comes("one step undoes it", lambda: study(log), lambda text: move not in text)


def off(desk, hand):
    hand.key("ctrl+l")
    desk.gone(LINE)
    desk.idles("switched off, nothing is computed")


def saving_power():
    """What the desktop says of power is on the system's bus; here the session's stands for it."""
    script = pathlib.Path(__file__).with_name("power.py")
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, text=True) as power, \
            Desk(DBUS_SYSTEM_BUS_ADDRESS=os.environ["DBUS_SESSION_BUS_ADDRESS"]) as desk:
        over(desk)
        desk.start()
        open_it(desk)
        desk.press(PANEL)

        def take(profile):
            power.stdin.write(f"{profile}\n")
            power.stdin.flush()

        until("lines are found", lambda: lines(desk))
        take("power-saver")
        desk.node(SAVING)
        check("power is saved, and that is said", not lines(desk))
        desk.idles("while power is saved, nothing is computed")
        take("balanced")
        comes("with power enough it goes on", lambda: lines(desk))


def no_help():
    with Desk() as desk:
        desk.lay(START, E4, E5)
        desk.start()
        hand = Hand(desk)
        desk.press("Continue")
        desk.shows(E5)
        hand.look()
        hand.key("ctrl+l", "alt+Left")
        never("players get no help during a game", lambda: desk.can_press(PANEL) or desk.find(re.compile("Depth")),
              until=lambda: desk.placement() == E4.split()[0])


def test():
    with Desk() as desk:
        log = over(desk)
        desk.start()
        ear, hand = Ear(desk), Hand(desk)
        open_it(desk)
        appearing(desk, hand, ear)
        walking(desk, hand)
        adding(desk, hand, log)
        off(desk, hand)
        text = study(log)
        check("nothing is left in the study", not text or text.endswith("\n1. e4 e5 2. Nf3 1-0\n\n"), text)
        desk.check_logs()
    saving_power()
    no_help()


main(test)
