"""An old copy of one store is put in place under the newer other one: no acknowledgement speaks for other fixes."""

import shutil
from pathlib import Path

from rig.books import Books
from rig.boxes import record


def keep_and_deliver(box, fixes: int) -> None:
    """The agent keeps so many more fixes and ends, and the uploader delivers all."""
    assert record(box, fixes) == 0
    code, said = box.run("waypost-uploader", "--drain")
    assert code == 0, said


def restore(store: Path, copy: Path) -> None:
    """Puts the copy of a store's folder in place of it."""
    shutil.rmtree(store.parent)
    shutil.copytree(copy, store.parent)


def check_delivered(box) -> None:
    """The tracker has all that the box has, and the box's books are in order."""
    arrived = {position.time_ms for position in box.history()}
    assert [position for position in box.kept() if position.time_ms not in arrived] == []
    Books(box)


def test_old_outbox_under_a_newer_delivery_store_loses_nothing(boxes, tmp_path):
    box = boxes.new()
    assert record(box, 12) == 0
    shutil.copytree(box.outbox.parent, tmp_path / "old")
    keep_and_deliver(box, 12)
    restore(box.outbox, tmp_path / "old")
    # The new fixes get ids that the uploader knows as delivered.
    keep_and_deliver(box, 6)
    check_delivered(box)


def test_old_outbox_that_the_uploader_sees_first_loses_nothing(boxes, tmp_path):
    box = boxes.new()
    assert record(box, 12) == 0
    shutil.copytree(box.outbox.parent, tmp_path / "old")
    keep_and_deliver(box, 12)
    restore(box.outbox, tmp_path / "old")
    assert box.run("waypost-uploader", "--drain")[0] == 0
    keep_and_deliver(box, 6)
    check_delivered(box)


def test_old_delivery_store_under_a_newer_outbox_loses_nothing(boxes, tmp_path):
    box = boxes.new()
    keep_and_deliver(box, 12)
    shutil.copytree(box.delivery.parent, tmp_path / "old")
    keep_and_deliver(box, 12)
    restore(box.delivery, tmp_path / "old")
    keep_and_deliver(box, 6)
    check_delivered(box)
