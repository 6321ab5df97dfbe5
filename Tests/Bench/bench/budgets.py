"""What one fix may cost, held in a file for each platform; counted, not timed, so that a busy machine changes nothing.

Each step runs with so many fixes and with twice as many: the difference is what they cost, without the start.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import machine

HERE = Path(__file__).parents[1]
#: How much worse than its budget a figure may be.
TOLERANCE = 0.05
RENEW = "packaging/bench --renew-budgets"
#: Sets and dictionaries of Swift are in another order in each process, unless told otherwise.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C"}


@dataclass(frozen=True)
class Step:
    """One thing that bench-child does: the arguments for so many fixes in a folder, how many, and what is counted."""

    name: str
    arguments: Callable[[Path, int], list[str]]
    fixes: int
    counts: tuple[str, ...] = ()


def _reports(folder: Path, epochs: int) -> list[str]:
    """A file of reports as gpsd 3.22 writes them."""
    path = folder / "reports.json"
    with path.open("w") as file:
        for number in range(epochs):
            seconds = f"{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}"
            place = f'"lat":{47.3769 + number * 1e-5:.9f},"lon":{8.5417 + number * 1e-5:.9f}'
            print(
                f'{{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-11-30T{seconds}.000Z","ept":0.005,'
                f'{place},"altHAE":455.0000,"altMSL":408.0000,"alt":408.0000,"epx":3.751,"epy":4.338,"epv":8.050,'
                f'"track":{number % 360}.0000,"speed":13.890,"climb":0.000,"eps":0.09,"epc":16.10}}', file=file)  # fmt: skip
    return ["receive", str(path)]


def _fresh(folder: Path, rows: int) -> list[str]:
    for file in folder.glob("outbox.db*"):
        file.unlink()
    return ["insert", str(folder / "outbox.db"), str(rows)]


STEPS = (
    Step("receiving an epoch", _reports, 1000, counts=("allocations",)),
    Step("sampling a fix", lambda _, fixes: ["sample", str(fixes)], 2000, counts=("allocations",)),
    Step("storing a fix, one a commit", _fresh, 200, counts=("allocations", "bytes", "syncs")),
    Step("reading a fix, ten at a time", lambda folder, rows: ["scan", str(folder / "outbox.db"), str(rows)], 100,
         counts=("allocations",)),
    Step("encoding and signing a position", lambda _, fixes: ["sign", str(fixes // 10)], 500,
         counts=("allocations", "wire")),
)  # fmt: skip


def measure(programs: Path) -> dict[str, float]:
    """Every figure of the build in `programs`, by its name."""
    with tempfile.TemporaryDirectory(prefix="waypost-budgets-", dir=os.environ.get("WAYPOST_BENCH")) as home:
        folder = Path(home)
        counter = folder / "counter.so"
        compiler = ["cc", "-O2", "-shared", "-fPIC", "-o", counter, HERE / "tools" / "counter.c"]
        subprocess.run(compiler, check=True)
        child = child_for_valgrind(programs, folder)
        figures = {}
        for step in STEPS:
            figures |= _costs(step, child, counter, folder)
        for program in ("waypost-agent", "waypost"):
            stripped = folder / program
            subprocess.run(["strip", "-o", stripped, programs / program], check=True)
            figures[f"size of {program}, stripped, without Swift's library: bytes"] = stripped.stat().st_size
        return figures


def _costs(step: Step, child: Path, counter: Path, folder: Path) -> dict[str, float]:
    few, many = (
        {"instructions": instructions(child, step.arguments(folder, fixes), folder)}
        | _counted(child, step.arguments(folder, fixes), counter, folder)
        for fixes in (step.fixes, 2 * step.fixes)
    )
    return {
        f"{step.name}: {count}": round((many[count] - few[count]) / step.fixes, 2)
        for count in ("instructions", *step.counts)
    }


def child_for_valgrind(programs: Path, folder: Path) -> Path:
    """The build's bench-child in `folder`: valgrind gives up on what Swift says for debuggers."""
    child = folder / "bench-child"
    subprocess.run(["strip", "--strip-debug", "-o", child, programs / "bench-child"], check=True)
    return child


def instructions(child: Path, arguments: list[str], folder: Path, *options: str) -> int:
    """How many instructions bench-child takes for all that these arguments ask of it; `options` for callgrind."""
    callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'callgrind.out'}", *options]
    argv = [*callgrind, child, *arguments]
    done = subprocess.run(argv, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def _counted(child: Path, arguments: list[str], counter: Path, folder: Path) -> dict[str, float]:
    path = folder / "counts"
    environment = ENVIRONMENT | {"LD_PRELOAD": str(counter), "WAYPOST_COUNTS": str(path)}
    said = subprocess.run([child, *arguments], env=environment, capture_output=True, text=True, check=True).stdout
    counts = json.loads(path.read_text())
    return {
        "allocations": counts["allocations"],
        "bytes": counts["wal_bytes"] + counts["database_bytes"],
        # Those of the WAL alone: a checkpoint syncs the database too, and how many there are is not a commit's doing.
        "syncs": counts["wal_syncs"],
        "wire": float(said),
    }


def budget_file() -> Path:
    """Where the budgets of this platform are, or would be."""
    return HERE / "budgets" / f"{machine.platform_key()}.json"


def verdicts(figures: dict[str, float], budgets: dict[str, float]) -> list[str]:
    """A sentence for each budget that is exceeded or that nothing measures any more, and for each figure without one."""
    said = []
    for name, value in figures.items():
        budget = budgets.get(name)
        if budget is None:
            said.append(f"{name}: {value:g}, and there is no budget for it; {RENEW} writes one.")
        elif value > budget * (1 + TOLERANCE):
            worse = (value / budget - 1) * 100 if budget else float("inf")
            said.append(
                f"{name}: {value:g}, {worse:.1f} % above its budget of {budget:g}. Make it cheaper, or, if it is"
                f" worth it, say so in the commit and renew the budget: {RENEW}"
            )
    said += [f"{name}: nothing measures it any more; {RENEW}" for name in budgets.keys() - figures.keys()]
    return said


def renew(programs: Path) -> None:
    """Writes the budgets of this platform, and says what has changed."""
    path = budget_file()
    before = json.loads(path.read_text()) if path.exists() else {}
    figures = measure(programs)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(figures, indent=1) + "\n")
    for name, value in figures.items():
        old = f", was {before[name]:g}" if before.get(name) not in (None, value) else ""
        print(f"{name}: {value:g}{old}")
    print(f"Written to {path}; commit it.")


if __name__ == "__main__":
    sys.exit(renew(Path(os.environ["WAYPOST_PROGRAMS"])))
