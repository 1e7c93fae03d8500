#!/usr/bin/python3
"""Practice: a puzzle is found by keys alone, a wrong move is taken back with its reason, what was found
is known after a restart, and two take turns."""

import json
import pathlib
import re

from desk import Desk
from expect import Failure, check, comes, main, same, until
from hand import Hand
from heard import Ear

PUZZLES = pathlib.Path(__file__).parents[2] / "resources" / "puzzles.tsv"
ROWS = [line.split("\t") for line in PUZZLES.read_text("utf-8").splitlines() if line[0] != "#"]
#: By its number: whether Black is to find it, and the line that is to be found.
EASY = {row[0]: (row[1].split()[1] == "w", row[2].split()[1:]) for row in ROWS if int(row[3]) < 1000}
SHOWN = re.compile(r"lichess puzzle (\w+),")


def focus(desk):
    """The square that has the keys."""
    return next((name[:2] for name in desk.focused() if re.match("[a-h][1-8], ", name)), None)


def by_keys(desk, hand, move, black):
    """Plays a move by arrows and Return."""
    for square in (move[:2], move[2:4]):
        here = until("the board has the keys", lambda: focus(desk))
        files, ranks = (ord(square[index]) - ord(here[index]) for index in (0, 1))
        if black:
            files, ranks = -files, -ranks
        steps = ["Right" if files > 0 else "Left"] * abs(files) + ["Up" if ranks > 0 else "Down"] * abs(ranks)
        if steps:
            hand.key(*steps)
        until(f"{square} has the keys", lambda: focus(desk), square.__eq__)
        hand.key("Return")
    kinds = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
    if move[4:]:
        desk.press(kinds[move[4:]])


def find(desk, number, play):
    """Finds a puzzle, move by move."""
    line = EASY[number][1]
    for own, answer in zip(line[::2], [*line[1::2], None]):
        play(own)
        if answer:
            # On one of its squares another move may have ended, on both of them only the answer.
            until("the opponent answers", lambda: [desk.describe(answer[at:at + 2]) for at in (0, 2)],
                  lambda texts: all("last move" in text for text in texts))
    return desk.says("Best is")


def begins(desk, met=()):
    """Waits for a puzzle that has not been met, and tells its number."""
    def shown():
        node = desk.find(SHOWN)
        return SHOWN.search(node.name)[1] if node is not None else None
    number = until("another puzzle is shown", shown, lambda number: number and number not in met)
    desk.says("find the best move")
    return number


def records(desk):
    path = desk.home / "rank-and-file" / "practice.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def alone(desk, hand, ear):
    desk.press("Puzzles")
    desk.node(f"0 of {len(EASY)} solved without assistance.")
    until("the page has the keyboard", desk.focused, ["Back"].__eq__)
    # There is no board on which a move could be typed.
    hand.type("h")
    hand.key("Tab")
    until("the keyboard goes on", desk.focused, ["Main Menu"].__eq__)
    desk.type("Name (Optional)", "Ann")
    desk.press("Solve Puzzles")
    first = begins(desk)
    ear.forget()
    hand.key("ctrl+m")
    ear.spoken("find the best move")
    hand.key("ctrl+shift+p")
    ear.spoken("White: ", "Black: ", "to move")
    hand.key("ctrl+j")
    ear.spoken("Last move: ", "to move.")
    hand.key("ctrl+m")
    ear.spoken("find the best move", what="messages alone are repeated")
    hand.type("next", "Return")
    ear.spoken("“next” does nothing here now.", what="a puzzle is solved before it is left")
    hand.type("help", "Return")
    ear.spoken("hint, best, next, board, fen, help, quit.", what="the help names what does something at a puzzle")
    said = find(desk, first, lambda move: by_keys(desk, hand, move, EASY[first][0]))
    check("a position is found by keys", said.startswith("Solved!"), said)
    hand.type("last", "Return")
    ear.spoken("Last move: ", what="a word is answered where nothing is left to be found, too")
    hand.type("eval", "Return")
    ear.spoken("“eval” does nothing here now.", what="and so is one that does nothing there")
    hand.type("next", "Return")
    return [first, begins(desk, [first])]


