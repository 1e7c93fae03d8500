#!/usr/bin/python3
"""What a screen reader hears of a game without looking for it: moves, check, castling, en passant,
promotion, refusals, offers, answers, takebacks, claims, the end, short time, and what keys read out.

It listens as Orca does: to announcements, where GTK makes them, and to the name of the window that has the keyboard,
which Orca reads out when it changes to a new name.
"""

import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from desk import START, Desk
from expect import PATIENCE, check, main, never, passed, rest, same, until
from hand import Hand
from preferences import Preferences
from tiles import Tiles, believable, desk_of_tiles

KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]
ALL_KINDS = "1n4k1/P7/8/8/8/8/8/R3K3 w Q - 0 1"
# The seconds that Orca may take to handle a move of the focus.
HANDLING = 0.2


class Ear:
    """Hears what a screen reader would speak by itself."""

    def __init__(self, desk):
        self.desk, self.heard, self.ways = desk, [], set()
        self.moved, self.known = time.monotonic(), None
        self.listener = Atspi.EventListener.new(self.hear)
        for kind in ("object:announcement", "object:property-change:accessible-name", "object:state-changed:focused"):
            self.listener.register(kind)
        self.hears()

    def hear(self, event):
        if event.source is None or not self.is_of_the_program(event.source):
            return
        way = event.type.split(":")[1]
        if way == "state-changed":
            self.moved = time.monotonic()
            return
        try:
            spoken = way == "announcement" or (
                event.source.get_role_name() == "frame" and self.is_news(event.any_data))
        except GLib.Error:
            # What is gone again was no window.
            return
        if spoken:
            self.heard.append((way, event.any_data))

    def is_news(self, name):
        """Whether this name of the window is new to Orca. Orca looks the name up at each move of the focus, and gets
        the one that the window has by the time it handles that."""
        if time.monotonic() - self.moved < HANDLING:
            self.moved, self.known = 0, self.desk.app.children[0].name
        known, self.known = self.known, name
        return name not in ("", known)

    def is_of_the_program(self, source):
        try:
            return source.get_process_id() == self.desk.process.pid
        except GLib.Error as error:
            # The last words of a program are read when it has ended.
            if "defunct" in error.message:
                return False
            raise

    def hears(self):
        """Everything that has been spoken until now."""
        context = GLib.MainContext.default()
        while context.iteration(False):
            pass
        return self.heard

    def forget(self):
        self.hears()
        self.heard.clear()

    def has_spoken(self, words):
        return any(words in text for _, text in self.hears())

    def spoken(self, *words, what="it is heard"):
        """Waits until all the words have been spoken in one breath."""
        heard = until(f"{what}: {words}", lambda: [
            (way, text) for way, text in self.hears() if all(word in text for word in words)])
        self.note(heard, what)

    def spoken_in_turn(self, *sentences, what):
        """Waits until all these sentences have been spoken, in one breath or one after another: where GTK makes
        announcements, each is one."""
        heard = until(f"{what}: {sentences}", lambda: [
            (way, text) for way, text in self.hears() if any(sentence in text for sentence in sentences)],
            lambda heard: all(any(sentence in text for _, text in heard) for sentence in sentences))
        self.note(heard, what)

    def note(self, heard, what):
        self.ways.update(way for way, _ in heard)
        passed(f"{what}: {heard[0][1]}")
        self.forget()


def the_first_window():
    """A screen reader asks a window for its name as soon as that tells that it is active."""
    names = []

    def ask(event):
        if event.detail1:
            names.append(event.source.get_name())
    listener = Atspi.EventListener.new(ask)
    listener.register("object:state-changed:active")
    with Desk() as desk:
        desk.serve()
        # Without a pause, in which the program would get ready to answer.
        over = time.monotonic() + PATIENCE
        while not names and time.monotonic() < over:
            rest(PATIENCE)
        same("the first window answers when it tells that it is active", names, ["Rank & File"])
    listener.deregister("object:state-changed:active")


