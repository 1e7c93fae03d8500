"""The checks of build-aux/test, which starts this with the environment that everything is compiled in.

What only reads the tree goes beside the compiler; then tests and scripts go together, three for each processor at a
time, since they wait most of the time: for what the app does, for clocks, for disks that are slow on purpose.
"""

import argparse
import hashlib
import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ["CARGO_TARGET_DIR"])
PREFIX = TARGET / "prefix"
ID = "io.github.rankandfile.RankAndFile"
STEPS = ["fmt", "deps", "data", "po", "clippy", "core", "app", "install", "e2e"]
READING, UNIT = ["fmt", "deps", "data", "po"], ["core", "app"]
# What the steps took the last time, here or in another clone.
TIMES = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rank-and-file" / "checks.json"
PROCESSORS = os.cpu_count() or 1
JOBS = 3 * PROCESSORS
# The modules of the app's tests, as three programs share them: the model mostly waits, what is drawn without windows
# keeps the processors busy.
PARTS = {"model": ["model"], "widgets": ["print", "ui"],
         "text": ["drawing", "supervised", "system", "text", "words"]}
# The tests of the core that read the whole tree, and the files that the others read besides what is compiled into them.
TREE_TESTS, CORPUS = ["house::", "third_party::"], ROOT / "tests/corpus"
# The digest of the core's tests when they passed last.
PASSED_DIGEST = TARGET / "core-passed"
# A file system in memory, and the bytes that have to be free in it.
MEMORY, ROOM = Path("/dev/shm"), 2 << 30
# The system's user without files of its own: a plain user to run tests as.
NOBODY = pwd.getpwnam("nobody")
# The minor version of the newest Rust that was tried. A newer one may warn of what was fine before.
NEWEST_RUST = 95
# Seconds after which a test program or script is taken to hang: beside much other work it takes ten times as long as alone.
PATIENCE = 2700
INSTALLED = [
    "bin/rank-and-file",
    f"share/applications/{ID}.desktop",
    f"share/metainfo/{ID}.metainfo.xml",
    f"share/dbus-1/services/{ID}.service",
    f"share/glib-2.0/schemas/{ID}.gschema.xml",
    "share/glib-2.0/schemas/gschemas.compiled",
    f"share/icons/hicolor/scalable/apps/{ID}.svg",
    f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
    "share/locale/de/LC_MESSAGES/rank-and-file.mo",
    "share/locale/es/LC_MESSAGES/rank-and-file.mo",
    "share/man/man1/rank-and-file.1",
]


class Failed(Exception):
    """A check found something; it has said what."""


def heading(text):
    print(f"\n== {text}", flush=True)


def run(*command, **options):
    if subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, **options).returncode:
        raise Failed


# --- What only reads the tree ----------------------------------------------------


def check_fmt():
    heading("Formatting")
    run("cargo", "fmt", "--all", "--check")


def check_deps():
    heading("What has to be installed, and what is known against it")
    run("build-aux/check-deps")
    run("build-aux/check-advisories")


def check_data():
    heading("Desktop file, metainfo, settings")
    with tempfile.TemporaryDirectory() as folder:
        desktop, metainfo = f"{folder}/{ID}.desktop", f"{folder}/{ID}.metainfo.xml"
        run("msgfmt", "--desktop", f"--template=data/{ID}.desktop.in", "-d", "po", "-o", desktop)
        run("desktop-file-validate", "--no-hints", desktop)
        run("msgfmt", "--xml", f"--template=data/{ID}.metainfo.xml.in", "-d", "po", "-o", metainfo)
        # Everything counts, except that appstreamcli did not know the tag <developer> before its version 1.
        version = subprocess.run(["appstreamcli", "--version"], stdout=subprocess.PIPE, text=True).stdout
        allowed = ["--override=unknown-tag=pedantic"] if "version: 0." in version else []
        run("appstreamcli", "validate", "--no-net", "--strict", *allowed, metainfo)
    run("tests/check_metainfo.py")
    run("glib-compile-schemas", "--strict", "--dry-run", "data")
    run("tests/check_package.py")
    run("build-aux/package", "check")


