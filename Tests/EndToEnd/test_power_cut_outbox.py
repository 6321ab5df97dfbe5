"""The power goes at any call of the agent: its files are what was synced, and some of what was not."""

import copy
import random
from collections.abc import Iterator
from pathlib import Path

from rig.boxes import Base, Boxes, record
from rig.damage import damage, page_of_rows
from rig.doorbells import Doorbells
from rig.images import Image, Images, check_images, check_replay, times_in
from rig.shim import Disk, Shim, read_trace
from rig.strikes import FIXES


def committed(trace: Path, disk: Disk, scratch: Path, due: set[int]) -> Iterator[Image]:
    """Images after each call; due is what was visible when the doorbell rang, for then the commit had returned."""
    chance = random.Random(1)
    for number, call in enumerate(read_trace(trace)):
        if call.kind == "M" and call.data == b"doorbell":
            due = due | times_in(disk.everything(), scratch)
        if disk.take(call):
            for files in disk.images(chance):
                yield Image(files, due, number)
    # Nothing need be written after the last commit.
    yield Image(disk.everything(), due, number)


def outbox_images(boxes: Boxes, shim: Shim, base: Base | None, what: str) -> Images:
    """What may be left of the outbox at each call of a run that begins with `base`."""
    box = boxes.new(base)
    bell = Doorbells(box.uploader_socket)
    trace, scratch = box.root / "trace", box.root / "scratch"
    disk = Disk(box.outbox.parent)
    assert record(box, FIXES, shim.record(box.root, trace)) == 0
    assert bell.close() > 0
    newest = base.newest if base else 0
    before = {position.time_ms for position in box.kept() if position.time_ms <= newest}
    check_replay(disk, trace, box.outbox.parent)
    return Images(lambda: committed(trace, copy.deepcopy(disk), scratch, before), what)


def test_nothing_committed_is_missing_from_the_first_commit_on(boxes, shim):
    check_images(boxes, outbox_images(boxes, shim, None, "outbox from the first write on"))


def test_nothing_committed_is_missing_while_delivered_fixes_are_deleted(boxes, shim, delivered):
    check_images(boxes, outbox_images(boxes, shim, delivered, "outbox while delivered fixes are deleted"))


def test_nothing_committed_is_missing_while_the_wal_is_checkpointed_and_begun_anew(boxes, shim, full_wal):
    boxes.settings |= {"outbox.keep-delivered": "7d"}
    check_images(boxes, outbox_images(boxes, shim, full_wal, "outbox while its WAL is checkpointed"))


def test_nothing_readable_is_missing_when_the_power_goes_during_a_salvage(boxes, shim, delivered):
    damage(delivered.box.outbox, page_of_rows(delivered.box.outbox))
    boxes.settings |= {"outbox.keep-delivered": "7d"}
    check_images(boxes, outbox_images(boxes, shim, delivered, "outbox during its salvage"), is_damaged=True)
