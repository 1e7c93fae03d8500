#!/usr/bin/python3
"""A position is set up by mouse, by keyboard and by what a screen reader does, and played from; a game
is left for its position and found again; a player gives odds; a game of Chess960 is castled in and begun."""

import time

from desk import START, Desk
from expect import check, comes, main, same, until
from hand import Hand, xdotool
from tree import State, role, walk

EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
QUEEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
SHUFFLED = "1rk2r2/pppp1ppp/8/8/8/8/PPPP1PPP/1RK2R2 w FBfb - 0 1"
CASTLED = "1rk2r2/pppp1ppp/8/8/8/8/PPPP1PPP/1R3RK1 b fb - 1 1"
BOTH_CASTLED = "2kr1r2/pppp1ppp/8/8/8/8/PPPP1PPP/1R3RK1 w - - 2 2"


def button(desk, name):
    return desk.node(name, "push button")


def fen(desk):
    """The position as the entry shows it."""
    return desk.node("Position as FEN", "text").text


def has(desk, wanted, what=None):
    comes(what or f"the position is {wanted}", lambda: fen(desk), wanted.__eq__)


def open_editor(desk, hand):
    hand.look()
    hand.key("F10")
    desk.choose("Set _Up Position")
    desk.node("Position as FEN", "text")


def by_keyboard(desk, hand):
    open_editor(desk, hand)
    has(desk, START)
    until("the board has the keyboard", desk.focused, lambda names: "e2, white pawn" in names)
    desk.press("Empty Board")
    has(desk, EMPTY)
    desk.says("White has no king.", "Black has no king.")
    check("nothing can be played from there", not button(desk, "Play").has(State.SENSITIVE))
    hand.click("e2")
    # Letters as in FEN: capitals are White's.
    hand.key("Down", "shift+k")
    until("it is told what stands there", lambda: desk.square("e1").name, "e1, white king".__eq__)
    hand.key("Up", "Up", "Up", "Up", "Up", "Up", "Up", "k")
    has(desk, KINGS)
    desk.says("Dead position. Draw.")
    hand.key("ctrl+z")
    has(desk, KINGS.replace("4k3", "8"))
    hand.key("ctrl+shift+z")
    has(desk, KINGS)
    hand.key("Down", "p", "Delete", "Down", "shift+r", "shift+r")
    has(desk, KINGS.replace("/8/8/8/8/8/8/", "/8/4R3/8/8/8/8/"))
    desk.says("Black is in check, but it is White’s move.")
    hand.key("BackSpace")
    has(desk, KINGS)


def by_mouse(desk, hand):
    hand.click(button(desk, "white queen"))
    hand.click("d4")
    has(desk, "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1")
    hand.click("d4")
    has(desk, KINGS, "a click on the same piece takes it away")
    hand.click("a8")
    hand.click(button(desk, "Remove Pieces"))
    hand.click("a8")
    has(desk, KINGS)
    hand.click(button(desk, "Move Pieces"))
    hand.drag("e1", "c2")
    has(desk, "4k3/8/8/8/8/8/2K5/8 w - - 0 1")
    hand.pull("c2", *[part + 30 for part in hand.middle(button(desk, "Starting Position"))])
    xdotool("mouseup", 1)
    has(desk, "4k3/8/8/8/8/8/8/8 w - - 0 1", "off the board a piece is away")
    king, place = hand.middle(button(desk, "white king")), hand.at("e1")

    def dropped():
        carry(hand, king, place)
        return fen(desk) == KINGS
    # A drop is lost where the board is slow to join the drag. Once it has the king, another one changes nothing.
    comes("a piece is dragged from the palette", dropped)