def check_po():
    heading("Translations")
    run("build-aux/check-po")
    run("tests/check_po.py")


# --- Compiling -----------------------------------------------------------------


def compile_tests(*targets):
    """The test programs among these targets of cargo, as pairs of package folder and program. What they test has no
    tests within, so it is compiled once, as build-aux/run has it. Always of the whole workspace, or dependencies
    would be compiled with other features."""
    command = ["cargo", "test", "--locked", "--workspace", "--no-run", "--message-format=json-diagnostic-rendered-ansi",
               *targets]
    cargo = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    programs, warned = [], False
    for line in cargo.stdout:
        message = json.loads(line)
        # Cargo repeats the warnings of what was compiled before.
        if message["reason"] == "compiler-message":
            print(message["message"]["rendered"], file=sys.stderr)
            warned |= message["message"]["level"] == "warning"
        if message["reason"] == "compiler-artifact" and message["profile"]["test"] and message["executable"]:
            if message["target"]["kind"] == ["test"]:
                programs.append((Path(message["manifest_path"]).parent, Path(message["executable"])))
    if cargo.wait():
        raise Failed
    if warned and minor_version_of_rust() <= NEWEST_RUST:
        print("Nothing may be warned of.")
        raise Failed
    return programs


def minor_version_of_rust():
    version = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(version.split(".")[1])


def check_clippy():
    heading("Clippy")
    # Not --all-targets, which compiles what has no tests a second time, as if it had.
    compile_tests("--tests", "--benches", "--examples")


def check_install():
    heading("Installation")
    shutil.rmtree(PREFIX, ignore_errors=True)
    shutil.rmtree(TARGET / "meson", ignore_errors=True)
    environment = {name: value for name, value in os.environ.items() if name != "DESTDIR"}
    # What makes a release fast takes minutes, and no check sees it.
    run("meson", "setup", TARGET / "meson", f"--prefix={PREFIX}", "-Dprofile=dev", env=environment)
    run("meson", "compile", "-C", TARGET / "meson", env=environment)
    run("meson", "install", "-C", TARGET / "meson", "--no-rebuild", "--quiet", env=environment)
    missing = [name for name in INSTALLED if not (PREFIX / name).is_file() or not (PREFIX / name).stat().st_size]
    if missing:
        print("Not installed:", *missing)
        raise Failed
    run("desktop-file-validate", "--no-hints", PREFIX / f"share/applications/{ID}.desktop")
    run(PREFIX / "bin/rank-and-file", "--version")
    run("tests/check_pgn.py", env={**os.environ, "RANK_AND_FILE": str(PREFIX / "bin/rank-and-file")})


# --- Tests and scripts, some at a time -------------------------------------------


