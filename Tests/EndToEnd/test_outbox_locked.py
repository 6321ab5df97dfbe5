"""Somebody holds a lock on a database, as a backup does: its owner answers, and goes on when it is gone."""

import json
import sqlite3
import time
from contextlib import closing

from rig.account import wanted
from rig.boxes import record
from rig.drive import OPEN_SKY
from rig.figures import figure

#: Seconds after which an answer is none. The agent's loop stands still for 250 ms at most; the rest is the machine's.
LATENCY = 10.0


def test_a_lock_holds_up_neither_the_receiver_nor_answers(feed, box):
    box.settings["sampling.interval"] = "100ms"
    agent = box.start_agent()
    feed.start(rate=20, legs=OPEN_SKY)
    box.keeps(5)
    with closing(sqlite3.connect(box.outbox, timeout=5, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        kept, before = len(box.kept()), box.received()
        delays: list[float] = []

        def answers_and_receives() -> bool:
            start = time.monotonic()
            received = box.received()
            delays.append(time.monotonic() - start)
            return len(delays) >= 5 and received >= before + 60

        agent.until(answers_and_receives, "to answer and receive while others lock its outbox")
        assert json.loads(box.ask("status", "--json"))["agent"]["running"]
        agent.says("locked")
        assert len(box.kept()) == kept
        other.execute("ROLLBACK")
    assert max(delays) < LATENCY
    box.keeps(kept + 60)
    feed.stop()
    box.rests(len(feed.fixes()))
    assert [position.time_ms for position in box.kept()] == wanted(feed, 100)
    assert not list(box.outbox.parent.glob("*corrupt*"))
    figure(f"agent with a locked outbox: slowest answer {max(delays) * 1000:.0f} ms")


def test_an_uploader_whose_file_is_locked_when_it_starts_waits_for_it(boxes, tracker):
    box = boxes.new()
    assert record(box, 12) == 0
    assert box.run("waypost-uploader", "--drain")[0] == 0
    assert record(box, 12) == 0
    with closing(sqlite3.connect(box.delivery, timeout=5, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        uploader = box.start_uploader()
        uploader.until(lambda: box.uploader_state()["state"] == "unsaved", "to say that it waits")
        assert "locked" in box.uploader_answer(LATENCY)["last_error"]
        other.execute("ROLLBACK")
    uploader.until(lambda: box.uploader_state()["delivered"] == len(box.kept()), "to deliver the rest")
    assert box.uploader_state()["repeated"] == 0
    assert len(tracker.history(box.settings["device.id"])) == len(box.kept())
