"""The pages on the contact sheet. Each scene gets a stage, opens a page and yields its caption, at which the picture is
taken. With POPOVER, the picture is laid over the one before it. To add a page, add its line where the page can be
reached, or a scene to SCENES."""

import json
import re

# First, for it knows where the others are.
from contact_stage import MIDDLE, numbered
import contact_tiles
from desk import START
from expect import Failure, until
from tree import role, walk

POPOVER = True
PROMOTION = "2r4k/1P3ppp/8/8/8/8/5PPP/6K1 w - - 0 1"
PINNED = "e4 e6 d4 d5 Nc3 Bb4"
CHECK = "e4 e5 f4 exf4 d4"
RESUME = re.compile("^_?Resume")
FORK = "r3k3/6pp/8/3N4/8/8/6PP/4K3 w - - 0 1"
F3 = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"
SCHOLAR = "e4 e5 Bc4 Nc6 Qh5 Nf6"
# Blackburne's: of White's moves, the capture on f7 is sure to decide the game.
TRAP = "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#"
OPERA = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 " \
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"


def start(stage):
    stage.open()
    yield "Start, no games"
    stage.key("ctrl+o")
    stage.node("Back", "push button")
    yield "Saved games, none"
    stage.press("Back")
    stage.menu("Pla_yers")
    stage.node("No Players")
    yield "Players, none"


def start_with_games(stage):
    stage.club()
    stage.open()
    stage.node("Continue", "push button")
    yield "Start"
    stage.open_menu("Pla_yers")
    yield "Start, menu", POPOVER


def backups(stage):
    stage.club()
    stage.open()
    stage.node("Continue", "push button")
    file = stage.home / "all.tar.gz"
    stage.run("--backup", str(file))
    gone, shorter = sorted(stage.logs())[-2:]
    gone.unlink()
    lines = shorter.read_text("utf-8").splitlines(keepends=True)
    shorter.write_text("".join(lines[:-2]), "utf-8")
    known = set(stage.hand.windows())
    stage.another("a file is asked for", lambda: stage.menu("R_estore Backup…"))
    stage.key("ctrl+l")
    stage.hand.type(str(file))
    chooser = stage.hand.window
    stage.key("Return")
    until("the file is chosen", lambda: chooser not in stage.hand.windows())
    stage.node("Backup Restored")
    stage.hand.window = (set(stage.hand.windows()) - known).pop()
    yield "Backup restored"


def names(stage):
    stage.club()
    stage.open(time_control="300+3")
    stage.press("New Game")
    stage.node("Start Game", "push button")
    yield "New game"
    stage.press("Against the Computer")
    stage.node("Level", "slider")
    yield "New game, against the computer"
    stage.hand.click(stage.node("Draws, Assistance, and Odds"))
    stage.node("Blunder Check", "combo box")
    stage.hand.scroll(20)
    stage.away()
    yield "New game, help and handicaps"
    stage.press("Two People")
    stage.type("First Player", "Ann")
    stage.type("Second Player", "Ann")
    yield "New game, one name twice"
    stage.hand.click(stage.node("Second Player", "text"))
    stage.key("ctrl+a", "b")
    stage.away()
    yield "New game, names suggested", POPOVER


def editor(stage):
    stage.open()
    stage.menu("Set _Up Position")
    stage.node("Position as FEN", "text")
    yield "Set up position"
    stage.use("white pawn")
    for square in ("a8", "d5"):
        stage.hand.click(square)
    stage.away()
    stage.says("last rank")
    yield "Set up position, with faults"
    stage.open_menu("_Help")
    yield "Set up position, menu", POPOVER


def saved_games(stage):
    stage.club()
    stage.open()
    stage.saved("Finished")
    stage.node("Ann – Ben", "push button")
    yield "Saved games"
    stage.key("ctrl+f")
    stage.search("Search for Games", "ann draw")
    stage.node("Ben – Ann", "push button")
    yield "Saved games, searched"
    stage.search("Search for Games", "nobody at all")
    stage.node("No Games Found")
    yield "Saved games, nothing found"
    stage.key("Escape")
    stage.node("Zoë – Ben", "push button")
    stage.use("Result")
    stage.choose("_Draw")
    stage.node("Remove filter Draw")
    yield "Saved games, filtered"
    stage.press("Remove filter Draw")
    for name, entry, text in (("Player", "Player", "Ann"), ("Elo", "At Most", "2400")):
        stage.use(name)
        stage.node(entry, "text").write(text)
        stage.node(re.compile(f"^Remove filter {name}"))
        yield f"Saved games, {name} chosen"
        stage.key("Escape")
    stage.use("Date")
    stage.node("This Year")
    yield "Saved games, dates"
    stage.key("Escape")
    for name in ("Player: Ann", "Elo: to 2400"):
        stage.press(f"Remove filter {name}")
    stage.use("Select Games")
    stage.node("Select Zoë – Ben", "check box")
    stage.use("Zoë – Ben")
    stage.use("Ben – Ann")
    stage.node("2 games selected")
    yield "Saved games, chosen"


