#!/usr/bin/python3
"""A game without a mouse: the squares are walked with arrows, everything has its key."""

import re

from desk import START, Desk
from expect import PATIENCE, check, comes, main, same, until
from hand import Hand
from positions import E4, E5
from tree import walk

GAMES = """[White "Ann"]
[Black "Ben"]
[Date "2026.11.01"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0

[White "Cleo"]
[Black "Dan"]
[Date "2026.11.02"]
[Result "0-1"]

1. d4 d5 0-1
"""
PROMOTION = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"


def stands_on(desk, square, what=None):
    comes(what or f"the focus is on {square}", desk.focused,
          lambda names: any(name.startswith(f"{square}, ") for name in names))


def press(desk, hand, keys, square, what=None):
    """Presses keys one by one and waits for where the focus is then."""
    hand.key(*keys.split())
    stands_on(desk, square, what)


def begin(desk, hand):
    until("New Game has the focus", desk.focused, lambda names: "New Game" in names)
    hand.key("Return")
    desk.node("Start Game", "push button")
    hand.type("Ann")
    hand.key("Tab")
    hand.type("Ben")
    desk.node("Ann plays White and moves first, Ben plays Black.")
    hand.key("Return")
    desk.shows(START)
    desk.says("Ann plays White", what="a game begins with names and Enter")


def arrows(desk, hand):
    stands_on(desk, "e2")
    hand.key("Tab")
    until("the keyboard leaves the board before the first move", desk.focused, ["Offer Draw"].__eq__)
    hand.key("shift+Tab")
    stands_on(desk, "e2")
    press(desk, hand, "Up Right", "f3")
    press(desk, hand, "Left Down", "e2")
    press(desk, hand, "Down", "e1")
    press(desk, hand, "Down", "e1")
    press(desk, hand, "Left Left Left Left Left Left", "a1", "at the edge the focus stays")
    press(desk, hand, "End", "h1", "End leads to the end of the row")
    press(desk, hand, "End", "h1")
    press(desk, hand, "Home", "a1", "Home leads to its beginning")
    press(desk, hand, "Right Right Right Right Up", "e2")
    hand.key("Return")
    until("Enter takes up the pawn", lambda: desk.describe("e2"), lambda s: "selected" in s)
    hand.key("Escape")
    comes("Enter takes up, Escape lets go", lambda: desk.described(), {}.__eq__)
    hand.key("Return")
    until("Enter takes up the pawn", lambda: desk.describe("e2"), lambda s: "selected" in s)
    press(desk, hand, "Up Up", "e4")
    hand.key("Return")
    desk.shows(E4)
    press(desk, hand, "Up Up Up", "e7")
    hand.key("space")
    until("Space takes up the pawn", lambda: desk.describe("e7"), lambda s: "selected" in s)
    press(desk, hand, "Down Down", "e5")
    hand.key("space")
    desk.shows(E5, what="both sides have moved with Enter and with Space")
    desk.logged(START, E4, E5)
    before = desk.log()
    hand.key("Return")
    desk.says("e5", "belongs to the opponent", "Ann to move")
    same("nothing is written", desk.log(), before)


OPENINGS = {START: [], E4: ["B00 · King's Pawn Game"], E5: ["C20 · King's Pawn Game"]}


def openings(desk):
    """The openings that are named in the window."""
    labels = [node.name for node in walk(desk.app) if node.role_name == "label"]
    return [name for name in labels if re.match(r"[A-E]\d\d · ", name)]


def looking(desk, hand):
    corner = hand.at("a1")
    for key, fen, words in [
        ("alt+Left", E4, "after 1. "), ("alt+Left", START, "Starting position"),
        ("alt+Right", E4, "after 1. "), ("alt+End", E5, "Ann to move"),
        ("alt+Home", START, "Starting position"), ("Escape", E5, "Ann to move"),
    ]:
        hand.key(key)
        desk.shows(fen, what=f"{key} shows what it should")
        desk.says(words)
        until("the opening is named", lambda: openings(desk), OPENINGS[fen].__eq__)
        same("the board keeps its place", hand.at("a1"), corner)


def answers(desk, hand):
    """After an answer the keyboard is on the board again."""
    stands_on(desk, "e5")
    for tabs, answer in enumerate(("Decline", "Accept"), 1):
        hand.key("ctrl+z")
        desk.node("May Ben take back e5?", "label")
        upper, lower = hand.at("a8")[1], hand.at("a1")[1]
        half = (lower - upper) / 14
        button = desk.node(answer, "push button")
        check("the offer leaves the board alone",
              not upper - half < hand.middle(button)[1] < lower + half)
        hand.key(*["Tab"] * tabs)
        until(f"the focus is on {answer}", desk.focused, lambda names: answer in names)
        hand.key("space")
        desk.gone(answer, "push button")
        stands_on(desk, "e5")
    desk.shows(E4)
    hand.key("e", "5", "Return")
    desk.shows(E5)
    desk.press("Resign")
    desk.press("Keep Playing", dialog="Who Resigns?")
    desk.gone("Who Resigns?")
    hand.look()
    stands_on(desk, "e5")


