"""Both processes at full speed on the same files: the race that corrupts a WAL that two write at one instant."""

import time

import pytest

from rig.books import Books, opened
from rig.drive import OPEN_SKY
from rig.figures import figure
from rig.shim import LONG

SECONDS = 300


@pytest.mark.skipif(not LONG, reason="five minutes: packaging/test --long")
def test_five_minutes_of_commits_looks_checkpoints_and_deletions_leave_both_files_whole(feed, box):
    box.settings |= {"outbox.keep-delivered": "1s", "delivery.in-flight": "16", "outbox.max-size": "1M"}
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=300, epochs=300 * SECONDS, step_ms=1000, legs=OPEN_SKY)
    looks = 0
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        box.kept()
        box.ask("flush")
        looks += 1
    feed.ends()
    box.rests(len(feed.fixes()))

    def is_delivered() -> bool:
        box.ask("flush")
        return box.agent_state()["outbox"]["pending"] == 0

    uploader.until(is_delivered, "to deliver all", 300)
    assert box.agent.stop() == 0 and box.uploader.stop() == 0
    for path in (box.outbox, box.delivery):
        with opened(path) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    books = Books(box)
    assert books.ledger["delivered"] + books.shed == books.ledger["kept"]
    figure(f"both processes for {SECONDS} s: {books.ledger['kept']} commits, {looks} looks, both files whole")
