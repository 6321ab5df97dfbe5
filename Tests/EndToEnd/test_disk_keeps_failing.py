"""The disk under the uploader's file keeps failing: what cannot be noted down must not be sent again and again."""

import errno

import pytest

from rig.account import await_arrival, await_kept, check_truth
from rig.boxes import record
from rig.drive import OPEN_SKY


@pytest.fixture
def sick(tmp_path):
    """While this file exists, the disk is sick."""
    return tmp_path / "sick"


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC], ids=["I/O error", "no room"])
def test_the_uploader_stops_sending_says_so_and_goes_on_by_itself(feed, box, shim, wire, tracker, sick, error):
    box.settings["sampling.interval"] = "100ms"
    box.start_agent()
    uploader = box.start_uploader(prefix=shim.sicken(box.delivery.parent, sick, error))
    feed.start(rate=20, legs=OPEN_SKY)
    uploader.until(wire.updates, "to deliver")
    sick.touch()
    uploader.says("nothing more is sent until it is stored")
    uploader.until(lambda: box.uploader_state()["state"] == "unsaved", "to say so in its state")
    assert "delivery.db" in box.uploader_state()["last_error"]
    requests = len(wire.updates())
    box.keeps(len(box.kept()) + 60)
    assert len(wire.updates()) == requests
    sick.unlink()
    feed.stop()
    await_kept(box, feed, 100)
    check_truth(await_arrival(box, tracker), feed)
    uploader.says("delivery goes on")
    bodies = [exchange.body for exchange in wire.updates()]
    assert len(bodies) == len(set(bodies))


def test_an_uploader_that_is_started_on_it_waits_and_delivers_when_the_disk_is_well(boxes, shim, wire, sick):
    box = boxes.new()
    assert record(box, 12) == 0
    sick.touch()
    sicken = shim.sicken(box.delivery.parent, sick, errno.EIO)
    drain = box.start_uploader("--drain", ready=False, prefix=sicken)
    assert drain.wait() == 75
    assert "delivery.db cannot be written" in drain.log()
    uploader = box.start_uploader(prefix=sicken)
    uploader.until(lambda: box.uploader_state()["state"] == "unsaved", "to say that it waits")
    assert wire.updates() == []
    sick.unlink()
    uploader.until(lambda: box.uploader_state()["delivered"] == len(box.kept()), "to deliver")


def test_a_drain_gives_up_and_says_what_it_could_not_note_down(boxes, shim, wire, sick):
    box = boxes.new()
    assert record(box, 12) == 0
    wire.hold_answers()
    prefix = shim.sicken(box.delivery.parent, sick, errno.EIO)
    drain = box.start_uploader("--drain", ready=False, prefix=prefix)
    drain.until(wire.updates, "to send its first request")
    sick.touch()
    wire.release()
    assert drain.wait() == 75
    assert "delivery.db cannot be written" in drain.log()
