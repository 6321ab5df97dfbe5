"""Two thousand epochs a second from a real gpsd."""

from rig.account import await_kept, wanted
from rig.drive import OPEN_SKY

RATE, SECONDS = 2000, 10


def test_no_epoch_is_missed_and_every_kept_fix_is_stored(feed, box):
    box.settings["sampling.interval"] = "100ms"
    box.start_agent()
    # SampleTime has milliseconds, so the receiver's clock runs at twice the speed.
    feed.start(rate=RATE, step_ms=1, epochs=RATE * SECONDS, legs=OPEN_SKY, received=box.received)
    feed.ends()
    state = box.receives(RATE * SECONDS)
    assert state["received"] == RATE * SECONDS
    assert state["received"] == state["held"] + state["kept"] + sum(state["dropped"].values())
    await_kept(box, feed, 100)
    assert box.kept_times() == wanted(feed, 100)


def test_a_burst_that_does_not_wait_for_its_window_is_stored(feed, box):
    """Five hundred fixes are committed as they come, in the midst of what brings them."""
    box.settings |= {"sampling.interval": "100ms", "outbox.commit-every": "10s"}
    box.start_agent()
    feed.start(rate=RATE, step_ms=100, epochs=RATE * 2, legs=OPEN_SKY, received=box.received)
    feed.ends()
    state = box.receives(RATE * 2)
    assert state["kept"] >= 500
    await_kept(box, feed, 100)
    assert box.kept_times() == wanted(feed, 100)
