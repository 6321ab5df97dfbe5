"""How often the processes wake up: what keeps a box from sleeping."""

import contextlib
import os
import re
import socket
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from rig.box import Box
from rig.drive import OPEN_SKY
from rig.gpsd import reports

from .. import bed
from ..figures import Figure
from ..progress import say
from ..running import wakeups
from . import Plan


def measure(plan: Plan) -> list[Figure]:
    """As many boxes as runs, at once on one gpsd: some time at 1 Hz, then the same with a receiver that says nothing.

    Each process is watched as systemd does it, and wants to give signs of life.
    """
    seconds, linger = plan.of(120, 20), plan.of(60, 5)
    with contextlib.ExitStack() as closing:
        home = closing.enter_context(bed.folder())
        feed, gpsd = closing.enter_context(bed.receiver(home))
        tracker = closing.enter_context(bed.responder())
        closing.enter_context(_service_manager(home))
        boxes = []
        for number in range(plan.runs):
            box = closing.enter_context(bed.box(
                home, f"box-{number}", gpsd.port, tracker.url, sampling_interval="30s", sampling_parked="on",
                delivery_linger=f"{linger}s"))  # fmt: skip
            # What they publish lies in memory, as /run does.
            run = closing.enter_context(tempfile.TemporaryDirectory(dir="/dev/shm"))
            box.place(box.outbox.parent, box.delivery.parent, Path(run), Path(run, "uploader"))
            Path(run, "uploader").mkdir()
            box.start_agent()
            box.start_uploader()
            boxes.append(box)
        messages = _Messages(gpsd.port)
        feed.start(rate=1, legs=OPEN_SKY)
        # The number of reports of an epoch is learnt by then.
        time.sleep(10)
        say(f"wakeups: {seconds} s at 1 Hz, {len(boxes)} boxes at once")
        told = messages.count
        busy = _per_minute(boxes, seconds)
        told = (messages.count - told) * 60 / seconds
        calls = _system_calls(boxes[0], plan.of(60, 20))["agent"]
        feed.stop()
        # By then the silence is known, and what was pending is sent.
        time.sleep(linger + 15)
        say(f"wakeups: {seconds} s with a silent receiver")
        # What comes round does so at whole half minutes: so many of them lie in any such time that begins between two.
        time.sleep(30 - (time.clock_gettime(time.CLOCK_BOOTTIME) - 10) % 30)
        rest = _system_calls(boxes[0], seconds)
    often = ", ".join(f"{name} {count:.0f}" for name, count in list(calls.items())[:5])
    note = f"gpsd tells {told:.0f} messages a minute; WatchdogSec=1min; calls by strace: {often}"
    return [
        _figure("agent at 1 Hz, turns of its loop a minute", [_turns(calls)], told + 2,
                "one for each message, two besides", note),
        _figure("agent at 1 Hz, a minute", busy["agent"], None, "", "with each time that it waits for the disk"),
        _figure("uploader at 1 Hz, a minute", busy["uploader"], None, "", "two fixes kept a minute, one batch sent"),
        _figure("agent idle, turns of its loop a minute", [_turns(rest["agent"])], 2, "fixed",
                "gpsd runs, its receiver says nothing"),
        _figure("uploader idle, turns of its loop a minute", [_turns(rest["uploader"])], 2, "fixed",
                "nothing is pending"),
    ]  # fmt: skip


def _figure(name: str, values: list[float], bar: float | None, source: str, note: str) -> Figure:
    return Figure(
        "wakeups", name, statistics.median(values), "wake-ups", bar, source, note=note, samples={"waypost": values}
    )


@contextlib.contextmanager
def _service_manager(home: Path) -> Iterator[None]:
    """Stands in for systemd: programs that are started meanwhile tell its socket how they are, and nobody answers."""
    path = home / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as hears:
        hears.bind(str(path))
        threading.Thread(target=_hear, args=(hears,), daemon=True).start()
        os.environ |= {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "60000000"}
        try:
            yield
        finally:
            del os.environ["NOTIFY_SOCKET"], os.environ["WATCHDOG_USEC"]


def _hear(hears: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            hears.recv(4096)


class _Messages:
    """Counts what gpsd tells a client besides its greeting."""

    def __init__(self, port: int) -> None:
        self.count = 0
        threading.Thread(target=self._listen, args=(port,), daemon=True).start()

    def _listen(self, port: int) -> None:
        for report in reports(port):
            self.count += report["class"] not in ("VERSION", "DEVICES", "WATCH")


def _per_minute(boxes: list[Box], seconds: int) -> dict[str, list[float]]:
    def now() -> list[dict[str, int]]:
        return [{"agent": wakeups(box.agent.pid), "uploader": wakeups(box.uploader.pid)} for box in boxes]

    before, began = now(), time.monotonic()
    time.sleep(seconds)
    after, minutes = now(), (time.monotonic() - began) / 60
    return {
        name: [(there[name] - here[name]) / minutes for here, there in zip(before, after, strict=True)]
        for name in ("agent", "uploader")
    }


def _turns(calls: dict[str, float]) -> float:
    """How often it came back from waiting: the wait in which strace met it has another name."""
    return calls.get("poll", 0) + calls.get("restart_syscall", 0)


def _system_calls(box: Box, seconds: int) -> dict[str, dict[str, float]]:
    """The calls of both its processes a minute by name, the most frequent first, as strace counts them."""
    watched = {
        name: subprocess.Popen(
            ["timeout", "-s", "INT", str(seconds), "strace", "-c", "-f", "-p", str(process.pid)],
            stderr=subprocess.PIPE, text=True,
        )
        for name, process in (("agent", box.agent), ("uploader", box.uploader))
    }  # fmt: skip
    found = {}
    for name, watching in watched.items():
        rows = re.findall(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$", watching.communicate()[1], re.MULTILINE)
        counts = {call: int(count) * 60 / seconds for count, call in rows if call != "total"}
        found[name] = dict(sorted(counts.items(), key=lambda item: -item[1]))
    return found
