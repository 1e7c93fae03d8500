#!/usr/bin/python3
"""A user who only hears the game looks through it once it is over: side lines are played on the board and typed,
walked, undone and kept beside the log, which does not change."""

from desk import START, Desk
from expect import check, main, never, same, until, wait
from hand import Hand
from heard import Ear
from positions import D4, E4, E5, NC6, NF3

C5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
C5_NF3 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
E6 = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
NF6 = "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2"
RESIGNED = '# {"result":"1-0","reason":"resignation","ended":"2026-11-20T20:00:00Z"}'
WAY_BACK = "Return to Game"


def over(desk):
    """The log of a game that Black has resigned."""
    path = desk.lay(START, E4, E5, NF3)
    with open(path, "a", encoding="utf-8") as log:
        log.write(f"{RESIGNED}\n")
    return path


def open_it(desk):
    desk.saved("Finished")
    desk.open_by_action("Ann – Ben")
    desk.shows(NF3)


def study(log):
    beside = log.with_suffix(".pgn")
    return beside.read_text("utf-8") if beside.exists() else ""


def kept(log, moves, what=None):
    """Waits until nothing is on its way any more and these moves are in the file."""
    wait(what, f"{moves!r} is in the file", lambda: " ".join(study(log).split()), lambda text: moves in text)


def tactics(hand, ear):
    hand.look()
    hand.key("alt+Left", "alt+Right")
    ear.forget()
    hand.key("ctrl+shift+t")
    ear.spoken("No pins, skewers, forks, batteries, discovered or double checks.")


def a_side_line(desk, hand, ear, log):
    hand.look()
    ear.forget()
    hand.key("alt+Left", "alt+Left")
    desk.shows(E4)
    ear.spoken("Position after 1. Pawn to e4.")
    desk.touch("c7")
    never("in the game itself there is no way back", lambda: desk.find(WAY_BACK),
          until=lambda: "selected" in desk.describe("c7"))
    desk.touch("c5")
    desk.shows(C5)
    ear.spoken("Variation: after 1… Pawn to c5, instead of 1… Pawn to e5.")
    desk.node(WAY_BACK, "push button", what="a move of one's own begins a side line, and that is seen")
    kept(log, "(1... c5)")
    hand.type("Nf3", "Return")
    desk.shows(C5_NF3)
    ear.spoken("Variation: after 2. Knight to f3, instead of 1… Pawn to e5.", what="what is typed goes on with it")
    desk.touch("f3")
    desk.says("belongs to the opponent")
    desk.take("b8")
    desk.touch("b5")
    desk.says("A knight moves")
    same("what is refused is not played", desk.placement(), C5_NF3.split()[0])


def ways(desk, hand, ear):
    for keys, fen, words in [
        ("alt+Home", START, "Starting position."),
        ("alt+Right", E4, "Position after 1. Pawn to e4."),
        ("alt+Right", E5, "Position after 1… Pawn to e5. There is a variation here."),
        ("alt+Down", C5, "Variation: after 1… Pawn to c5, instead of 1… Pawn to e5."),
        ("alt+End", C5_NF3, "Variation: after 2. Knight to f3, instead of 1… Pawn to e5."),
        ("alt+Left", C5, "Variation: after 1… Pawn to c5, instead of 1… Pawn to e5."),
        ("alt+Up", E5, "Position after 1… Pawn to e5."),
        ("alt+Down", C5, "Variation: after 1… Pawn to c5, instead of 1… Pawn to e5."),
    ]:
        hand.key(keys)
        desk.shows(fen, what=f"the tree is walked with {keys}")
        ear.spoken(words)
    desk.press(WAY_BACK)
    desk.shows(E4)
    ear.spoken("Position after 1. Pawn to e4.")
    desk.gone(WAY_BACK)
    hand.key("Escape", "ctrl+shift+p")
    never("Escape leads no further", lambda: desk.placement() != E4.split()[0],
          until=lambda: ear.has_spoken("White: king on "))
    hand.key("alt+Right", "alt+Down")
    desk.shows(C5)
    hand.key("Escape")
    desk.shows(E4, what="so does Escape, where a side line leaves the game")


