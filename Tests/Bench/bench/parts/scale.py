"""Insert and scan at a thousand and at a million rows."""

import subprocess
from pathlib import Path

from .. import bed
from ..figures import Figure, in_turn, medians
from ..progress import say
from . import Plan


def measure(plan: Plan) -> list[Figure]:
    """The outbox alone, in a process of its own: processor time for a row that is stored, and for one that is read."""
    small, large = 1_000, plan.of(1_000_000, 50_000)
    rows = plan.of(1000, 500)
    with bed.folder() as home:
        files = {}
        for size in (small, large):
            say(f"scale: an outbox of {size:,} rows")
            files[size] = home / f"outbox-{size}.db"
            _child("fill", files[size], size)
        samples = in_turn("scale", plan.runs, {
            f"{what} {size}": lambda what=what, size=size: _child(what, files[size], rows)
            for what in ("insert", "scan") for size in (small, large)
        } | {"plain SQLite": lambda: _plain(home / "plain.db", rows)})  # fmt: skip
    found = medians(samples)
    figures = []
    for what, done in (("insert", "stored, one a commit"), ("scan", "read, ten at a time")):
        few, many = found[f"{what} {small}"], found[f"{what} {large}"]
        others = {"plain SQLite": found["plain SQLite"]} if what == "insert" else {}
        figures.append(
            Figure("scale", f"{what}, {large:,} rows against {small:,}", many / few, "times", 1.2, "fixed", {},
                   f"CPU for a row {done}: {few:.1f} and {many:.1f} us",
                   {name: values for name, values in samples.items() if name.startswith(what)}))  # fmt: skip
        figures.append(Figure("scale", f"CPU for a row {done}", few, "us", None, "", others))
    return figures


def _child(*arguments: str | int | Path) -> float:
    said = subprocess.run(
        [bed.tool("bench-child"), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=600
    )
    if said.returncode:
        raise RuntimeError(f"bench-child {' '.join(map(str, arguments))} ended with {said.returncode}: {said.stderr}")
    return float(said.stdout or 0)


def _plain(path: Path, rows: int) -> float:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    return float(subprocess.run([bed.tool("insert"), path, str(rows), "1", "1024"], check=True, capture_output=True).stdout)
