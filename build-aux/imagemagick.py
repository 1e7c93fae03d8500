"""Where ImageMagick's programs are: beside its `import`, as another program named `convert` may come first in PATH."""

import shutil
from pathlib import Path


def imagemagick(name: str) -> Path:
    return Path(shutil.which("import") or "import").with_name(name)
