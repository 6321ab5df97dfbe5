"""Waiting for an event with a deadline."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

#: Seconds after which what was awaited counts as hung: what it takes depends on the machine and what else runs there.
HUNG = 120.0


def until(condition: Callable[[], T], what: str, within: float = HUNG) -> T:
    """The first true value of `condition`; a `TimeoutError` that says `what` was awaited after `within` seconds."""
    deadline = time.monotonic() + within
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {within:g} s for {what}; it did not happen")
        time.sleep(0.02)