def turning(desk, hand):
    hand.key("ctrl+r")
    until("the board is turned", lambda: hand.at("a1")[1] < hand.at("a8")[1])
    stands_on(desk, "e5")
    press(desk, hand, "Up", "e4")
    press(desk, hand, "Right", "d4", "on a turned board the arrows go as the squares lie")
    hand.key("ctrl+r")
    until("the board is turned back", lambda: hand.at("a1")[1] > hand.at("a8")[1])


def pages(desk, hand):
    hand.key("ctrl+n")
    desk.node("Start Game", "push button", what="Ctrl+N asks for names")
    desk.press("Back")
    desk.shows(E5)
    same("going back from there goes on with the same game", len(desk.logs()), 1)

    for keys, title in (("F1", "the help"), ("ctrl+question", "the shortcuts")):
        windows = set(hand.windows())
        hand.key(keys)
        other = comes(f"{keys} opens {title}", lambda: set(hand.windows()) - windows)
        hand.look(other.pop())
        hand.key("Escape")
        until("Escape closes it", lambda: set(hand.windows()) <= windows)
        hand.look()
    desk.shows(E5)


def leaving(desk, hand):
    hand.look()
    hand.key("ctrl+o")
    comes("Ctrl+O shows the saved games", lambda: desk.row("Ann – Ben"))
    hand.key("alt+Left")
    desk.shows(E5, what="Alt+Left leads back to the game")
    desk.press("Back")
    desk.press("Continue")
    desk.shows(E5)
    hand.key("ctrl+q")
    same("there is no question, as nothing is lost: the program ends well", desk.process.wait(PATIENCE), 0)
    same("the game waits to be continued",
         [(game["state"], game["plies"]) for game in desk.list()], [("unfinished", 2)])


def with_a_clock():
    """The setup of a game has letters for what is needed most, and each choice is one stop for Tab."""
    with Desk() as desk:
        desk.start()
        hand = Hand(desk)
        until("New Game has the focus", desk.focused, lambda names: "New Game" in names)
        hand.key("Return")
        desk.node("Start Game", "push button")
        on(desk, "First Player")
        hand.key("Tab", "Tab")
        on(desk, "White", "Tab leads from the names to the chosen color")
        hand.key("Right")
        on(desk, "Black", "an arrow chooses the next color")
        hand.key("Tab")
        on(desk, "Clock", "Tab leads on from the colors as from one thing")
        hand.key("shift+Tab")
        on(desk, "Black", "and back to the color that is chosen")
        hand.key("Left", "Left")
        on(desk, "Random", "before the first is the last")
        hand.key("alt+c", *["Down"] * 5, "Return")
        desk.node(re.compile(r"^5 min.*3 s"), "label", what="Alt+C leads to the clock")
        left, _, width, _ = desk.node("Start Game", "push button").area
        hand.key("alt+s")
        desk.shows(START)
        flip = desk.node("Flip Board", "push button").area
        check("Flip Board does not appear where Start Game was", flip[0] + flip[2] <= left or left + width <= flip[0])
        comes("Alt+S starts the game with that clock", lambda: '"time_control":"300+3"' in desk.log()[0])


def promotion():
    knight = "N7/7k/8/8/8/8/p6K/8 b - - 0 1"
    queen = "N7/7k/8/8/8/8/7K/q7 w - - 0 2"
    with Desk() as desk:
        desk.lay(PROMOTION)
        desk.start()
        hand = Hand(desk)
        desk.press("Continue")
        desk.shows(PROMOTION)
        stands_on(desk, "e2")
        press(desk, hand, "Left Left Left Left Up Up Up Up Up", "a7")
        hand.key("Return")
        until("the pawn is taken up", lambda: desk.describe("a7"), lambda s: "selected" in s)
        press(desk, hand, "Up", "a8")
        hand.key("Return")
        until("the queen has the focus", desk.focused, lambda names: "queen" in names)
        desk.node("Promote to which piece?", what="the choice of a piece is told as a question")
        hand.key("Left", "Right", "Up", "Right")
        hand.key("Down")
        until("arrows never leave the choice of a piece", desk.focused, lambda names: "rook" in names)
        hand.key("Escape")
        desk.gone("queen", "push button")
        desk.shows(PROMOTION)
        same("Escape gives the promotion up", len(desk.log()), 2)
        stands_on(desk, "a8")
        press(desk, hand, "Down", "a7")
        hand.key("Return")
        until("the pawn is taken up", lambda: desk.describe("a7"), lambda s: "selected" in s)
        press(desk, hand, "Up", "a8")
        hand.key("Return")
        for piece in ("queen", "rook", "bishop", "knight"):
            until(f"the {piece} has the focus", desk.focused, lambda n: piece in n)
            hand.key("Return" if piece == "knight" else "Down")
        desk.shows(knight, what="a knight can be chosen with the arrows and Enter")
        desk.take("a2")
        desk.touch("a1")
        until("the queen has the focus", desk.focused, lambda names: "queen" in names)
        hand.key("Return")
        desk.shows(queen, what="Enter alone makes a queen")
        desk.check_logs()