def two_computers(stage):
    stage.club()
    joined, parted = sorted(stage.logs())[:2]
    mark = "sync-conflict-20261124-101500-ABCDEFG"
    lines = parted.read_text("utf-8").splitlines(keepends=True)
    joined.with_suffix(f".{mark}.fenlog").write_text(joined.read_text("utf-8"), "utf-8")
    parted.with_suffix(f".{mark}.fenlog").write_text("".join(lines[:2]) + f"{F3}\n", "utf-8")
    stage.open()
    stage.node(re.compile("continued in two ways"))
    yield "Start, copies from two computers"


def collection(stage):
    stage.club()
    stage.open()
    stage.node("Continue", "push button")
    file = stage.home / "Opera.pgn"
    game = '[White "Morphy, Paul"]\n[Black "Duke Karl"]\n[Result "1-0"]\n[Date "1858.11.02"]\n[ECO "C41"]\n\n'
    moves = " ".join(numbered(OPERA.split()))
    file.write_text(f"{game}{moves} 1-0\n\n" * 3 + stage.run("--export-pgn", "all").stdout, "utf-8")
    stage.run("--", str(file))
    stage.node(re.compile("Morphy"), "push button")
    yield "Collection"
    stage.open_menu("C_lose Collection")
    yield "Collection, menu", POPOVER
    stage.key("Escape")
    stage.key("ctrl+f")
    stage.search("Search for Games", "opening:philidor date:<1900")
    stage.node(re.compile("^3 of "))
    yield "Collection, searched"
    stage.search("Search for Games", "KRBvKNBPPPPP")
    stage.node("No Games Found")
    stage.key("Escape")
    stage.press("Select Games")
    stage.press("Select All")
    yield "Collection, chosen"


def openings(stage):
    stage.club()
    stage.open(openings_shown=True)
    stage.saved("Finished")
    stage.press("Zoë – Ben")
    stage.node("Starting Position")
    stage.key("alt+Home", "alt+Right", "alt+Right")
    stage.node(re.compile("^Knight to f3, "))
    yield "Game, openings"
    stage.use(re.compile("^Games: "))
    yield "Game, openings, whose games", POPOVER
    stage.key("Escape")
    stage.press("Games with This Position")
    stage.node(re.compile("^Remove filter Position"))
    yield "Saved games, with a position"


def course(stage):
    stage.text_game("Ann", "Ben", OPERA, "2026-11-20")
    stage.open(analysis_shown=True)
    stage.saved("Finished")
    stage.press("Ann – Ben")
    stage.node(re.compile("^Accuracy: "))
    stage.key("alt+Home", *["alt+Right"] * 18)
    stage.says("9… Pawn to b5")
    yield "Game, its course"


def turning_point(stage, words):
    """Goes on to the turning point at which the status says this: a search may find others before it."""
    for number in range(1, 9):
        stage.press("Next")
        if words in stage.says(f"Turning Point {number} of"):
            return
    raise Failure(f"no turning point says {words!r}")


def together(stage):
    stage.text_game("Ann", "Ben", TRAP, "2026-11-20")
    stage.open()
    stage.saved("Finished")
    stage.press("Ann – Ben")
    stage.press("Review")
    stage.node(re.compile("the game was decided"))
    yield "Game, a review begins"
    turning_point(stage, "Ann, find something better than 5. Knight captures on f7")
    stage.press("Hint")
    stage.press("Hint")
    yield "Game, a review, hints"
    stage.press("Show Solution")
    stage.says("Better: ")
    yield "Game, a review, the proof"
    stage.press("Try Again")
    stage.says("find something better")
    stage.play("e5g4")
    stage.says("answers")
    yield "Game, a review, a move is tried"


