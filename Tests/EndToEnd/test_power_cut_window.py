"""The power goes while fixes wait for their commit: nothing older than the window is missing."""

import copy
import math
import random
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from rig.boxes import record
from rig.images import Image, Images, check_images, check_replay
from rig.shim import Disk, read_trace


def test_with_a_window_nothing_older_than_the_window_is_missing(boxes, shim):
    boxes.settings |= {"outbox.commit-every": "1s"}
    box = boxes.new()
    trace = box.root / "trace"
    disk = Disk(box.outbox.parent)
    assert record(box, 60, shim.record(box.root, trace)) == 0
    kept = {position.time_ms for position in box.kept()}
    check_replay(disk, trace, box.outbox.parent)
    check_images(boxes, Images(lambda: in_hand(trace, copy.deepcopy(disk), kept), "outbox with a window of 1 s"))


#: The window of the test, and what a busy machine may add, in seconds.
WINDOW, LATENESS = 1.0, 1.0
#: Seconds that count at most between two calls of the agent. It reads every 50 ms: in a longer pause the machine had no
#: time for it, and while it does nothing it cannot keep to its window.
PAUSE = 0.1


def in_hand(trace: Path, disk: Disk, kept: set[int]) -> Iterator[Image]:
    """Images after each call; due is each kept fix whose report the agent had read longer ago than the window,
    by a clock that stands still while the agent does."""
    chance = random.Random(3)
    read: dict[int, float] = {}
    now, last = 0.0, math.inf
    for number, call in enumerate(read_trace(trace)):
        now, last = now + min(max(0, call.seconds - last), PAUSE), call.seconds
        if call.kind == "I":
            for time in re.findall(rb'"class":"TPV"[^}]*"time":"([^"]+)"', call.data):
                read.setdefault(round(datetime.fromisoformat(time.decode()).timestamp() * 1000), now)
        if disk.take(call):
            limit = now - WINDOW - LATENESS
            due = {time for time in kept if read.get(time, now) < limit}
            for files in disk.images(chance):
                yield Image(files, due, number)
