"""The agent is killed in the middle of a drive."""

from rig.account import await_arrival, check_truth
from rig.drive import OPEN_SKY


def test_what_was_committed_before_a_sigkill_is_there_and_the_drive_goes_on(feed, box, tracker):
    box.settings["sampling.interval"] = "100ms"
    box.start_uploader()
    feed.start(rate=50, legs=OPEN_SKY)
    committed = []
    for _ in range(4):
        agent = box.start_agent(ready=False)
        committed = box.keeps(len(committed) + 15)
        agent.kill()
        assert box.kept()[: len(committed)] == committed
    agent = box.start_agent()
    box.keeps(len(committed) + 15)
    feed.stop()
    assert agent.stop() == 0
    kept = await_arrival(box, tracker)
    assert kept[: len(committed)] == committed
    check_truth(kept, feed)
