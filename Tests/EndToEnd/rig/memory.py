"""What a process uses."""

from pathlib import Path


def anonymous_memory(pid: int) -> int:
    """The process's own memory in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon"))
