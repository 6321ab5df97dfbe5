"""What the demo shows: lines, and on a terminal a last line that is kept up to date."""

import sys
import time

from .tracker import Position


class Screen:
    """Lines with the seconds since the start."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._last = 0.0
        self._terminal = sys.stdout.isatty()

    def seconds(self) -> float:
        """The time since the start."""
        return time.monotonic() - self._began

    def event(self, text: str) -> None:
        """One line that stays."""
        clear = "\r\033[K" if self._terminal else ""
        self._last = self.seconds()
        print(f"{clear}{self.seconds():4.0f} s  {text}", flush=True)

    def arrival(self, new: list[Position], arrived: int, kept: int) -> None:
        """Positions that have just come to the tracker."""
        last = new[-1]
        clock = time.strftime("%H:%M:%S", time.gmtime(last.time_ms / 1000))
        self.event(
            f"+{len(new):2} at the tracker, now {arrived:3} of {kept:3} kept;"
            f" last: {clock} UTC at {last.latitude:.6f}, {last.longitude:.6f}"
        )

    def waiting(self, count: int, reachable: bool) -> None:
        """How many fixes wait: the line at the bottom of a terminal; elsewhere a line now and then in an outage."""
        text = f"{count} waiting in the outbox" + ("" if reachable else ", the tracker is away")
        if self._terminal:
            print(f"\r\033[K        {text}", end="", flush=True)
        elif not reachable and self.seconds() - self._last >= 5:
            self.event(text)
