#!/usr/bin/env python3
"""Checks that a package states the right facts: version and notes of the release, crates of the Flatpak and licenses.

For each check that build-aux makes, the input is broken in every way that it should find.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "build-aux"))

import package_copyright  # noqa: E402
import package_deb  # noqa: E402
import package_flatpak  # noqa: E402
import package_notes  # noqa: E402

METAINFO, MAN = str(package_notes.METAINFO), "data/rank-and-file.1"
MANIFEST = ROOT / "build-aux" / f"{package_notes.ID}.json"
# A display, by X11 only where there is no Wayland; hardware to draw with; sound. No files, no network.
PERMISSIONS = {"--socket=wayland", "--socket=fallback-x11", "--share=ipc", "--device=dri", "--socket=pulseaudio"}
# A release that is made up.
FILES = {
    "Cargo.toml": '[workspace.package]\nversion = "0.2.0"\n',
    "meson.build": "project(\n  'rank-and-file',\n  version: '0.2.0',\n)\n",
    METAINFO: """<component><releases>
      <release version="0.2.0" date="2027-01-02"><description>
        <p>Clocks are louder,\n and:</p><ul><li>kings are taller</li><li>pawns are not</li></ul>
      </description></release>
      <release version="0.1.0" date="2026-11-21"><description><p>The first release.</p></description></release>
    </releases></component>""",
    MAN: '.TH RANK\\-AND\\-FILE 1 2027-01-02 "Rank & File 0.2.0" "User Commands"\n.SH NAME\n',
    "NEWS": "Version 0.2.0\n~~~~~~~~~~~~~\nReleased: 2027-01-02\n\nClocks are louder, and:\n\n * kings are\n   taller\n"
            " * pawns are not\n\nVersion 0.1.0\n~~~~~~~~~~~~~\nReleased: 2026-11-21\n\nThe first release.\n",
}
# What is changed: file, before and after; what is said then.
CASES = [
    ("Cargo.toml", "0.2.0", "0.3.0", "The version of meson.build is '0.2.0', and should be '0.3.0'."),
    ("meson.build", "0.2.0", "0.1.0", "The version of meson.build is '0.1.0'"),
    (METAINFO, '"0.2.0"', '"0.1.9"', "The newest release of the metainfo is '0.1.9'"),
    (METAINFO, "2027-01-02", "2027-02-30", "has no day: '2027-02-30'"),
    (METAINFO, "2027-01-02", "2027-01-03", "The day of the man page is '2027-01-02', and should be '2027-01-03'."),
    (METAINFO, "<p>The first release.</p>", "", "does not say what is new in 0.1.0"),
    (METAINFO, "pawns", "queens", "NEWS and the metainfo tell different releases"),
    (MAN, "0.2.0", "0.1.0", "The version of the man page is '0.1.0'"),
    (MAN, "2027-01-02", "2026-11-21", "The day of the man page is '2026-11-21'"),
    (MAN, ".TH", ".SH", "The version of the man page is None"),
    ("NEWS", "2026-11-21", "2026-11-22", "NEWS and the metainfo tell different releases"),
    ("NEWS", "pawns are not", "pawns are", "NEWS and the metainfo tell different releases"),
    ("NEWS", "Released: 2027-01-02", "2027-01-02", "NEWS has no version and day in 'Version 0.2.0"),
]
LOCK = '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "git+https://example.org/a"\n'


def check(what, good, *details):
    if not good:
        sys.exit("\n".join([f"FAILED: {what}", *map(str, details)]))


def refuses(what, said, do, *arguments):
    try:
        do(*arguments)
    except ValueError as error:
        check(what, said in str(error), error)
    else:
        check(what, False, "It is let through.")


def releases():
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        for name, text in FILES.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text, "utf-8")
        check("a release that agrees is let through", not (bad := package_notes.complaints(root)), *bad)
        log = package_deb.changelog(package_notes.news(root))
        for name, before, after, said in CASES:
            check(f"{before!r} is in {name}", before in FILES[name])
            (root / name).write_text(FILES[name].replace(before, after), "utf-8")
            bad = package_notes.complaints(root)
            check(f"{after!r} for {before!r} in {name} is found", any(said in one for one in bad), said, *bad)
            (root / name).write_text(FILES[name], "utf-8")
    check("Debian's changelog has it all", log.startswith(
        "rank-and-file (0.2.0) stable; urgency=medium\n\n  * Clocks are louder, and:\n  * kings are taller\n"
        f"  * pawns are not\n\n -- {package_deb.MAINTAINER}  Sat, 02 Jan 2027 00:00:00 +0000\n\n"
        "rank-and-file (0.1.0) "), log)


def flatpak():
    manifest = json.loads(MANIFEST.read_text("utf-8"))
    module, = manifest["modules"]
    arguments = manifest["finish-args"]
    check("the Flatpak may do what it needs and no more", len(arguments) == len(PERMISSIONS) == len(set(arguments))
          and set(arguments) == PERMISSIONS, *arguments)
    runtime = manifest["runtime"], manifest["sdk"], int(manifest["runtime-version"]) >= 50
    check("its runtime is maintained", runtime == ("org.gnome.Platform", "org.gnome.Sdk", True), runtime)
    check("the tests run in its build", module["run-tests"] is True)
    check("it has the crates", package_flatpak.SOURCES.name in module["sources"])
    environment = manifest["build-options"]["env"]
    home = f"/run/build/{module['name']}/{package_flatpak.HOME}"
    check("Cargo looks where they are", environment == {"CARGO_HOME": home, "CARGO_NET_OFFLINE": "true"}, environment)

    refuses("a crate that comes from elsewhere is refused", "git+https", package_flatpak.sources, LOCK)
    lock = (ROOT / "Cargo.lock").read_text("utf-8")
    found = package_flatpak.sources(lock)
    # Cargo itself is asked whether it has all that it needs with what flatpak-builder would give it.
    subprocess.run(["cargo", "fetch", "--locked", "--quiet"], cwd=ROOT, check=True)
    with tempfile.TemporaryDirectory() as scratch:
        environment = os.environ | package_flatpak.lay_out(found, pathlib.Path(scratch))
        command = ["cargo", "metadata", "--frozen", "--format-version", "1"]
        told = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        check("Cargo finds all crates without a network", told.returncode == 0)
        seen = {(one["name"], one["version"]) for one in json.loads(told.stdout)["packages"]}
        vendored = sorted(one.name for one in pathlib.Path(scratch, package_flatpak.VENDOR).iterdir())
        shutil.rmtree(pathlib.Path(scratch, package_flatpak.VENDOR, vendored[0]))
        short = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True)
        check(f"without {vendored[0]} it does not", short.returncode != 0)
    locked = tomllib.loads(lock)["package"]
    check("they are those of Cargo.lock", seen == {(one["name"], one["version"]) for one in locked})
    check("nothing else is downloaded", vendored == sorted(
        f"{one['name']}-{one['version']}" for one in locked if "source" in one))
    return len(vendored)


def licenses():
    text = package_copyright.text(ROOT)
    parts = [dict(line.split(": ", 1) for line in part.splitlines() if line[:1].isalpha())
             for part in text.split("\n\n")]
    explained = {part["License"] for part in parts if "Files" not in part and "License" in part}
    named = {name for part in parts if "Files" in part for name in part["License"].split(" and ")}
    check("every license that is named is explained", named == explained, named, explained)
    for crate in (crates := package_copyright.crates(ROOT)):
        line = f" vendor/{crate.name}-{crate.version}/*\n"
        check(f"{crate.name} {crate.version} has its place in the copyright", text.count(line) == 1)

    def crate(license):
        return package_copyright.Crate("a", "1.0.0", license, [], ROOT)
    for license, taken in [("MIT", ["MIT"]), ("Apache-2.0/MIT", ["MIT"]), ("Zlib OR Apache-2.0 OR MIT", ["MIT"]),
                           ("(Apache-2.0 OR MIT) AND BSD-3-Clause", ["MIT", "BSD-3-Clause"])]:
        check(f"of {license} is taken {taken}", crate(license).licenses() == taken, crate(license).licenses())
    refuses("an unknown license is refused", "licensed by 'EUPL-1.2'", crate("EUPL-1.2").licenses)
    return len(crates)


releases()
print(f"{len(CASES)} ways are found in which a release can disagree with itself, the Flatpak has the {flatpak()} "
      f"crates of Cargo.lock, and the licenses of the {licenses()} in the program are told")