def undone(desk, hand, log):
    desk.take("e7")
    desk.touch("e6")
    desk.shows(E6)
    kept(log, "1... e6")
    hand.key("ctrl+z")
    desk.shows(E4)
    until("it is gone from the file", lambda: study(log), lambda text: "e6" not in text)
    hand.key("ctrl+shift+z")
    desk.shows(E6)
    kept(log, "1... e6")
    hand.key("ctrl+z")
    desk.shows(E4, what="what was added is undone and done again with keys")


def after_the_end(desk, hand, ear, log):
    hand.key("alt+End")
    desk.shows(NF3)
    ear.forget()
    desk.play("b8c6", NC6)
    ear.spoken("Variation: after 2… Knight to c6, where the game has ended.")
    kept(log, "2. Nf3 Nc6")
    hand.key("Escape")
    desk.shows(NF3, what="a line goes on after the end of the game")


def there_again(log_bytes):
    """What was kept is there after a start anew, and drawn on: nothing of it is the log's."""
    def again(desk, log):
        desk.start()
        hand = Hand(desk)
        open_it(desk)
        hand.look()
        hand.key("alt+Home", "alt+Right", "alt+Right", "alt+Down")
        desk.shows(C5)
        desk.node(WAY_BACK, "push button")
        hand.key("alt+Right")
        desk.shows(C5_NF3)
        hand.key("alt+Right", "ctrl+shift+p")
        never("there is nothing behind the end of a line", lambda: desk.placement() != C5_NF3.split()[0],
              until=lambda: desk.status().startswith("White: king on "))
        same("the log is as it was", log.read_bytes(), log_bytes)
        checked = desk.run("--check")
        same("--check is content", checked.returncode, 0)
        exported = " ".join(desk.run("--export-pgn", "all").stdout.split())
        check("the side lines are exported", "1... c5 2. Nf3" in exported, exported)
    return again


def elsewhere(desk, log):
    """Nothing is added to a game that is played, here or elsewhere, or that is none of one's own."""
    desk.kill()
    log.unlink()
    log.with_suffix(".pgn").unlink()
    desk.lay(START, E4, E5)
    desk.start()
    hand = Hand(desk)
    desk.press("Continue")
    desk.shows(E5)
    hand.look()
    hand.key("alt+Left")
    desk.shows(E4)
    desk.touch("c7")
    desk.shows(E5, what="in a game that goes on a touch leads back to the present")
    desk.kill()
    game = desk.home / "opened.pgn"
    game.write_text('[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 (1. d4 d5) 1... e5 1-0\n')
    desk.start(str(game))
    desk.shows(E5)
    hand = Hand(desk)
    hand.look()
    hand.key("alt+Home", "alt+Right", "alt+Down")
    desk.shows(D4)
    desk.node(WAY_BACK, "push button", what="the side lines of a file can be walked")
    ear = Ear(desk)
    desk.play("g8f6", NF6)
    desk.says("Variation: after 1… ", "f6")
    ear.spoken("Variation: after 1… Knight to f6, instead of 1… Pawn to d5.")
    desk.press("Back")
    desk.press("Stay", dialog="Leave the Game?")
    desk.gone("Leave the Game?", what="what was added is not left without a question")
    desk.press("Import")
    desk.gone("This game is not among your saved games.")
    imported = until("it is imported", lambda: [path for path in desk.logs() if path.name != log.name])[0]
    kept(imported, "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 1-0")
    desk.shows(NF6)
    desk.play("c2c4")
    kept(imported, "1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 1-0",
         "the game is imported with what was added, and can be added to")


def test():
    with Desk() as desk:
        log = over(desk)
        before = log.read_bytes()
        desk.start()
        ear, hand = Ear(desk), Hand(desk)
        open_it(desk)
        tactics(hand, ear)
        a_side_line(desk, hand, ear, log)
        ways(desk, hand, ear)
        undone(desk, hand, log)
        after_the_end(desk, hand, ear, log)
        same("the log is as it was", log.read_bytes(), before)
        desk.press("Back")
        desk.kill()
        there_again(before)(desk, log)
        elsewhere(desk, log)


if __name__ == "__main__":
    main(test)
