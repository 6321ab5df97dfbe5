"""The outbox is damaged on a disk without room for a second copy of it: what fits is saved, the newest first."""

import signal
import subprocess
import time

import pytest

from rig.books import Books
from rig.damage import damage, page_of_rows
from rig.disk import small_disk
from rig.drive import OPEN_SKY
from rig.programs import FOLDER
from rig.usage import bytes_written

ROWS = 40_000


@pytest.fixture
def disk(box):
    """A disk of 2.6 MB with an outbox of 1.5 MB, a page of which is bad."""
    with small_disk(box.outbox.parent, "2600k") as disk:
        end = time.time_ns() // 1_000_000 - 3_600_000
        subprocess.run([FOLDER / "outbox-child", "backlog", box.outbox, str(ROWS), str(end)], check=True)
        damage(box.outbox, page_of_rows(box.outbox))
        yield disk
        box.close()


def parts(box) -> list[str]:
    """The files of a salvage that is not done."""
    return [path.name for path in box.outbox.parent.glob("*.salvage*")]


def test_the_newest_fixes_are_saved_and_the_damaged_file_makes_room_for_more(disk, feed, box, wire):
    wire.down()
    earlier = box.outbox.parent / "outbox.db.corrupt-900"
    earlier.write_bytes(b"\0" * 4096)
    agent = box.start_agent()
    agent.says("did not fit on the disk")
    feed.start(rate=150, epochs=600, step_ms=1000, legs=OPEN_SKY)
    feed.ends()
    state = box.rests(ROWS + len(feed.fixes()))
    assert state["problem"] is None and not parts(box)
    # Neither the earlier copy nor this one outlives a fix that is shed for lack of room.
    assert not list(box.outbox.parent.glob("*.corrupt-*"))
    agent.says("is removed")
    kept = box.kept()
    assert set(feed.fixes()) <= {position.time_ms for position in kept}
    assert agent.stop() == 0
    books = Books(box)
    assert ROWS // 4 < books.ledger["shed.size"] < ROWS * 3 // 4
    assert 0 < books.ledger["shed.damage"] <= 40
    assert "shed.thinned" not in books.ledger
    assert books.pending == ROWS + len(feed.fixes()) - books.shed


def test_without_any_room_it_leaves_the_disk_alone_until_there_is_some(disk, feed, box, wire):
    wire.down()
    # Enough for what SQLite itself needs beside a database.
    disk.fill(leaving=36_864)
    feed.start(rate=20, legs=OPEN_SKY)
    agent = box.start_agent()
    agent.says("no room for a sound copy")
    written = bytes_written(agent.pid)
    # As long as it takes until it looks again.
    time.sleep(12)
    assert bytes_written(agent.pid) - written < 100_000 and not parts(box)
    assert agent.log().count("no room for a sound copy") == 1
    disk.empty()
    # Not to wait for the next attempt.
    agent.signal(signal.SIGUSR1)
    state = box.agent_until(lambda state: state["problem"] is None, "to save what it can")
    assert state["outbox"]["pending"] > ROWS // 4
    feed.stop()
    assert agent.stop() == 0
    Books(box)
