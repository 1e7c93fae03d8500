#!/usr/bin/python3
"""2048 in its window: the welcome, every key, the pointer, undoing, beginning anew on boards of every
size, winning, losing, and chess beside it.

What each move must make of the board is told by the program in a terminal, from the same number that
chance begins with.
"""

import re

from expect import check, main, never, same, until
from tiles import Tiles, believable, desk_of_tiles, played

E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
FAMILIES = {
    "letters of the left hand": "w a s d",
    "letters with Shift": "W A S D",
    "arrows": "Up Left Down Right",
    "letters of the right hand": "k h j l",
    "the keypad with Num Lock": "KP_8 KP_4 KP_2 KP_6",
    "the keypad without it": "KP_Up KP_Left KP_Down KP_Right",
}
ALMOST = [[1024, 1024, 0, 0], [2, 4, 8, 16], [32, 64, 128, 256], [512, 2, 0, 0]]
# One move to the right is left, and whatever comes up in the corner, nothing moves after it.
LAST_MOVE = [[8, 16, 32, 0], [16, 32, 64, 128], [8, 16, 32, 64], [16, 32, 64, 128]]
QUESTION = "Begin a New Game?"


def seed(tiles):
    """What chance began with in the game that is kept."""
    return tiles.document()["random"]["seed"]


def the_welcome():
    with desk_of_tiles(welcomed=False) as desk:
        tiles = Tiles(desk).start()
        tiles.node("Welcome to 2048", "heading")
        for command in ("Slide the tiles", "Undo, up to ten times", "New game"):
            tiles.node(command, "label")
        check("the first time, the commands are told", True)
        same("instead of the board", tiles.board(), [])
        tiles.on("Play")
        tiles.press("Play")
        tiles.gone("Welcome to 2048")
        same("Play shows the board", len(until("the board is there", tiles.board)), 4)
        tiles.on("Board of 4 by 4 cells")
        tiles.close()
        tiles.open()
        until("the board is there", tiles.board)
        check("the second time there is no welcome", not tiles.welcomes())
        until("the welcome is remembered", lambda: "twenty48-welcomed=true" in
              (desk.home / "config/glib-2.0/settings/keyfile").read_text())
        desk.kill()
        tiles.start()
        until("the board is there", tiles.board)
        check("nor after another start", not tiles.welcomes())

        tiles.key("F1")
        tiles.node("Welcome to 2048", "heading")
        check("F1 tells the commands again", True)
        began = seed(tiles)
        word, first = next((word, answer) for word in "wasd"
                           for answer in played(desk, began, word) if answer["moved"])
        tiles.key(word)
        tiles.gone("Welcome to 2048")
        tiles.is_shown(first, f"{word} on the welcome")
        same("it has moved once", tiles.document()["moves"], 1)


def every_key(desk, tiles):
    """Each family goes round twice, in one game; then sixty keys at once."""
    keys = [(f"{family}: {key}", key, word) for family, row in FAMILIES.items()
            for key, word in list(zip(row.split(), "wasd")) * 2]
    answers = played(desk, seed(tiles), [word for _, _, word in keys])
    same("the terminal has answered every key", len(answers), len(keys))
    moved = set()
    for (what, key, word), answer in zip(keys, answers):
        tiles.key(key)
        if answer["moved"]:
            moved.add(key)
            tiles.shows(answer["board"])
        else:
            direction = {"w": "up", "a": "left", "s": "down", "d": "right"}[word]
            until(f"{what} is refused in words", tiles.status,
                  f"Nothing moves {direction}.".__eq__)
        same(f"{what}: the board is that of the terminal", tiles.board(), answer["board"])
        same(f"{what}: so is the score", tiles.number("Score"), answer["score"])
    check("most of the keys have moved something", len(moved) > 18, sorted(moved))
    return [word for _, _, word in keys]


def no_key_is_swallowed(desk, tiles, words):
    more = list("asdasdwasadsaawdssadwdasdsawasdsadsadwaasdsdawsadssadawdasda")
    answers = played(desk, seed(tiles), words + more)
    before, after = answers[len(words) - 1], answers[-1]
    check("the keys change the board", before["board"] != after["board"])
    tiles.key("--delay", "0", *more)
    tiles.is_shown(after, f"{len(more)} keys as fast as they come")
    tiles.kept(after["board"], after["score"])
    same("every key that moves has moved once", tiles.document()["moves"],
         sum(answer["moved"] for answer in answers))


