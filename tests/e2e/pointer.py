#!/usr/bin/python3
"""The board with the mouse: clicking, dragging, castling and promoting."""

from desk import START, Desk
from expect import check, comes, main, same, until
from hand import Hand, xdotool
from positions import E4, E5, NF3, NC6

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/p6K/8 w - - 0 1"


def marked(desk, word):
    return {square for square, text in desk.described().items() if word in text}


def becomes(what, look, wanted):
    comes(what, look, wanted.__eq__)


def refused(desk, before, *words):
    """The reason stands in the status line and the log is as it was."""
    desk.says(*words)
    same("nothing is written", desk.log(), before)


def moves(desk, hand):
    desk.new_game()
    hand.take("e2")
    same("a click takes up the pawn", marked(desk, "can move here"), {"e3", "e4"})
    hand.click("e4")
    desk.shows(E4, what="a second click sets it down")

    hand.drag("e7", "e5")
    desk.shows(E5)
    desk.says("Ann to move", what="a pawn can be dragged")
    desk.logged(START, E4, E5)


def beside_the_board(desk, hand):
    before = desk.log()
    hand.pull("g1", *hand.middle(desk.status_line()))
    xdotool("mouseup", 1)
    becomes("a piece dropped beside the board is back on its square",
            lambda: desk.square("g1").name, "g1, white knight")
    same("nothing is written", desk.log(), before)
    becomes("it is still in the hand", lambda: marked(desk, "selected"), {"g1"})


def choosing(desk, hand):
    hand.click("b1")
    becomes("clicking another own piece takes up that one",
            lambda: marked(desk, "selected"), {"b1"})
    same("its squares are shown", marked(desk, "can move here"), {"a3", "c3"})
    hand.click("b1")
    becomes("clicking it again lets it go", lambda: marked(desk, "selected"), set())
    same("no square can be reached then", marked(desk, "can move here"), set())
    hand.pull("b1", *hand.at("c3"))
    x, y = hand.at("b1")
    hand.move(x, y)
    xdotool("mouseup", 1)
    becomes("a piece dragged back to its square stands there",
            lambda: desk.square("b1").name, "b1, white knight")


def refusals(desk, hand):
    before = desk.log()
    hand.drag("a1", "a5")
    refused(desk, before, "blocked", "pawn on a2")
    desk.shows(E5, what="the refused piece is back")
    hand.take("b1")
    hand.click("b5")
    refused(desk, before, "knight moves two squares")
    hand.click("b1")
    becomes("nothing is in the hand", lambda: marked(desk, "selected"), set())
    hand.click("e6")
    refused(desk, before, "no piece on e6")
    hand.click("d7")
    refused(desk, before, "d7", "belongs to the opponent")


def looking_back(desk, hand):
    hand.click(desk.node("One Move Back"))
    desk.shows(E4)
    hand.click(desk.node("Starting Position"))
    desk.shows(START)
    desk.says("Starting position")
    hand.click("g1")
    desk.shows(E5)
    same("a press while looking back returns to the present, and no more",
         marked(desk, "selected"), set())
    hand.click(desk.node("Starting Position"))
    desk.shows(START)
    hand.move(*hand.at("d2"))
    xdotool("mousedown", 1)
    hand.move(*hand.at("d4"))
    desk.shows(E5)
    xdotool("mouseup", 1)
    same("nor does a piece that is dragged there", desk.positions(), [START, E4, E5])
    hand.click(desk.node("One Move Back"))
    hand.click(desk.node("Return to Game"))
    desk.shows(E5)
    hand.drag("g1", "f3")
    desk.shows(NF3)


def turned(desk, hand):
    hand.key("ctrl+r")
    until("the board is turned", lambda: hand.at("a1")[1] < hand.at("a8")[1])
    check("the board can be turned", hand.at("h1")[0] < hand.at("a1")[0])
    hand.drag("b8", "c6")
    desk.shows(NC6, what="on a turned board a piece goes where it is dropped")
    hand.key("ctrl+r")
    until("the board is turned back", lambda: hand.at("a1")[1] > hand.at("a8")[1])


