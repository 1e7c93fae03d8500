"""The file `copyright` of the Debian package, in Debian's machine-readable format: the licenses of Rank & File and of
each crate that is compiled into the program, as stated in the crates."""

import json
import re
import subprocess
import textwrap
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

HEADER = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Rank & File
Source: the tarball of the release
Comment: What stands in vendor/ are the crates that are compiled into the program; the tarball has more, for other
 systems and for the tests. Where a crate may be used under any of several licenses, the one under which it is used here
 is named. Besides, the program has the standard library of Rust in it, which the Rust Project contributors license
 under the terms of Expat or Apache-2.0.

Files: *
Copyright: The Rank & File contributors
License: GPL-3+

Files: data/*.metainfo.xml.in
Copyright: The Rank & File contributors
License: CC0-1.0

Files: resources/openings.tsv
Copyright: the contributors of lichess-org/chess-openings, who have waived their rights
License: CC0-1.0

Files: resources/puzzles.tsv
Copyright: lichess.org and its players, who have waived their rights
License: CC0-1.0
"""
# How a license that SPDX calls so is called in Debian, and the words its terms begin with in the files of a crate.
# Those without such words are installed with every Debian.
LICENSES = {
    "MIT": ("Expat", "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"),
    "BSD-3-Clause": ("BSD-3-clause", "Redistribution and use in source and binary forms"),
    "Zlib": ("Zlib", "This software is provided 'as-is'"),
    "Unicode-3.0": ("Unicode-3.0", "NOTICE TO USER: Carefully read"),
    "MPL-2.0": ("MPL-2.0", None),
    "GPL-3.0-or-later": ("GPL-3+", None),
    "CC0-1.0": ("CC0-1.0", None),
}
# Of a choice MIT is taken, but of these crates, whose MIT license has words of its own, this one.
OTHERWISE = {"bytemuck": "Zlib", "safe_arch": "Zlib"}
INSTALLED = {"MPL-2.0": "MPL-2.0", "GPL-3.0-or-later": "GPL-3", "CC0-1.0": "CC0-1.0"}
LICENSE_FILE = re.compile(r"(LICEN[CS]E|COPY|NOTICE).*", re.IGNORECASE)
# A line that says who has the rights; not one of a form to be filled in, nor of a text about such lines.
RIGHTS = re.compile(r"^\s*Copyright (?:\([cC]\) |© )?([^\s\[{(].*?)\s*$", re.MULTILINE)


class Crate(NamedTuple):
    name: str
    version: str
    license: str
    authors: list[str]
    folder: Path

    def texts(self) -> list[str]:
        files = (file for file in sorted(self.folder.iterdir()) if LICENSE_FILE.fullmatch(file.name) and file.is_file())
        return [file.read_text("utf-8", "replace") for file in files]

    def rights(self) -> list[str]:
        """Who has the rights: by the texts of the licenses, or those who have written it."""
        said = [line for text in self.texts() for line in RIGHTS.findall(text)]
        named = [line for line in said if re.search(r"[^\W\d]{2}", line)]
        if not named:
            named = [f"{years} {author}".strip() for years in (said or [""])[:1]
                     for author in self.authors or [f"the authors of {self.name}"]]
        return sorted(set(named))

    def licenses(self) -> list[str]:
        """The licenses that hold together, as SPDX calls them: of each choice the one that is taken."""
        parts = [part.strip("() ") for part in self.license.replace("/", " OR ").split(" AND ")]
        other_than_wanted = OTHERWISE.get(self.name, "MIT").__ne__
        taken = [min(part.split(" OR "), key=other_than_wanted) for part in parts]
        for license in taken:
            if license not in LICENSES:
                raise ValueError(f"{self.name} {self.version} is licensed by {self.license!r}, an unknown license.")
        return taken

    def terms(self, license: str) -> str | None:
        """The terms of one of its licenses, if its files tell them."""
        begin = LICENSES[license][1]
        pattern = r"\s+".join(map(re.escape, begin.split()))
        for text in self.texts():
            if match := re.search(pattern, text):
                return text[match.start():].replace("“", '"').replace("”", '"').strip()
        return None


def crates(root: Path) -> list[Crate]:
    """What is compiled into the program, by name: neither what helps to compile nor what is for other systems."""
    def cargo(*words: str) -> str:
        command = ["cargo", *words, "--locked"]
        return subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout

    lines = cargo("tree", "--package", "rank-and-file", "--edges", "normal,no-proc-macro", "--prefix", "none",
                  "--format", "{p}").splitlines()
    used = {tuple(line.split()[:2]) for line in lines}
    return sorted(
        Crate(one["name"], one["version"], one["license"] or "", one["authors"], Path(one["manifest_path"]).parent)
        for one in json.loads(cargo("metadata", "--format-version", "1"))["packages"]
        if one["source"] and (one["name"], f"v{one['version']}") in used
    )


def terms(found: list[Crate], license: str) -> str:
    """The terms of a license for all crates that have it, which must not differ in a word."""
    name, begin = LICENSES[license]
    if begin is None:
        return f"The whole text is installed as /usr/share/common-licenses/{INSTALLED[license]}."
    told = [(crate, text) for crate in found if license in crate.licenses() and (text := crate.terms(license))]
    whole = min((text for _, text in told), key=len)
    for crate, text in told:
        if not text.split() [: len(whole.split())] == whole.split():
            raise ValueError(f"{crate.name} {crate.version} has terms of its own for {name}.")
    return "\n\n".join(textwrap.fill(" ".join(part.split()), 100) for part in whole.split("\n\n"))


def text(root: Path) -> str:
    found = crates(root)
    alike = defaultdict(list)
    for crate in found:
        names = " and ".join(LICENSES[license][0] for license in crate.licenses())
        alike[names, tuple(crate.rights())].append(f"vendor/{crate.name}-{crate.version}/*")
    parts = [HEADER]
    for (names, rights), files in sorted(alike.items(), key=lambda item: item[1]):
        parts.append("Files: {}\nCopyright: {}\nLicense: {}\n".format(
            "\n ".join(files), "\n ".join(rights), names))
    needed = {"GPL-3.0-or-later", "CC0-1.0", *(license for crate in found for license in crate.licenses())}
    for license in sorted(needed):
        lines = terms(found, license).splitlines()
        parts.append("\n".join([f"License: {LICENSES[license][0]}", *(f" {line or '.'}" for line in lines)]) + "\n")
    return "\n".join(parts)
