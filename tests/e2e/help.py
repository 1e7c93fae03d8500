#!/usr/bin/python3
"""The help: opened by its key, walked section by section, with boards that are played on."""

import re

from desk import Desk, expected
from expect import check, comes, main, never, same, until
from hand import Hand
from heard import Ear
from tree import State, called, role, walk

SECTIONS = {
    "How to Play Here": "Starting a game",
    "The Rules": "The king",
    "Tactics and Endings": "Mate in a few moves",
    "How a Game Ends": "Checkmate",
    "Why a Move Is Refused": "The opponent’s piece",
    "Keys": "All keys",
}


class Help:
    """The window with the help, walked by keyboard alone."""

    def __init__(self, desk, hand, button=None, key="F1"):
        self.desk, self.hand = desk, hand
        before = set(hand.windows())
        if button:
            desk.press(button)
        else:
            hand.key(key)
        opened = until("a window is opened", lambda: set(hand.windows()) - before)
        self.own = opened.pop()
        hand.look(self.own)
        until("the help can be seen", lambda: self.window)

    @property
    def window(self):
        return next(iter(self.windows()), None)

    def windows(self):
        """All windows with a help. What is said takes the place of their names for a while."""
        return [node for node in self.desk.app.children if self.desk.glimpsed("Contents", "list", node)]

    def nodes(self, wanted):
        return [node for node in walk(self.window) if role(node) == wanted]

    def lessons(self):
        return [node.name for node in self.nodes("list item") if node.parent.name == "Contents"]

    def begins(self, section):
        """The lesson that lies next below the title of a section."""
        def top(node):
            return node.now.area[1]
        title = next(top(node) for node in self.nodes("heading") if called(node) == section)
        rows = [(top(node), node.name) for node in self.nodes("list item") if node.parent.name == "Contents"]
        return min(row for row in rows if row[0] > title)[1]

    def heading(self):
        """The heading of the page: the only one that is not over a part of the contents."""
        names = [called(node) for node in self.nodes("heading")]
        return [name for name in names if name not in SECTIONS]

    def status_line(self):
        return self.nodes("status bar")[0]

    def status(self):
        return called(self.status_line())

    def says(self, *words, written=None):
        """Waits until the lesson says all of these. `written`: as in `expected`."""
        def good(status):
            return all(word in status for word in expected(self.status_line, words, written))
        comes(f"the lesson says {words}", self.status, good)

    def focused(self):
        return [node.name for node in walk(self.window)
                if node.has(State.FOCUSED)]

    def stands_on(self, square):
        until(f"the focus is on {square}", self.focused,
              lambda names: any(name.startswith(f"{square}, ") for name in names))

    def go(self, lesson, section=0):
        """Walks the contents with arrows; the titles of a later section may be those of another."""
        place = self.lessons().index(lesson, section)
        self.hand.key("Home", *["Down"] * place)
        until(f"the page is {lesson}", self.heading, lambda names: lesson in names)


def sections(book):
    names = [called(node) for node in book.nodes("heading")]
    for section, lesson in SECTIONS.items():
        check(f"there is the section {section}", section in names)
        book.go(lesson)
        comes(f"{section} begins with {lesson}", lambda: book.begins(section), lesson.__eq__)
    keys = [node.name for node in walk(book.window)]
    for said in ("New game", "Flip the board", "Move between squares"):
        check(f"the keys have {said!r}", said in keys)


def play(book, hand):
    """A lesson’s move is played by keyboard, and the board begins anew."""
    book.go("The knight")
    until("the board has a name",
          lambda: [node.name for node in walk(book.window)], lambda n: "Board: The knight" in n)
    hand.key("Tab")
    book.stands_on("d4")
    hand.key("Return", "Up", "Up", "Right")
    book.stands_on("e6")
    hand.key("Return")
    book.says("Knight captures pawn on e6", "White to move")
    hand.key("Tab", "Tab")
    until("Reset has the focus", book.focused, lambda names: any("Reset" in name for name in names))
    hand.key("Return")
    book.says("White to move")
    comes("Reset begins anew", lambda: book.desk.find("d4, white knight", root=book.window))
    hand.key(*["shift+Tab"] * 3)
    until("the contents have the focus", book.focused, lambda names: "The knight" in names)


