"""The fixes of a day without coverage wait, 2,880 of them; then the tracker returns."""

import json
from datetime import datetime

from rig.account import check_arrival, check_truth
from rig.box import DEVICE
from rig.drive import OPEN_SKY
from rig.usage import anonymous_memory

FIXES = 2880


def test_all_is_delivered_in_order_and_once_with_flat_memory(feed, box, wire, tracker):
    box.settings["sampling.interval"] = "100ms"
    wire.down()
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=200, step_ms=100, epochs=FIXES, legs=OPEN_SKY)
    feed.ends()
    check_truth(box.keeps(FIXES), feed)

    wire.up()
    uploader.until(lambda: len(wire.updates()) >= 30, "to begin the drain")
    early = anonymous_memory(uploader.pid)
    uploader.until(lambda: box.uploader_state()["delivered"] >= FIXES, "to end the drain")
    grown = anonymous_memory(uploader.pid) - early
    assert grown <= 256, f"the uploader's memory grew by {grown} kB over {FIXES} positions"

    check_arrival(box.kept(), tracker.history(DEVICE))
    updates = [update for exchange in wire.updates() for update in json.loads(exchange.body)["Updates"]]
    times = [datetime.fromisoformat(update["SampleTime"]) for update in updates]
    assert times == sorted(times)
    assert len(times) == len(set(times)) == FIXES