def play():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        same("a new board has two numbers",
             sum(number > 0 for row in until("the board is there", tiles.board) for number in row), 2)
        words = every_key(desk, tiles)
        no_key_is_swallowed(desk, tiles, words)


def pointer():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        middle = [[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0]]
        tiles.lay(believable(middle))
        tiles.start()
        tiles.shows(middle)
        for what, steps in {
            "a short stroke": [(4, 0), (8, 0), (10, 1)],
            "a slanting stroke": [(20, 20), (60, 60), (90, 88)],
            "a click": [],
        }.items():
            tiles.drag(*steps)
            never(f"{what} moves nothing", lambda: tiles.board() != middle, 0.7)
        moves = tiles.document()["moves"]
        for direction, (dx, dy) in {"Left": (-9, 1), "Down": (1, 9), "Right": (9, -1),
                                    "Up": (-1, -9)}.items():
            # On and on in the same direction: it is one stroke all the same.
            tiles.drag(*[(dx * step, dy * step) for step in (1, 3, 6, 9, 12, 15)])
            tiles.says(f"{direction}: ")
            moves += 1
            until(f"a stroke {direction} is kept", lambda: tiles.document()["moves"], moves.__eq__)
            tiles.shows(tiles.document()["grid"])
        never("each of them has moved once", lambda: tiles.document()["moves"] != moves, 0.5)


def undoing():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        until("the board is there", tiles.board)
        began = seed(tiles)
        words = list("asdasdwasadsaawdssadwdasdsawasds")
        answers = played(desk, began, ["board", *words])
        shown = [answer for index, answer in enumerate(answers) if index == 0 or answer["moved"]]
        tiles.key("--delay", "0", *words)
        tiles.is_shown(shown[-1], "a game to take back")
        best = shown[-1]["score"]
        check("something was merged", best > shown[-12]["score"], best)
        tiles.scores(best, best)
        tiles.reads("4 × 4")
        for back in range(1, 11):
            if back % 2:
                tiles.key("ctrl+z")
            else:
                tiles.press("Undo")
            tiles.is_shown(shown[-1 - back], f"{back} moves taken back")
            if back == 1:
                tiles.reads("Score, assisted")
        tiles.key("ctrl+z")
        never("there is no eleventh", lambda: tiles.board() != shown[-11]["board"], 0.7)
        tiles.scores(shown[-11]["score"], 0)
        same("a game with moves taken back is no best one", tiles.document()["best"]["4"], 0)
        document = tiles.document()
        check("the file says so", document["assisted"], document)
        check("nothing is left to take back", document["history"] == [], document)


def beginning_anew():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        until("the board is there", tiles.board)
        first = tiles.board()
        tiles.key("ctrl+n")
        until("a game in which nothing was played is left without a question",
              tiles.board, first.__ne__)
        same("there is no question", tiles.desk.find(QUESTION), None)
        tiles.says("A new game begins.")

        tiles.key("--delay", "0", *"asdwasdsasdasdasdas")
        board = until("something is merged and in the file", lambda: tiles.document()["score"] > 0
                      and tiles.document()["grid"] == tiles.board() and tiles.board())
        score = tiles.number("Score")
        tiles.press("New Game")
        question(desk, tiles, "4 × 4", "_Cancel Cancel")
        never("Cancel goes on", lambda: tiles.board() != board, 0.5)
        tiles.press("New Game")
        question(desk, tiles, "4 × 4", "_New Game New Game")
        until("a new game begins", tiles.board, lambda seen: len(seen) == 4 and seen != board)
        tiles.scores(0, score)
        return_to_size(desk, tiles, score)


def question(desk, tiles, size, answer):
    """The question whether to give up a game; answered."""
    desk.node(QUESTION)
    desk.node(f"The game that is under way ends. The new one is played on {size}.", "label")

    def dialog():
        return next((window for window in desk.app if desk.find(QUESTION, None, window)), None)
    until(f"{answer!r} can be pressed",
          lambda: desk.find(answer, "push button", dialog()).queryAction().doAction(0))
    desk.gone(QUESTION)
    check(f"the question is answered by {answer!r}", True)
    tiles.hand.look()


