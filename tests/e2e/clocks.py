#!/usr/bin/python3
"""A game with clocks survives every kill: same position, same offers, and each clock shows at most a second more than
before.

With a draw declined, a move taken back and a draw claimed at its end; another game in which a flag falls;
and a player who thinks for a while. After every step the program is killed and started again, and shows what its log
said last. After a signal to end, no time at all is given back.
"""

import json
import re
import signal

from desk import START, Desk
from expect import PATIENCE, check, main, never, same, until

KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]
CLOCK = re.compile(r": (\d+:)?\d+:\d\d(\.\d)? left$")


def clocks(desk):
    """What the clocks show, in seconds, by player."""
    found, moment = {}, desk.app.glimpse()
    for name in ("Ann", "Ben"):
        node = desk.glimpsed(re.compile(f"^{name}{CLOCK.pattern}"), root=moment)
        if node is None:
            return None
        seconds = 0.0
        for part in node.name.split(": ", 1)[1].removesuffix(" left").split(":"):
            seconds = seconds * 60 + float(part)
        found[name] = seconds
    return found


def written(desk):
    """What the last record in the log says of the clocks, in milliseconds, by player."""
    records = [json.loads(line[2:]) for line in desk.log() if line.startswith('# {"clock"')]
    left = records[-1]["clock"]
    return {"Ann": left["white_ms"], "Ben": left["black_ms"]}


def again(desk, board, end=Desk.kill, **options):
    """Ends the program, and finds everything as it was written."""
    desk.settles()
    before = until("both clocks can be read", lambda: clocks(desk))
    end(desk)
    desk.check_logs()
    kept = written(desk) if has_clocks(desk) else {name: 1000 * left for name, left in before.items()}
    for name, left in before.items():
        check(f"{name} is given back at most a second: {kept[name]} ms are written, {left:.1f} s were shown",
              kept[name] <= 1000 * left + 1000)
    desk.start(**options)
    desk.press("Continue")
    never("the position is hidden while the clocks stand", desk.squares, until=lambda: clocks(desk))
    shown = until("both clocks can be read while they stand", lambda: clocks(desk))
    for name in shown:
        # A clock is rounded up.
        check(f"{name} goes on with what is written: {shown[name]:.1f} s, {kept[name]} ms",
              0 <= round(1000 * shown[name]) - kept[name] < 1000)
    desk.press("Resume")
    until(f"the board shows {board}", desk.placement, board.__eq__)


def has_clocks(desk):
    return any(line.startswith('# {"clock"') for line in desk.log())


def told_by(number):
    """What ends the program as the desktop does it, or a terminal."""
    def end(desk):
        desk.process.send_signal(number)
        same(f"signal {number} ends it", desk.process.wait(PATIENCE), 128 + number)
        check("the clocks are said to stand", any(line.startswith('# {"paused"') for line in desk.log()[-2:]),
              *desk.log())
        desk.process = desk.app = None
    return end


def heeding(*ignored):
    """What starts a program that ignores these signals and no others, even if this one ignores others."""
    def dispose():
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)
    return {"preexec_fn": dispose}


def thinking():
    """Ben thinks for some seconds. A program that was started by nohup does not hear of the end of its
    terminal."""
    with Desk() as desk:
        desk.lay(START, time_control="300")
        desk.start(**heeding())
        desk.press("Continue")
        desk.shows(START)
        desk.move("e2e4")
        for end in (Desk.kill, told_by(signal.SIGTERM), told_by(signal.SIGHUP), told_by(signal.SIGINT)):
            began = written(desk)["Ben"]
            until("some seconds are written down", lambda: written(desk)["Ben"], lambda left: left < began - 3000)
            again(desk, desk.placement(), end, **heeding())
        desk.kill()
        desk.start(**heeding(signal.SIGHUP))
        desk.press("Continue")
        desk.press("Resume")
        desk.process.send_signal(signal.SIGHUP)
        began = written(desk)["Ben"]
        until("the clock still runs", lambda: written(desk)["Ben"], lambda left: left < began)
        desk.move("e7e5")
        check("a program that ignores the end of its terminal goes on", desk.process.poll() is None)
        steps = [json.loads(line[2:])["clock"]["black_ms"] for line in desk.log()
                 if line.startswith('# {"clock"')]
        check("every second was written down once", len(steps) <= 2 * (steps[0] - steps[-1]) // 1000 + 20, *steps)
        desk.check_logs()


def step(desk, ply):
    """Plays a ply, and lets it survive a kill."""
    desk.move(ply)
    again(desk, desk.placement())


def manners():
    with Desk() as desk:
        desk.lay(START, time_control="300+2", draws="claimed")
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        for ply in KNIGHTS:
            step(desk, ply)
        desk.press("Offer Draw")
        desk.says("Ann offers a draw")
        again(desk, desk.placement())
        check("the offer still waits", desk.node("Decline", "push button") is not None)
        desk.press("Decline")
        desk.says("Ben declines the draw")
        again(desk, desk.placement())
        for ply in KNIGHTS[:3]:
            step(desk, ply)
        desk.press("Takeback")
        desk.says("Ann asks to take back the last move")
        desk.press("Accept")
        desk.says("taken back")
        again(desk, desk.placement())
        step(desk, KNIGHTS[2])
        desk.move(KNIGHTS[3])
        desk.press("Claim Draw")
        desk.says("Threefold repetition", "Draw")
        desk.settles()
        log = desk.log()
        check("the takeback is an event, its ply is still there", '# {"takeback":1}' in log)
        end = json.loads(log[-1][2:])
        same("the end is written", (end["result"], end["reason"]), ("1/2-1/2", "threefold"))
        same("the list says so", [game["result"] for game in desk.list()], ["1/2-1/2"])


def flag():
    with Desk() as desk:
        desk.lay(START, time_control="12,300")
        desk.start()
        desk.press("Continue")
        desk.shows(START)
        desk.move("e2e4")
        again(desk, desk.placement())
        desk.move("e7e5")
        desk.says("Ann to move")
        desk.says("Out of time", "Ben wins")
        desk.settles()
        end = json.loads(desk.log()[-1][2:])
        same("the end is written", (end["result"], end["reason"]), ("0-1", "time"))
        left = json.loads(desk.log()[-2][2:])["clock"]
        same("nothing was left", left["white_ms"], 0)
        desk.check_logs()


def test():
    manners()
    flag()
    thinking()


if __name__ == "__main__":
    main(test)
