"""Agent and uploader are killed before each call that writes, syncs, truncates, renames, removes or sends."""

import errno
import sqlite3
from contextlib import closing

from rig.account import check_arrival
from rig.books import Books, dead_letters
from rig.box import Box
from rig.boxes import Base, Boxes, readable, record, take_over
from rig.damage import damage, page_of_rows, root_page
from rig.doorbells import Doorbells
from rig.figures import figure
from rig.shim import Shim, changes, points

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


# The agent


def strike_agent(boxes: Boxes, shim: Shim, base: Base | None, what: str) -> None:
    """Kills the agent at each point of a run that begins with `base`."""
    whole = begin(boxes, base)
    trace = whole.root / "trace"
    assert record(whole, FIXES, shim.record(whole.root, trace)) == 0
    newest = base.newest if base else 0
    before = {position.time_ms for position in whole.kept() if position.time_ms <= newest}
    struck = 0
    for at in points(changes(trace), MOST, what):
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
    assert struck > 0
    figure(f"{what}: {struck} kills, 0 violations")


def test_agent_killed_from_an_empty_directory_on(boxes, shim):
    strike_agent(boxes, shim, None, "agent that makes its file")


def test_agent_killed_while_it_takes_note_of_the_delivered_and_deletes_them(boxes, shim, delivered):
    strike_agent(boxes, shim, delivered, "agent with delivered fixes")


def test_agent_killed_while_it_checkpoints_and_begins_its_wal_anew(boxes, shim, full_wal):
    strike_agent(boxes, shim, full_wal, "agent with a full WAL")


def test_agent_killed_while_it_salvages(boxes, shim, delivered):
    damage(delivered.box.outbox, page_of_rows(delivered.box.outbox))
    boxes.settings |= {"outbox.keep-delivered": "7d"}
    strike_agent(boxes, shim, delivered, "agent that salvages")


def test_agent_goes_on_after_any_one_call_has_failed(boxes, shim):
    whole = boxes.new()
    trace = whole.root / "trace"
    assert record(whole, FIXES, shim.record(whole.root, trace)) == 0
    chosen = points(changes(trace), MOST // 2, "agent with an I/O error")
    for number, at in enumerate(chosen):
        box = boxes.new()
        error = (errno.EIO, errno.ENOSPC)[number % 2]
        assert record(box, FIXES, shim.fail(box.root, at, error)) == 0
        seen = [position.time_ms for position in box.kept()]
        # One fix each 100 ms from the first to the last: the failure cost none.
        assert seen == list(range(seen[0], seen[-1] + 1, 100))
        check_whole(box, set(), None)
        boxes.drop(box)
    figure(f"agent with an I/O error: {len(chosen)} errors, 0 violations")


# The uploader


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
    agent.until(lambda: low_water(box) == kept, "to take note of the delivered")
    assert agent.stop() == 0


def low_water(box: Box) -> int:
    """Up to which id the agent knows that all is settled."""
    with closing(sqlite3.connect(f"file:{box.outbox}?mode=ro", uri=True, timeout=5)) as outbox:
        return outbox.execute("SELECT value FROM ledger WHERE name = 'low-water'").fetchone()[0]


def refused(box: Box) -> list[int]:
    """The sample times of the fixes that no tracker takes."""
    with closing(sqlite3.connect(f"file:{box.outbox}?mode=ro", uri=True, timeout=5)) as outbox:
        return [time for (time,) in outbox.execute("SELECT time FROM fix WHERE device = 2 ORDER BY time")]


def test_uploader_killed_while_it_delivers_and_is_refused(boxes, shim, wire, undelivered):
    whole = begin(boxes, undelivered)
    trace = whole.root / "trace"
    assert drain(whole, shim.record(whole.root, trace)) == 0
    struck = 0
    for at in points(changes(trace), 2 * MOST, "uploader"):
        box = begin(boxes, undelivered)
        requests = len(wire.updates())
        struck += drain(box, shim.kill(box.root, at)) == KILLED
        assert drain(box) == 0
        bodies = [exchange.body for exchange in wire.updates()[requests:] if exchange.status == 200]
        # One request was under way: no other that was taken is sent twice.
        assert len(bodies) - len(set(bodies)) <= 1
        poison = refused(box)
        good = [position for position in box.kept() if position.time_ms not in poison]
        check_arrival(good, box.history())
        assert dead_letters(box.delivery) == poison
        learn(box)
        books = Books(box)
        assert (books.ledger["delivered"], books.ledger["dead"], books.shed) == (len(good), len(poison), 0)
        boxes.drop(box)
    assert struck > 0
    figure(f"uploader: {struck} kills, 0 violations")


def test_uploader_killed_while_it_salvages_keeps_the_dead_letters(boxes, shim, undelivered):
    source = undelivered.box
    assert drain(source) == 0
    learn(source)
    dead = dead_letters(source.delivery)
    assert dead == refused(source) != []
    damage(source.delivery, root_page(source.delivery, "ledger"))
    whole = boxes.new(undelivered)
    trace = whole.root / "trace"
    assert drain(whole, shim.record(whole.root, trace)) == 0
    assert dead_letters(whole.delivery) == dead
    struck = 0
    for at in points(changes(trace), MOST, "uploader that salvages"):
        box = boxes.new(undelivered)
        struck += drain(box, shim.kill(box.root, at)) == KILLED
        assert drain(box) == 0
        assert dead_letters(box.delivery) == dead
        Books(box)
        boxes.drop(box)
    assert struck > 0
    figure(f"uploader that salvages: {struck} kills, 0 violations")
