"""What a command shows on a phone's terminal fits it, and elsewhere it is not folded."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import pytest

from rig.programs import FOLDER

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/pts/ptmx"), reason="needs terminals: /dev/pts is not mounted")
COLUMNS = 50
CALLS = {
    "summary": [],
    "comparison": ["--compare", "max-error=10m,interval=off,heartbeat=2min", "--compare", "interval=60s"],
    "explanation": ["--explain"],
}


@pytest.fixture
def recording(tmp_path):
    """Two minutes to the north, one fix a second."""
    file = tmp_path / "drive.csv"
    rows = [f"{1_796_000_000_000 + second * 1000},{47 + second * 0.0001:.4f},8.5,5" for second in range(120)]
    file.write_text("\n".join(["time_ms,latitude,longitude,accuracy", *rows, ""]))
    return file


def on_terminal(argv) -> list[str]:
    """The lines that a program shows on a terminal of `COLUMNS` columns."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    with subprocess.Popen(argv, stdin=slave, stdout=slave, stderr=slave, env={"TERM": "xterm"}) as process:
        os.close(slave)
        shown = b""
        # A terminal that nobody has open any more is an error to read.
        while piece := read(master):
            shown += piece
    os.close(master)
    assert process.returncode == 0, shown
    return shown.decode().splitlines()


def read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:
        return b""


@pytest.mark.parametrize("options", CALLS.values(), ids=CALLS)
def test_a_replay_fits_a_phone(recording, options):
    call = [FOLDER / "waypost", "replay", "--config", "/dev/null", *options, recording]
    shown = on_terminal(call)
    assert [line for line in shown if len(line) > COLUMNS] == []
    wide = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert max(map(len, wide.splitlines())) > COLUMNS
    assert "fixes" in shown


def test_a_track_fits_a_phone_and_loses_no_line(undelivered):
    call = [FOLDER / "waypost", "export", "--format", "text", "--config", undelivered.box.settings_file]
    shown = on_terminal(call)
    assert max(map(len, shown)) <= 40
    days = [line for line in shown if re.fullmatch(r"\d{4}-\d\d-\d\d UTC", line)]
    assert shown[0] in days
    wide = subprocess.run(call, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(wide) == len(shown) - len(days) > 1
    assert all(line[10] == "T" for line in wide)
