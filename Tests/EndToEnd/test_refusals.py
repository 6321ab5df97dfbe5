"""The tracker refuses: the data stay, and a sentence says what to do."""

import signal

import pytest

from rig.account import await_arrival, await_kept
from rig.drive import OPEN_SKY


@pytest.mark.parametrize(
    "fault, sentence",
    [
        ({"AWS_SECRET_ACCESS_KEY": "not-the-secret"}, "Check the settings under [credentials]"),
        ({"AWS_ACCESS_KEY_ID": "AKIDNOBODYKNOWS00000"}, "Check the settings under [credentials]"),
        ({"tracker.name": "no-such-tracker"}, "Check tracker.name"),
    ],
    ids=["wrong secret", "unknown key", "unknown tracker"],
)
def test_a_refusal_holds_the_backlog_says_so_once_and_ends_with_the_right_settings(
    feed, box, wire, tracker, fault, sentence
):
    good_settings, good_environment = dict(box.settings), dict(box.environment)
    for key, value in fault.items():
        (box.settings if "." in key else box.environment)[key] = value
    box.settings["sampling.interval"] = good_settings["sampling.interval"] = "100ms"
    # So that a hold waits for 30 s and more.
    del box.settings["delivery.max-back-off"]
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=20, epochs=100, legs=OPEN_SKY)
    feed.ends()
    box.keeps(40)
    uploader.says(sentence)
    assert uploader.running
    assert box.uploader_state()["delivered"] == 0 and box.uploader_state()["dead"] == 0
    # A hold probes slowly: it does not turn each doorbell into a request.
    assert len(wire.updates()) <= 2
    secret = good_environment["AWS_SECRET_ACCESS_KEY"]
    assert secret not in uploader.log() and "not-the-secret" not in uploader.log()
    assert uploader.log().count(sentence) == 1
    assert uploader.stop() == 0
    box.settings, box.environment = good_settings, good_environment
    box.start_uploader()
    await_kept(box, feed, 100)
    await_arrival(box, tracker)


def test_a_hold_ends_by_itself_once_the_tracker_exists(feed, box, tracker):
    box.settings |= {"tracker.name": "tomorrow", "sampling.interval": "100ms"}
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=20, epochs=60, legs=OPEN_SKY)
    feed.ends()
    uploader.says("Tracker not found: tomorrow")
    tracker.client().create_tracker(TrackerName="tomorrow")
    uploader.signal(signal.SIGUSR1)
    await_kept(box, feed, 100)
    uploader.until(lambda: box.uploader_state()["delivered"] == len(box.kept()), "to deliver every kept fix")
