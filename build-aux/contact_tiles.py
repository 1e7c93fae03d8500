"""What is on the contact sheet of 2048: its window with games that were saved before."""

import json

from contact_stage import SIZES
from tiles import believable
from tree import walk

POPOVER = True
GAME = [[0, 2, 4, 2], [0, 16, 32, 8], [4, 64, 256, 128], [2, 512, 8, 1024]]
NEARLY = [[0, 0, 2, 4], [0, 8, 16, 2], [64, 32, 128, 4], [512, 256, 1024, 1024]]
FULL = [[2, 8, 2, 4], [16, 64, 8, 2], [256, 32, 128, 16], [4, 512, 16, 8]]
LARGEST = [[2, 4, 8, 16], [256, 128, 64, 32], [512, 1024, 2048, 4096], [131072, 32768, 16384, 8192]]
BEST = {"4": 20480, "5": 1200, "8": 2147483648}


def wave(side):
    """A board that has every number up to 2 to the power of 26, from corner to corner and back."""
    powers = iter([*range(26, 0, -1), *[1, 3, 2, 1, 4, 2, 1, 3] * side])
    grid = [[2 ** next(powers) if (row, column) < (side - 1, 2) else 0 for column in range(side)]
            for row in range(side)]
    return [line if row % 2 else line[::-1] for row, line in enumerate(grid)][::-1]


def save(stage, grid, keeps=False):
    """Puts a game where the program looks for it."""
    file = stage.home / "rank-and-file" / "2048.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(believable(grid, keeps, BEST)), "utf-8")
    return file


def play(stage, size=None, welcomed=True):
    """Opens the window; large or small where no size is said."""
    sizes = {"wide": (480, min(660, SIZES["wide"][1])), "narrow": (300, 400), "tiny": SIZES["tiny"]}
    width, height = size or sizes[stage.size]
    stage.open(twenty48_width=width, twenty48_height=height, twenty48_welcomed=welcomed)
    stage.another("2048 opens", lambda: stage.press("2048"))


def tiles(stage):
    play(stage, welcomed=False)
    yield "2048, welcome"
    stage.key("Return")
    stage.node("Score")
    yield "2048, beginning"


def tiles_played(stage):
    save(stage, GAME)
    play(stage)
    yield "2048"
    stage.key("ctrl+Right", "ctrl+Right", "ctrl+Down")
    yield "2048, walking the cells"
    stage.key("F10")
    stage.node("How to Play", "menu item")
    yield "2048, menu", POPOVER
    stage.key("Escape")
    stage.gone("How to Play", "menu item")
    stage.key("Left")
    stage.says("Left")
    stage.key("ctrl+z")
    stage.says("undone")
    yield "2048, assisted"
    arrow = [node for node in walk(stage.app) if node.name == "Board Size"]
    stage.hand.click(arrow[-1])
    stage.away()
    yield "2048, sizes", POPOVER
    stage.key("Escape")
    stage.another("it is asked first", lambda: stage.key("ctrl+n"))
    yield "2048, a new game"


def tiles_ended(stage):
    save(stage, NEARLY)
    play(stage)
    stage.key("Right")
    stage.node("You Won")
    yield "2048, won"


def tiles_over(stage):
    save(stage, FULL)
    play(stage)
    stage.node("Game Over")
    yield "2048, over"


def tiles_damaged(stage):
    file = save(stage, GAME)
    file.write_text("2048", "utf-8")
    play(stage)
    stage.node("Close", "push button")
    yield "2048, the saved game is damaged"


def tiles_unsaved(stage):
    file = save(stage, GAME)
    play(stage)
    # Where its folder was there is a file now, in which nothing can be kept.
    file.parent.rename(stage.home / "elsewhere")
    file.parent.write_text("")
    stage.key("Left")
    stage.node("Save Again", "push button")
    yield "2048, not saved"


def tiles_large(stage):
    """The largest numbers, in a window of the usual size, a large one and the smallest."""
    for name, grid, size in (
        ("large numbers", LARGEST, None), ("8 × 8", wave(8), None),
        ("large window", wave(5), (1500, 1100)), ("low window", LARGEST, (900, 360)),
        ("smallest window", wave(8), (300, 360)),
    ):
        with type(stage)(stage.scheme, stage.size, stage.folder) as other:
            save(other, grid, keeps=True)
            play(other, size)
            stage.hand = other.hand
            yield f"2048, {name}"


SCENES = [tiles, tiles_played, tiles_ended, tiles_over, tiles_damaged, tiles_unsaved, tiles_large]