def manners(desk, ear, hand):
    ear.spoken("Ann plays White")
    desk.play("e2e4")
    ear.spoken("Pawn to e4. Ben to move.")
    desk.touch("e4")
    ear.spoken("e4", "belongs to the opponent")
    desk.touch("e4")
    ear.spoken("e4", "belongs to the opponent", what="the same refusal is heard again")
    desk.play("f7f5")
    ear.spoken("Pawn to f5. Ann to move.")
    desk.play("e4f5")
    ear.spoken("Pawn captures pawn on f5. Ben to move.")
    desk.play("g7g5")
    ear.spoken("Pawn to g5")
    desk.play("f5g6")
    ear.spoken("Pawn captures en passant on g6. Ben to move.")
    desk.play("h7g6")
    ear.spoken("Pawn captures pawn on g6")
    desk.press("Offer Draw")
    ear.spoken("Ann offers a draw. Ben: accept or decline?")
    desk.press("Decline")
    ear.spoken("Ben declines the draw.")
    desk.press("Takeback")
    ear.spoken("Ben asks to take back the last move. Ann: accept or decline?")
    desk.press("Accept")
    ear.spoken("The last move was taken back. Ben to move.")
    keys(desk, ear, hand)


def keys(desk, ear, hand):
    hand.look()
    for side in ("Black", "White"):
        hand.key("ctrl+r")
        ear.spoken(f"{side} is at the bottom.")
    hand.key("ctrl+t")
    ear.spoken("This game is played without clocks.")
    hand.key("ctrl+t")
    ear.spoken("This game is played without clocks.")
    hand.key("ctrl+m")
    ear.spoken("The last move was taken back. Ben to move.", what="messages alone are repeated")
    hand.key("ctrl+j")
    ear.spoken("Last move: Pawn captures en passant on g6. Ben to move.")
    hand.key("alt+Left")
    ear.spoken("Position after", "to g5")
    hand.key("alt+End")
    ear.spoken("Last move: Pawn captures en passant on g6. Ben to move.", what="back in the current position")
    hand.key("ctrl+shift+p")
    ear.spoken("White: king on e1; queen on d1; rooks on a1, h1; bishops on c1, f1; knights on b1, g1; "
               "pawns on a2, b2, c2, d2, f2, g2, h2, g6.",
               "Black: king on e8;", "Ben to move. Last move: Pawn captures en passant on g6.")
    desk.says("White: king on e1", "Ben to move")
    for typed, said in [
        ("last", "Last move: Pawn captures en passant on g6."),
        ("p q", "White: queen on d1. Black: queen on d8."),
        ("captures", "Pawn captures pawn on g6"),
        ("material", "Lost by Black: pawn, pawn. White is ahead by 2."),
        ("opening", "B00 · "),
        ("previous", "Position after 2… Pawn to g5."),
        ("previous", "Position after 2. Pawn captures pawn on f5."),
        ("last", "Last move: Pawn captures pawn on f5."),
        ("next", "Position after 2… Pawn to g5."),
        ("draw", "Ben offers a draw."),
        ("decline", "Ann declines the draw."),
    ]:
        hand.type(typed, "Return")
        ear.spoken(said, what=f"{typed} is typed")
    for _ in range(2):
        hand.type("Ke5", "Return")
        ear.spoken("king", what="a refusal of what is typed is heard again")
    hand.key("Escape")
    hand.key("alt+Home")
    ear.spoken("Starting position.")
    hand.key("ctrl+shift+p")
    ear.spoken("pawns on a2, b2, c2, d2, e2, f2, g2, h2.", "Ann to move.",
               what="the position is the one that is shown")
    hand.type("Ke5", "Return")
    ear.spoken("Back in the current position. Press Enter again to play ",
               what="a move that is typed in an earlier position is not played at once")
    hand.key("Return")
    ear.spoken("king", what="it is one in the current position")
    hand.key("Escape")


def messages(desk, ear, hand):
    """What is shown for a moment only."""
    for key, what in (("ctrl+l", "Analysis"), ("ctrl+b", "Openings")):
        for state in ("shown", "hidden"):
            hand.key(key)
            ear.spoken(f"{what} {state}.")
    hand.key("ctrl+c")
    ear.spoken("Game copied as PGN.")
    hand.key("alt+Up")
    ear.spoken("There is no other variation here.")
    hand.type("best", "Return")
    ear.spoken(". Best: ", what="the best move is told once it is known")
    desk.press("Back")
    ear.spoken("Rank & File.", what="a page says what it is")
    desk.saved("Finished")
    ear.spoken_in_turn("Finished games.", "1 game.", what="a list says how much is in it")
    desk.press("Back")
    ear.spoken("Rank & File.")
    hand.look()
    hand.key("F10")
    desk.choose("Pla_yers")
    ear.spoken("Players.", "2 players.")
    desk.press("Back")
    desk.saved("Finished")
    hand.reach(desk.node("Ann – Ben", "push button"))
    hand.key("Delete")
    ear.spoken("Ann – Ben moved to the trash")
    hand.key("ctrl+z")
    ear.spoken("Undone.")
    hand.key("ctrl+v")
    ear.spoken("0 games imported, 1 game already saved.")
    hand.window = Preferences(desk, hand).window
    hand.key("ctrl+f")
    desk.node("Search preferences", what="the field says what it is for")
    hand.type("zzz")
    ear.spoken("No Results Found")
    hand.key("Escape")
    desk.turn_to("Play")
    desk.press("Reset to Defaults")
    ear.spoken("Preferences reset")


