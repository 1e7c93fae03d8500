#!/usr/bin/python3
"""The game of 2048 is kept, even if the program is killed, its file or folder is changed, or the disk is full.

A move that was seen survives SIGKILL, unless it was said to be on its way; what is damaged is set
aside and not touched; a window that cannot save says so, and saves everything as soon as that is possible.
"""

import contextlib
import json
import re
import shutil
import subprocess

from desk import BINARY
from expect import PATIENCE, check, main, never, same, until
from faults import NOT_SAVED, SmallDisk
from hand import Hand
from tiles import GRID, Tiles, believable, desk_of_tiles, first_move, played

MOVES = 24
SAVING = re.compile("Saving…|not saved")


def killed_after_every_move():
    """The first glimpse of each move ends the program. Started again, it goes on from there."""
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        began = until("the game is in its file", lambda: tiles.document()["random"]["seed"])
        words, moved, kills = [], 0, 0
        for turn in range(200):
            if kills == MOVES:
                break
            word = "asdw"[turn % 4]
            words.append(word)
            answer = played(desk, began, words)[-1]
            if not answer["moved"]:
                continue
            before, stood = until("the board is there", tiles.board), tiles.document()
            moved += 1
            kills += 1
            tiles.key(word)
            # Any glimpse of it, by the cells or by the message.
            if moved % 2:
                seen = until(f"move {moved} is shown", tiles.board, before.__ne__)
            else:
                until(f"move {moved} is told", tiles.status, lambda text: ": " in text)
                seen = answer["board"]
            said = tiles.find(SAVING, "label") is not None
            desk.kill()
            document = tiles.document()
            same(f"move {moved} was shown as it is", seen, answer["board"])
            if said and document == stood:
                print(f"ok   move {moved} is not in the file, and was said to be on its way", flush=True)
                moved -= 1
                words.pop()
                tiles.start()
                tiles.shows(before)
                continue
            same(f"what was shown of move {moved} is in the file",
                 (document["grid"], document["score"], document["moves"]),
                 (answer["board"], answer["score"], moved))
            tiles.start()
            tiles.shows(answer["board"])
            until("the score is there again", lambda: tiles.number("Score"),
                  answer["score"].__eq__)
            tiles.says("The saved game goes on.")
        same("so many moves were played", kills, MOVES)
        nothing_left_about(tiles)


def nothing_left_about(tiles):
    same("no half-written file is left lying about",
         sorted(path.name for path in tiles.file.parent.iterdir() if path.is_file()),
         ["2048.json", "2048.json.lock"])


