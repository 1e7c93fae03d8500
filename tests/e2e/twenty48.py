#!/usr/bin/python3
"""2048 in its window: the welcome, every key, the pointer, undoing, beginning anew on boards of every
size.

What each move must make of the board is told by the program in a terminal, from the same number that
chance begins with.
"""

import time

from expect import check, comes, main, never, same, until
from tiles import Tiles, believable, desk_of_tiles, first_move, played
from tree import role, walk

FAMILIES = {
    "letters of the left hand": "w a s d",
    "letters with Shift": "W A S D",
    "arrows": "Up Left Down Right",
    "letters of the right hand": "k h j l",
    "the keypad with Num Lock": "KP_8 KP_4 KP_2 KP_6",
    "the keypad without it": "KP_Up KP_Left KP_Down KP_Right",
}
QUESTION = "Start a New Game?"


def seed(tiles):
    """What chance began with in the game that is kept."""
    return tiles.document()["random"]["seed"]


def the_welcome():
    with desk_of_tiles(welcomed=False) as desk:
        tiles = Tiles(desk).start()
        tiles.node("Welcome to 2048", "heading")
        for command in ("Slide the tiles", "Undo, up to ten times", "New game"):
            tiles.node(command, "label", what=f"the first time, the commands are told: {command}")
        same("instead of the board", tiles.board(), [])
        tiles.on("Play")
        tiles.press("Play")
        tiles.gone("Welcome to 2048")
        same("Play shows the board", len(until("the board is there", tiles.board)), 4)
        tiles.on("Board of 4 by 4 cells")
        tiles.close()
        tiles.open()
        never("the second time there is no welcome", tiles.welcomes, until=tiles.board)
        until("the welcome is remembered", lambda: "twenty48-welcomed=true" in
              (desk.home / "config/glib-2.0/settings/keyfile").read_text())
        desk.kill()
        tiles.start()
        never("nor after another start", tiles.welcomes, until=tiles.board)

        tiles.key("F1")
        never("F1 tells the commands again, without a welcome", tiles.welcomes,
              until=lambda: tiles.find("2048", "heading"))
        tiles.on("Continue")
        word, first = first_move(desk, tiles)
        tiles.key(word)
        tiles.gone("2048", "heading")
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


def menus():
    """After a menu has been used or closed, the keys move the tiles again."""
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable([[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0]]))
        tiles.start()
        for what, keys in {
            "a menu": ["F10", "Escape"],
            "a menu within": ["F10", "Down", "Return", "Escape", "Escape"],
            "an item": ["F10", "Down", "Return", "Down", "Down", "Return"],
        }.items():
            moves = tiles.document()["moves"]
            for key in keys:
                tiles.key(key)
                # As fast as a hand that looks at the menu.
                time.sleep(0.3)
            until(f"no menu is open after {what}", lambda: not [
                node for node in walk(desk.app) if role(node) == "menu item"])
            for key in "asdw":
                tiles.key(key)
            comes(f"keys slide the tiles after {what}",
                  lambda: tiles.document()["moves"], lambda seen: seen > moves)


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
            stays(tiles, f"{what} moves nothing", middle)
        moves = tiles.document()["moves"]
        for direction, (dx, dy) in {"Left": (-9, 1), "Down": (1, 9), "Right": (9, -1),
                                    "Up": (-1, -9)}.items():
            # On and on in the same direction: it is one stroke all the same.
            tiles.drag(*[(dx * step, dy * step) for step in (1, 3, 6, 9, 12, 15)])
            tiles.says(f"{direction}: ")
            moves += 1
            until(f"a stroke {direction} is kept", lambda: tiles.document()["moves"], moves.__eq__)
            tiles.shows(tiles.document()["grid"])
        stays(tiles, "each of them has moved once", tiles.board())
        same("each of them is kept once", tiles.document()["moves"], moves)


