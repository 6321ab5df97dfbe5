"""The tracker cannot be reached for a while."""

from rig.account import await_arrival, await_kept, check_truth, wanted
from rig.box import DEVICE
from rig.drive import OPEN_SKY


def test_the_drive_goes_on_and_arrives_when_the_tracker_is_back(feed, box, wire, tracker):
    box.settings["sampling.interval"] = "200ms"
    agent = box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=50, epochs=750, legs=OPEN_SKY)
    uploader.until(wire.updates, "to deliver for the first time")
    wire.down()
    feed.ends()
    uploader.says("No connection to 127.0.0.1")
    assert agent.running and uploader.running
    assert len(tracker.history(DEVICE)) < len(box.kept())
    wire.up()
    await_kept(box, feed, 200)
    kept = await_arrival(box, tracker)
    check_truth(kept, feed)
    assert [position.time_ms for position in kept] == wanted(feed, 200)
