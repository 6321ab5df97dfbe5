"""Fixtures of the end-to-end tests."""

from pathlib import Path

import pytest

from rig.box import Box
from rig.feed import Feed
from rig.gpsd import Gpsd
from rig.tracker import Tracker
from rig.wire import Wire


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
