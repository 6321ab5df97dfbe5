"""Agent and uploader as two unprivileged users of one group, in directories with the modes of the package."""

import os
import subprocess

import pytest

from rig.account import await_arrival, await_kept
from rig.box import DEVICE, public_box
from rig.drive import OPEN_SKY
from rig.users import AGENT, UPLOADER, as_uploader, make_directories

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be two other users")


@pytest.fixture
def box(gpsd, wire):
    """A box whose directories are those of tmpfiles.d."""
    with public_box(gpsd.port, wire.endpoint) as box:
        make_directories(box.root / "system")
        data, run = box.root / "system/var/lib/waypost", box.root / "system/run/waypost"
        box.place(data / "outbox", data / "delivery", run / "agent", run / "uploader")
        box.settings["sampling.interval"] = "100ms"
        yield box


@pytest.mark.parametrize("first", ["agent", "uploader"])
def test_each_may_start_first_restart_and_be_killed_and_the_other_goes_on(feed, box, tracker, first):
    feed.start(rate=20, legs=OPEN_SKY)
    if first == "agent":
        agent = box.start_agent(prefix=AGENT)
        box.keeps(1)
        uploader = box.start_uploader(prefix=UPLOADER)
    else:
        uploader = box.start_uploader(prefix=UPLOADER)
        agent = box.start_agent(prefix=AGENT)

    await_ten_more(box, tracker)
    agent.kill()
    assert uploader.running
    agent = box.start_agent(prefix=AGENT)
    await_ten_more(box, tracker)
    uploader.kill()
    box.keeps(len(box.kept()) + 5)
    uploader = box.start_uploader(prefix=UPLOADER)
    await_ten_more(box, tracker)
    assert agent.stop() == 0 and uploader.stop() == 0
    agent, uploader = box.start_agent(prefix=AGENT), box.start_uploader(prefix=UPLOADER)
    await_ten_more(box, tracker)
    feed.stop()
    await_kept(box, feed, 100)
    await_arrival(box, tracker)


def await_ten_more(box, tracker) -> None:
    """Waits until the tracker has ten positions more than now."""
    enough = len(tracker.history(DEVICE)) + 10
    box.uploader.until(lambda: len(tracker.history(DEVICE)) >= enough, "to deliver ten more positions")


def test_the_uploader_reads_and_cannot_change_the_outbox(feed, box):
    box.start_agent(prefix=AGENT)
    feed.start(rate=20, legs=OPEN_SKY)
    box.keeps(5)
    assert as_uploader(box, "SELECT count(*) >= 5 FROM fix", "ro") == "1"
    for statement in ("DELETE FROM fix", "UPDATE fix SET latitude = 0", "DROP TABLE fix"):
        for mode in ("ro", "rw"):
            assert as_uploader(box, statement, mode) == "attempt to write a readonly database"
    for name in ("outbox.db", "outbox.db-wal", "outbox.db-shm", "new-file"):
        path = box.outbox.parent / name
        assert subprocess.run([*UPLOADER, "sh", "-c", f": >>'{path}'"], capture_output=True).returncode != 0
    feed.stop()
