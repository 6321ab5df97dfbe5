"""What is measured, what it is held against, and whether it holds."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass, field

from .progress import say

Samples = dict[str, list[float]]


@dataclass
class Figure:
    """One line of the table: waypost's `value`, the same of others, and the greatest value that passes."""

    part: str
    name: str
    value: float
    unit: str
    #: The value must not be above this; a figure without a bar is told for information.
    bar: float | None = None
    #: Where the bar comes from.
    source: str = ""
    #: The same figure of somebody else.
    others: dict[str, float] = field(default_factory=dict)
    note: str = ""
    #: Every sample behind the medians.
    samples: Samples = field(default_factory=dict)

    @property
    def passes(self) -> bool | None:
        """Whether the bar is kept; None without one."""
        return None if self.bar is None else self.value <= self.bar

    @property
    def ratios(self) -> dict[str, float]:
        """Waypost's value as a share of each other's."""
        return {name: self.value / other for name, other in self.others.items() if other}

    def as_json(self) -> dict:
        """All of it, for a program."""
        return {
            "part": self.part, "name": self.name, "value": self.value, "unit": self.unit, "bar": self.bar,
            "source": self.source, "passes": self.passes, "others": self.others, "ratios": self.ratios,
            "note": self.note, "samples": self.samples,
        }  # fmt: skip


def in_turn(part: str, runs: int, sides: dict[str, Callable[[], float | dict[str, float]]]) -> Samples:
    """Measures every side once, then every side again, `runs` times. A side that gives several figures names them."""
    samples: Samples = {}
    for run in range(1, runs + 1):
        for side, measure in sides.items():
            say(f"{part}: run {run} of {runs}, {side}")
            found = measure()
            for name, value in found.items() if isinstance(found, dict) else [(side, found)]:
                samples.setdefault(name, []).append(value)
    return samples


def medians(samples: Samples) -> dict[str, float]:
    """The median of each side."""
    return {name: statistics.median(values) for name, values in samples.items()}


def beside(samples: Samples, ours: str, theirs: str) -> float:
    """What `theirs` is where `ours` is at its median, by the median of their ratios run by run.

    The speed of a machine that others share changes from minute to minute; what ran one after the other met the same one.
    """
    ratios = [their / our for our, their in zip(samples[ours], samples[theirs], strict=True)]
    return statistics.median(samples[ours]) * statistics.median(ratios)