def wrong(desk, hand, ear, number):
    """Some other move is not the one: it is judged and taken back. The right ones are typed."""
    before = desk.placement()
    best, color = EASY[number][1][0], "black" if EASY[number][0] else "white"
    own = [name for name, node in desk.squares().items() if re.search(f", {color} (king|pawn|rook)", node.name)]
    for origin in own:
        if origin == best[:2]:
            continue
        desk.take(origin)
        targets = [name for name, text in desk.described().items() if "can move here" in text]
        if not targets:
            desk.touch(origin)
            continue
        desk.touch(targets[0])
        said = until("it is judged", desk.status, lambda text: "is not the best move" in text or "Try again" in text)
        if "is not the best move" in said:
            comes("a wrong move is taken back with its reason", desk.placement, before.__eq__)
            break
        until("it is taken back", desk.placement, before.__eq__)
    else:
        raise Failure("no move is wrong")
    hand.type("last", "Return")
    ear.spoken("Last move: ", what="a word is answered")
    said = find(desk, number, lambda move: hand.type(move, "Return"))
    check("it can still be found", said.startswith("Correct."), said)
    until("both are written down", lambda: [record["tried"]["found"] for record in records(desk)],
          [True, False].__eq__)


def again(desk, hand, met):
    """What was found is known after a kill; what was missed comes when the rest is done."""
    desk.kill()
    desk.start()
    desk.press("Puzzles")
    desk.node(f"1 of {len(EASY)} solved without assistance.", what="what was found is known after a restart")
    desk.press("Solve Puzzles")
    third = begins(desk, met)
    hand.attend()
    hand.key("ctrl+h")
    desk.says("Theme")
    desk.press("Show Solution")
    desk.says("Best is")
    until("it is written down", lambda: len(records(desk)), (3).__eq__)
    hand.key("alt+Left")
    desk.node("0 of 1 Solved", what="Alt+Left leads back to the choices, where the session is summed up")
    check("one who is alone has no score", desk.find(re.compile("Ann: ")) is None)
    desk.node(f"1 of {len(EASY)} solved without assistance.")
    desk.press("Try These Again")
    same("it comes again", begins(desk), third)
    desk.press("Back")
    desk.press("Five-Minute Race")
    begins(desk, [*met, third])
    desk.node(re.compile(r"^[45]:\d\d · 0 solved$"), what="the clock of a race runs")
    desk.press("Back")
    same("neither is a try", len(records(desk)), 3)


def by_turns(desk):
    desk.press("Two, Taking Turns")
    desk.type("First Player", "Cleo")
    desk.type("Second Player", "Dora")
    desk.press("Solve Puzzles")
    desk.says("Cleo, find the best move for ")
    ear = Ear(desk)
    desk.press("Pass")
    # It is shown for three seconds.
    ear.spoken("Dora, your turn to solve it.")
    desk.says("Dora, find the best move for ", what="it goes over by itself")
    find(desk, begins(desk), desk.play)
    desk.says("Next: Dora.")
    ear.spoken("Next: Dora. Cleo: 0, Dora: 1.")
    desk.node("1 point", what="what one misses the other one may find")
    desk.kill()
    desk.start()
    desk.press("Puzzles")
    desk.press("Solve Puzzles")
    desk.says("Dora, find the best move for ")
    desk.node("1 point", what="two go on where they were")
    tries = [record["tried"] for record in records(desk)[3:]]
    same("both tries are written down", [(tried["player"], tried["found"]) for tried in tries],
         [("Cleo", False), ("Dora", True)])


def test():
    with Desk() as desk:
        desk.set()
        desk.start()
        hand = Hand(desk)
        hand.look()
        ear = Ear(desk)
        met = alone(desk, hand, ear)
        wrong(desk, hand, ear, met[1])
        again(desk, hand, met)
        by_turns(desk)


if __name__ == "__main__":
    main(test)
