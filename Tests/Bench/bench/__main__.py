"""The command line of packaging/bench, which has installed and built everything."""

import argparse
import contextlib
import importlib
import json
import os
import signal
import sys
import traceback
from pathlib import Path

from . import chart, machine, table
from .figures import Figure
from .parts import Plan
from .progress import done, say

PARTS = ("size", "points", "cpu", "memory", "wakeups", "writes", "http", "drain", "start", "scale")


def main() -> int:
    """Measures, shows, writes; 1 if a bar was missed."""
    parser = argparse.ArgumentParser(prog="packaging/bench", add_help=False)
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[*PARTS, []])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    # Both sides alike run before what else the machine does, where that is allowed.
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    plan = Plan(1 if options.quick else options.runs, options.quick)
    facts = machine.facts()
    figures: list[Figure] = []
    failures: list[str] = []
    for part in options.parts or PARTS:
        say(part)
        try:
            figures += importlib.import_module(f".parts.{part}", __package__).measure(plan)
        except Exception as failure:  # One part that cannot be measured leaves the others their figures.
            traceback.print_exc()
            failures.append(f"{part} could not be measured: {failure}")
    done()
    home = Path(os.environ["WAYPOST_BENCH"])
    report = {"machine": facts, "runs": plan.runs, "quick": plan.quick, "figures": [item.as_json() for item in figures]}
    (home / "bench.json").write_text(json.dumps(report, indent=1) + "\n")
    (home / "bench.svg").write_text(chart.svg(facts, figures))
    print(table.text(facts, plan, figures))
    for failure in failures:
        print(failure)
    print(f"Also in {home}/bench.json and bench.svg.")
    return 1 if failures or any(figure.passes is False for figure in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
