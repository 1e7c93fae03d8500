#!/usr/bin/python3
"""How a game of 2048 ends in its window, won or lost, and goes on; and chess beside it."""

import re

from expect import PATIENCE, check, main, never, same, until
from positions import E4
from tiles import ALMOST, LAST_MOVE, Tiles, believable, desk_of_tiles, first_move

QUESTION = "Start a New Game?"


def winning():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(ALMOST, best={"4": 20000}))
        tiles.start()
        tiles.shows(ALMOST)
        tiles.key("a")
        tiles.node("You Won", "heading")
        tiles.says("Left: merged into 2048", "the game is won")
        tiles.on("Keep Going")
        won = tiles.board()
        tiles.scores(27652, 27652)
        for key in ("d", "Down"):
            tiles.key(key)
            tiles.says("2048: the game is won. Keep going, or start a new one.")
            same("a move is refused", tiles.board(), won)
        tiles.close()
        tiles.open()
        tiles.node("You Won", "heading")
        tiles.on("Keep Going")
        tiles.key("F1")
        tiles.on("Continue")
        tiles.key("d")
        tiles.gone("2048", "heading")
        tiles.on("Keep Going")
        same("nor is anything moved from the welcome", tiles.board(), won)
        tiles.key("Return")
        tiles.gone("You Won")
        tiles.says("The game goes on.")
        tiles.on("Board of 4 by 4 cells")
        tiles.key("s")
        tiles.says("Down: ")
        check("the tiles slide again", tiles.board() != won)
        never("the player is not stopped a second time", lambda: tiles.find("You Won"),
              until=lambda: tiles.document()["keeps_going"])


def won_and_done():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(ALMOST))
        tiles.start()
        tiles.key("d")
        tiles.node("You Won", "heading")
        tiles.on("Keep Going")
        won = tiles.board()
        tiles.key("Escape")
        tiles.gone("You Won")
        tiles.on("Board of 4 by 4 cells")
        tiles.key("a")
        tiles.node("You Won", "heading")
        tiles.on("Keep Going")
        same("Escape puts the message aside, and the next key brings it back", tiles.board(), won)
        ending = tiles.find("You Won").parent
        until("New Game beside it", lambda: desk.find(re.compile("New Game"), "push button", ending)
              .act())
        until("a new game begins", tiles.board, won.__ne__)
        tiles.gone("You Won")
        never("a game that is won is left without a question", lambda: desk.find(QUESTION),
              until=lambda: tiles.number("Score") == 0)
        tiles.scores(0, 27652)


def losing():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(LAST_MOVE))
        tiles.start()
        tiles.shows(LAST_MOVE)
        score = tiles.number("Score")
        tiles.key("d")
        tiles.node("Game Over", "heading")
        tiles.says("Right: nothing merged", "The game is over: the board is full")
        tiles.on("New Game")
        lost = tiles.board()
        tiles.key("a")
        until("a move is refused", tiles.status,
              "The game is over: the board is full, and nothing merges.".__eq__)
        same("nothing moves", tiles.board(), lost)
        tiles.close()
        tiles.open()
        tiles.shows(lost)
        tiles.node("Game Over", "heading")
        tiles.on("New Game")

        ending = tiles.find("Game Over").parent
        until("Undo can be pressed", lambda: desk.find(re.compile("^_?Undo"), "push button", ending)
              .act())
        tiles.gone("Game Over")
        tiles.shows(LAST_MOVE)
        tiles.says("Right: undone")
        tiles.heading("Score (Undo Used)")
        tiles.on("Board of 4 by 4 cells")
        tiles.key("d")
        tiles.node("Game Over", "heading")
        tiles.node(re.compile("Undo was used, so it is not among the best scores"), "label")
        tiles.on("New Game")
        tiles.key("space")
        tiles.gone("Game Over")
        until("a new game begins", tiles.board, lambda seen: sum(map(bool, sum(seen, []))) == 2)
        tiles.scores(0, 0)
        check("what was taken back left no best score", score > 0)


def beside_chess():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        board = until("the board is there", tiles.board)
        word, moved = first_move(desk, tiles)
        tiles.key(word)
        tiles.is_shown(moved, f"{word}")
        desk.new_game()
        desk.play("e2e4", E4, what="chess is played beside it")
        same("2048 is as it was", tiles.board(), moved["board"])
        tiles.hand.look()
        tiles.key("ctrl+z")
        tiles.shows(board)
        desk.shows(E4, what="what is undone is a move of 2048")
        tiles.close()
        check("its window is closed, the program goes on", desk.process.poll() is None)
        desk.play("e7e5")
        desk.press("Back")
        tiles.open()
        tiles.shows(board, what="opened again, it goes on")
        frame = next(window for window in desk.app.children if "Rank & File" in window.name)
        desk.find("Close", "push button", frame).act()
        until("the first window is gone",
              lambda: not [window for window in desk.app.children if "Rank & File" in window.name])
        tiles.hand.look()
        tiles.key(word)
        tiles.is_shown(moved, "without the other window")
        tiles.key("ctrl+w")
        desk.process.wait(PATIENCE)
        same("with the last window the program ends", desk.process.returncode, 0)
        desk.check_logs()


def test():
    for part in (winning, won_and_done, losing, beside_chess):
        print(f"-- {part.__name__.replace('_', ' ')}", flush=True)
        part()


if __name__ == "__main__":
    main(test)
