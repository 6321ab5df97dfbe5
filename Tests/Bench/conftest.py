"""Lets the tests of the budgets find the benchmark and the rig of the end-to-end tests."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "EndToEnd")]
