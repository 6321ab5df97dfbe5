"""The tracker has the positions, and its answer never comes."""

from collections import Counter

from rig.account import await_arrival, await_kept
from rig.drive import OPEN_SKY


def test_the_batch_is_repeated_byte_for_byte_and_nothing_else_is(feed, box, wire, tracker):
    box.settings["sampling.interval"] = "100ms"
    box.start_agent()
    box.start_uploader()
    wire.lose_answers(2)
    feed.start(rate=50, epochs=500, legs=OPEN_SKY)
    feed.ends()
    await_kept(box, feed, 100)
    kept = await_arrival(box, tracker)
    # The tracker has them before the wire has passed its answer on.
    box.uploader.until(lambda: box.uploader_state()["delivered"] == len(kept), "to hear of all that it delivered")
    lost = [exchange.body for exchange in wire.updates() if not exchange.answered]
    assert len(lost) == 2
    times = Counter(exchange.body for exchange in wire.updates())
    assert {body for body, count in times.items() if count > 1} == set(lost)
