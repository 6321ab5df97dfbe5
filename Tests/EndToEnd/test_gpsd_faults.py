"""gpsd is killed, restarted, absent, and its receiver falls silent."""

from rig.account import await_arrival, await_kept, check_truth
from rig.drive import OPEN_SKY


def test_a_restarted_gpsd_is_found_again_and_nothing_kept_is_lost(feed, gpsd, box, tracker):
    box.settings["sampling.interval"] = "100ms"
    box.start_agent()
    box.start_uploader()
    feed.start(rate=50, legs=OPEN_SKY)
    for _ in range(2):
        box.keeps(len(box.kept()) + 10)
        gpsd.restart()
    box.keeps(len(box.kept()) + 10)
    feed.stop()
    await_kept(box, feed, 100)
    check_truth(await_arrival(box, tracker), feed)


def test_an_absent_gpsd_is_named_and_awaited(feed, gpsd, box):
    gpsd.kill()
    feed.hang_up()
    agent = box.start_agent(ready=False)
    agent.says(f"gpsd at 127.0.0.1:{gpsd.port} refused the connection")
    assert agent.running
    gpsd.start()
    feed.start(rate=10, legs=OPEN_SKY)
    box.keeps(1)
    feed.stop()


def test_a_silent_receiver_is_no_fix_and_never_the_last_place_again(feed, box):
    box.settings |= {"sampling.interval": "100ms", "receiver.silence": "2s", "sampling.heartbeat": "1s"}
    box.start_agent()
    feed.start(rate=20, legs=OPEN_SKY)
    box.keeps(10)
    feed.stop()
    box.agent_until(lambda state: state["fix"] is None and state["state"] != "recording", "to report no fix")
    check_truth(box.kept(), feed)
