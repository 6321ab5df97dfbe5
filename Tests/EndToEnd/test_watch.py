"""`waypost status --watch` on a terminal: it fits, it follows, and an interrupt leaves the terminal as it was."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.programs import FOLDER
from rig.wait import HUNG, until

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/pts/ptmx"), reason="needs terminals: /dev/pts is not mounted")
HOME, CLEAR_REST = "\x1b[H", "\x1b[J"


class Terminal:
    """A terminal of a size, with the watch on it."""

    def __init__(self, folder: Path, columns: int, rows: int, **environment: str) -> None:
        self._master, slave = pty.openpty()
        self.resize(columns, rows)
        self._before = termios.tcgetattr(slave)
        self._text = ""
        settings = {
            "outbox.path": folder / "outbox/outbox.db", "delivery.path": folder / "delivery/delivery.db",
            "runtime.agent-directory": folder / "agent", "runtime.uploader-directory": folder / "uploader",
        }
        argv = [FOLDER / "waypost", "status", "--watch", "--config", "/dev/null"]
        argv += [f"--set={key}={value}" for key, value in settings.items()]
        self.process = subprocess.Popen(
            argv, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={"PATH": "/usr/bin:/bin", "TERM": "xterm", **environment})
        self._slave = slave

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def frame(self) -> str:
        """The next whole screen."""
        deadline = time.monotonic() + HUNG
        while CLEAR_REST not in self._text:
            assert select.select([self._master], [], [], max(0, deadline - time.monotonic()))[0], self._text
            self._text += os.read(self._master, 65536).decode()
        frame, self._text = self._text.split(CLEAR_REST, 1)
        assert frame.startswith(HOME)
        return frame.removeprefix(HOME)

    def lines(self) -> list[str]:
        """The next screen as it is seen."""
        return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", self.frame()).splitlines()

    def interrupt(self) -> int:
        """Ctrl-C at the keyboard; how the watch ended."""
        os.write(self._master, b"\x03")
        return self.process.wait(HUNG)

    @property
    def is_untouched(self) -> bool:
        return termios.tcgetattr(self._slave) == self._before

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)


@pytest.fixture
def open_terminal(tmp_path) -> Iterator:
    opened = []

    def open_one(columns: int, rows: int, **environment: str) -> Terminal:
        opened.append(Terminal(tmp_path, columns, rows, **environment))
        return opened[-1]

    yield open_one
    for terminal in opened:
        terminal.close()


@pytest.mark.parametrize("columns", [40, 50, 60])
def test_it_fits_a_phone(open_terminal, columns: int):
    lines = open_terminal(columns, 40).lines()
    assert lines[0].endswith("UTC, Ctrl-C ends")
    assert any("waypost-agent is not running" in line for line in lines)
    assert all(len(line) <= columns for line in lines)


def test_nothing_scrolls_out_of_a_low_screen(open_terminal):
    lines = open_terminal(60, 10).lines()
    assert len(lines) == 9 and lines[-1] == "..."


def test_what_is_wrong_comes_first_on_a_low_screen(open_terminal):
    labels = [line.split(" ")[0] for line in open_terminal(60, 12).lines() if line[:1].isalpha()]
    assert labels[:3] == ["Agent", "Uploader", "Problem"]


def test_it_follows_another_size(open_terminal):
    terminal = open_terminal(120, 50)
    assert len(terminal.lines()) < 49
    terminal.resize(40, 8)
    # A screen of the old size may have been under way.
    until(lambda: len(terminal.lines()) == 7, "a screen of the new size")


def test_colour_is_for_those_who_want_it(open_terminal):
    assert "\x1b[31m" in open_terminal(60, 40).frame()
    assert "\x1b[3" not in open_terminal(60, 40, NO_COLOR="1").frame()
    assert "\x1b[3" not in open_terminal(60, 40, TERM="dumb").frame()


def test_ctrl_c_ends_it_and_the_terminal_is_as_before(open_terminal):
    terminal = open_terminal(60, 40)
    last = terminal.frame()
    assert terminal.interrupt() == -signal.SIGINT
    assert terminal.is_untouched
    assert last.endswith("\r\n")
