"""The main job: from the receiver through gpsd, agent, outbox and uploader into the tracker."""

import json

from rig.account import await_arrival, await_kept, check_arrival, check_truth, wanted
from rig.drive import ROUND_THE_BLOCK


def test_every_kept_fix_arrives_once_in_place_and_time(feed, box, tracker):
    box.settings["sampling.interval"] = "200ms"
    box.start_agent()
    box.start_uploader()
    feed.start(rate=50, epochs=1000, legs=ROUND_THE_BLOCK)
    feed.ends()
    box.receives(feed.count)
    await_kept(box, feed, 200)
    kept = await_arrival(box, tracker)
    check_truth(kept, feed)
    assert [position.time_ms for position in kept] == wanted(feed, 200)
    check_arrival(kept, box.history())
    check_account(box, epochs=1000, kept=len(kept))


def check_account(box, epochs: int, kept: int) -> None:
    """What `waypost status` says adds up, epoch by epoch and fix by fix."""
    status = json.loads(box.ask("status", "--json"))
    agent, outbox, delivery = status["agent"], status["outbox"], status["delivery"]
    assert agent["received"] == epochs
    assert agent["received"] == agent["held"] + agent["kept"] + sum(agent["dropped"].values())
    assert agent["kept"] == kept
    assert agent["kept"] == outbox["pending"] + delivery["delivered"] + delivery["dead"] + delivery["shed"]


def test_sigterm_flushes_and_ends_with_success(feed, box):
    box.settings |= {"outbox.commit-every": "1min", "sampling.interval": "200ms"}
    agent = box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=50, legs=ROUND_THE_BLOCK)
    box.agent_until(lambda state: state["held"] >= 10, "to hold ten fixes for a commit")
    feed.stop()
    box.receives(feed.count)
    assert agent.stop() == 0
    assert [position.time_ms for position in box.kept()] == wanted(feed, 200)
    assert uploader.stop() == 0