def analysis(stage):
    stage.club()
    stage.open(analysis_shown=True)
    stage.saved("Finished")
    stage.press("Zoë – Ben")
    stage.node("Starting Position")
    stage.key("alt+Home", "alt+Right", "alt+Right", "alt+Right")
    line = re.compile(r"^(equal|White|Black) .*: 2… ")
    stage.node(line)
    stage.node(re.compile(r"^Depth \d"))
    yield "Game, analysis"
    stage.use(line)
    stage.says("Looking ahead")
    yield "Game, analysis, a line is walked"


def tactics(stage):
    stage.club()
    stage.open()
    stage.saved("Finished")
    stage.press("Zoë – Ben")
    stage.node("Starting Position")
    stage.key("ctrl+shift+t")
    stage.says("Fork: queen on f7")
    yield "Game, tactics on the board"


def against_the_computer(stage):
    stage.text_game("Ann", "computer:3", "e4", "2026-11-20")
    stage.open(analysis_shown=True)
    stage.press("Continue")
    stage.says("Ann")
    yield "Game, against the computer"


def asking_the_computer(stage):
    computer = {"black": "Computer, level 4", "black_computer": "4"}
    stage.text_game("Ann", "Ben", OPERA, "2026-11-20", header=computer)
    stage.open()
    stage.saved("Finished")
    stage.press(re.compile("^Ann – "))
    stage.node("Starting Position")
    # By no key, which would have the board show where the keyboard is.
    stage.press("9… Pawn to b5")
    stage.says("9… Pawn to b5")
    stage.press("Why This Move?")
    stage.says("of 100 players")
    yield "Game, the computer is asked why"
    stage.press("Review")
    stage.node(re.compile("the game was decided"))
    turning_point(stage, "punish it")
    stage.press("Why This Move?")
    stage.says("of 100 players")
    yield "Game, a review, the computer is asked why"


def unfinished_games(stage):
    stage.club()
    stage.open()
    stage.saved("Unfinished")
    stage.node("Ann – Ben", "push button")
    yield "Saved games, unfinished"


def players(stage):
    stage.club()
    stage.open()
    stage.menu("Pla_yers")
    stage.node("Ann", "push button")
    yield "Players"
    stage.press("Ann")
    stage.node("Show Games", "push button")
    yield "Player"
    stage.another("the dialog opens", lambda: stage.press("Rename…"))
    yield "Rename"
    stage.back()
    stage.press("Ben")
    stage.node("Head to Head")
    stage.node("New Game", "push button")
    yield "Head to head"


def game(stage):
    stage.lay(START)
    stage.open()
    stage.press("Continue")
    stage.shows(START)
    yield "Game, beginning"
    stage.play("e2e4")
    stage.says("Ben")
    yield "Game, first move"
    # Only then can a draw be offered.
    stage.play("e7e5")
    stage.says("Ann")
    stage.use("Offer Draw")
    stage.node(re.compile("^_?Decline"))
    yield "Game, a draw is offered"
    stage.use(re.compile("^_?Decline"))
    stage.open_menu("_Help")
    yield "Game, menu", POPOVER


def helped(stage):
    stage.lay(FORK, tips="both", guard="white", warnings="black")
    stage.open()
    stage.press("Continue")
    stage.shows(FORK)
    stage.use("Hint")
    stage.says("something to win")
    stage.use("Hint")
    stage.says("Move this piece")
    yield "Game, a tip: the piece"
    stage.use("Hint")
    stage.says("Play Knight to c7")
    yield "Game, a tip: the move"
    stage.play("d5f6")
    stage.says("Knight to f6, check, allows")
    yield "Game, a move is held back"
    stage.play("h2h3")
    stage.says("Ann threatens Knight to c7")
    yield "Game, a threat"


def middle(stage):
    stage.text_game("Ann", "Ben", MIDDLE, "2026-11-20", "--time", "20")
    stage.open()
    stage.press("Continue")
    stage.press(RESUME)
    stage.play("f4d6")
    stage.says("Ben")
    stage.take("b2")
    yield "Game, clocks running"
    stage.key("Escape", "alt+Left", "alt+Left", "alt+Left")
    stage.says("Position after")
    yield "Game, looking back"


def check(stage):
    stage.text_game("Ann", "Ben", CHECK, "2026-11-20")
    stage.open()
    stage.press("Continue")
    stage.play("d8h4")
    stage.says("check")
    stage.take("e1")
    yield "Game, check"


def refusal(stage):
    stage.text_game("Ann", "Ben", PINNED, "2026-11-20")
    stage.open()
    stage.press("Continue")
    stage.take("c3")
    stage.touch("e2")
    stage.says("pinned")
    yield "Game, a move is refused"
    stage.key("Escape", "ctrl+space", "Up", "Up", "ctrl+space")
    yield "Game, an arrow is drawn"


