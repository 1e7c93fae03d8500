"""Where ImageMagick's programs are: beside `import`. Another `convert` may come before theirs in PATH."""

import shutil
from pathlib import Path


def imagemagick(name: str) -> Path:
    return Path(shutil.which("import") or "import").with_name(name)
