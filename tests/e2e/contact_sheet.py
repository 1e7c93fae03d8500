#!/usr/bin/python3
"""The pages of the contact sheet can still be shown and photographed: this does it with one of them. For screenshots,
only the pages that they show are photographed."""

import os
import pathlib
import subprocess
import sys
import tempfile

from expect import check, main, same

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "build-aux"))
import contact_pages  # noqa: E402
from contact_stage import SIZES, Stage  # noqa: E402
from imagemagick import imagemagick  # noqa: E402


def test():
    with tempfile.TemporaryDirectory() as folder, Stage("dark", "narrow", folder) as stage:
        caption = next(contact_pages.start(stage))
        stage.shoot("start")
        picture = pathlib.Path(folder) / "start-dark-narrow.png"
        told = subprocess.run([imagemagick("identify"), "-format", "%w %h %k", str(picture)],
                              check=True, capture_output=True, text=True)
        width, height, colors = map(int, told.stdout.split())
        least = SIZES["narrow"]
        check(f"{caption} is on the picture", width >= least[0] and height >= least[1] and colors > 50)
    with tempfile.TemporaryDirectory() as target:
        (pathlib.Path(target) / "contact-sheet").mkdir()
        script = pathlib.Path(contact_pages.__file__).with_name("contact-sheet")
        command = [sys.executable, script, "--screenshots", "--only", "^practice$", "--inside", "light", "wide"]
        ran = subprocess.run(command, env={**os.environ, "CARGO_TARGET_DIR": target}, capture_output=True, text=True)
        took = [line for line in ran.stdout.splitlines() if line.startswith(("TOOK", "FAILED"))]
        same("of all pages of a scene, the screenshot is taken alone", took, ["TOOK Practice, all hints"])


main(test)
