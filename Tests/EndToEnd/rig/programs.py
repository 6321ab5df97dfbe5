"""Where the built programs are."""

import os
from pathlib import Path

_BUILD = Path(__file__).parents[3] / ".build"

#: The folder of the executables: `WAYPOST_PROGRAMS`, else the newest build of this checkout.
FOLDER = Path(
    os.environ.get("WAYPOST_PROGRAMS")
    or max(
        (folder for folder in (_BUILD / "release", _BUILD / "debug") if (folder / "waypost-agent").exists()),
        key=lambda folder: (folder / "waypost-agent").stat().st_mtime,
        default=_BUILD / "release",
    )
)
