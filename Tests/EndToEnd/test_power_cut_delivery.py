"""The power goes at any call of the uploader: what was settled stays settled, and nothing else is."""

import copy
import random
from collections.abc import Iterator
from pathlib import Path

from rig.books import dead_letters
from rig.boxes import take_over
from rig.images import Image, Images, check_replay, quarantined, sent, settled, times_by_id
from rig.shim import Disk, read_trace
from rig.strikes import refused


def receipts(trace: Path, disk: Disk, scratch: Path, times: dict[int, int]) -> Iterator[Image]:
    """Images after each call; due is what was settled when the next request went out: its receipt had been stored."""
    chance = random.Random(4)
    due: set[int] = set()
    for number, call in enumerate(read_trace(trace)):
        if call.kind == "M" and call.data.startswith(b"POST"):
            due = settled(disk.everything(), scratch, times)
        if disk.take(call):
            for files in disk.images(chance):
                yield Image(files, due, number)


def test_nothing_settled_is_sent_again_and_nothing_else_is_left_out(boxes, shim, wire, undelivered):
    box = boxes.new(undelivered)
    trace, scratch = box.root / "trace", box.root / "scratch"
    disk = Disk(box.delivery.parent)
    times, poison = times_by_id(box), refused(box)
    assert box.run("waypost-uploader", "--drain", prefix=shim.record(box.root, trace))[0] == 0
    check_replay(disk, trace, box.delivery.parent)
    images = Images(lambda: receipts(trace, copy.deepcopy(disk), scratch, times), "delivery.db")
    victim = boxes.new(undelivered)
    take_over(victim, undelivered)
    chance = random.Random(5)
    for image in images:
        image.put(victim.delivery.parent, chance)
        requests = len(wire.updates())
        code, said = victim.run("waypost-uploader", "--drain")
        assert code == 0, said
        again = set().union(*(sent(exchange.body) for exchange in wire.updates()[requests:]))
        assert not again & image.due, f"call {image.call}: {len(again & image.due)} settled fixes are sent again"
        assert dead_letters(victim.delivery) == poison
        assert set(times.values()) == again | settled(image.files, scratch, times)
        assert not quarantined(victim), f"call {image.call}: taken for damaged"
    assert images.most_due >= 20
    images.report()