def typed(book, hand, lesson, square, *moves):
    """Types moves at the board of a lesson, which begins on a square; behind each is what the lesson says then."""
    book.go(lesson)
    hand.key("Tab")
    book.stands_on(square)
    for move, *said in moves:
        hand.type(move, "Return")
        book.says(*said)
    hand.key("shift+Tab")
    until("the contents have the focus", book.focused, lambda names: lesson in names)


def refusals(book, hand):
    book.go("The piece is pinned")
    book.says("The piece on e2 is pinned", "rook on e8")
    hand.key("Tab")
    book.stands_on("e2")
    hand.key("Return")
    book.says("cannot move")
    hand.key("Up", "Left", "Return")
    book.says("The piece on e2 is pinned", "rook on e8")
    hand.key("Down", "Right", "Down", "Return", "Up", "Left", "Return")
    book.says("King to d2")
    hand.key("shift+Tab")


def verdict(book, hand):
    book.go("Stalemate", book.lessons().index("Dead position") - 1)
    hand.key("Tab")
    book.stands_on("d6")
    why = lambda: book.desk.find("Why?", root=book.window)  # noqa: E731
    hand.key("Return", "Right")
    never("nothing is proven before the verdict", why,
          until=lambda: not any(name.startswith("d6, ") for name in book.focused()))
    hand.key("Return")
    book.says("Stalemate", "Draw")
    comes("the verdict has its proof", why)


def going_on(book, hand):
    """What is done leads to the next lesson, and after the last exercise out of the help."""
    offered = lambda: book.desk.find(re.compile("^Done"), root=book.window)  # noqa: E731
    book.go("The knight")
    hand.key("Tab")
    book.stands_on("d4")
    hand.key("Return", "Up", "Up", "Right")
    never("nothing leads on before anything is tried", offered,
          until=lambda: any(name.startswith("e6, ") for name in book.focused()))
    hand.key("Return")
    done = until("the lesson is done", offered)
    book.says("Well done!")
    same("what is done leads on", done.name, "Done – Next")
    hand.key("Tab", "Return")
    until("the next lesson is open", book.heading, lambda names: "The pawn" in names)
    until("nothing is done there", lambda: offered() is None)
    until("the keyboard is on its board", book.focused,
          lambda names: any(name[:1] in "abcdefgh" and name[2:4] == ", " for name in names))
    hand.key("shift+Tab")


def words_beside(book, ear, hand):
    """What is typed where the keyboard is in the contents is typed at the board beside them."""
    book.go("The knight")
    until("the contents have the focus", book.focused, lambda names: "The knight" in names)
    hand.type("moves d4", "Return")
    ear.spoken("Knight captures pawn on e6", what="a word that is typed in the contents is answered")
    book.stands_on("d4")
    hand.key("shift+Tab")


def reading(book, ear, hand):
    """A lesson is read when it is opened: its title, its text, and what is to be done; and again by a key."""
    ear.spoken("Starting a game.", "the players take turns.", what="the help is read when it opens")
    book.go("The knight")
    lesson = ("The knight.", "always lands on the other color.", "White to move.")
    ear.spoken(*lesson, what="a lesson is read when it is opened")
    hand.key("ctrl+m")
    ear.spoken(*lesson, what="the lesson is read again")


