"""The tarball of a release: what is committed and all crates, so that nothing need be downloaded to build it. What it
runs is looked for by `build-aux/install-deps package`."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from package_notes import NAME, news


def vendor(tree: Path) -> None:
    """Puts the crates of the lock file into the tree of a release, and has Cargo take them from there."""
    configuration = subprocess.run(["cargo", "vendor", "--locked", "--versioned-dirs", "vendor"], cwd=tree, check=True,
                                   stdout=subprocess.PIPE, text=True).stdout
    (tree / ".cargo").mkdir(exist_ok=True)
    (tree / ".cargo/config.toml").write_text(configuration, "utf-8")
    # Some crates, most for other systems, bring compiled libraries. A source tarball has none, and is half as large
    # without them; Cargo must not look for them.
    for sums in (tree / "vendor").glob("*/.cargo-checksum.json"):
        told = json.loads(sums.read_text("utf-8"))
        compiled = [name for name in told["files"] if name.endswith((".a", ".lib", ".dll"))]
        for name in compiled:
            (sums.parent / name).unlink()
            del told["files"][name]
        if compiled:
            sums.write_text(json.dumps(told), "utf-8")


def build(root: Path, into: Path) -> Path:
    """Makes the tarball of what is committed, and tries it. Returns it."""
    work = into / "dist"
    shutil.rmtree(work, ignore_errors=True)
    name = f"{NAME}-{news(root)[0].version}"
    meson("setup", work / "meson", root)
    # The test of meson's own would have the crates of this machine.
    meson("dist", "-C", work / "meson", "--no-tests", "--formats", "xztar")
    made = (work / "meson/meson-dist" / f"{name}.tar.xz").rename(into / f"{name}.tar.xz")
    print(f"The tarball takes {made.stat().st_size / 1e6:.1f} MB.")
    shutil.unpack_archive(made, work)
    prove(work / name, work, into / "cargo")
    return made


def prove(tree: Path, work: Path, target: Path) -> None:
    """Builds and tests what was unpacked with nothing but what is in it."""
    home = work / "cargo-home"
    home.mkdir()
    # What makes a release fast takes minutes, and no test sees it.
    environment = {"CARGO_HOME": str(home), "CARGO_NET_OFFLINE": "true", "CARGO_TARGET_DIR": str(target)}
    meson("setup", work / "build", tree, "-Dprofile=dev", **environment)
    meson("compile", "-C", work / "build", **environment)
    meson("test", "-C", work / "build", "--print-errorlogs", before=[tree / "build-aux/with-display"], **environment)
    meson("install", "-C", work / "build", "--no-rebuild", "--quiet", "--destdir", work / "installed", **environment)


def meson(*words: str | Path, before: list[Path] | None = None, **environment: str) -> None:
    """Runs meson without what is set for the checks."""
    checks = {"RUSTC_WORKSPACE_WRAPPER", "RANK_AND_FILE_LOCALEDIR", "DESTDIR"}
    kept = {name: value for name, value in os.environ.items() if name not in checks}
    subprocess.run([*(before or []), "meson", *words], check=True, env=kept | environment)