def stays(tiles, what, board):
    """The board is as it was until a key that was pressed last has led to its first cell."""
    tiles.key("ctrl+Right")
    never(what, lambda: tiles.board() != board, until=lambda: tiles.focused().startswith("row "))
    tiles.key("Escape")
    tiles.on("Board of 4 by 4 cells")


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
        tiles.heading("4 × 4")
        for back in range(1, 11):
            if back % 2:
                tiles.key("ctrl+z")
            else:
                tiles.press("Undo")
            tiles.is_shown(shown[-1 - back], f"{back} moves taken back")
            if back == 1:
                tiles.heading("Score (Undo Used)")
        tiles.key("ctrl+z")
        stays(tiles, "there is no eleventh", shown[-11]["board"])
        tiles.scores(shown[-11]["score"], 0)
        same("a game with moves taken back is no best one", tiles.document()["best"]["4"], 0)
        document = tiles.document()
        check("the file says so", document["assisted"], document)
        check("nothing is left to take back", document["history"] == [], document)


def beginning_anew():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        until("the board is there", tiles.board)
        first = until("the game is in its file", tiles.document)
        tiles.key("ctrl+n")
        # Of a hundred boards with two tiles one is as that of the game before.
        until("a game in which nothing was played is left without a question",
              lambda: tiles.document()["random"], first["random"].__ne__)
        never("there is no question", lambda: tiles.desk.find(QUESTION),
              until=lambda: "A new game starts." in tiles.status())

        tiles.key("--delay", "0", *"asdwasdsasdasdasdas")
        board, score = tiles.steady(), tiles.number("Score")
        check("something is merged", score > 0)
        tiles.press("New Game")
        question(desk, tiles, "4 × 4", "Cancel")
        stays(tiles, "Cancel goes on", board)
        tiles.press("New Game")
        question(desk, tiles, "4 × 4", "New Game")
        until("a new game begins", tiles.board, lambda seen: len(seen) == 4 and seen != board)
        tiles.scores(0, score)
        return_to_size(desk, tiles, score)


def question(desk, tiles, size, answer):
    """The question whether to give up a game; answered."""
    desk.node(QUESTION)
    unbroken = size.replace(" ", "\u00a0")
    desk.node(f"The current game will be lost. The new one is played on {unbroken}.", "label")
    tiles.answer(QUESTION, answer)
    tiles.hand.look()


def return_to_size(desk, tiles, best):
    """Boards of every size, each with its own best score."""
    scores = {4: best}
    for side in (5, 6, 7, 8):
        tiles.choose_size(side)
        until(f"the board has {side} by {side} cells", lambda: len(tiles.board()), side.__eq__)
        tiles.heading(f"{side} × {side}")
        tiles.node(f"Board of {side} by {side} cells")
        tiles.scores(0, 0)
        tiles.key("--delay", "0", *("asds" * 4 * (side - 3)))
        tiles.steady()
        scores[side] = tiles.number("Score")
        check(f"something is merged on {side} × {side}", scores[side] > 0)
        tiles.scores(scores[side], scores[side])
        if side < 8:
            # The next size is chosen while this game is under way.
            tiles.choose_size(side + 1)
            question(desk, tiles, f"{side + 1} × {side + 1}", "New Game")
            until("the larger board is there", lambda: len(tiles.board()), (side + 1).__eq__)
    said = tiles.sizes()
    # GTK 4.18 says nothing of the items of a menu.
    if any(said):
        same("the menu has the best score of each size", said,
             [f"{side} × {side}, best {scores[side]}" for side in sorted(scores)])
    tiles.choose_size(4)
    question(desk, tiles, "4 × 4", "New Game")
    until("the smallest board is there again", lambda: len(tiles.board()), (4).__eq__)
    tiles.scores(0, best)
    same("the file has the best scores",
         tiles.document()["best"], {str(side): score for side, score in scores.items()})


def test():
    for part in (the_welcome, play, menus, pointer, undoing, beginning_anew):
        print(f"-- {part.__name__.replace('_', ' ')}", flush=True)
        part()


if __name__ == "__main__":
    main(test)
