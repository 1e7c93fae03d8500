#!/usr/bin/env python3
"""Imports games with all that PGN can say of them, exports them, and has python-chess read that: it must be the same tree.

  tests/check_pgn.py [N]     N games by chance, 100 unless told
  tests/check_pgn.py FILE…   PGN files: no game is refused that python-chess reads whole and that is chess or Chess960,
                             and none is left out as a double that differs in a tag (but for a date of export), a move
                             or a comment

RANK_AND_FILE names the program, target/debug/rank-and-file unless told. Debian has no package of python-chess:

  python3 -m pip install --target target/python-chess chess==1.11.2
"""

import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "target" / "python-chess"))
try:
    import chess
    import chess.pgn
except ImportError:
    print("python-chess is not there: PGN is read by the tests of cargo alone (see tests/check_pgn.py).")
    sys.exit(0)

# So many games are imported at once.
AT_ONCE = 250
BINARY = os.environ.get("RANK_AND_FILE", str(ROOT / "target" / "debug" / "rank-and-file"))
COMMAND = re.compile(r"\[%(\w[^\]]*)\]")
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
]
# Positions of Chess960 in which castling is near; and the first ones of it are among the starts, too.
SHUFFLED = [
    "1rk2r2/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/1RK2R2 w FBfb - 4 8",
    "2rk2r1/pppp1ppp/8/8/8/8/PPPP1PPP/1R3KR1 w GBgc - 0 1",
    "rr2k2r/2pp2pp/8/8/8/8/2PP2PP/RR2K2R w HBhb - 0 1",
]
SPELLED = ["Chess960", "chess 960", "Fischerandom", "Fischerrandom", "Fischer Random"]
WORDS = ["good", "Ünderstood", "戰車", "♞f6", "שחמט", "e4", "1-0", "12.", "(", ")", "((", "$7", "!?", "{", ";", ";)", "%", "%x",
         "[x]", "[Event", '"x"]', '[Event "x"]', "\\", '"', "a\u0301", "🙂", "--", "*", "Nf3", "x" * 90, "l’" * 20]
COMMANDS = ["eval 0.17", "eval #-3,18", "emt 0:00:07", "depth 20", "mdl 4", "csl Gd4", "csl Ra1,Yh8,Bd5", "cal Ge2e4",
            "cal Rg1f3,Yf1c4", "cal " + ",".join(f"G{a}1{a}8" for a in "abcdefgh")]


class Node:
    """A move with what is noted on it."""

    def __init__(self, move=None):
        self.move, self.nags, self.before, self.comment, self.commands = move, set(), "", "", []
        self.following = []

    def told(self):
        return (self.move, sorted(self.nags), self.before, self.comment, sorted(self.commands))


def read_comment(text):
    """The words of a comment, and its commands, those of drawings one by one."""
    commands = []
    for command in COMMAND.findall(text):
        name, _, value = command.partition(" ")
        commands += [f"{name} {one}" for one in value.split(",")] if name in ("csl", "cal") else [" ".join(command.split())]
    return " ".join(COMMAND.sub(" ", text).split()), commands


def read(game):
    """A game of python-chess as nodes. It stands deep in itself, so nothing here calls itself."""
    root = Node()
    stack = [(game, root)]
    while stack:
        theirs, ours = stack.pop()
        ours.comment, ours.commands = read_comment(theirs.comment)
        ours.nags = {nag for nag in theirs.nags if nag < 256}
        ours.before = " ".join(theirs.starting_comment.split())
        for variation in theirs.variations:
            node = Node(variation.move.uci())
            ours.following.append(node)
            stack.append((variation, node))
    return root


def difference(one, other):
    """Where two trees are not the same, in words; empty where they are."""
    stack = [(one, other, "")]
    while stack:
        one, other, path = stack.pop()
        if one.told() != other.told():
            return f"after{path or ' nothing'}:\n  wanted {one.told()}\n  seen   {other.told()}"
        moves = [[node.move for node in side.following] for side in (one, other)]
        if moves[0] != moves[1]:
            return f"after{path or ' nothing'}: wanted {moves[0]}, seen {moves[1]}"
        stack += [(a, b, f"{path} {a.move}") for a, b in zip(one.following, other.following)]
    return ""


# --- Games by chance ---

def grow(chance, node, board, plies, depth):
    """A line of moves, with lines in place of some of them."""
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        chance.shuffle(moves)
        lines = chance.choice([0, 0, 0, 1, 2]) if depth < 5 else 0
        for number, move in enumerate(moves[:1 + lines]):
            child = Node(move.uci())
            annotate(chance, child, number > 0)
            node.following.append(child)
            if number:
                side = board.copy(stack=False)
                side.push(move)
                grow(chance, child, side, chance.randrange(4), depth + 1)
        node = node.following[0]
        board.push_uci(node.move)


def some_words(chance):
    words = [chance.choice(WORDS) for _ in range(chance.randrange(1, 30 if chance.random() < 0.1 else 6))]
    return " ".join(words)


