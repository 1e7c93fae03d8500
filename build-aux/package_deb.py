"""One package for Debian and what derives from it. What it runs is looked for by `build-aux/install-deps package`."""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import textwrap
from datetime import datetime, timezone
from email.utils import format_datetime
from pathlib import Path

import package_copyright
from package_notes import NAME, Release, description, news
from package_tarball import meson

MAINTAINER = "The Rank & File contributors <rankandfile@users.noreply.github.com>"
# The libraries of older releases are there in newer ones, by these names or as provided by others.
OLDEST = ("debian", "12")
# What else the program needs: a backend that keeps its settings. What it suggests: an engine as an opponent.
NEEDED = "dconf-gsettings-backend | gsettings-backend"
SUGGESTED = "stockfish | gnuchess"
# In bytes.
MOST_INSTALLED = 20_000_000
MOST_PACKED = 6_000_000


def must(*command: str | Path, **options) -> None:
    subprocess.run(command, check=True, **options)


def told_by(*command: str | Path, **options) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def build(root: Path, into: Path) -> Path:
    """Builds, packs and judges it. Returns the package."""
    warn_of_this_system()
    os.umask(0o022)
    for old in into.glob(f"{NAME}_*.deb"):
        old.unlink()
    work = into / "deb"
    shutil.rmtree(work, ignore_errors=True)
    files = work / "files"
    install(root, into, files)
    releases = news(root)
    document(root, files, releases)
    package = pack(root, files, releases[0])
    try:
        must("lintian", "--allow-root", "--fail-on", "error", "--info", package)
    except subprocess.CalledProcessError:
        sys.exit("lintian finds errors in the package.")
    installed = sum(file.stat().st_size for file in files.rglob("*") if file.is_file())
    for what, size, most in (("The installed files take", installed, MOST_INSTALLED),
                             ("The package takes", package.stat().st_size, MOST_PACKED)):
        print(f"{what} {size / 1e6:.1f} MB, {most / 1e6:.0f} MB at most.")
        if size > most:
            sys.exit("That is too much.")
    return package.rename(into / package.name)


def warn_of_this_system() -> None:
    with open(os.environ.get("OS_RELEASE", "/etc/os-release"), encoding="utf-8") as file:
        said = dict(line.strip().split("=", 1) for line in file if "=" in line)
    here = said.get("ID", ""), said.get("VERSION_ID", "").strip('"')
    if here != OLDEST:
        print(f"This is not Debian {OLDEST[1]}: the package may need newer libraries than that has.", file=sys.stderr)


def install(root: Path, into: Path, files: Path) -> None:
    """Puts everything where the package will have it, as meson does for /usr."""
    cargo = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    # No path of this machine gets into the program.
    flags = f"--remap-path-prefix={cargo}=/cargo --remap-path-prefix={root}=/{NAME}"
    environment = {"CARGO_TARGET_DIR": str(into / "cargo"), "RUSTFLAGS": flags}
    work = into / "meson"
    shutil.rmtree(work, ignore_errors=True)
    meson("setup", work, root, "--prefix=/usr", **environment)
    meson("compile", "-C", work, **environment)
    meson("install", "-C", work, "--no-rebuild", "--quiet", "--destdir", files, **environment)
    must("strip", "--strip-unneeded", "--remove-section=.comment", "--remove-section=.note", files / "usr/bin" / NAME)


def document(root: Path, files: Path, releases: list[Release]) -> None:
    """What Debian wants to be told beside the program."""
    manual = files / "usr/share/man/man1" / f"{NAME}.1"
    compress(manual.read_bytes(), manual.with_name(f"{manual.name}.gz"))
    manual.unlink()
    folder = files / "usr/share/doc" / NAME
    folder.mkdir(parents=True)
    (folder / "copyright").write_text(package_copyright.text(root), "utf-8")
    compress(changelog(releases).encode(), folder / "changelog.gz")


def compress(content: bytes, to: Path) -> None:
    to.write_bytes(gzip.compress(content, 9, mtime=0))


def day(release: Release) -> datetime:
    return datetime.fromisoformat(release.day).replace(tzinfo=timezone.utc)


def changelog(releases: list[Release]) -> str:
    """The releases in the way of Debian's changelogs."""
    return "\n".join(
        f"{NAME} ({release.version}) stable; urgency=medium\n\n"
        + "\n".join(textwrap.fill(note, 78, initial_indent="  * ", subsequent_indent="    ") for note in release.notes)
        + f"\n\n -- {MAINTAINER}  {format_datetime(day(release))}\n"
        for release in releases
    )


def pack(root: Path, files: Path, release: Release) -> Path:
    architecture = told_by("dpkg", "--print-architecture")
    content = sorted(file for file in files.rglob("*"))
    sums = "".join(
        f"{hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()}  {file.relative_to(files)}\n"
        for file in content if file.is_file()
    )
    size = sum(-(-file.stat().st_size // 1024) if file.is_file() else 1 for file in content)
    summary, paragraphs = description(root)
    # Not among Debian's games, which are kept out of the way, in a folder that root's shells do not search.
    control = {
        "Package": NAME, "Version": release.version, "Architecture": architecture, "Maintainer": MAINTAINER,
        "Installed-Size": str(size), "Depends": f"{libraries(files)}, {NEEDED}", "Suggests": SUGGESTED,
        "Section": "gnome", "Priority": "optional",
        "Description": summary.lower() + "\n .".join(
            textwrap.fill(part, 79, initial_indent="\n ", subsequent_indent=" ", replace_whitespace=False)
            for part in paragraphs),
    }
    about = files / "DEBIAN"
    about.mkdir()
    (about / "control").write_text("".join(f"{field}: {value}\n" for field, value in control.items()), "utf-8")
    (about / "md5sums").write_text(sums, "utf-8")
    package = files.with_name(f"{NAME}_{release.version}_{architecture}.deb")
    must("dpkg-deb", "--root-owner-group", "-Zxz", "--build", files, package,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(int(day(release).timestamp()))})
    shutil.rmtree(about)
    return package


def libraries(files: Path) -> str:
    """The packages that have the libraries of the program, each from the version on that has all that is used."""
    folder = files.with_name("source")
    (folder / "debian").mkdir(parents=True)
    (folder / "debian/control").write_text(f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n", "utf-8")
    said = told_by("dpkg-shlibdeps", "-O", files / "usr/bin" / NAME, cwd=folder)
    return said.removeprefix("shlibs:Depends=")
