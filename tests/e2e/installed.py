#!/usr/bin/python3
"""The package on a Debian on which nothing is installed: installed, tried, removed.

  tests/e2e/installed.py 12|13

It tries what `build-aux/package deb` has made, in a clean room (build-aux/clean-room), which needs root;
RANK_AND_FILE_ROOM=FOLDER keeps the room. There it has what `build-aux/install-deps installed` installs, and of
the package itself no more than it says that it needs. build-aux/test leaves it out.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from desk import Desk
from expect import check, main, same, until
from fools_mate import begin, log, play
from tree import program

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAME, ID = "rank-and-file", "io.github.rankandfile.RankAndFile"
SHARE = pathlib.Path("/usr/share")
# What the package offers to the desktop: the types of files that it opens, and its search providers. All of them are
# tried below; what is added to the package has to be added here.
TYPES = ["application/vnd.chess-pgn", "application/x-chess-pgn", "application/vnd.rankandfile.log",
         "application/x-chess-fen"]
PROVIDERS = [f"{ID}.search-provider.ini"]
PGN = '[White "Zoë"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


def run(*command, **options):
    """What a command says; it must go well."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    check(" ".join(map(str, command)), done.returncode == 0, done.stdout)
    return done.stdout.strip()


def outside(release):
    """Hands the package into a clean room, where the rest is done."""
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    packages = list((target / "package").glob(f"{NAME}_*.deb"))
    if len(packages) != 1:
        sys.exit(f"There should be one package in {target}/package, there are {len(packages)}: build-aux/package deb")
    inside = "build-aux/install-deps installed && exec tests/e2e/installed.py --inside"
    with open(packages[0], "rb") as package:
        return subprocess.run([ROOT / "build-aux/clean-room", release, "sh", "-c", inside], stdin=package).returncode


def inside():
    package = pathlib.Path("/tmp") / f"{NAME}.deb"
    package.write_bytes(sys.stdin.buffer.read())
    run("apt-get", "update")
    # A room that was kept may have one of a run that failed.
    run("apt-get", "install", "--yes", "--no-install-recommends", "--reinstall", package)
    owned = [pathlib.Path(path) for path in run("dpkg-query", "--listfiles", NAME).splitlines()]
    owned = [path for path in owned if not path.is_dir()]
    installed(package)
    offered(owned)
    home = pathlib.Path(tempfile.mkdtemp())
    window = [ROOT / "build-aux/with-display", "/usr/bin/python3", __file__, "--window", home]
    check("the window works", subprocess.run(window).returncode == 0)
    games = kept(home)
    check("a game was played", any(path.suffix == ".fenlog" for path in games), *games)
    removed(owned)
    same("what was played is there as before", kept(home), games)


def installed(package):
    version = run("dpkg-deb", "--field", package, "Version")
    same("the program has the version of its package", run(NAME, "--version"), f"{NAME} {version}")
    check("the schema is compiled", ID.encode() in schemas())
    # Made for this check: a bare Debian knows no language.
    with tempfile.TemporaryDirectory() as languages:
        run("localedef", "--inputfile=de_DE", "--charmap=UTF-8", f"{languages}/de_DE.UTF-8")
        german = {**os.environ, "LOCPATH": languages, "LC_ALL": "de_DE.UTF-8"}
        said = subprocess.run([NAME, "--export-pgn", "none"], env=german, capture_output=True, text=True)
    same("it speaks the language of the user", said.stderr.strip(), "Es gibt keine Partie mit dieser Kennung.")


def schemas():
    """The settings of all programs, compiled for them. Debian does it where a schema comes or goes."""
    compiled = SHARE / "glib-2.0/schemas/gschemas.compiled"
    return compiled.read_bytes() if compiled.exists() else b""


def offered(owned):
    entry = (SHARE / "applications" / f"{ID}.desktop").read_text("utf-8").splitlines()
    types = [kind for line in entry if line.startswith("MimeType=") for kind in line[9:].strip(";").split(";")]
    same("the types of files that it opens are tried here", types, TYPES)
    for kind in TYPES:
        same(f"{kind} is opened by it", run("xdg-mime", "query", "default", kind), f"{ID}.desktop")
    providers = [path.name for path in owned if path.parent.name == "search-providers"]
    same("what it finds for the desktop is tried here", providers, PROVIDERS)


def window(home):
    """In a session, as a user who has just installed it."""
    with Desk(home=home) as desk:
        desk.start()
        begin(desk)
        play(desk)
        log(desk)
        folders = {key: value for key, value in desk.environment.items() if key.startswith("XDG_")}
    # From the overview of the desktop it is started by the bus, which has its own environment.
    run("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
        "--method", "org.freedesktop.DBus.UpdateActivationEnvironment", str(folders))
    path = "/" + ID.replace(".", "/")
    run("gdbus", "call", "--session", "--dest", ID, "--object-path", path, "--method",
        "org.freedesktop.Application.Activate", "{}")
    asked = run("gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/",
                "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID", ID)
    process = int(asked.split()[1].strip(",)"))
    desk = Desk(home=home)
    desk.app = until("its window", lambda: program(process))
    check("the desktop can start it", desk.app)
    search = ["gdbus", "call", "--session", "--dest", ID, "--object-path", f"{path}/SearchProvider", "--method",
              "org.gnome.Shell.SearchProvider2.GetInitialResultSet", "['barnes']"]
    found = run(*search)
    check("the desktop's search finds the game", "game:" in found, found)
    # As a double click on a file does it.
    game = home / "game.pgn"
    game.write_text(PGN, "utf-8")
    run("gio", "launch", SHARE / "applications" / f"{ID}.desktop", game)
    desk.node("This game is not among your saved games.", what="a file of games is opened")
    os.kill(process, 15)


def kept(home):
    """What the program has written for its user."""
    return {path: path.read_bytes() for path in (home / NAME).rglob("*") if path.is_file()}


def removed(owned):
    run("apt-get", "remove", "--yes", NAME)
    same("what the package owned is gone", [path for path in owned if path.exists()], [])
    check("no program is left", shutil.which(NAME) is None)
    check("its settings are forgotten", ID.encode() not in schemas())
    known = subprocess.run(["dpkg-query", "--show", "--showformat", "${db:Status-Status}", NAME],
                           capture_output=True, text=True)
    check("Debian knows nothing of it any more", known.stdout in ("", "not-installed"), known.stdout)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["12" | "13" as release]:
            sys.exit(outside(release))
        case ["--inside"]:
            main(inside)
        case ["--window", home]:
            main(lambda: window(pathlib.Path(home)))
        case _:
            sys.exit(__doc__.strip())
