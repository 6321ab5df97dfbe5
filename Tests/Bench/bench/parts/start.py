"""From the start of a process to its first work."""

import contextlib
import sqlite3
import sys
import time
from pathlib import Path

from rig.box import Box
from rig.drive import OPEN_SKY
from rig.process import Process
from rig.wait import until

from .. import bed
from ..figures import Figure, in_turn, medians
from . import Plan
from .http import drained


def measure(plan: Plan) -> list[Figure]:
    """A restart: the time was trusted before, gpsd speaks at 100 Hz, the server is on loopback."""
    with contextlib.ExitStack() as closing:
        home = closing.enter_context(bed.folder())
        backlog = bed.record(home, 100)
        tracker = closing.enter_context(bed.responder())
        backlog.settings["tracker.endpoint"] = tracker.url
        feed, gpsd = closing.enter_context(bed.receiver(home))
        feed.start(rate=100, legs=OPEN_SKY)
        box = closing.enter_context(bed.box(
            home, "box", gpsd.port, tracker.url, sampling_interval="100ms", delivery_linger="0s"))  # fmt: skip
        box.start_agent()
        box.agent_until(lambda state: state["time_trust"] == "trusted", "to trust the time")
        box.agent.stop()
        samples = in_turn("start", plan.runs * 2, {
            "first epoch stored": lambda: _first_epoch(box),
            "user's agent": lambda: _peer_records(home, gpsd.port),
            "backlog delivered": lambda: _first_delivery(backlog, tracker),
            "user's upload": lambda: _peer_delivers(backlog, home, tracker),
            "new fix delivered": lambda: _both(box, tracker),
        })  # fmt: skip
    found = medians(samples)
    note = "from exec; the machine's load shows here first"
    return [
        Figure("start", "agent: to the first epoch accepted and stored", found["first epoch stored"], "ms", 50, "fixed",
               {"user's agent": found["user's agent"]}, note, {"waypost": samples["first epoch stored"]}),
        Figure("start", "uploader: to the first batch of a backlog delivered", found["backlog delivered"], "ms", 100,
               "fixed, and two round trips, of 0 ms here", {"user's upload": found["user's upload"]}, note,
               {"waypost": samples["backlog delivered"]}),
        Figure("start", "both at once: to the first new fix delivered", found["new fix delivered"], "ms", 100,
               "fixed, and two round trips, of 0 ms here", {}, note, {"waypost": samples["new fix delivered"]}),
    ]  # fmt: skip


class _Start:
    """The moment at which a program was begun; `prefix` goes before it and notes that."""

    def __init__(self, home: Path) -> None:
        self._path = home / "started"
        self._path.unlink(missing_ok=True)
        self.prefix = (str(bed.tool("stamp")), str(self._path))

    def until(self, moment_ns: int) -> float:
        """Milliseconds from there to a moment of the same clock."""
        return (moment_ns - int(self._path.read_text())) / 1e6


def _first_epoch(box: Box) -> float:
    # Longer than the interval, which holds across a restart.
    time.sleep(0.3)
    start, commits = _Start(box.root), bed.Commits(box)
    box.start_agent(ready=False, prefix=start.prefix)
    commits.first()
    took = start.until(commits.first_ns)
    commits.close()
    box.agent.stop()
    return took


def _peer_records(home: Path, port: int) -> float:
    database = home / "peer.db"
    database.unlink(missing_ok=True)
    start = _Start(home)
    process = Process([*start.prefix, sys.executable, bed.PEER, "record", port, database, 0.1], home / "peer.log")
    try:
        until(lambda: _rows(database), "the user's agent to store a fix")
        return start.until(time.monotonic_ns())
    finally:
        process.kill()


def _rows(database: Path) -> int:
    if not database.exists():
        return 0
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute("SELECT count(*) FROM fix").fetchone()[0]
        except sqlite3.OperationalError:
            return 0


def _first_delivery(box: Box, tracker: bed.Responder) -> float:
    for leftover in box.delivery.parent.iterdir():
        leftover.unlink()
    tracker.reset()
    start = _Start(box.root)
    box.start_uploader(ready=False, prefix=start.prefix)
    took = start.until(_first_answer(tracker))
    box.uploader.stop()
    return took


def _peer_delivers(box: Box, home: Path, tracker: bed.Responder) -> float:
    database = bed.as_peer_database(box, home / "peer.db")
    tracker.reset()
    start = _Start(home)
    with bed.peer(home, "upload", tracker.url, "fleet", database, prefix=start.prefix):
        return start.until(_first_answer(tracker))


def _both(box: Box, tracker: bed.Responder) -> float:
    # What earlier starts have stored is not new.
    drained(box)
    time.sleep(0.3)
    tracker.reset()
    start = _Start(box.root)
    box.start_uploader(ready=False, prefix=start.prefix)
    box.start_agent(ready=False)
    took = start.until(_first_answer(tracker))
    box.agent.stop()
    box.uploader.stop()
    return took


def _first_answer(tracker: bed.Responder) -> int:
    """When the responder gave its first answer since it was reset."""
    return until(lambda: tracker.counts()["first_ns"], "a first answer")
