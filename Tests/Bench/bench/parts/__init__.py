"""The parts of the benchmark: each measures one subject and can be run alone."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """How thorough a run is."""

    #: How often each side is measured.
    runs: int = 5
    #: Less of everything: to see whether the benchmark works, not to compare.
    quick: bool = False

    def of(self, usual: int, quick: int) -> int:
        """A number for this run."""
        return quick if self.quick else usual