def promotion(stage):
    stage.lay(PROMOTION)
    stage.open()
    stage.press("Continue")
    stage.take("b7")
    stage.touch("c8")
    stage.node("queen", "push button")
    yield "Game, promotion"


def confirming(stage):
    stage.lay(START)
    stage.open(confirm_moves=True, large_pieces=True)
    stage.press("Continue")
    stage.take("e2")
    stage.touch("e4")
    stage.node("Cancel", "push button")
    yield "Game, a move is to be confirmed"


def mate(stage):
    stage.text_game("Ann", "Ben", SCHOLAR, "2026-11-20")
    stage.open()
    stage.press("Continue")
    stage.play("h5f7")
    stage.says("Checkmate")
    yield "Game, checkmate"
    stage.use(re.compile("^_?Why"))
    yield "Game, why", POPOVER


def face_to_face(stage):
    stage.text_game("Ann", "Ben", "e4 e5 Nf3", "2026-11-20")
    stage.open(turning="face-to-face")
    stage.press("Continue")
    stage.says("Ben")
    yield "Game, face to face"


def correspondence(stage):
    stage.text_game("Ann", "Ben", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "2026-11-20", header={"correspondence": {"days": 3}})
    (log,) = stage.logs()
    overdue = '# {"moved":"2026-11-21T12:00:00Z"}'
    log.write_text(f"{log.read_text('utf-8')}{overdue}\n", "utf-8")
    seat = {"game": log.stem, "plays": "white"}
    (log.parent.parent / "seats.jsonl").write_text(json.dumps(seat) + "\n", "utf-8")
    stage.open()
    stage.press("Continue")
    stage.says("Ben")
    yield "Game, by correspondence, overdue"
    stage.open_menu("_Help")
    yield "Game, by correspondence, menu", POPOVER
    stage.key("Escape")
    stage.press("Claim on Time")
    stage.node("Claim the Game on Time?")
    yield "Game, claimed on time"
    stage.press("Wait")
    stage.another("conditional moves are laid out", lambda: stage.press("Conditional Moves"), folds=True)
    yield "Conditional moves, none"
    page, stage.app = stage.app, until("there is the window", lambda: stage.window_with("Add Line"))
    for line in (["g8f6", "e1g1", "f8e7", "f1e1"], ["d7d6", "c2c3"], ["b7b5", "a4b3"]):
        for move in line:
            stage.play(move)
        stage.press("Add Line")
    stage.play("f8c5")
    stage.play("e1g1")
    yield "Conditional moves"
    stage.app = page
    stage.back()
    yield "Game, by correspondence, with conditional moves"


def correspondence_begins(stage):
    stage.open()
    stage.press("New Game")
    stage.type("First Player", "Ann")
    stage.type("Second Player", "Ben")
    stage.press("White")
    row = stage.row("Correspondence")
    next(node for node in walk(row) if role(node) == "check box").act()
    stage.away()
    yield "New game, by correspondence"
    stage.press("Start Game")
    stage.says("Ann")
    yield "Game, by correspondence, own turn"


def full_screen(stage):
    # There is no window manager where the pictures are taken: the window keeps its size, and shows
    # what it shows on the full screen.
    stage.text_game("Ann", "Ben", MIDDLE, "2026-11-20", "--time", "20")
    stage.open()
    stage.press("Continue")
    stage.press(RESUME)
    stage.key("F11")
    stage.take("f4")
    yield "Game, full screen"


def looks(stage):
    for theme, pieces, coordinates in (
        ("wood", "club", "inside"), ("blue", "club", "outside"), ("high-contrast", "bold", "inside"),
    ):
        with type(stage)(stage.scheme, stage.size, stage.folder) as other:
            other.text_game("Ann", "Ben", MIDDLE, "2026-11-20")
            other.open(theme=theme, pieces=pieces, coordinates=coordinates)
            other.press("Continue")
            other.take("f4")
            stage.hand = other.hand
            yield f"Game, {theme}, {pieces}, coordinates {coordinates}"


def lesson(stage, name):
    """Opens the help at a lesson, walking the contents as tests/e2e/help.py does."""
    stage.another("the help opens", lambda: stage.key("F1"), folds=True)
    stage.node("Contents", "list")
    items = [node for node in walk(stage.app) if role(node) == "list item"]
    lessons = [node.name for node in items if node.parent.name == "Contents"]
    stage.key("Home", *["Down"] * lessons.index(name))
    stage.node(name, "heading")
    # Where it is narrow, the lesson lies over the contents.
    stage.key("Return")