def damaged():
    good = believable(GRID)
    whole = json.dumps(good).encode()
    impossible = json.dumps({**good, "grid": [[3, 3, 8, 2], *GRID[1:]]}).encode()
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        bad = {
            "an empty file": b"",
            "a file that was cut short": whole[:len(whole) // 2],
            "something else": b"not a game\n",
            "zeros": bytes(300),
            "a board that cannot be": impossible,
            "another score": whole.replace(b'"score": ', b'"score": 1'),
            "a file that is too large": b" " * 70000 + whole,
        }
        for number, (what, data) in enumerate(bad.items(), 1):
            tiles.lay("")
            tiles.file.write_bytes(data)
            tiles.start()
            aside(tiles, what, number)
            same(f"{what}: not a byte is changed",
                 tiles.file.with_name(f"2048.json.damaged-{number}").read_bytes(), data)
            goes_on(desk, tiles, what)
            desk.kill()
            tiles.file.unlink()
        in_its_place(desk, tiles, len(bad) + 1)


def aside(tiles, what, number):
    """The window says what has become of the file, until it is told that this was read."""
    tiles.node(f"The saved game of 2048 cannot be read. It is set aside as 2048.json.damaged-{number}, "
               "and a new game starts.", "label", what=f"{what}: the window says that it is set aside")
    never("there is nothing to save again", lambda: tiles.find("Save Again"), until=tiles.board)


def goes_on(desk, tiles, what):
    """A new game is played and kept."""
    board = until("a board is there", tiles.board)
    same(f"{what}: a new game begins", sum(map(bool, sum(board, []))), 2)
    tiles.kept(board, 0)
    word, answer = first_move(desk, tiles)
    tiles.key(word)
    tiles.shows(answer["board"])
    tiles.kept(answer["board"], answer["score"], what=f"{what}: and is kept")


def in_its_place(desk, tiles, number):
    """A folder where the file should be; then the message is closed."""
    tiles.file.mkdir()
    (tiles.file / "inside").write_text("mine\n")
    tiles.start()
    aside(tiles, "a folder in its place", number)
    moved = tiles.file.with_name(f"2048.json.damaged-{number}")
    same("what is in the folder is still there", (moved / "inside").read_text(), "mine\n")
    goes_on(desk, tiles, "a folder in its place")
    text = tiles.node(re.compile("cannot be read"), "label")
    box = text.parent
    until("the message can be closed",
          lambda: desk.find("Close", "push button", box).act())
    tiles.gone(re.compile("cannot be read"), "label")
    tiles.on("Board of 4 by 4 cells")
    tiles.close()
    tiles.open()
    never("it is said once only", lambda: tiles.find(re.compile("cannot be read"), "label"), until=tiles.board)


@contextlib.contextmanager
def terminal(desk):
    """A game in a terminal, which has the file as long as it is open."""
    process = subprocess.Popen([BINARY, "--text-2048", "--json"], env=desk.environment, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        process.stdin.write("board\n")
        process.stdin.flush()
        process.stdout.readline()
        yield process
    finally:
        process.communicate("quit\n", timeout=PATIENCE)


def open_in_a_terminal():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(GRID, best={"4": 8000}))
        with terminal(desk):
            raw = tiles.file.read_bytes()
            tiles.start()
            tiles.node("2048 is open elsewhere. The game here is a new one and is not saved.", "label")
            tiles.says("It is not saved.")
            never("there is nothing to save again", lambda: tiles.find("Save Again"), until=tiles.board)
            board = until("a board is there", tiles.board)
            same("a new game", sum(map(bool, sum(board, []))), 2)
            tiles.scores(0, 8000)
            tiles.key("a", "s", "d", "w")
            until("it can be played all the same", tiles.board, board.__ne__)
            tiles.node(re.compile("open elsewhere"), "label")
            same("the file is left alone", tiles.file.read_bytes(), raw)
            tiles.key("ctrl+w")
            leave(desk, tiles, "Stay", "The game is not saved.")
            tiles.key("ctrl+w")
            leave(desk, tiles, "Leave", "The game is not saved.")
            tiles.is_closed()
            same("the file is left alone", tiles.file.read_bytes(), raw)
        tiles.open()
        tiles.shows(GRID)
        tiles.says("The saved game goes on.")
        same("as soon as the terminal is done nothing is amiss",
             tiles.find(re.compile("open elsewhere")), None)

        tiles.close()
        with terminal(desk):
            tiles.open()
            tiles.node(re.compile("open elsewhere"), "label")
        # Where nothing was played meanwhile, the window goes on with the game when the user comes back to it.
        Hand(desk).look()
        tiles.hand.look()
        tiles.shows(GRID)
        tiles.gone(re.compile("open elsewhere"), "label")

        ran = desk.run("--text-2048", "--json", input="a\nd\n")
        check("now the terminal is told that the game is in the window",
              "2048 is open elsewhere" in ran.stderr, ran.stderr)
        same("and leaves the file alone", tiles.file.read_bytes(), raw)
        tiles.close()
        ran = desk.run("--text-2048", "--json", input="board\n")
        check("a window that is closed has it no more", ran.stderr == "", ran.stderr)
        check("the terminal goes on with it", str(GRID) in ran.stdout.replace(",", ", "), ran.stdout)


def leave(desk, tiles, answer, why="The last moves could not be saved and will be lost."):
    """Whether to close a window with moves that are not saved."""
    desk.node(why, "label")
    tiles.answer("Leave the Game?", answer)
    if answer == "Stay":
        tiles.hand.look()
        same("the window stays", tiles.frame() is not None, True)


def a_file_for_a_folder():
    """Nothing can be saved until the file that is in the way of the folder is gone."""
    with desk_of_tiles() as desk:
        desk.start()
        folder = desk.home / "rank-and-file"
        with contextlib.suppress(OSError):
            for path in folder.iterdir():
                path.rmdir() if path.is_dir() else path.unlink()
            folder.rmdir()
        same("there is no folder", folder.exists(), False)
        folder.write_text("no folder\n")
        tiles = Tiles(desk).open()

        def mend():
            same("the file in the way is left alone", folder.read_text(), "no folder\n")
            folder.unlink()
        unsaved_until(tiles, "There is a file where the folder of games should be", mend)


def the_folder_vanishes():
    with desk_of_tiles() as desk:
        tiles = Tiles(desk).start()
        until("the game is in its file", tiles.document)
        word, answer = first_move(desk, tiles)
        shutil.rmtree(tiles.file.parent)
        tiles.key(word)
        tiles.shows(answer["board"])
        until("the file is there again", tiles.file.exists)
        never("a folder that vanishes is made anew", lambda: tiles.find(NOT_SAVED),
              until=lambda: tiles.document()["grid"] == answer["board"])
        tiles.kept(answer["board"], answer["score"])
        with_lock = desk.run("--text-2048", "--json", input="board\n")
        check("and no other process gets the file", "open elsewhere" in with_lock.stderr)


def unsaved_until(tiles, why, mend):
    """Moves that cannot be saved are shown and said to be unsaved; then all of it is saved."""
    tiles.node(re.compile(f"The last moves are not saved. ({why}).*You can keep playing"), "label",
               what=f"the window says that moves are not saved: {why}")
    board = until("a board is there", tiles.board)
    for key in "asdw" * 2:
        tiles.key(key)
    until("moves go on", tiles.board, board.__ne__)
    tiles.node("Save Again", "push button")
    settled = tiles.steady()
    tiles.press("Save Again")
    tiles.key("ctrl+w")
    never("Save Again is of no use yet", lambda: not tiles.find(NOT_SAVED),
          until=lambda: tiles.desk.find("Leave the Game?"))
    leave(tiles.desk, tiles, "Stay")
    mend()
    tiles.press("Save Again")
    tiles.gone(NOT_SAVED, what="Save Again saves, and the window takes it back")
    same("the board is the same", tiles.board(), settled)
    tiles.kept(settled, tiles.number("Score"))
    tiles.key("ctrl+w")
    never("it closes without a question", lambda: tiles.desk.find("Leave the Game?"),
          until=lambda: tiles.frame() is None)
    tiles.open()
    tiles.shows(settled, what="and goes on")


def full_disk():
    with desk_of_tiles() as desk, SmallDisk(desk, desk.home / "rank-and-file") as disk:
        disk.start()
        tiles = Tiles(desk).open()
        board = until("the board is there", tiles.board)
        tiles.kept(board, 0)
        raw = tiles.file.read_bytes()
        disk.fill()
        tiles.key("a", "s", "d", "w")
        tiles.node(NOT_SAVED, "label")
        same("what was saved is whole", tiles.file.read_bytes(), raw)
        unsaved_until(tiles, "The disk is full|The file is too large", disk.free)
        nothing_left_about(tiles)


def test():
    for part in (killed_after_every_move, damaged, open_in_a_terminal, a_file_for_a_folder,
                 the_folder_vanishes, full_disk):
        print(f"-- {part.__name__.replace('_', ' ')}", flush=True)
        part()


if __name__ == "__main__":
    main(test)
