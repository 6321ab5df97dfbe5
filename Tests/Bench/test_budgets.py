"""No change makes a fix cost more than 5 % more: instructions, allocations, bytes, syncs, and the size of the programs."""

import json
import os
import shutil
from pathlib import Path

import pytest

from bench import budgets


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_no_figure_is_above_its_budget():
    path = budgets.budget_file()
    if not path.exists():
        pytest.skip(f"there are no budgets for this platform ({path.stem}); {budgets.RENEW} writes them")
    said = budgets.verdicts(budgets.measure(Path(os.environ["WAYPOST_PROGRAMS"])), json.loads(path.read_text()))
    assert not said, "\n" + "\n".join(said)


def test_what_is_more_than_a_twentieth_above_its_budget_is_told_with_the_figure_and_the_remedy():
    said = budgets.verdicts({"a": 105.0, "b": 106.0, "c": 3.0, "d": 50.0}, {"a": 100, "b": 100, "d": 100, "e": 1})
    assert [line.split(":")[0] for line in said] == ["b", "c", "e"]
    assert "106, 6.0 % above its budget of 100" in said[0]
    assert all(budgets.RENEW in line for line in said)
