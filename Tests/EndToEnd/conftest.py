"""Fixtures of the end-to-end tests."""

import shutil
from pathlib import Path

import pytest

from rig.books import opened
from rig.box import Box
from rig.boxes import Base, Boxes, record
from rig.devices import make_older, rename
from rig.drive import OPEN_SKY
from rig.feed import Feed
from rig.figures import LINES
from rig.gpsd import Gpsd
from rig.shim import Shim
from rig.tracker import Tracker
from rig.wire import Wire


def pytest_terminal_summary(terminalreporter):
    """Shows the figures of the tests."""
    if LINES:
        terminalreporter.section("figures")
        for line in LINES:
            terminalreporter.line(line)


@pytest.fixture
def feed():
    """A receiver that says nothing yet."""
    feed = Feed()
    yield feed
    feed.close()


@pytest.fixture
def gpsd(feed: Feed, tmp_path: Path):
    """A gpsd that has dialled the feed."""
    gpsd = Gpsd(feed, tmp_path / "gpsd.log")
    gpsd.start()
    yield gpsd
    gpsd.kill()


@pytest.fixture
def tracker(tmp_path: Path):
    """A running local tracker."""
    tracker = Tracker(tmp_path)
    tracker.start()
    yield tracker
    tracker.stop()


@pytest.fixture
def wire(tracker: Tracker):
    """The wire to the tracker."""
    wire = Wire(tracker.port)
    yield wire
    wire.down()


@pytest.fixture
def box(gpsd: Gpsd, wire: Wire, tmp_path: Path):
    """A box with settings for that gpsd and that wire; nothing runs on it yet."""
    box = Box(tmp_path / "box", gpsd.port, wire.endpoint)
    yield box
    box.close()


@pytest.fixture
def shim(tmp_path: Path) -> Shim:
    """The compiled shim."""
    return Shim(tmp_path)


@pytest.fixture
def boxes(feed: Feed, gpsd: Gpsd, wire: Wire, tmp_path: Path) -> Boxes:
    """Boxes on a receiver that talks all the time."""
    feed.start(rate=20, legs=OPEN_SKY)
    return Boxes(tmp_path / "boxes", gpsd.port, wire.endpoint)


@pytest.fixture
def delivered(boxes: Boxes) -> Base:
    """A box that has delivered 40 fixes, of which the agent does not know yet, and has kept 40 more."""
    box = boxes.new()
    assert record(box, 40) == 0
    assert box.run("waypost-uploader", "--drain")[0] == 0
    done = box.kept()
    box.settings["device.id"] += "-waiting"
    assert record(box, 40) == 0
    boxes.settings |= {"outbox.keep-delivered": "1s"}
    return Base(box, box.kept()[-1].time_ms, 2, done)


@pytest.fixture
def undelivered(boxes: Boxes) -> Base:
    """A box with about 25 fixes, of which no tracker takes those of device 2: its id is not one."""
    box = boxes.new()
    name = box.settings["device.id"]
    for device, fixes in ((name, 6), ("poison", 1), (name, 18)):
        box.settings["device.id"] = device
        assert record(box, fixes) == 0
    rename(box.outbox, 2, "not an id!")
    return Base(box, box.kept()[-1].time_ms)


@pytest.fixture
def older(boxes: Boxes, delivered: Base) -> Base:
    """The box with delivered fixes, as the version before left it."""
    box = boxes.new(delivered)
    make_older(box.outbox, "fix")
    make_older(box.delivery, "dead_letter")
    return Base(box, delivered.newest, delivered.device, delivered.delivered)


@pytest.fixture
def full_wal(boxes: Boxes, delivered: Base) -> Base:
    """The same with a WAL that the next commits fill: then it is checkpointed, and begun anew."""
    box = boxes.new(delivered)
    with opened(box.outbox) as outbox:
        outbox.execute("PRAGMA wal_autocheckpoint = 0")
        while (box.outbox.parent / "outbox.db-wal").stat().st_size < 1000 * 1048:
            outbox.execute("INSERT OR REPLACE INTO ledger VALUES ('paused', 0)")
            outbox.commit()
        # What the power leaves, not what a last close makes of it.
        copy = boxes.new(delivered)
        shutil.copytree(box.outbox.parent, copy.outbox.parent, dirs_exist_ok=True)
    return Base(copy, delivered.newest, delivered.device, delivered.delivered)