def carry(hand, origin, target):
    """Drags from the palette, as a hand does: in small steps."""
    (x, y), (to_x, to_y) = origin, target
    hand.move(x, y)
    xdotool("mousedown", 1)
    for step in range(1, 16):
        hand.move(x + (to_x - x) * step // 15, y + (to_y - y) * step // 15)
        time.sleep(0.03)
    xdotool("mouseup", 1)


def by_screen_reader(desk, hand):
    """Everything by its name and its default action, which check boxes of GTK 4.8 have not."""
    tools = [node for node in walk(desk.app) if node.name in ("Move Pieces", "black rook")]
    # GTK 4.8 calls a toggle button a button, and tells whether it is pressed all the same.
    check("tools are buttons", {node.role_name for node in tools} <= {"toggle button", "push button"})
    group = tools[0].parent
    check("they are a group with a name", group.name == "Pieces to Put on the Board", group.name)
    desk.press("white rook")
    until("it is told which is chosen", lambda: button(desk, "white rook").has(State.PRESSED)
          or button(desk, "white rook").has(State.CHECKED))
    desk.touch("h1")
    until("it is told what stands there", lambda: desk.square("h1").name, "h1, white rook".__eq__)
    desk.press("Move Pieces")
    until("the hand moves again", lambda: not desk.node("white rook", "push button").has(State.PRESSED)
          and not desk.node("white rook", "push button").has(State.CHECKED))
    # GTK 4.18 tells a wrong place of what lies in a row.
    hand.reach(desk.node("White may castle kingside", "check box"))
    hand.key("space")
    has(desk, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    same("other rights cannot be given",
         desk.node("White may castle queenside", "check box").has(State.SENSITIVE), False)
    desk.take("e8")
    desk.touch("d8")
    has(desk, "3k4/8/8/8/8/8/8/4K2R w K - 0 1")
    desk.press("Black to Move")
    has(desk, "3k4/8/8/8/8/8/8/4K2R b K - 0 1")
    desk.press("Swap Sides")
    has(desk, "4k2r/8/8/8/8/8/8/3K4 w k - 0 1")


def typed(desk, hand):
    entry = desk.node("Position as FEN", "text")
    hand.click(entry)
    hand.key("ctrl+a")
    hand.type("8/8/8 w")
    hand.key("Return")
    desk.node("The placement of the pieces cannot be read.")
    desk.shows("4k2r/8/8/8/8/8/8/3K4")
    hand.key("ctrl+a")
    hand.type("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
    hand.key("Return")
    desk.shows("4k3/8/8/3pP3/8/8/8/4K3")
    desk.gone("The placement of the pieces cannot be read.")
    has(desk, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
    hand.click("e5")
    hand.key("Escape", "ctrl+shift+c")
    desk.node("Position copied as FEN")


def reviewed(desk, hand):
    hand.look()
    hand.key("F10")
    desk.choose("Analy_ze")
    desk.node("Moves you try here are not saved automatically. To save them, save the game as PGN.")
    desk.play("e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 7")
    desk.node("Return to Game", "push button")
    same("no log begins", desk.logs(), [])
    desk.press("Back")
    desk.press("Leave")
    has(desk, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7",
        "what could be played is tried, and the position is still there")


def played(desk, hand):
    desk.press("Play")
    desk.node("The game starts from this position.")
    desk.press("Back")
    has(desk, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", "Back leads to the position again")
    desk.press("Play")
    desk.type("First Player", "Ann")
    desk.type("Second Player", "Ben")
    desk.press("Start Game")
    desk.says("Ann")
    desk.logged("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", what="the log begins there")
    desk.play("e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 7")
    hand.look()
    hand.key("F10")
    desk.choose("Ed_it This Position")
    has(desk, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 7")
    desk.press("Back")
    desk.gone("Position as FEN", "text")
    desk.shows("4k3/8/3P4/8/8/8/8/4K3")
    desk.play("e8d7", "8/3k4/3P4/8/8/8/8/4K3 w - - 1 8", what="the game goes on as it was")
    hand.look()
    hand.key("alt+Left")
    desk.shows("4k3/8/3P4/8/8/8/8/4K3")
    hand.key("F10")
    desk.choose("_Play From Here")
    desk.node("The game starts from this position.")
    desk.press("Start Game")
    # The board shows the same before and after: that the game has begun is seen in the folder.
    until("both games are kept", lambda: sorted(game["plies"] for game in desk.list()), [0, 2].__eq__)
    desk.shows("4k3/8/3P4/8/8/8/8/4K3", what="both games are kept")
    desk.check_logs()


def odds():
    with Desk() as desk:
        desk.start()
        desk.press("New Game")
        desk.type("First Player", "Ann")
        desk.type("Second Player", "Ben")
        desk.node("Ann plays White and moves first, Ben plays Black.")
        hand = Hand(desk)
        hand.click(desk.node("Draws, Assistance, and Odds"))
        until("the terms are unfolded", lambda: desk.node("Draws", "combo box").area[3])
        choose(desk, hand, "Material Odds", 4)
        desk.node("White plays without the queen.")
        choose(desk, hand, "Odds Given By", 1)
        desk.node("Ben plays White and moves first, Ann plays Black.")
        desk.press("Start Game")
        desk.shows(QUEEN)
        desk.logged(QUEEN, what="the log begins with the odds")
        game, = desk.list()
        same("who gives them has White", (game["white"], game["black"]), ("Ben", "Ann"))
        pgn = desk.run("--export-pgn", "all").stdout
        for tag in ('[SetUp "1"]', f'[FEN "{QUEEN}"]'):
            check(f"the export has {tag}", tag in pgn, pgn)


def chess960():
    with Desk() as desk:
        desk.lay(SHUFFLED)
        desk.start()
        hand = Hand(desk)
        desk.press("Continue")
        desk.shows(SHUFFLED)
        hand.drag("c1", "f1")
        desk.shows(CASTLED)
        hand.key("o", "minus", "o", "minus", "o", "Return")
        desk.shows(BOTH_CASTLED)
        desk.logged(SHUFFLED, CASTLED, BOTH_CASTLED, what="the log has both castlings")
        desk.check_logs()
        desk.press("Back")
        desk.press("New Game")
        desk.type("First Player", "Ann")
        desk.type("Second Player", "Ben")
        desk.press("White")
        row = desk.node("Starting Position", "combo box")
        hand.look()
        hand.click(row)
        open_choices(desk)
        hand.key("Down", "Down", "Return")
        desk.node("Chess960, position 518")
        number = desk.node("Position Number", "spin button")
        hand.move(*hand.middle(desk.node("Swap Colors", "push button")))
        hand.scroll(10)
        until("the number is on the screen", lambda: hand.middle(number)[1] < hand.geometry()["HEIGHT"] - 50)
        hand.click(number)
        hand.key("ctrl+a", "0", "Tab")
        desk.node("Chess960, position 0")
        desk.press("Start Game")
        desk.shows("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR")
        desk.says("Chess960, position 0.")
        # The game is announced while its log is still being written.
        until("both games are kept", lambda: len(desk.list()), (2).__eq__)
        pgn = desk.run("--export-pgn", "all").stdout
        check("the export names it", pgn.count('[Variant "Chess960"]') == 2, pgn)


def open_choices(desk):
    """Waits until the choices of a row have the keyboard."""
    until("the choices are open", lambda: [role(node) for node in walk(desk.app) if node.has(State.FOCUSED)],
          ["list item"].__eq__)


def choose(desk, hand, title, index):
    """Chooses in a row of the terms, to which the arrows lead from the one above."""
    for _ in range(6):
        before = desk.focused()
        hand.key("Down")
        if title in until("the keyboard moves on", desk.focused, lambda names: names not in ([], before)):
            break
    hand.key("space")
    open_choices(desk)
    hand.key(*["Down"] * index, "Return")


def test():
    with Desk() as desk:
        desk.start()
        hand = Hand(desk)
        by_keyboard(desk, hand)
        by_mouse(desk, hand)
        by_screen_reader(desk, hand)
        typed(desk, hand)
        reviewed(desk, hand)
        played(desk, hand)
    odds()
    chess960()


if __name__ == "__main__":
    main(test)
