"""The uploader is killed while it drains a backlog."""

import json
from collections import Counter

from rig.account import await_arrival
from rig.drive import OPEN_SKY


def backlog(feed, box, wire, fixes: int) -> None:
    """Leaves a box with so many fixes that could not be delivered."""
    box.settings["sampling.interval"] = "100ms"
    wire.down()
    agent = box.start_agent()
    feed.start(rate=200, step_ms=100, epochs=fixes, legs=OPEN_SKY)
    feed.ends()
    box.keeps(fixes)
    assert agent.stop() == 0
    wire.up()


def killed_after(box, wire, answers: int) -> None:
    """Starts the uploader, and kills it while it waits for the answer that follows so many."""
    enough = len(wire.updates()) + answers + 1
    wire.hold_answers(after=answers)
    uploader = box.start_uploader(ready=False)
    uploader.until(lambda: len(wire.updates()) >= enough, f"to send {answers + 1} more requests")
    uploader.kill()
    wire.release()


def test_killed_in_the_middle_of_a_drain_it_goes_on_where_it_was(feed, box, wire, tracker):
    backlog(feed, box, wire, 400)
    for _ in range(4):
        killed_after(box, wire, 5)
    box.start_uploader()
    await_arrival(box, tracker)
    bodies = [exchange.body for exchange in wire.updates() if exchange.status == 200]
    # At most the one request in flight is repeated for each of the four kills.
    assert len(bodies) - len(set(bodies)) <= 4


def test_killed_before_it_has_noted_the_answer_it_repeats_the_same_bytes(feed, box, wire, tracker):
    backlog(feed, box, wire, 100)
    wire.hold_answers()
    uploader = box.start_uploader(ready=False)
    uploader.until(lambda: len(wire.updates()) == 1, "to send its first request")
    uploader.kill()
    wire.release()
    box.start_uploader()
    await_arrival(box, tracker)
    assert wire.updates()[0].body == wire.updates()[1].body


def test_killed_with_twelve_requests_under_way_it_repeats_no_more_than_those_and_the_uncommitted(feed, box, wire, tracker):
    backlog(feed, box, wire, 1500)
    lanes, kills = 12, 4
    box.settings["delivery.in-flight"] = str(lanes)
    for _ in range(kills):
        killed_after(box, wire, 15)
    box.start_uploader()
    await_arrival(box, tracker)
    sent = Counter(
        update["SampleTime"]
        for exchange in wire.updates() if exchange.status == 200
        for update in json.loads(exchange.body)["Updates"]
    )  # fmt: skip
    # Twelve requests were under way, and as many answers but one may have waited for a commit.
    assert sum(sent.values()) - len(sent) <= kills * (2 * lanes - 1) * 10
