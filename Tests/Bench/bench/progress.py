"""What the run is at, on standard error: the table alone goes to standard output."""

import sys
import time

_BEGAN = time.monotonic()


def say(line: str) -> None:
    """One line with the time since the start; on a terminal it replaces the last one."""
    seconds = round(time.monotonic() - _BEGAN)
    text = f"[{seconds // 60}:{seconds % 60:02}] {line}"
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def done() -> None:
    """Ends the line that is replaced."""
    if sys.stderr.isatty():
        print(file=sys.stderr)
