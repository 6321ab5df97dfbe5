"""Somebody holds a lock on the outbox, as a backup does: the agent answers, and stores all when it is gone."""

import sqlite3
import time
from contextlib import closing

from rig.account import wanted
from rig.drive import OPEN_SKY
from rig.figures import figure

#: Seconds that the agent may take to answer, the start of `waypost` included: its loop stands still for 250 ms at most.
LATENCY = 1.0


def test_a_lock_holds_up_neither_the_receiver_nor_answers(feed, box):
    box.settings["sampling.interval"] = "100ms"
    agent = box.start_agent()
    feed.start(rate=20, legs=OPEN_SKY)
    box.keeps(5)
    with closing(sqlite3.connect(box.outbox, timeout=5, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kept = len(box.kept())
        slowest = 0.0
        end = time.monotonic() + 5
        while time.monotonic() < end:
            start = time.monotonic()
            box.ask("status")
            slowest = max(slowest, time.monotonic() - start)
        assert len(box.kept()) == kept
        assert box.agent_state()["received"] > kept + 30
        other.execute("ROLLBACK")
    assert slowest < LATENCY
    agent.says("locked")
    box.keeps(kept + 60, within=15)
    feed.stop()
    box.rests(len(feed.fixes()))
    assert [position.time_ms for position in box.kept()] == wanted(feed, 100)
    assert not list(box.outbox.parent.glob("*corrupt*"))
    figure(f"agent with a locked outbox: slowest answer {slowest * 1000:.0f} ms")