def windows(stage):
    stage.open()
    stage.another("the help opens", lambda: stage.key("F1"), folds=True)
    yield "Help"
    stage.back()
    for name in ("Moving a piece", "The knight", "Castling", "The fork"):
        lesson(stage, name)
        yield f"Help, {name}"
        stage.back()
    lesson(stage, "The fork")
    stage.key("Tab")
    stage.hand.type("Ng5", "Return")
    stage.says("Try again.")
    yield "Help, a wrong move in a lesson"
    # The first one rubs out the arrow.
    stage.key("Escape")
    stage.back()
    stage.another("the preferences open", lambda: stage.key("ctrl+comma"), folds=True)
    stage.node("Wood", "push button")
    yield "Preferences"
    stage.turn_to("Play")
    stage.node("Confirm Resignation")
    yield "Preferences, play"
    stage.turn_to("Computer")
    stage.node("Add an Engine…")
    yield "Preferences, computer"
    stage.back()
    stage.another("the shortcuts open", lambda: stage.key("ctrl+question"))
    yield "Shortcuts"
    stage.back()
    stage.another("it opens", lambda: stage.menu("_About Rank & File"))
    yield "About"


def engines(stage):
    names = [stage.engine("Harpsichord"), stage.engine("A Chess Engine with a Name That Is Rather Long")]
    stage.open(engines=names, engine=names[0], engine_strength=1800)
    stage.another("the preferences open", lambda: stage.key("ctrl+comma"), folds=True)
    stage.turn_to("Computer")
    stage.node("1800 Elo")
    yield "Preferences, an engine"
    stage.hand.click(stage.node("Engine", "combo box"))
    stage.away()
    yield "Preferences, engines to choose from", POPOVER


def broken_engine(stage):
    name = stage.engine("Harpsichord", "exit 1")
    stage.open(engines=[name], engine=name)
    stage.another("the preferences open", lambda: stage.key("ctrl+comma"), folds=True)
    stage.turn_to("Computer")
    stage.node("Harpsichord stopped unexpectedly.")
    yield "Preferences, a broken engine"


def practice(stage):
    stage.open()
    stage.press("Puzzles")
    stage.node("Solve Puzzles", "push button")
    yield "Practice, what with"
    stage.press("Solve Puzzles")
    stage.says("find the best move")
    yield "Practice, a position"
    stage.press("Hint")
    stage.press("Hint")
    stage.press("Hint")
    stage.says("The move is")
    yield "Practice, all hints"
    stage.press("Show Solution")
    stage.says("Best is")
    yield "Practice, the proof"
    stage.press("Back")
    stage.node("0 of 1 Solved")
    yield "Practice, a session is summed up"
    stage.press("Five-Minute Race")
    stage.says("find the best move")
    yield "Practice, a race"


def practice_of_two(stage):
    stage.open(practice_two=True, first_player="Ann", second_player="Maximilian of Habsburg-Lothringen")
    stage.press("Puzzles")
    stage.node("Two, Taking Turns", "push button")
    yield "Practice, two by turns"
    stage.press("Solve Puzzles")
    stage.says("find the best move")
    stage.press("Pass")
    stage.says("your turn to solve it")
    yield "Practice, passed on"


SCENES = [start, start_with_games, backups, names, editor, game, helped, middle, check, refusal,
          promotion, confirming, mate, face_to_face, correspondence_begins, correspondence, full_screen, looks,
          saved_games, unfinished_games, two_computers, collection, openings, course, together, analysis, tactics,
          against_the_computer, asking_the_computer, players, practice, practice_of_two, windows, engines,
          broken_engine, *contact_tiles.SCENES]

# What stands in data/screenshots: the file, the scene, its page, the color scheme.
SCREENSHOTS = [
    ("game", middle, "Game, clocks running", "light"),
    ("game-dark", refusal, "Game, a move is refused", "dark"),
    ("computer", asking_the_computer, "Game, the computer is asked why", "light"),
    ("review", together, "Game, a review, a move is tried", "light"),
    ("puzzles", practice, "Practice, all hints", "light"),
    ("saved-games", saved_games, "Saved games", "light"),
    ("face-to-face", face_to_face, "Game, face to face", "light"),
    ("2048", contact_tiles.tiles_played, "2048", "light"),
]
