"""Storing and reading a fix cost the same whatever waits: counted in instructions, so that a busy machine changes nothing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from bench import budgets

ROWS = 1_000_000 if os.environ.get("WAYPOST_LONG") else 50_000
#: Fixes that are stored or read.
FIXES = 200


def cost(what: str, child: Path, outbox: Path) -> float:
    """Instructions for a fix, without those of the start."""
    few, many = (
        budgets.instructions(child, [what, str(outbox), str(fixes)], outbox.parent) for fixes in (FIXES, 2 * FIXES)
    )
    return (many - few) / FIXES


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_a_fix_costs_the_same_among_a_thousand_rows_and_among_very_many(tmp_path):
    child = budgets.child_for_valgrind(Path(os.environ["WAYPOST_PROGRAMS"]), tmp_path)
    few, many = tmp_path / "few.db", tmp_path / "many.db"
    for outbox, rows in ((few, 1000), (many, ROWS)):
        subprocess.run([child, "fill", outbox, str(rows)], check=True)
    for what in ("insert", "scan"):
        ratio = cost(what, child, many) / cost(what, child, few)
        assert ratio <= 1.2, f"{what}: {ratio:.2f} times as many instructions among {ROWS:,} rows"
