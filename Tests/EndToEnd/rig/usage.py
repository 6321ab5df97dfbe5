"""What a running process uses, as the kernel tells it (proc(5))."""

import os
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")


def anonymous_memory(pid: int) -> int:
    """The process's own memory in kB."""
    return _status(pid, "RssAnon")


def peak_memory(pid: int) -> int:
    """The most that the process had in memory, in kB."""
    return _status(pid, "VmHWM")


def processor_time(pid: int) -> float:
    """Seconds that the process has computed, for itself and in the kernel."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def bytes_written(pid: int) -> int:
    """Bytes that the process has written, to whatever it was."""
    return _number(Path(f"/proc/{pid}/io"), "wchar")


def _status(pid: int, name: str) -> int:
    return _number(Path(f"/proc/{pid}/status"), name)


def _number(file: Path, name: str) -> int:
    line = next(line for line in file.read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1])