def begin(desk, fen, **changes):
    desk.lay(fen, **changes)
    desk.start()
    ear, hand = Ear(desk), Hand(desk)
    desk.press("Continue")
    desk.shows(fen)
    return ear, hand


def a_game():
    with Desk() as desk:
        desk.start()
        ear, hand = Ear(desk), Hand(desk)
        desk.new_game()
        manners(desk, ear, hand)
        hand.key("ctrl+shift+r")
        desk.press("Ben (Black) Resigns")
        ear.spoken("Resignation. Ann wins.")
        messages(desk, ear, hand)
        until("the window has its own name again",
              lambda: [window.name for window in desk.app.children], lambda names: "Resignation" not in names[0])


def nothing_old():
    """After a refusal and a question, the next move is heard alone."""
    with Desk() as desk:
        ear, hand = begin(desk, START)
        hand.type("Ke5", "Return")
        ear.spoken("A king moves one square in any direction.")
        hand.type("last", "Return")
        ear.spoken("No move has been played yet.")
        hand.type("e4", "Return")
        until("the move is heard", lambda: ear.has_spoken("Pawn to e4."))
        check("and nothing that was said before", not ear.has_spoken("Ann to move."), ear.heard)


def by_names():
    """What is said of moves and squares, where files are called by names."""
    with Desk() as desk:
        desk.set(spoken_moves="'anna'")
        ear, hand = begin(desk, ALL_KINDS)
        for move, said in [
            ("a7b8q", "Pawn captures knight on Bella 8, promotes to queen, check. Ben to move."),
            ("g8g7", "King to Gustav 7. Ann to move."),
        ]:
            desk.play(move)
            ear.spoken(said)
        hand.look()
        for typed, said in [("p q", "White: queen on Bella 8."), ("last", "Last move: King to Gustav 7."),
                            ("eva 1 eva 2", "King to Eva 2. Ben to move.")]:
            hand.type(typed, "Return")
            ear.spoken(said, what=f"{typed} is typed")
        same("squares keep their names", desk.square("e2").name, "e2, white king")


def all_kinds():
    with Desk() as desk:
        ear, _ = begin(desk, ALL_KINDS)
        ear.spoken("Ann to move.")
        desk.take("e1")
        ear.spoken("e1, white king: can move to", "c1")
        for move, words in [
            ("e1c1", "Castles queenside. Ben to move."), ("g8g7", "King to g7. Ann to move."),
            ("a7b8q", "Pawn captures knight on b8, promotes to queen. Ben to move."), ("g7g6", "King to g6."),
            ("b8g3", "Queen to g3, check. Ben to move."), ("g6h5", "King to h5."),
            ("d1h1", "Rook to h1. Checkmate. Ann wins."),
        ]:
            if move == "e1c1":
                desk.touch("c1")
            else:
                desk.play(move)
            ear.spoken(words)
        desk.press_any("Why?")
        ear.spoken("Check by: rook on h1.", what="the proof is read when it opens")
        # GTK makes announcements from 4.14 on. Before, it is the name of the window that changes.
        same("it is heard in one way only", len(ear.ways), 1)


def a_claim():
    with Desk() as desk:
        ear, hand = begin(desk, START, draws="claimed")
        for move in KNIGHTS * 2:
            desk.play(move)
            ear.spoken(f"Knight to {move[2:]}.")
        desk.press("Claim Draw")
        ear.spoken("Threefold repetition. Draw.")
        hand.look()
        hand.key("F5")
        ear.spoken("Ben plays White and moves first, Ann plays Black.", what="a key asks for a rematch")