def tactics(book, ear, hand):
    """A fork is found: a wrong move is answered with its reason, and the right ones by the other side."""
    shown = lambda: [called(node) for node in walk(book.window)]  # noqa: E731
    position = lambda number: until(  # noqa: E731
        f"puzzle {number} is shown", shown,
        lambda names: any(name.startswith(f"Puzzle {number} of 3.") for name in names))
    knight = lambda square: until(  # noqa: E731
        f"the knight stands on {square}",
        lambda: book.desk.find(f"{square}, white knight", root=book.window))
    book.go("The fork")
    position(1)
    hand.key("Tab")
    book.stands_on("e4")
    ear.spoken("Find the fork.", what="what is to be done is said aloud")
    hand.type("next", "Return")
    ear.spoken("“next” does nothing here now.", what="a lesson is solved before it is left")
    hand.key("Return", "Up", "Right", "Right")
    book.stands_on("g5")
    hand.key("Return")
    book.says("Knight to g5, check, is not the best move: Black answers", "Try again",
              written=("Ng5+ is not the best move: Black answers", "Try again"))
    knight("e4")
    hand.key("Down", "Left", "Left")
    book.stands_on("e4")
    hand.key("Return", "Up", "Up", "Left")
    book.stands_on("d6")
    hand.key("Return")
    book.says("Correct. Keep going. King to e6", "White to move")
    hand.key("Return", "Down", "Down", "Left")
    book.stands_on("c4")
    hand.key("Return")
    book.says("Correct.", " attacks ", " at once.")
    hand.key("Tab")
    until("the keyboard comes to the way on", book.focused,
          lambda names: any(name.startswith("Done") for name in names))
    check("nothing is to be shown any more",
          not book.desk.find("Show Move", "push button", root=book.window).has(State.SENSITIVE))
    hand.key("Return")
    position(2)
    book.stands_on("d4")
    hand.key("Tab")
    until("the move can be shown", book.focused,
          lambda names: any("Show" in name for name in names))
    hand.key("Return")
    knight("c6")
    book.says("White to move")
    until("the answer is there", lambda: book.desk.find("b3, black king", root=book.window))
    check("what was shown is not called correct", "Correct" not in book.status())
    hand.key("Return")
    book.says("Best is ", " attacks ", " at once.")
    check("nor is the rest of it", "Correct" not in book.status())
    until("the keyboard is on the way on", book.focused,
          lambda names: any(name.startswith("Done") for name in names))
    hand.key("shift+Tab", "shift+Tab")
    until("the contents have the focus", book.focused, lambda names: "The fork" in names)


def leaving(book, hand):
    book.go("Castling: into check")
    hand.key("Tab")
    book.stands_on("e1")
    hand.key("Return", "Left", "Return")
    until("the last exercise is done", lambda: book.desk.find("Done", root=book.window))
    hand.key("Tab", "Return")
    until("Done closes the help", lambda: book.window is None)


def test():
    with Desk() as desk:
        desk.start()
        hand, ear = Hand(desk), Ear(desk)
        book = Help(desk, hand)
        reading(book, ear, hand)
        sections(book)
        words_beside(book, ear, hand)
        play(book, hand)
        # Where Black only waits, it leaves a check by itself, and the lesson goes on.
        typed(book, hand, "The queen", "d4", ("d4d8", "King to a7", "White to move"),
              ("d8f6", "Queen to f6", "White to move"))
        # Where a move is to end the game, another one is taken back.
        typed(book, hand, "Checkmate", "a1", ("Ra7", "Rook to a7", "Try again."),
              ("Ra8", "Checkmate. White wins.", "Well done!"))
        refusals(book, hand)
        verdict(book, hand)
        hand.key("shift+Tab")
        tactics(book, ear, hand)
        going_on(book, hand)
        hand.look()
        hand.key("F1")
        same("there is one help", len(book.windows()), 1)
        hand.look(book.own)
        hand.key("Escape")
        until("Escape closes it", lambda: book.window is None)
        hand.look()
        leaving(Help(desk, hand), hand)
        hand.look()
        lessons = Help(desk, hand, "Lessons")
        until("the lessons begin with the rules", lessons.heading, lambda names: "The king" in names)
        hand.key("Escape")
        until("they are closed", lambda: lessons.window is None)
        hand.look()
        keys = Help(desk, hand, key="ctrl+question")
        until("Ctrl+? shows the keys", keys.heading, lambda names: "All keys" in names)
        until("what a key does is told with it", lambda: any(
            node.name == "Accept an offer" and "Y" in node.description for node in keys.nodes("list item")))
        hand.key("Escape")
        until("the keys are closed", lambda: keys.window is None)
        hand.look()
        same("nothing of it is saved", desk.logs(), [])


if __name__ == "__main__":
    main(test)
