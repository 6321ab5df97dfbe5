"""What the kernel knows of a running process."""

import os
import re
import time
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """Processor time of all its threads that still run, to the nanosecond."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def rests(pid: int, quiet: float = 0.7, within: float = 120) -> float:
    """Waits until it has used no processor time worth the name for `quiet` seconds; its processor time by then."""
    deadline = time.monotonic() + within
    last, since = cpu_seconds(pid), time.monotonic()
    while time.monotonic() - since < quiet:
        if time.monotonic() > deadline:
            raise TimeoutError(f"process {pid} still works after {within:g} s")
        time.sleep(0.05)
        now = cpu_seconds(pid)
        if now - last > 0.0005:
            last, since = now, time.monotonic()
    return cpu_seconds(pid)


def wakeups(pid: int) -> int:
    """How often it has gone to sleep by itself: each time something woke it later."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        total += int(re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", (task / "status").read_text(), re.MULTILINE)[0])
    return total


def memory(pid: int) -> dict[str, float]:
    """Megabytes (10^6 bytes): its proportional share of what is resident, and what is its alone."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    kilobytes = dict(re.findall(r"^(\w+):\s+(\d+) kB$", text, re.MULTILINE))
    return {"PSS": int(kilobytes["Pss"]) * 1024 / 1e6, "anonymous": int(kilobytes["Anonymous"]) * 1024 / 1e6}


def connected(pid: int, port: int) -> bool:
    """Whether one of its sockets is connected to this port of loopback."""
    inodes = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found = re.fullmatch(r"socket:\[(\d+)\]", os.readlink(link))
        except FileNotFoundError:
            continue
        if found:
            inodes.add(found.group(1))
    lines = Path("/proc/net/tcp").read_text().splitlines() + Path("/proc/net/tcp6").read_text().splitlines()
    rows = [line.split() for line in lines]
    return any(row[9] in inodes and row[2].endswith(f":{port:04X}") and row[3] == "01" for row in rows if len(row) > 9)