# Compared by identity: the jobs of two rounds of one script have equal fields.
@dataclass(eq=False)
class Job:
    """A test program or script: the step it belongs to, what it is called, how it is run."""

    step: str
    name: str
    command: list
    environment: dict = field(default_factory=dict)
    folder: Path = ROOT
    # Whether a plain user has all that it needs; cargo lies in the home of one.
    plain: bool = True
    # The seconds it may take where that is not known from the last time.
    guess: float = PATIENCE
    # The digest of all that it depends on, where that is known.
    digest: str = ""

    def start(self, round_):
        self.output = tempfile.TemporaryFile("w+", errors="replace")
        self.began = time.monotonic()
        # Every other time like a job that a shell starts in the background, every third time below a folder with a
        # blank in its name, two times of four as a plain user.
        aside, blank = round_ % 2 == 1, round_ % 3 == 2
        plain = self.plain and round_ % 4 >= 2 and os.geteuid() == 0
        environment = {**os.environ, "RUST_TEST_THREADS": str(PROCESSORS), "TZ": "UTC", **self.environment}
        self.place = None
        if blank or plain:
            self.place = tempfile.TemporaryDirectory(prefix="of a player " if blank else "of-a-player-",
                                                     dir=environment.get("TMPDIR"))
            # Cargo and the compilers stay where they are.
            home = {name: os.environ.get(name) or str(Path.home() / folder)
                    for name, folder in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")]}
            environment |= {**home, "HOME": self.place.name, "TMPDIR": self.place.name}
        folder, user = self.folder, {}
        if plain:
            # In a folder that the user may write to, as a checkout is to its owner.
            folder = self.place.name
            os.chown(self.place.name, NOBODY.pw_uid, NOBODY.pw_gid)
            user = {"user": NOBODY.pw_uid, "group": NOBODY.pw_gid, "extra_groups": []}
        self.process = subprocess.Popen(
            ["timeout", str(PATIENCE), *map(str, self.command)], cwd=folder, env=environment,
            stdin=None if aside else subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT,
            start_new_session=True, preexec_fn=as_background_job if aside else None, **user)

    def end(self):
        """Its seconds, what it said, and what failed of it."""
        took = time.monotonic() - self.began
        self.output.seek(0)
        said = self.output.read()
        self.output.close()
        if self.place:
            self.place.cleanup()
        # A test of an example in the documentation has blanks in its name.
        failed = [name.split()[0] for name in re.findall(r"^test (.*) \.\.\. FAILED$", said, re.MULTILINE)]
        if self.process.returncode and not failed:
            # All of its step is repeated, unless it is a script.
            failed = [self.name if self.step == "e2e" else ""]
        return took, said, failed


def as_background_job():
    os.close(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def digest(program):
    """A number for a test program of the core with the files that it reads."""
    files = [program, *sorted(path for path in CORPUS.rglob("*") if path.is_file())]
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path} {path.stat().st_size}\n".encode() + path.read_bytes())
    return total.hexdigest()


def core_jobs(step, programs, names, environment, everything):
    """The tests of the core. Where everything is checked, those that have passed in the same program and with the same
    files are not run again."""
    jobs = []
    for folder, program in programs:
        job = Job(step, "core", [program, *names], environment, folder)
        if everything:
            job.digest = digest(program)
            if PASSED_DIGEST.exists() and PASSED_DIGEST.read_text() == job.digest:
                print("The core is as it was when its tests passed. Of them are run:", *TREE_TESTS)
                job = Job(step, "core, the tree", [program, *TREE_TESTS], environment, folder)
        jobs.append(job)
    return jobs


def unit_jobs(step, names, everything, found):
    """The tests of the core, or those of the app in three programs, as GTK runs in only one thread of each. The names
    that some test has within its own are added to those that were found."""
    programs = compile_tests("--test", step)
    listed = "".join(
        subprocess.run([program, "--list"], capture_output=True, text=True, check=True, cwd=folder).stdout
        for folder, program in programs)
    tests = re.findall(r"^(.*): test$", listed, re.MULTILINE)
    found |= {name for name in names if any(name in test for test in tests)}
    # Most of them sync thousands of files, which takes a disk minutes.
    memory = written_to_memory()
    if step == "core":
        return core_jobs(step, programs, names, memory, everything)
    # The documentation's examples are compiled as they run.
    documented = ["cargo", "test", "--locked", "--workspace", "--doc", "--", *names]
    with_display, jobs = ROOT / "build-aux/with-display", [Job(step, "documentation", documented, plain=False)]
    rooms = {test.split("::")[0] for test in tests}
    if rooms != {room for part in PARTS.values() for room in part}:
        print("PARTS does not name the modules that have tests, each of which runs in one part:", *sorted(rooms))
        raise Failed
    for folder, program in programs:
        for part in PARTS:
            skipped = [f"--skip={room}::" for other, rooms in PARTS.items() if other != part for room in rooms]
            # The desktop's trash, which the widgets use, is not for files in memory.
            place = {} if part == "widgets" else memory
            jobs.append(Job(step, f"app, {part}", [with_display, program, *names, *skipped], place, folder))
    return jobs


def script_jobs(names):
    scripts = {path.stem: path for path in sorted((ROOT / "tests/e2e").glob("*.py"))
               if re.search(r"^ *main\(test\)$", path.read_text("utf-8"), re.MULTILINE)}
    unknown = [name for name in names if name not in scripts]
    if unknown:
        print("There is no such script in tests/e2e:", *unknown)
        raise Failed
    environment = {
        "RANK_AND_FILE": str(PREFIX / "bin/rank-and-file"),
        "XDG_DATA_DIRS": f"{PREFIX}/share:/usr/local/share:/usr/share",
        "GSETTINGS_SCHEMA_DIR": str(PREFIX / "share/glib-2.0/schemas"),
    }
    # Ten lines or so are tried in a second.
    return [Job("e2e", name, [ROOT / "build-aux/with-display", "/usr/bin/python3", scripts[name]], environment,
                guess=scripts[name].stat().st_size / 400) for name in names or scripts]


def together(jobs, rounds, times):
    """Runs all of them so many times; says how often each passed, and what it took. Gives the seconds of the
    steps, and the names of what failed, by step and with how often."""
    # The longest first: what is left in the end is short.
    waiting = [(job, round_) for round_ in range(rounds)
               for job in sorted(jobs, key=lambda job: -times.get(job.name, job.guess))]
    running, took, failures = [], Counter(), Counter()
    slowest, passed = Counter(), Counter()
    try:
        while waiting or running:
            while waiting and len(running) < JOBS:
                job, round_ = waiting.pop(0)
                # Each round has a process of its own.
                job = replace(job)
                job.start(round_)
                running.append(job)
            ended = first_to_end(running)
            running.remove(ended)
            seconds, said, failed = ended.end()
            print(f"\n-- {ended.step}: {ended.name} ({seconds:.0f} s)")
            if rounds == 1 or failed:
                print(said, flush=True)
            for name in failed:
                print(f"FAILED: {ended.step} {name}", flush=True)
            failures.update((ended.step, name) for name in failed)
            passed[ended.name] += not failed
            slowest[ended.name] = max(slowest[ended.name], seconds)
            took[ended.step] += seconds
            times[ended.name] = round(seconds)
            if ended.digest and not failed:
                PASSED_DIGEST.write_text(ended.digest)
    finally:
        for job in running:
            os.killpg(job.process.pid, signal.SIGTERM)
    if rounds > 1:
        heading(f"{rounds} times: every other one without stdin and with SIGINT and SIGHUP ignored, some in a "
                "folder with a blank in its name, some as a plain user")
        for name in slowest:
            print(f"{name:32} passed {passed[name]} of {rounds}, slowest {slowest[name]:.0f} s")
    return took, failures


def written_to_memory():
    """The environment in which what is written goes to memory, where that is possible. A TMPDIR that is set
    stays."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK | os.X_OK):
        return {}
    system = os.statvfs(MEMORY)
    # Tests start programs that they have written.
    suits = system.f_bavail * system.f_frsize >= ROOM and not system.f_flag & os.ST_NOEXEC
    return {"TMPDIR": str(MEMORY)} if suits else {}


def first_to_end(running):
    while True:
        pid, status = os.waitpid(-1, 0)
        for job in running:
            if job.process.pid == pid:
                job.process.returncode = os.waitstatus_to_exitcode(status)
                return job


# --- All of it -------------------------------------------------------------------


def arguments():
    """The steps with the names that were given after each, how many times, and beside how many busy loops."""
    parser = argparse.ArgumentParser(prog="build-aux/test", description="Runs the checks.")
    parser.add_argument("--again", type=int, default=1, metavar="N", help="how often tests and scripts are run")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="busy loops beside them")
    parser.add_argument("words", nargs="*", metavar="STEP [NAME…]", help=" ".join(STEPS))
    given = parser.parse_args()
    chosen, last = {}, []
    for word in given.words:
        if word in STEPS or word == "unit":
            last = UNIT if word == "unit" else [word]
            for step in last:
                chosen.setdefault(step, [])
        elif last and last[0] in (*UNIT, "e2e"):
            for step in last:
                chosen[step].append(word)
        else:
            parser.error(f"No check is called '{word}'. There are: {' '.join(STEPS)}")
    return chosen or {step: [] for step in STEPS}, given.again, given.busy


class Reading:
    """The checks that only read the tree, in a process of their own; what they say is shown when they have ended."""

    def __init__(self):
        self.output = tempfile.TemporaryFile("w+", errors="replace")
        self.process = subprocess.Popen([sys.executable, __file__, *READING], stdin=subprocess.DEVNULL,
                                        stdout=self.output, stderr=subprocess.STDOUT)

    def end(self):
        failed = self.process.wait()
        self.output.seek(0)
        print(self.output.read(), flush=True)
        if failed:
            raise Failed


def known_times():
    return json.loads(TIMES.read_text()) if TIMES.exists() else {}


def learn(times):
    TIMES.parent.mkdir(parents=True, exist_ok=True)
    TIMES.write_text(json.dumps(known_times() | times, indent=1))


def busy_loops(count):
    return [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]


def main():
    chosen, rounds, busy = arguments()
    times = known_times()
    before, took, failures = dict(times), {}, Counter()
    step, reading, loops = None, None, []
    everything = rounds == 1 and set(chosen) == set(STEPS) and not any(chosen.values())
    began_at = time.monotonic()
    os.chdir(ROOT)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # All end-to-end scripts need the installed program.
    steps = [step for step in STEPS if step in chosen or step == "install" and "e2e" in chosen]
    try:
        if everything:
            reading = Reading()
            steps = [step for step in steps if step not in READING]
        jobs, found = [], set()
        for step in steps:
            began = time.monotonic()
            if step in UNIT:
                jobs += unit_jobs(step, chosen[step], everything, found)
            elif step == "e2e":
                jobs += script_jobs(chosen[step])
            else:
                globals()[f"check_{step}"]()
            took[step] = time.monotonic() - began
            if reading and step == "clippy":
                step = " ".join(READING)
                reading.end()
        if unknown := {name for step in UNIT for name in chosen.get(step, [])} - found:
            print("No test has in its name:", *sorted(unknown))
            raise Failed
        if jobs:
            step = "tests"
            heading("Tests and scripts")
            began = time.monotonic()
            loops = busy_loops(busy)
            shares, failures = together(jobs, rounds, times)
            # The time of all of them together, divided among the steps in proportion to their own times.
            all_of_it = time.monotonic() - began
            for name, seconds in shares.items():
                took[name] += all_of_it * seconds / sum(shares.values())
    except Failed:
        failures[step, ""] += 1
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        if reading:
            reading.process.kill()
            reading.process.wait()
        for loop in loops:
            loop.kill()
            loop.wait()
    # Times of a run that was cut short, repeated or disturbed do not predict the next one.
    if (everything or set(chosen) == set(READING)) and not (busy or failures):
        steps = {f"step {name}": round(seconds) for name, seconds in took.items()}
        learn(dict(times.items() - before.items()) | steps)
    heading("What it took")
    for name, seconds in took.items():
        last = before.get(f"step {name}")
        print(f"{name:8} {seconds:5.0f} s" + (f"   the last time {last} s" if last is not None else ""))
    print(f"{'all':8} {time.monotonic() - began_at:5.0f} s")
    if failures:
        print(file=sys.stderr)
        for (step, name), count in failures.items():
            times_ = f", {count} times of {rounds}" if rounds > 1 else ""
            print(f"FAILED: {step} {name}{times_}", file=sys.stderr)
        repeat = {}
        for step, name in failures:
            repeat.setdefault(step, []).append(name)
        words = " ".join(step if "" in names else f"{step} {' '.join(names)}" for step, names in repeat.items())
        print(f"Repeat with: build-aux/test {words}", file=sys.stderr)
        sys.exit(1)
    print("\nAll checks passed.")


if __name__ == "__main__":
    main()
