"""The disk under the outbox is full: old fixes are thinned, what cannot be written waits in RAM, nothing goes uncounted."""

import pytest

from rig.account import check_truth, wanted
from rig.books import Books
from rig.disk import small_disk
from rig.drive import OPEN_SKY
from rig.track import worst_error
from rig.tracker import Position


@pytest.fixture
def disk(box):
    """A disk of 1 MB under the outbox."""
    with small_disk(box.outbox.parent, "1m") as disk:
        yield disk
        box.close()


def ballast(box):
    """What the agent sets aside."""
    return box.outbox.parent / "outbox.db.ballast"


def test_with_no_room_at_all_it_says_so_keeps_running_and_stores_again_when_there_is_room(disk, feed, box):
    agent = box.start_agent()
    box.start_uploader()
    agent.until(ballast(box).exists, "to set room aside")
    feed.start(rate=20, epochs=6000, step_ms=1000, legs=OPEN_SKY)
    box.keeps(5)
    disk.fill()
    agent.says("The disk is full")
    # Whoever fills the disk takes what the ballast left, too.
    disk.fill()
    agent.says("There is no room to write")
    assert agent.running
    disk.empty()
    box.keeps(len(box.kept()) + 20)
    feed.stop()
    sent = wanted(feed, 1000)
    agent.until(lambda: arrived(box, len(sent)), "to store all, and the uploader to deliver it")
    check_truth(box.history(), feed)
    assert times(box.history()) == sent


def times(positions) -> list[int]:
    """Their sample times."""
    return [position.time_ms for position in positions]


def arrived(box, count: int) -> bool:
    """Whether the tracker has so many positions."""
    return len(box.history()) >= count


def test_with_the_ballast_it_records_on_and_thins_before_it_drops(disk, feed, box, wire):
    wire.down()
    agent = box.start_agent()
    box.start_uploader()
    agent.until(ballast(box).exists, "to set room aside")
    # A recording played faster than it was, which ends now: the uploader signs by the receiver's time.
    feed.start(rate=150, epochs=6000, step_ms=1000, legs=OPEN_SKY)
    box.keeps(50)
    disk.fill()
    agent.says("The disk is full")
    assert not ballast(box).exists()
    feed.ends()
    state = box.rests(len(feed.fixes()))
    assert state["outbox"]["shed"]["thinned"] > 400
    assert state["problem"] is None and "size" not in state["outbox"]["shed"] and not state["dropped"]
    left = box.kept()
    check_truth(left, feed)
    driven = [Position(time, epoch.latitude, epoch.longitude) for time, epoch in sorted(feed.fixes().items())]
    assert driven[0].time_ms == left[0].time_ms and driven[-1].time_ms == left[-1].time_ms
    assert worst_error(driven, left) <= 20
    # The uploader delivers from the full disk, and the agent takes note of it there.
    wire.up()
    # What the uploader had read before it was thinned arrives too.
    agent.until(lambda: set(times(left)) <= set(times(box.history())), "to have its fixes delivered")
    check_truth(box.history(), feed)
    box.ask("flush")
    box.agent_until(lambda state: state["outbox"]["pending"] == 0, "to take note of the delivered")
    disk.empty()
    box.ask("flush")
    agent.until(ballast(box).exists, "to set room aside again")
    assert agent.stop() == 0
    books = Books(box)
    assert books.ledger["kept"] == len(driven) == books.ledger["delivered"] + books.shed
