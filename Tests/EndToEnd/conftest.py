"""Fixtures of the end-to-end tests."""

from pathlib import Path

import pytest
from rig.feed import Feed
from rig.gpsd import Gpsd


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
