#!/usr/bin/python3
"""Everything is backed up into one file by the main menu, and restored: into an empty home, into the same home again,
and from a file that is not a backup."""

from desk import START, Desk
from expect import check, main, never, same, until
from hand import Hand
from positions import E4

ID = "20261120T190500Z-01234567"


def file_for(desk, hand, item, path):
    """Chooses an item of the main menu, and names the file that it asks for."""
    windows = set(hand.windows())
    hand.key("F10")
    desk.choose(item)
    item = item.replace("_", "").rstrip("…")
    dialog = until(f"{item!r} asks for a file", lambda: set(hand.windows()) - windows).pop()
    desk.node(item)
    if item == "Back Up":
        hand.look(dialog)
        hand.key("ctrl+a")
        hand.type(str(path))
        hand.key("Return")
        until("the dialog is gone", lambda: dialog not in hand.windows())
    else:
        hand.open_file(dialog, path)
    hand.look()


def close(desk, hand):
    hand.key("Escape")
    desk.gone("Backup Restored")
    hand.look()


def test():
    with Desk() as desk:
        log = desk.lay(START, E4, name=ID)
        text, file = log.read_text("utf-8"), desk.home / "all.tar.gz"
        desk.set(hints="false")
        desk.start(cwd=desk.home)
        hand = Hand(desk)
        desk.node("New Game", "push button")
        file_for(desk, hand, "_Back Up…", file)
        desk.node("1 game and all other data backed up as all.tar.gz.")
        same("the command line finds nothing that is not here", desk.run("--restore", str(file)).stdout.strip(),
             "Everything in this backup is here already.")
        file_for(desk, hand, "R_estore Backup…", file)
        desk.node("Everything in this backup is here already.", what="so does the window, and says so")
        close(desk, hand)

        log.unlink()
        file_for(desk, hand, "R_estore Backup…", file)
        desk.node("1 game was restored.", what="a game that was lost comes back")
        same("with the same bytes", log.read_text("utf-8"), text)
        close(desk, hand)
        desk.node("Continue", what="the first page knows of it")

        desk.press_any("Saved Games")
        desk.node("Ann – Ben", "push button")
        desk.press_any("Select Games")
        desk.node("Select Ann – Ben", "check box")
        desk.press("Ann – Ben")
        desk.press("Move Selected Games to Trash")
        desk.node("Ann – Ben moved to the trash")
        desk.press_any("Back")
        desk.node("New Game", "push button")
        file_for(desk, hand, "R_estore Backup…", file)
        desk.node("1 game was restored.", what="what was deleted a moment ago is not here already")
        desk.gone("Ann – Ben moved to the trash", what="it cannot be called back any more")
        same("it is there once", desk.logs(), [log])
        close(desk, hand)

        file.write_text("no backup", "utf-8")
        file_for(desk, hand, "R_estore Backup…", file)
        desk.node("This is not a backup of Rank & File. Nothing was restored.", what="what is none is refused")
        never("nothing is shown of it", lambda: desk.find("Backup Restored"), until=lambda: desk.find("New Game"))
        same("there is one game", desk.logs(), [log])
        check("and nothing else", sorted(path.suffix for path in log.parent.iterdir()) == [".fenlog"])
        desk.check_logs()


if __name__ == "__main__":
    main(test)