def short_time():
    with Desk() as desk:
        ear, hand = begin(desk, START, time_control="65")
        hand.key("ctrl+t")
        ear.spoken("Ann: 1 minute 5 seconds. Ben: 1 minute 5 seconds.")
        hand.key("Down", "Down")
        ear.spoken("Edge of the board.")
        for move, said in [("e2e4", "Pawn to e4. Ben to move."), ("e7e5", "Pawn to e5. Ann to move.")]:
            desk.play(move)
            ear.spoken(said)
        for key, said in [("ctrl+d", "Ann offers a draw. Ben: accept or decline?"),
                          ("ctrl+shift+y", "Ben declines the draw."),
                          ("ctrl+z", "Ben asks to take back the last move."), ("ctrl+y", "The last move was taken back.")]:
            hand.key(key)
            ear.spoken(said, what=f"{key} is pressed")
    with Desk() as desk:
        ear, hand = begin(desk, START, time_control="22")
        desk.play("e2e4")
        ear.spoken("Pawn to e4. Ben to move.")
        ear.spoken("Ben has 20 seconds left.")
        hand.key("F8")
        ear.spoken("The clocks stand still.")
        hand.key("F8")
        ear.spoken("Ben to move.")
        ear.spoken("Ben has 10 seconds left.")
        desk.says("Ben to move.", what="what is still to be read stays in the status line")


TILES = [[4, 4, 8, 8], [0, 2, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def tiles_that_slide():
    """2048 without looking: moves, refusals, what keys read out, and the cells one by one."""
    with desk_of_tiles() as desk:
        tiles = Tiles(desk)
        tiles.lay(believable(TILES, best={"4": 4000}))
        desk.start()
        ear = Ear(desk)
        tiles.open()
        tiles.on("Board of 4 by 4 cells")
        ear.forget()
        tiles.key("a")
        ear.spoken("Left: merged into 8, 16 and 4, score 68. New ")
        # Newer GTK gives no name to a status but its text, which leaves out where the new number is.
        tiles.says("Left: merged into 8, 16 and 4, score 68.")
        # Each time the new number slides as well, until none is left to slide.
        tiles.key(*"aaaaaaaaaaaaaaaa")
        ear.spoken("Nothing moves left.")
        what_keys_read_out(tiles, ear)
        cell_by_cell(tiles, ear)
        tiles.key("ctrl+z")
        ear.spoken(": undone, score ")
        tiles.key("ctrl+n")
        tiles.answer("Start a New Game?", "New Game")
        ear.spoken("A new game starts.")
        same("it is heard in one way only", len(ear.ways), 1)
        check("2048 is told as a window", "frame" == tiles.frame().role_name)


def what_keys_read_out(tiles, ear):
    board = tiles.board()
    rows = [", ".join(str(number or "empty") for number in row) for row in board]
    tiles.key("ctrl+shift+p")
    ear.spoken(" ".join(f"Row {index}: {row}." for index, row in enumerate(rows, 1)))
    for _ in range(2):
        tiles.key("ctrl+t")
        ear.spoken(f"Score {tiles.number('Score')}, best 4000.")
    tiles.key("ctrl+m")
    ear.spoken("Nothing moves left.")
    same("reading aloud moves nothing", tiles.board(), board)


def cell_by_cell(tiles, ear):
    """Ctrl and arrows walk the cells; what has the keyboard is what is read out."""
    def cell(row, column):
        tiles.on(f"row {row}, column {column}: {tiles.board()[row - 1][column - 1] or 'empty'}")
    board = tiles.board()
    tiles.key("ctrl+Right")
    cell(1, 1)
    for key, row, column in [("Right", 1, 2), ("Down", 2, 2), ("Down", 3, 2), ("Left", 3, 1),
                             ("Left", 3, 1), ("Up", 2, 1), ("KP_Right", 2, 2)]:
        tiles.key(f"ctrl+{key}")
        cell(row, column)
    same("walking moves nothing", tiles.board(), board)
    tiles.key("Escape")
    tiles.on("Board of 4 by 4 cells")
    tiles.key("ctrl+Down")
    cell(2, 2)
    ear.forget()
    tiles.key("s")
    ear.spoken("Down: ")
    tiles.on("Board of 4 by 4 cells")
    tiles.key("ctrl+t")
    never("the cell is not read out into it", lambda: "row" in tiles.focused(),
          until=lambda: ear.has_spoken("Score "))


def test():
    the_first_window()
    a_game()
    nothing_old()
    by_names()
    all_kinds()
    a_claim()
    short_time()
    tiles_that_slide()


if __name__ == "__main__":
    main(test)
