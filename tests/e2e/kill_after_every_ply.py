#!/usr/bin/python3
"""What was seen on the board is kept, even if the program is killed.

A game with castling on both sides, en passant and a promotion. After every ply, as soon as
the names of the squares show it, the program is killed; started again, it goes on from there.
"""

from desk import START, Desk
from expect import main, same, until

PLIES = [
    ("e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    ("g8f6", "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"),
    ("e4e5", "rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"),
    ("d7d5", "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"),
    ("e5d6", "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"),
    ("g7g6", "rnbqkb1r/ppp1pp1p/3P1np1/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4"),
    ("d6c7", "rnbqkb1r/ppP1pp1p/5np1/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 4"),
    ("f8g7", "rnbqk2r/ppP1ppbp/5np1/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 1 5"),
    ("c7b8n", "rNbqk2r/pp2ppbp/5np1/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 5"),
    ("e8g8", "rNbq1rk1/pp2ppbp/5np1/8/8/8/PPPP1PPP/RNBQKBNR w KQ - 1 6"),
    ("g1f3", "rNbq1rk1/pp2ppbp/5np1/8/8/5N2/PPPP1PPP/RNBQKB1R b KQ - 2 6"),
    ("c8g4", "rN1q1rk1/pp2ppbp/5np1/8/6b1/5N2/PPPP1PPP/RNBQKB1R w KQ - 3 7"),
    ("f1e2", "rN1q1rk1/pp2ppbp/5np1/8/6b1/5N2/PPPPBPPP/RNBQK2R b KQ - 4 7"),
    ("a8b8", "1r1q1rk1/pp2ppbp/5np1/8/6b1/5N2/PPPPBPPP/RNBQK2R w KQ - 0 8"),
    ("e1g1", "1r1q1rk1/pp2ppbp/5np1/8/6b1/5N2/PPPPBPPP/RNBQ1RK1 b - - 1 8"),
    ("e7e5", "1r1q1rk1/pp3pbp/5np1/4p3/6b1/5N2/PPPPBPPP/RNBQ1RK1 w - - 0 9"),
]


def kill_when_shown(desk, move, fen):
    """Plays the ply, and kills the program as soon as it is shown. Whether it was said that it is not saved yet."""
    target = desk.square(move[2:4])
    before = target.name
    desk.play(move)
    until(f"{move} is shown", lambda: target.name, before.__ne__)
    said = desk.pending()
    desk.kill()
    return said


def go_on(desk, fen):
    desk.start()
    desk.press("Continue")
    desk.shows(fen)


def on_the_disk(desk, count):
    same(f"after ply {count} the log has every position so far",
         desk.positions(), [START] + [fen for _, fen in PLIES[:count]])
    listed = desk.list()
    same(f"after ply {count} the list says so",
         [(game["state"], game["result"], game["plies"], game["white"], game["black"])
          for game in listed], [("unfinished", None, count, "Ann", "Ben")])
    desk.check_logs()


def test():
    with Desk() as desk:
        desk.start()
        desk.new_game()
        same("a game that has just begun has its log",
             until("the first lines are written", lambda: desk.log()[1:]), [START])
        for count, (move, fen) in enumerate(PLIES, 1):
            while kill_when_shown(desk, move, fen) and len(desk.positions()) == count:
                go_on(desk, desk.positions()[-1])
            on_the_disk(desk, count)
            go_on(desk, fen)
            desk.says(("Ann" if count % 2 == 0 else "Ben") + " to move",
                      what=f"after ply {count}, {move}, and a kill the game goes on")
            until("the move that was played last is marked", desk.described,
                  {move[:2]: "last move", move[2:4]: "last move"}.__eq__)
        desk.press("Starting Position")
        desk.shows(START)
        for move, fen in PLIES:
            desk.press("One Move Forward")
            desk.shows(fen, what=f"the whole game can be looked through: {move}")


if __name__ == "__main__":
    main(test)