def written_at_once():
    """Moves that are written faster than the entry is seen, the first of the program among them."""
    def write(move):
        hand.type(move, "Return")
    with Desk() as desk:
        desk.start()
        hand = Hand(desk)
        desk.new_game()
        hand.look()
        for move, fen in (("e4", E4), ("e5", E5)):
            write(move)
            desk.shows(fen, what=f"{move} is written at once")
            until(f"the keyboard is on {move}", desk.focused,
                  lambda names: any(name.startswith(f"{move}, ") for name in names))
        write("Ke5")
        entry = desk.node("Move", "text")
        until("the status line alone says why", lambda: (entry.description, "king" in desk.status()), ("", True).__eq__)
        write("Nf3")
        desk.says("Knight to f3", what="what is written next takes the place of a refused move")
        desk.check_logs()


def in_german():
    """A move with the letters of German is played, and shown with figures, as no file has those letters."""
    with Desk(language="de") as desk:
        desk.lay(START)
        desk.start()
        hand = Hand(desk)
        desk.press(re.compile("^(Continue|Fortsetzen)"))
        until("the board is there", lambda: desk.find(re.compile("^e2, ")))
        hand.look()
        hand.type("Sf3", "Return")
        until("Sf3 is in the log", lambda: desk.log()[-1], lambda line: "/5N2/" in line)
        desk.node("♘f3", "label", what="Sf3 is played and shown as ♘f3")


def on(desk, name, what=None):
    comes(what or f"the focus is on {name}", desk.focused, lambda names: name in names)


def moves_and_menus():
    """The list of moves is one stop for Tab, and so is each saved game. A menu gives the focus back."""
    with Desk() as desk:
        path = desk.home / "game.pgn"
        path.write_text(GAMES, "utf-8")
        desk.run("--import-pgn", str(path))
        desk.start()
        hand = Hand(desk)
        desk.saved("Finished")
        rows(desk, hand)
        move_list(desk, hand)
        stands_on(desk, "c6", what="Escape leads from the moves to the board")
        hand.key("F10")
        until("a menu is open", desk.items)
        hand.key("Escape")
        stands_on(desk, "c6", what="a menu that is closed gives the focus back")
        hand.key("ctrl+g")
        desk.choose("!  _Good Move")
        desk.node("1… Pawn to e5, good move", "push button")
        stands_on(desk, "c6", what="so does that of the glyphs")
        desk.press("Back")
        on(desk, "Ann – Ben", "Back from a game leads to its row")


def rows(desk, hand):
    hand.reach(desk.node("Cleo – Dan", "push button"))
    hand.key("Tab")
    on(desk, "Ann – Ben", "Tab leads from game to game")
    hand.key("Right")
    on(desk, "More", "Right leads to what can be done with it")
    hand.key("Return")
    until("a menu is open", desk.items)
    hand.key("Escape")
    on(desk, "More", "and Escape from there back to it")
    hand.key("Left")
    on(desk, "Ann – Ben")
    hand.key("Return")
    desk.node("2. Knight to f3", "push button")
    stands_on(desk, "c6", what="a game that is over is told by its last move")


def move_list(desk, hand):
    hand.key("alt+Home", *["alt+Right"] * 4)
    hand.reach(desk.node("2… Knight to c6", "push button"))
    last = "4. Bishop captures knight on c6"
    for keys, name in [("Left", "2. Knight to f3"), ("Up", "1. Pawn to e4"), ("Right", "1… Pawn to e5"),
                       ("Down", "2… Knight to c6"), ("Right", "3. Bishop to b5"), ("Down", last), ("Down", last),
                       ("Up", "3. Bishop to b5"), ("Left", "2… Knight to c6"), ("Up", "1… Pawn to e5")]:
        hand.key(keys)
        on(desk, name)
    hand.key("Return")
    desk.shows(E5)
    hand.key("Tab")
    comes("Tab leaves the moves", desk.focused, lambda names: not any(re.match(r"\d+[.…] ", name) for name in names))
    hand.key("shift+Tab")
    on(desk, "1… Pawn to e5", "and comes back to the move that is shown")
    hand.key("Escape")


def test():
    with Desk() as desk:
        desk.start()
        hand = Hand(desk)
        begin(desk, hand)
        arrows(desk, hand)
        looking(desk, hand)
        answers(desk, hand)
        turning(desk, hand)
        pages(desk, hand)
        leaving(desk, hand)
    with_a_clock()
    promotion()
    moves_and_menus()
    written_at_once()
    in_german()


if __name__ == "__main__":
    main(test)
