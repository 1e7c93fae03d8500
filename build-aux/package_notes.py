"""Version, date and notes of a release; and whether all files that state them agree."""

import re
import tomllib
import xml.etree.ElementTree as ElementTree
from datetime import date
from pathlib import Path
from typing import NamedTuple

NAME, ID = "rank-and-file", "io.github.rankandfile.RankAndFile"
METAINFO = Path("data", f"{ID}.metainfo.xml.in")


class Release(NamedTuple):
    version: str
    day: str
    notes: list[str]


def news(root: Path) -> list[Release]:
    """The releases of NEWS, which is written as `appstreamcli metainfo-to-news --format text` writes it."""
    releases = []
    for part in re.split(r"^(?=Version )", (root / "NEWS").read_text("utf-8"), flags=re.MULTILINE):
        head, _, body = part.partition("\n\n")
        said = re.fullmatch(r"Version (\S+)\n~+\nReleased: (\S+)", head.strip())
        if part.strip() and not said:
            raise ValueError(f"NEWS has no version and day in {head!r}.")
        if said:
            notes = re.split(r"\n\s*\n|^ *\* ", body, flags=re.MULTILINE)
            releases.append(Release(said[1], said[2], [plain(note) for note in notes if note.strip()]))
    return releases


def metainfo(root: Path) -> list[Release]:
    tree = ElementTree.parse(root / METAINFO)
    return [
        Release(release.get("version", ""), release.get("date", ""),
                [plain("".join(node.itertext())) for node in release.iter() if node.tag in ("p", "li")])
        for release in tree.iter("release")
    ]


def description(root: Path) -> tuple[str, list[str]]:
    """The summary of the app, and the paragraphs that describe it."""
    tree = ElementTree.parse(root / METAINFO)
    paragraphs = tree.findall("./description/p")
    return plain(tree.findtext("./summary", "")), [plain("".join(node.itertext())) for node in paragraphs]


def plain(text: str) -> str:
    return " ".join(text.split())


def found(pattern: str, text: str) -> str | None:
    match = re.search(pattern, text, re.MULTILINE)
    return match[1] if match else None


def complaints(root: Path) -> list[str]:
    """What does not agree with the version of Cargo.toml and the releases of the metainfo."""
    def text(name: str) -> str:
        return (root / name).read_text("utf-8")

    version = tomllib.loads(text("Cargo.toml"))["workspace"]["package"]["version"]
    releases = metainfo(root)
    newest = releases[0] if releases else Release("", "", [])
    manual, page = text("data/rank-and-file.1"), r"^\.TH \S+ 1 "
    said = [
        ("The version of meson.build", found(r"^  version: '(.*)'", text("meson.build")), version),
        ("The newest release of the metainfo", newest.version, version),
        ("The version of the man page", found(page + r'\S+ "Rank & File (.*?)"', manual), version),
        ("The day of the man page", found(page + r"(\S+)", manual), newest.day),
    ]
    bad = [f"{what} is {seen!r}, and should be {wanted!r}." for what, seen, wanted in said if seen != wanted]
    for release in releases:
        if not release.notes:
            bad.append(f"The metainfo does not say what is new in {release.version}.")
        try:
            date.fromisoformat(release.day)
        except ValueError:
            bad.append(f"The release {release.version} of the metainfo has no day: {release.day!r}.")
    try:
        if (told := news(root)) != releases:
            bad.append(f"NEWS and the metainfo tell different releases:\n  {told}\n  {releases}")
    except ValueError as error:
        bad.append(str(error))
    return bad