def whole_game():
    with Desk() as desk:
        desk.start()
        hand = Hand(desk)
        moves(desk, hand)
        beside_the_board(desk, hand)
        choosing(desk, hand)
        refusals(desk, hand)
        looking_back(desk, hand)
        turned(desk, hand)
        desk.logged(START, E4, E5, NF3, NC6, what="the log has the game and nothing else")
        desk.check_logs()


def castling():
    for white, white_fen, black, black_fen in [
        (("click", "e1", "g1"), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 b kq - 1 1",
         ("click", "e8", "a8"), "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 2"),
        (("drag", "e1", "a1"), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/2KR3R b kq - 1 1",
         ("drag", "e8", "g8"), "r4rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w - - 2 2"),
    ]:
        with Desk() as desk:
            desk.lay(CASTLING)
            desk.start()
            hand = Hand(desk)
            desk.press("Continue")
            desk.shows(CASTLING)
            for (way, king, target), fen in ((white, white_fen), (black, black_fen)):
                if way == "click":
                    hand.take(king)
                    hand.click(target)
                else:
                    hand.drag(king, target)
                desk.shows(fen, what=f"castling by {way}, {king} to {target}")
            desk.logged(CASTLING, white_fen, black_fen, what="the log has both")


def promotion():
    rook = "R7/7k/8/8/8/8/p6K/8 b - - 0 1"
    knight = "R7/7k/8/8/8/8/7K/n7 w - - 0 2"
    with Desk() as desk:
        desk.lay(PROMOTION)
        desk.start()
        hand = Hand(desk)
        desk.press("Continue")
        desk.shows(PROMOTION)
        before = desk.log()
        hand.take("a7")
        hand.click("a8")
        pieces = [desk.node(kind, "push button") for kind in ("queen", "rook", "bishop", "knight")]
        tops = [hand.middle(piece)[1] for piece in pieces]
        same("the pieces stand below each other, the queen on the pawn's square", tops, sorted(tops))
        same("nothing is written before one is chosen", desk.log(), before)
        hand.click("e4")
        desk.gone("queen", "push button")
        desk.shows(PROMOTION, what="a click elsewhere gives it up")

        hand.drag("a7", "a8")
        hand.click(desk.node("rook", "push button"))
        desk.shows(rook, what="the rook can be chosen with the mouse")
        hand.drag("a2", "a1")
        hand.click(desk.node("knight", "push button"))
        desk.shows(knight, what="so can the knight at the other edge")
        desk.logged(PROMOTION, rook, knight, what="the log has both")


def wheel():
    over = '# {"result":"1-0","reason":"resignation","ended":"2026-11-20T19:06:00Z"}'
    with Desk() as desk:
        desk.lay(START, E4, E5, NF3, over)
        desk.start()
        hand = Hand(desk)
        desk.saved("Finished")
        desk.press("Ann – Ben")
        desk.shows(NF3)
        hand.move(*hand.at("e4"))
        hand.scroll(2, back=True)
        desk.shows(E4, what="the wheel steps back through a game that is over")
        hand.scroll(1)
        desk.shows(E5, what="and forward")
        hand.click(desk.square("h5"))
        hand.key("Left")
        desk.shows(E4, what="so does an arrow, where the pointer is used")
        hand.key("Right", "Right")
        desk.shows(NF3, what="both ways")
        hand.key("Tab", "shift+Tab")
        where = desk.focused()
        hand.key("Left")
        until("an arrow walks the squares, where the keyboard is used", desk.focused, lambda now: now != where)
        desk.shows(NF3, what="and steps no more")


def test():
    whole_game()
    castling()
    promotion()
    wheel()


if __name__ == "__main__":
    main(test)