def annotate(chance, node, begins):
    if chance.random() < 0.3:
        node.comment = some_words(chance)
    if chance.random() < 0.2:
        node.commands = chance.sample(COMMANDS, chance.randrange(1, 4))
    if chance.random() < 0.3:
        node.nags = {chance.randrange(256) for _ in range(chance.randrange(1, 4))}
    if begins and chance.random() < 0.3:
        node.before = some_words(chance)


def some_start(chance):
    """A first position, and how the variant is called; None for the usual game."""
    if chance.random() < 0.6:
        return chance.choice(STARTS), None
    fen = chance.choice([*SHUFFLED, None, None])
    board = chess.Board.from_chess960_pos(chance.randrange(960)) if fen is None else chess.Board(fen, chess960=True)
    # As most programs write it, and as some do.
    return chance.choice([board.fen(), board.shredder_fen()]), chance.choice(SPELLED)


def board_of(fen):
    return chess.Board(fen, chess960=fen not in STARTS)


def some_game(chance, number):
    fen, variant = (STARTS[0], None) if number == 0 else some_start(chance)
    root = Node()
    annotate(chance, root, False)
    root.nags = set()
    grow(chance, root, board_of(fen), chance.randrange(1, 40), 0)
    if number == 0:
        # Nothing says that two of them may not be the same.
        moves = [move.uci() for move in chess.Board(fen).legal_moves]
        root.following += [Node(moves[place % len(moves)]) for place in range(500)]
    return fen, variant, root


def brace(chance, text):
    """A comment in braces, broken into lines at random; no line begins with what might be a tag."""
    gaps = ["\n" if chance.random() < 0.2 and word[0] not in "[%" else " " for word in text.split()[1:]]
    words = text.split()
    return "{" + words[0] + "".join(gap + word for gap, word in zip(gaps, words[1:])) + chance.choice(["}", " }"])


def written_comment(chance, node):
    """The comment after a move, in one comment or more, of both kinds."""
    parts = [f"[%{command}]" for command in node.commands]
    chance.shuffle(parts)
    if not node.comment:
        return [brace(chance, " ".join(parts))] if parts else []
    if not parts and chance.random() < 0.2:
        # Only here a brace may stand that would close another comment.
        text = node.comment + chance.choice(["", " } {a}"])
        if text != node.comment:
            node.comment = text.replace("{", "(").replace("}", ")")
        return [f"; {text}\n"]
    if chance.random() < 0.5:
        return [brace(chance, " ".join([*parts, node.comment]))]
    return [brace(chance, part) for part in parts] + [brace(chance, node.comment)]


def written_move(chance, node, board, words, number):
    if board.turn or number or chance.random() < 0.3:
        words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
    san = board.san(chess.Move.from_uci(node.move))
    nags = sorted(node.nags)
    if nags and nags[0] in SIGNS and chance.random() < 0.5:
        san += SIGNS[nags.pop(0)]
    words.append(san)
    words += [f"${nag}" for nag in nags]
    words += written_comment(chance, node)


def write(chance, fen, root):
    """The movetext of a tree."""
    words = written_comment(chance, root)

    def line(node, board):
        while node.following:
            first, *others = node.following
            written_move(chance, first, board, words, 0)
            for other in others:
                words.append("(")
                if other.before:
                    words.append(brace(chance, other.before))
                side = board.copy(stack=False)
                written_move(chance, other, side, words, 1)
                side.push_uci(other.move)
                line(other, side)
                words.append(")")
            board.push_uci(first.move)
            node = first

    line(root, board_of(fen))
    return " ".join(words)


def normal(root):
    """What is kept of a tree: commands one by one, and no brace that would end a comment."""
    stack = [root]
    while stack:
        node = stack.pop()
        text = " ".join([*(f"[%{command}]" for command in node.commands), node.comment])
        node.comment, node.commands = read_comment(text)
        stack += node.following
    return root


# --- The program ---

