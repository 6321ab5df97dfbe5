"""Striking a program at one of its calls, and what has to hold after it was started again."""

import sqlite3
from contextlib import closing

from .account import check_arrival
from .books import Books
from .box import Box
from .boxes import Base, Boxes, readable, record, take_over
from .doorbells import Doorbells
from .figures import figure
from .shim import Shim, changes, points
from .wait import HUNG

#: Points of a run at which the usual test strikes, about.
MOST = 20
#: Fixes that a run keeps while it is struck.
FIXES = 3
KILLED = -9


def begin(boxes: Boxes, base: Base | None) -> Box:
    """A box before it is struck."""
    box = boxes.new(base)
    if base:
        take_over(box, base)
    return box


def check_whole(box: Box, seen: set[int], base: Base | None) -> None:
    """After the last start: the books are in order, and the tracker has every fix that was ever seen in the outbox."""
    delivered = {position.time_ms for position in base.delivered} if base else set()
    kept = [position for position in box.kept() if position.time_ms not in delivered]
    assert seen - delivered <= {position.time_ms for position in kept}
    code, said = box.run("waypost-uploader", "--drain")
    assert code == 0, said
    check_arrival(kept, box.history())
    Books(box)


def strike_agent(boxes: Boxes, shim: Shim, base: Base | None, what: str) -> None:
    """Kills the agent at each point of a run that begins with `base`."""
    whole = begin(boxes, base)
    trace = whole.root / "trace"
    assert record(whole, FIXES, shim.record(whole.root, trace)) == 0
    newest = base.newest if base else 0
    before = {position.time_ms for position in whole.kept() if position.time_ms <= newest}
    struck, tried = 0, points(changes(trace), MOST, what)
    for at in tried:
        box = begin(boxes, base)
        bell = Doorbells(box.uploader_socket)
        code = record(box, FIXES, shim.kill(box.root, at))
        seen = {position.time_ms for position in readable(box)}
        # The bell rings after a commit: what it announced is there.
        assert sum(time_ms > newest for time_ms in seen) >= bell.close()
        assert code in (KILLED, 0)
        struck += code == KILLED
        assert record(box, 1) == 0
        Books(box)
        check_whole(box, seen | before, base)
        boxes.drop(box)
    check_struck(struck, len(tried))
    figure(f"{what}: {struck} kills, 0 violations")


def check_struck(struck: int, tried: int) -> None:
    """Nearly all of the points came: not every run makes as many calls as the one that was recorded."""
    assert struck >= tried * 0.8, f"only {struck} of {tried} points were reached"


def drain(box: Box, prefix: tuple[str, ...] = ()) -> int:
    """Lets the uploader deliver what waits; its exit code."""
    code, said = box.run("waypost-uploader", "--drain", prefix=prefix)
    assert code in (0, KILLED), said
    return code


def learn(box: Box) -> None:
    """The agent takes note of all that the uploader settled."""
    box.settings["receiver.port"] = "1"
    kept = len(box.kept())
    agent = box.start_agent(ready=False)
    # An image may hold the note already: a stop before the agent heeds signals would kill it.
    agent.until(
        lambda: box.agent_state().get("pid") == agent.pid and low_water(box) == kept, "to take note of the delivered"
    )
    assert agent.stop() == 0


def low_water(box: Box) -> int:
    """Up to which id the agent knows that all is settled."""
    with closing(sqlite3.connect(f"file:{box.outbox}?mode=ro", uri=True, timeout=HUNG)) as outbox:
        return outbox.execute("SELECT value FROM ledger WHERE name = 'low-water'").fetchone()[0]


def refused(box: Box) -> list[int]:
    """The sample times of the fixes that no tracker takes."""
    with closing(sqlite3.connect(f"file:{box.outbox}?mode=ro", uri=True, timeout=HUNG)) as outbox:
        return [time for (time,) in outbox.execute("SELECT time FROM fix WHERE device = 2 ORDER BY time")]
