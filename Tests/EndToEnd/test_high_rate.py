"""Two thousand epochs a second from a real gpsd."""

from rig.account import wanted
from rig.drive import OPEN_SKY

RATE, SECONDS = 2000, 10


def test_no_epoch_is_missed_and_every_kept_fix_is_stored(feed, box):
    box.settings["sampling.interval"] = "100ms"
    box.start_agent()
    # SampleTime has milliseconds, so the receiver's clock runs at twice the speed.
    feed.start(rate=RATE, step_ms=1, epochs=RATE * SECONDS, legs=OPEN_SKY)
    assert feed.finished.wait(SECONDS * 3)
    state = box.agent_until(lambda state: state["received"] >= RATE * SECONDS, f"to receive {RATE * SECONDS} epochs")
    assert state["received"] == RATE * SECONDS
    assert state["received"] == state["held"] + state["kept"] + sum(state["dropped"].values())
    assert [position.time_ms for position in box.keeps(state["kept"])] == wanted(feed, 100)
