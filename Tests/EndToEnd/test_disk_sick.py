"""A disk that keeps failing, or turns read-only: a bounded ring in RAM, and recovery by itself."""

import errno

import pytest

from rig.account import check_truth, wanted
from rig.disk import small_disk
from rig.drive import OPEN_SKY

#: Fixes that wait in RAM at most.
RING = 2000


def test_while_every_write_fails_the_newest_fixes_wait_and_the_rest_is_counted(feed, box, shim, tmp_path):
    switch = tmp_path / "sick"
    agent = box.start_agent(prefix=shim.sicken(box.outbox.parent, switch, errno.EIO))
    feed.start(rate=200, epochs=12_000, step_ms=1000, legs=OPEN_SKY)
    box.keeps(20)
    switch.touch()
    agent.says("cannot be written")
    before = box.kept()
    state = box.agent_until(lambda state: state["dropped"].get("ring-overflow", 0) > 100, "to fill its ring")
    assert state["held"] <= RING + 20 and state["problem"]
    assert box.kept() == before
    switch.unlink()
    box.agent_until(lambda state: state["problem"] is None, "to write again")
    feed.stop()
    state = box.rests(len(feed.fixes()))
    kept = box.kept()
    check_truth(kept, feed)
    lost = state["dropped"]["ring-overflow"]
    assert len(kept) + lost == len(wanted(feed, 1000)) == state["received"]
    # The oldest that waited were given up.
    times = [position.time_ms for position in kept]
    assert times[-RING:] == wanted(feed, 1000)[-RING:]
    assert agent.stop() == 0


@pytest.fixture
def disk(box):
    """A disk that can be made read-only."""
    with small_disk(box.outbox.parent, "4m") as disk:
        yield disk
        box.close()


def test_a_file_system_that_turns_read_only_under_the_agent_costs_nothing(disk, feed, box, shim, tmp_path):
    box.settings["sampling.interval"] = "100ms"
    switch = tmp_path / "sick"
    agent = box.start_agent(prefix=shim.sicken(box.outbox.parent, switch, errno.EIO))
    feed.start(rate=20, legs=OPEN_SKY)
    box.keeps(20)
    # As a kernel does it: the write fails first. Then no file is open for writing, and the mount can be changed.
    switch.touch()
    agent.says("cannot be written")
    disk.remount("ro")
    switch.unlink()
    agent.until(lambda: "EROFS" in agent.log() or "ead-only" in agent.log(), "to name the reason")
    assert agent.running
    box.agent_until(lambda state: state["held"] > 20, "to let fixes wait")
    disk.remount("rw")
    box.agent_until(lambda state: state["problem"] is None, "to write again")
    feed.stop()
    box.rests(len(feed.fixes()))
    check_truth(box.kept(), feed)
    assert [position.time_ms for position in box.kept()] == wanted(feed, 100)
    assert agent.stop() == 0
