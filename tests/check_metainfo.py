#!/usr/bin/env python3
"""Checks what software centers ask of the metainfo but `appstreamcli validate` does not: a summary that fits,
screenshots that are there, of the size and with the shadow they want, and search words that are translated."""

import struct
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
METAINFO = ROOT / "data" / "io.github.rankandfile.RankAndFile.metainfo.xml.in"
SCREENSHOTS = ROOT / "data" / "screenshots"
MOST_OF_A_SUMMARY, LARGEST, TRUECOLOR_WITH_ALPHA = 35, (1000, 700), 6


def header(path: Path) -> tuple[int, int, int]:
    """The width, height and color type of a picture: the chunk IHDR of PNG."""
    width, height, _, color = struct.unpack(">IIBB", path.read_bytes()[16:26])
    return width, height, color


def complaints(tree: ElementTree.Element) -> list[str]:
    bad = []
    summary = tree.findtext("summary", "")
    if not summary or len(summary) > MOST_OF_A_SUMMARY or summary.endswith("."):
        bad.append(f"The summary is empty, longer than {MOST_OF_A_SUMMARY} characters or a sentence: {summary!r}.")
    # Named here, they would take the place of those in the desktop file, in every language.
    bad += [f"<{node.tag}> belongs into the desktop file." for node in tree if node.tag in ("categories", "keywords")]
    shown = set()
    for screenshot in tree.iter("screenshot"):
        name = screenshot.findtext("image", "").rpartition("/")[2]
        shown.add(name)
        caption = screenshot.findtext("caption", "")
        if not caption or caption.endswith("."):
            bad.append(f"{name} has no caption, or one that is a sentence: {caption!r}.")
        if not name or not (SCREENSHOTS / name).exists():
            bad.append(f"{name!r} is not in {SCREENSHOTS}.")
            continue
        width, height, color = header(SCREENSHOTS / name)
        if width > LARGEST[0] or height > LARGEST[1]:
            bad.append(f"{name} is larger than {LARGEST}: {width}, {height}.")
        if color != TRUECOLOR_WITH_ALPHA:
            bad.append(f"{name} has nothing to see through around its window.")
    bad += [f"{name} is nowhere shown." for name in sorted({path.name for path in SCREENSHOTS.iterdir()} - shown)]
    return bad


if bad := complaints(ElementTree.parse(METAINFO).getroot()):
    sys.exit("\n".join(bad))
print("Software centers have what they ask for.")