def run(home, *arguments, **options):
    environment = {**os.environ, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([BINARY, *arguments], env=environment, capture_output=True, **options)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def games_of(text):
    stream = io.StringIO(text)
    while game := chess.pgn.read_game(stream):
        yield game


def check_lines(text):
    """No line of moves has 80 columns, unless a part of it may not be broken: a long word, or a command and the words
    behind it that may not begin a line, since they would look like a tag or an escape there."""
    for line in text.splitlines():
        tag = re.match(r"\[\w+ ", line)
        together = re.split(r"(?<!\[%cal)(?<!\[%csl) (?!\[(?!%)|%)", line)
        if len(line) >= 80 and not tag and max(map(len, together)) < 60:
            sys.exit(f"A line is too long: {line}")


def by_chance(first, count, seed):
    """Games of these numbers, all of them imported at once."""
    chance = random.Random(f"{seed} {first}")
    with tempfile.TemporaryDirectory() as home:
        wanted, texts = {}, []
        for number in range(first, first + count):
            fen, variant, root = some_game(chance, number)
            tags = f'[Event "{number}"]\n[White "Ann {number}"]\n[Result "*"]\n'
            if fen != chess.STARTING_FEN:
                tags += f'[SetUp "1"]\n[FEN "{fen}"]\n'
            if variant:
                tags += f'[Variant "{variant}"]\n'
            texts.append(f"{tags}\n{write(chance, fen, root)} *\n\n")
            wanted[f"Ann {number}"] = normal(root), texts[-1]
        code, said, cried = run(home, "--import-pgn", "-", input="".join(texts).encode())
        if code or f"{count} game" not in said or "left out" in said:
            sys.exit(f"The import says (seed {seed}): {said}{cried}")
        code, exported, cried = run(home, "--export-pgn", "all")
        if code or cried:
            sys.exit(f"The export says (seed {seed}): {cried}")
    check_lines(exported)
    for game in games_of(exported):
        root, text = wanted.pop(game.headers["White"])
        if game.errors or (wrong := difference(root, read(game))):
            sys.exit(f"{text}\nwritten as\n{game}\n\n{game.errors or wrong} (seed {seed})")
    if wanted:
        sys.exit(f"{len(wanted)} games are not there (seed {seed}).")


def records(text):
    """The games of a text as python-chess reads them, each with its first and last line."""
    stream, games, line = io.StringIO(text), [], 1
    while True:
        begin = stream.tell()
        try:
            game = chess.pgn.read_game(stream)
        except (AttributeError, IndexError, ValueError) as error:
            print(f"python-chess cannot read a game from line {line}: {error}")
            game = None if stream.tell() == begin else chess.pgn.Game()
            if game:
                game.errors = [error]
        if not game:
            return games
        # An empty line may stand before it.
        length = text[begin:stream.tell()].count("\n")
        games.append((game, line, line + length))
        line += length


def is_chess(game):
    """Whether it is played by the rules of chess, from any first position."""
    try:
        board = game.board()
    except ValueError:
        return False
    return type(board) is chess.Board and board.is_valid()


def is_whole(game):
    return not game.errors and any(game.mainline_moves())


def particulars(game):
    """All that tells a game from another: its tags, but for when it was exported, its moves and comments."""
    tags = {name: value.strip() for name, value in game.headers.items() if not name.lower().startswith("export")}
    if tags.get("FEN") == chess.STARTING_FEN:
        # That is said where there is no such tag, too.
        tags["FEN"] = tags["SetUp"] = ""
    told = sorted((name, value) for name, value in tags.items() if value not in ("", "?", "-"))
    try:
        return str(told), str(game.accept(chess.pgn.StringExporter(headers=False)))
    except ValueError:
        # Of a variant that python-chess does not know it reads no moves.
        return str(told), str(game.errors)


def reported(text):
    """What an import into an empty folder says in numbers, and the lines of which it tells something."""
    with tempfile.TemporaryDirectory() as home:
        _, said, cried = run(home, "--import-pgn", "-", "--json", input=text.encode())
    lines = [int(line) for line in re.findall(r"(?m)^game \d+, line (\d+):", cried)]
    return json.loads(said), lines


def check_musts(path):
    """The two musts of the import of a file: no whole game is refused, and none that differs is left out as a double."""
    text = pathlib.Path(path).read_text("utf-8", errors="replace").lstrip("\ufeff")
    report, told = reported(text)
    games = records(text)
    sound = [one for one in games if is_whole(one[0]) and is_chess(one[0])]
    lines = text.split("\n")
    wrong = []
    for game, first, last in sound if report["failed"] else []:
        # Only of games that are told of it must be asked whether they are refused.
        if any(first <= line <= last for line in told) and reported("\n".join(lines[first - 1:last]))[0]["failed"]:
            wrong.append(f"REFUSED: {path}, line {first}: {game.headers.get('Event')}")
    doubles = len(games) - len({particulars(game) for game, _, _ in games})
    if report["duplicates"] > doubles:
        wrong.append(f"LEFT OUT: {path}: {report['duplicates']} games are taken for doubles, {doubles} are")
    for line in wrong:
        print(line)
    return {"games": len(games), "whole": len(sound), "doubles": doubles, "left out": report["duplicates"], "imported": report["imported"],
            "refused": report["failed"], "wrong": len(wrong)}


def of_files(paths):
    total = {}
    for path in paths:
        for name, count in check_musts(path).items():
            total[name] = total.get(name, 0) + count
    print(", ".join(f"{name}: {count}" for name, count in total.items()))
    sys.exit(total["wrong"] > 0)


def main():
    chess.pgn.LOGGER.disabled = True
    arguments = sys.argv[1:]
    if arguments and not arguments[0].isdigit():
        of_files(arguments)
    count = int(arguments[0]) if arguments else 100
    seed = os.environ.get("RANK_AND_FILE_SEED") or random.randrange(1 << 32)
    for first in range(0, count, AT_ONCE):
        by_chance(first, min(AT_ONCE, count - first), seed)
    print(f"python-chess reads {count} games as they were (seed {seed}).")


if __name__ == "__main__":
    main()
