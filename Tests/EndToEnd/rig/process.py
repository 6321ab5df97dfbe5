"""Real processes: start, wait until ready, kill, restart; none of them outlives the rig."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .wait import HUNG, until

T = TypeVar("T")

#: Seconds in which a program has to end when it is told to: it takes 8 s of its own at most, the rest is the machine's.
STOP = 30.0


class Process:
    """One running program whose output goes to a file of its own."""

    def __init__(
        self, argv: list[str | Path], log: Path, environment: dict[str, str] | None = None, cwd: Path | None = None
    ) -> None:
        self.name = log.stem
        self.log_path = log
        with log.open("ab") as output:
            self._child = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *map(str, argv)],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={**os.environ, **(environment or {})}, cwd=cwd, start_new_session=True,
            )  # fmt: skip

    @property
    def pid(self) -> int:
        """The process id; a program that is run by another user keeps it."""
        return self._child.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._child.poll() is None

    def log(self) -> str:
        """All that it has said so far, with what earlier ones said into the same file."""
        return self.log_path.read_text(errors="replace")

    def until(self, condition: Callable[[], T], what: str, within: float = HUNG) -> T:
        """Waits for what this process should bring about; `what` begins with "to", a failure quotes what it said."""

        def fulfilled() -> T:
            value = condition()
            if not value and not self.running:
                raise AssertionError(f"{self.name}, {what}, ended with {self._child.returncode}:\n{self.log()}")
            return value

        try:
            return until(fulfilled, f"{self.name} {what}", within)
        except TimeoutError as late:
            raise TimeoutError(f"{late}; it said:\n{self.log()}") from None

    def ends_or(self, condition: Callable[[], T], what: str, within: float = HUNG) -> None:
        """Waits for what this process should bring about, or for its end."""
        try:
            until(lambda: not self.running or condition(), what, within)
        except TimeoutError as late:
            raise TimeoutError(f"{late}; {self.name} said:\n{self.log()}") from None

    def says(self, text: str, within: float = HUNG) -> None:
        """Waits until its output contains the text, also when it ends with it."""
        try:
            until(lambda: text in self.log(), f"{self.name} to say {text!r}", within)
        except TimeoutError as late:
            raise TimeoutError(f"{late}; it said:\n{self.log()}") from None

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal."""
        self._child.send_signal(number)

    def kill(self) -> None:
        """SIGKILL, and waits for the end."""
        if self.running:
            self._child.kill()
        self._child.wait()

    def stop(self, within: float = STOP) -> int:
        """SIGTERM; its exit code."""
        if self.running:
            self._child.terminate()
        return self.wait(within)

    def wait(self, within: float = HUNG) -> int:
        """Its exit code when it has ended by itself."""
        try:
            return self._child.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            raise TimeoutError(f"{self.name} did not end within {within:g} s; it said:\n{self.log()}") from None
