"""Size of the programs and of what a box stores in all."""

import os
from pathlib import Path

from rig.programs import FOLDER

from ..figures import Figure
from . import Plan

ROOT = Path(__file__).parents[4]


def measure(_: Plan) -> list[Figure]:
    """The programs as packaged: optimised, with the standard library linked in, stripped."""
    sizes = {name: (FOLDER / name).stat().st_size / 1e6 for name in ("waypost-agent", "waypost")}
    others = sum(file.stat().st_size for file in _installed()) / 1e6
    total = sum(sizes.values()) + others
    return [
        Figure("size", "agent", sizes["waypost-agent"], "MB", 9, "fixed"),
        Figure("size", "uploader and operator's command", sizes["waypost"], "MB"),
        Figure("size", "installed in all", total, "MB", 18, "fixed", {},
               f"with {others * 1000:.0f} kB of manual, units and settings"),
    ]  # fmt: skip


def _installed() -> list[Path]:
    """Everything else that the package holds, before compression."""
    packaging = ROOT / "packaging"
    places = ("man", "systemd", "init.d", "completion", "sysusers.d", "tmpfiles.d", "aws")
    files = [file for place in places for file in (packaging / place).rglob("*") if os.path.isfile(file)]
    return [*files, packaging / "waypost.conf", packaging / "OPERATING.md"]
