"""Storing and reading a fix cost the same whatever waits: counted in instructions, so that a busy machine changes nothing."""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from bench import budgets

ROWS = 1_000_000 if os.environ.get("WAYPOST_LONG") else 50_000
#: Fixes that are stored or read: so few that no checkpoint falls between them.
FIXES = 100
#: Not the opening of the file, which is checked for some time.
WITHIN = "--toggle-collect=*bench_child5timed*"


def cost(what: str, child: Path, outbox: Path) -> float:
    """Instructions for a fix."""
    with closing(sqlite3.connect(outbox)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return budgets.instructions(child, [what, str(outbox), str(FIXES)], outbox.parent, WITHIN) / FIXES


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_a_fix_costs_the_same_among_a_thousand_rows_and_among_very_many(tmp_path):
    child = budgets.child_for_valgrind(Path(os.environ["WAYPOST_PROGRAMS"]), tmp_path)
    few, many = tmp_path / "few.db", tmp_path / "many.db"
    for outbox, rows in ((few, 1000), (many, ROWS)):
        subprocess.run([child, "fill", outbox, str(rows)], check=True)
    for what in ("insert", "scan"):
        few_cost, many_cost = cost(what, child, few), cost(what, child, many)
        print(f"{what}: {few_cost:.0f} instructions among 1,000 rows, {many_cost:.0f} among {ROWS:,}")
        assert few_cost > 1000
        ratio = many_cost / few_cost
        assert ratio <= 1.2, f"{what}: {ratio:.2f} times as many instructions among {ROWS:,} rows"