def return_to_size(desk, tiles, best):
    """Boards of every size, each with its own best score."""
    scores = {4: best}
    for side in (5, 6, 7, 8):
        tiles.choose_size(side)
        until(f"the board has {side} by {side} cells", lambda: len(tiles.board()), side.__eq__)
        tiles.reads(f"{side} × {side}")
        tiles.node(f"Board of {side} by {side} cells")
        tiles.scores(0, 0)
        before = tiles.board()
        tiles.key("--delay", "0", *("asds" * 4 * (side - 3)))
        until("something is merged", lambda: tiles.document()["score"] > 0
              and tiles.document()["grid"] == tiles.board() != before)
        scores[side] = tiles.number("Score")
        tiles.scores(scores[side], scores[side])
        if side < 8:
            # The next size is chosen while this game is under way.
            tiles.choose_size(side + 1)
            question(desk, tiles, f"{side + 1} × {side + 1}", "_New Game New Game")
            until("the larger board is there", lambda: len(tiles.board()), (side + 1).__eq__)
    same("the menu has the best score of each size", tiles.sizes(),
         [f"{side} × {side}, best {scores[side]}" for side in sorted(scores)])
    tiles.choose_size(4)
    question(desk, tiles, "4 × 4", "_New Game New Game")
    until("the smallest board is there again", lambda: len(tiles.board()), (4).__eq__)
    tiles.scores(0, best)
    same("the file has the best scores",
         tiles.document()["best"], {str(side): score for side, score in scores.items()})


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
            tiles.says("2048: the game is won. Keep going, or begin a new one.")
            same("a move is refused", tiles.board(), won)
        tiles.close()
        tiles.open()
        tiles.node("You Won", "heading")
        tiles.on("Keep Going")
        tiles.key("F1")
        tiles.node("Welcome to 2048", "heading")
        tiles.key("d")
        tiles.gone("Welcome to 2048")
        tiles.on("Keep Going")
        same("nor is anything moved from the welcome", tiles.board(), won)
        tiles.key("Return")
        tiles.gone("You Won")
        tiles.says("The game goes on.")
        tiles.on("Board of 4 by 4 cells")
        tiles.key("s")
        tiles.says("Down: ")
        check("the tiles slide again", tiles.board() != won)
        until("the file says so", lambda: tiles.document()["keeps_going"])
        same("nobody is stopped a second time", tiles.find("You Won"), None)


def won_and_done():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(ALMOST))
        tiles.start()
        tiles.key("d")
        tiles.node("You Won", "heading")
        tiles.on("Keep Going")
        won = tiles.board()
        ending = tiles.find("You Won").parent
        until("New Game beside it", lambda: desk.find(re.compile("New Game"), "push button", ending)
              .queryAction().doAction(0))
        until("a new game begins", tiles.board, won.__ne__)
        tiles.gone("You Won")
        same("a game that is won is left without a question", desk.find(QUESTION), None)
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
              .queryAction().doAction(0))
        tiles.gone("Game Over")
        tiles.shows(LAST_MOVE)
        tiles.says("Right: taken back")
        tiles.reads("Score, assisted")
        tiles.on("Board of 4 by 4 cells")
        tiles.key("d")
        tiles.node("Game Over", "heading")
        tiles.node(re.compile("A move was taken back, so it is not among the best scores"), "label")
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
        word, moved = next((word, answer) for word in "wasd"
                           for answer in played(desk, seed(tiles), word) if answer["moved"])
        tiles.key(word)
        tiles.is_shown(moved, f"{word}")
        desk.new_game()
        desk.play("e2e4", E4)
        check("chess is played beside it", True)
        same("2048 is as it was", tiles.board(), moved["board"])
        tiles.hand.look()
        tiles.key("ctrl+z")
        tiles.shows(board)
        desk.shows(E4)
        check("what is undone is a move of 2048", True)
        tiles.close()
        check("its window is closed, the program goes on", desk.process.poll() is None)
        desk.play("e7e5")
        desk.press("Back")
        tiles.open()
        tiles.shows(board)
        check("opened again, it goes on", True)
        frame = next(window for window in desk.app if window.name.endswith("Rank & File"))
        desk.find("Close", "push button", frame).queryAction().doAction(0)
        until("the first window is gone",
              lambda: not [window for window in desk.app if window.name.endswith("Rank & File")])
        tiles.hand.look()
        tiles.key(word)
        tiles.is_shown(moved, "without the other window")
        tiles.key("ctrl+w")
        desk.process.wait(20)
        same("with the last window the program ends", desk.process.returncode, 0)
        desk.check_logs()


def test():
    for part in (the_welcome, play, pointer, undoing, beginning_anew, winning, won_and_done, losing,
                 beside_chess):
        print(f"-- {part.__name__.replace('_', ' ')}", flush=True)
        part()


if __name__ == "__main__":
    main(test)
