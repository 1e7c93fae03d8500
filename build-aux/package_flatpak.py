"""The crates of Cargo.lock as sources of a Flatpak, in the format of flatpak-cargo-generator: flatpak-builder downloads
them before the build, which has no network."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

SOURCES = Path("build-aux", "cargo-sources.json")
# Where crates are downloaded from that come from Cargo's usual registry.
REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"
DOWNLOADS = "https://static.crates.io/crates"
# What the manifest has as CARGO_HOME, as seen from the folder of the sources; Cargo's configuration is in it.
HOME = "cargo"
VENDOR = f"{HOME}/vendor"
CONFIGURATION = f"""[source.vendored-sources]
directory = "{VENDOR}"

[source.crates-io]
replace-with = "vendored-sources"
"""


def sources(lock: str) -> list[dict[str, str]]:
    """What is to be downloaded and written for a lock file."""
    found = []
    for crate in tomllib.loads(lock)["package"]:
        if "source" not in crate:
            continue
        name, version = crate["name"], crate["version"]
        if crate["source"] != REGISTRY:
            raise ValueError(f"{name} {version} comes from {crate['source']}, which this script does not know.")
        place = f"{VENDOR}/{name}-{version}"
        found.append({
            "type": "archive", "archive-type": "tar-gzip", "url": f"{DOWNLOADS}/{name}/{name}-{version}.crate",
            "sha256": crate["checksum"], "dest": place,
        })
        # Of the files in it Cargo need not know any: the archive was checked.
        found.append({
            "type": "inline", "contents": json.dumps({"package": crate["checksum"], "files": {}}), "dest": place,
            "dest-filename": ".cargo-checksum.json",
        })
    found.append({"type": "inline", "contents": CONFIGURATION, "dest": HOME, "dest-filename": "config.toml"})
    return found


def write(root: Path) -> Path:
    """Writes the sources where the manifest looks for them."""
    made = root / SOURCES
    made.write_text(json.dumps(sources((root / "Cargo.lock").read_text("utf-8")), indent=4) + "\n", "utf-8")
    return made


def lay_out(found: list[dict[str, str]], folder: Path) -> dict[str, str]:
    """Does with the sources what flatpak-builder does; the archives are those that Cargo has downloaded here. Returns
    the environment in which the manifest has Cargo build."""
    cache = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo") / "registry/cache"
    for source in found:
        place = folder / source["dest"]
        place.mkdir(parents=True, exist_ok=True)
        if source["type"] == "inline":
            (place / source["dest-filename"]).write_text(source["contents"], "utf-8")
            continue
        archive = next(cache.glob(f"*/{source['url'].rpartition('/')[2]}")).read_bytes()
        if hashlib.sha256(archive).hexdigest() != source["sha256"]:
            raise ValueError(f"{place.name} is not what Cargo.lock has.")
        with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
            opened.extractall(place.parent)
    return {"CARGO_HOME": str(folder / HOME), "CARGO_NET_OFFLINE": "true"}


def prove(root: Path, folder: Path) -> None:
    """Builds the program with nothing but these sources."""
    subprocess.run(["cargo", "fetch", "--locked"], cwd=root, check=True)
    shutil.rmtree(folder, ignore_errors=True)
    found = json.loads((root / SOURCES).read_text("utf-8"))
    environment = os.environ | lay_out(found, folder) | {"CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run(["cargo", "build", "--locked"], cwd=root, env=environment, check=True)
