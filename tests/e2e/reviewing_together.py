#!/usr/bin/python3
"""Two players review a game that is over: at its turning point they try moves, ask for hints, find a better one,
have the proof played out, and keep what was found, which then lies beside the log."""

import re

from desk import Desk
from expect import check, main, never, until
from hand import Hand
from heard import Ear
from reviewing import kept, study
from tree import State

# Black's queen came out early, and is given for a knight.
EARLY = "r1b1kbnr/pppp1ppp/2n2q2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
MOVES = "4. d3 Qxf3 5. Qxf3 d6"
BEFORE = "r1b1kbnr/pppp1ppp/2n2q2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 4"
TRIED = "r1b1kbnr/pppp1ppp/2n5/4p1q1/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5"
END = "r1b1kbnr/ppp2ppp/2np4/4p3/2B1P3/3P1Q2/PPP2PPP/RNB1K2R w KQkq - 0 6"
TASK = "Ben, find something better than 4… Queen captures on f3."


def typed(hand, move):
    hand.type(move, "Return")


def begins(desk, hand, ear):
    desk.saved("Finished")
    desk.open_by_action("Ann – Ben")
    desk.shows(END)
    hand.look()
    ear.forget()
    desk.press("Review")
    desk.node("Course of the Game", "slider")
    ear.spoken("turning point")
    until("a turning point is there", lambda: desk.find("Next", "push button").has(State.SENSITIVE))
    typed(hand, "hint")
    ear.spoken("Go to a turning point first.")
    typed(hand, "next")
    desk.shows(BEFORE)
    ear.spoken("Turning Point 1 of ", "Ben: 4… Queen captures on f3.", "Blunder: winning chances fall from ", TASK)
    desk.node("Ben: 4… Queen captures on f3??", what="the verdict is seen")
    desk.node("Find Better")
    check("the arrow of the mistake is told", "arrow to f3" in desk.describe("f6"), desk.describe("f6"))


def tried(desk, hand, ear):
    desk.take("f6")
    desk.touch("g5")
    desk.shows(TRIED)
    ear.spoken("Tried: 4… Queen to g5. ", "4… Queen to g5 is not good enough.", "Ann answers 5. ")
    until("the refutation plays itself", desk.placement, lambda seen: seen not in (TRIED.split()[0], BEFORE.split()[0]))
    desk.press("Try Again")
    desk.shows(BEFORE)
    ear.spoken(TASK)
    typed(hand, "Qg5")
    ear.spoken("not good enough")
    # A press on the board takes it back, too.
    desk.touch("a1")
    desk.shows(BEFORE)


def hinted(desk, hand, ear, log):
    hand.look()
    for said in (TASK, "Move this piece: ", "Better: 4… "):
        ear.forget()
        hand.key("ctrl+h")
        never("what is tried is no part of the game", lambda: study(log), until=lambda: ear.has_spoken(said))
        ear.spoken(said)
    best = desk.shown_status().split("Better: 4… ")[1].rstrip(".")
    hand.key("ctrl+h")
    ear.spoken("No more hints.")
    return best


def found(desk, hand, best, log):
    hand.look()
    typed(hand, best)
    desk.says("is the best move")
    desk.press("Show Solution")
    until("the solution is shown", desk.shown_status, lambda said: "Better: 4… " + best in said)
    until("the proof goes on by itself", desk.status, lambda said: "5. " in said)
    hand.key("Escape")
    desk.shows(BEFORE)
    hand.key("alt+Home")
    desk.press("Return to the Turning Point")
    desk.shows(BEFORE)


def summed_up(desk, ear, hand, log):
    until("the game is looked through", lambda: desk.find("Turning Point 1 of 1"))
    ear.forget()
    left = desk.node("Next", "push button").area[0]
    desk.press("Next")
    never("nothing is added by that", lambda: study(log), until=lambda: desk.placement() == END.split()[0])
    ear.spoken("After 4… Queen captures on f3, the game was decided.", "There is 1 turning point.",
               "Better moves found: 1 of 1.", "Accuracy: ")
    place = desk.node("Start Over", "push button").area
    step = desk.node("Next", "push button")
    check("Start Over does not appear where Next was pressed", place[0] + place[2] <= left == step.area[0])
    check("and Next leads no further", not step.has(State.SENSITIVE))
    desk.node(re.compile(r"^Accuracy: Ann \d+%, Ben \d+%$"))
    desk.press("Add to Game")
    desk.says("added as comments and variations")
    kept(log, "Qxf3 $4")
    kept(log, "(4... ")
    desk.gone("Add to Game", what="nothing is left to add")
    desk.press("Done")
    hand.look()
    hand.key("alt+Home")
    desk.shows(EARLY)
    desk.node("New Game", "push button", what="away from the last move, too, another game is offered")
    desk.node("Review", "push button")
    hand.key("ctrl+z")
    until("one step undoes it", lambda: study(log), lambda text: "$4" not in text)
    hand.key("ctrl+shift+r")
    until("a key begins it again", lambda: desk.find("Next", "push button").has(State.SENSITIVE))
    desk.press("Next")
    desk.node("Turning Point 1 of 1")
    desk.press("Done")
    desk.gone("Turning Point 1 of 1")
    desk.shows(BEFORE)
    hand.look()
    hand.key("alt+End", "ctrl+shift+r")
    desk.node("Turning Point 1 of 1", what="a review that was left goes on where it was")
    desk.shows(BEFORE)
    typed(hand, "review")
    desk.gone("Turning Point 1 of 1")
    typed(hand, "review")
    desk.node("Turning Point 1 of 1", what="the word ends a review and begins it")
    desk.press("Next")
    desk.press("Practice Your Mistakes")
    desk.shows(BEFORE, what="what was missed is the first puzzle")
    desk.press("Back")
    desk.node("Practice Your Mistakes", "push button", what="and the name is there of the one who has missed it")


def test():
    with Desk() as desk:
        path = desk.home / "queen.pgn"
        tags = f'[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[SetUp "1"]\n[FEN "{EARLY}"]\n'
        path.write_text(f"{tags}\n{MOVES} 1-0\n")
        check("the game is imported", desk.run("--import-pgn", str(path)).returncode == 0)
        (log,) = desk.logs()
        desk.start()
        ear, hand = Ear(desk), Hand(desk)
        begins(desk, hand, ear)
        tried(desk, hand, ear)
        best = hinted(desk, hand, ear, log)
        found(desk, hand, best, log)
        summed_up(desk, ear, hand, log)
        desk.check_logs()


if __name__ == "__main__":
    main(test)
