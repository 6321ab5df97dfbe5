"""The power goes at any call: the files are what was synced, and some of what was not."""

import copy
import hashlib
import json
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from rig.books import Books, dead_letters, opened
from rig.box import Box
from rig.boxes import Base, Boxes, record, take_over
from rig.damage import damage, page_of_rows
from rig.doorbells import Doorbells
from rig.figures import figure
from rig.shim import LONG, Disk, Shim, read_trace

#: Fixes that a run keeps while it is recorded.
FIXES = 3
#: Images of one run that the usual test opens at most; the long mode opens all.
MOST = 120


class Image:
    """What may be left of a folder at a call, and what has to be in it: the sample times of fixes."""

    def __init__(self, files: dict[str, bytes], due: set[int], call: int) -> None:
        self.files, self.due, self.call = files, due, call

    @property
    def digest(self) -> bytes:
        """Tells images with other files apart."""
        digest = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            digest.update(f"{name} {len(content)} ".encode() + content)
        return digest.digest()

    def put(self, folder: Path, chance: random.Random) -> None:
        """Lays the files into the folder; a `-shm` that is left means nothing."""
        write(self.files, folder)
        for name in self.files:
            if name.endswith(".db") and chance.random() < 0.5:
                (folder / f"{name}-shm").write_bytes(chance.randbytes(32768))


def write(files: dict[str, bytes], folder: Path) -> None:
    """Makes the folder hold these files and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


class Images:
    """The images of a run: made twice, first to choose those to open, then to open them, so that few are in RAM."""

    def __init__(self, make: Callable[[], Iterator[Image]], what: str) -> None:
        self.what = what
        self._make = make
        #: What is due in each distinct image: of equal ones the last one's, for more is due as time goes on.
        self._due: dict[bytes, set[int]] = {}
        for image in make():
            self._due[image.digest] = image.due
        self.most_due = max(len(due) for due in self._due.values())
        self.opened = 0
        self._seed = random.randrange(1 << 32)

    def __iter__(self) -> Iterator[Image]:
        """All distinct images in the long mode, else a sample by a printed seed."""
        left = set(self._due)
        if not LONG and len(left) > MOST:
            left = set(random.Random(self._seed).sample(list(self._due), MOST))
        for image in self._make():
            if image.digest in left:
                left.discard(image.digest)
                self.opened += 1
                yield Image(image.files, self._due[image.digest], image.call)

    def report(self) -> None:
        """Prints the figures of a run that went well."""
        figure(f"{self.what}: {len(self._due)} images, {self.opened} opened, 0 violations (seed {self._seed})")


def check_replay(disk: Disk, trace: Path, folder: Path) -> None:
    """The calls make the very files that lie in the folder: the shim has seen every change. A reader may make a file
    of its own, but leaves it empty."""
    replayed = copy.deepcopy(disk)
    for call in read_trace(trace):
        replayed.take(call)
    found = {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}
    assert {name: content for name, content in replayed.everything().items() if content} == {
        name: content for name, content in found.items() if content
    }


# The outbox


def times_in(files: dict[str, bytes], folder: Path) -> set[int]:
    """The sample times that SQLite finds in an outbox of these files."""
    write(files, folder)
    if "outbox.db" not in files:
        return set()
    with closing(sqlite3.connect(folder / "outbox.db")) as database:
        try:
            return {time for (time,) in database.execute("SELECT time FROM fix")}
        except sqlite3.Error:
            return set()


def open_by_agent(box: Box, image: Image, chance: random.Random) -> set[int]:
    """What the real agent finds in the image: it opens it without a receiver, and ends."""
    image.put(box.outbox.parent, chance)
    agent = box.start_agent(ready=False)
    agent.until(lambda: box.agent_state().get("pid") == agent.pid, "to have opened its outbox")
    assert agent.stop() == 0
    return set(Books(box).times)


def quarantined(box: Box) -> list[Path]:
    """The databases that were moved aside as damaged."""
    return [path for folder in (box.outbox.parent, box.delivery.parent) for path in folder.glob("*.corrupt-*")]


def check_images(boxes: Boxes, images: Images, is_damaged: bool = False) -> None:
    """Opens each image; nothing that is due may be missing, and only what was damaged before may be salvaged."""
    box = boxes.new()
    box.settings["receiver.port"] = "1"
    chance = random.Random(2)
    for image in images:
        found = open_by_agent(box, image, chance)
        assert image.due <= found, f"call {image.call}: {len(image.due - found)} fixes are missing"
        assert is_damaged or not quarantined(box), f"call {image.call}: taken for damaged"
    assert images.most_due >= FIXES
    images.report()


def committed(trace: Path, disk: Disk, scratch: Path, due: set[int]) -> Iterator[Image]:
    """Images after each call; due is what was visible when the doorbell rang, for then the commit had returned."""
    chance = random.Random(1)
    for number, call in enumerate(read_trace(trace)):
        if call.kind == "M" and call.data == b"doorbell":
            due = due | times_in(disk.everything(), scratch)
        if disk.take(call):
            for files in disk.images(chance):
                yield Image(files, due, number)


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


def test_with_a_window_nothing_older_than_the_window_is_missing(boxes, shim):
    boxes.settings |= {"outbox.commit-every": "1s"}
    box = boxes.new()
    trace = box.root / "trace"
    disk = Disk(box.outbox.parent)
    assert record(box, 40, shim.record(box.root, trace)) == 0
    kept = {position.time_ms for position in box.kept()}
    check_replay(disk, trace, box.outbox.parent)
    check_images(boxes, Images(lambda: in_hand(trace, copy.deepcopy(disk), kept), "outbox with a window of 1 s"))


#: The window of the test, and what a busy machine may add, in seconds.
WINDOW, LATENESS = 1.0, 1.0


def in_hand(trace: Path, disk: Disk, kept: set[int]) -> Iterator[Image]:
    """Images after each call; due is each kept fix whose report the agent had read longer ago than the window."""
    chance = random.Random(3)
    read: dict[int, float] = {}
    for number, call in enumerate(read_trace(trace)):
        if call.kind == "I":
            for time in re.findall(rb'"class":"TPV"[^}]*"time":"([^"]+)"', call.data):
                read.setdefault(round(datetime.fromisoformat(time.decode()).timestamp() * 1000), call.seconds)
        if disk.take(call):
            limit = call.seconds - WINDOW - LATENESS
            due = {time for time in kept if read.get(time, call.seconds) < limit}
            for files in disk.images(chance):
                yield Image(files, due, number)


# The uploader's file


def settled(files: dict[str, bytes], folder: Path, times: dict[int, int]) -> set[int]:
    """The sample times of the ids that a `delivery.db` of these files calls settled."""
    write(files, folder)
    if "delivery.db" not in files:
        return set()
    with closing(sqlite3.connect(folder / "delivery.db")) as database:
        try:
            low_water = dict(database.execute("SELECT name, value FROM ledger")).get("low-water", 0)
            ranges = [(1, low_water), *database.execute("SELECT first, last FROM resolved")]
        except sqlite3.Error:
            return set()
    return {time for id, time in times.items() if any(first <= id <= last for first, last in ranges)}


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


def sent(body: bytes) -> set[int]:
    """The sample times of a request."""
    updates = json.loads(body)["Updates"]
    return {round(datetime.fromisoformat(update["SampleTime"]).timestamp() * 1000) for update in updates}


def test_nothing_settled_is_sent_again_and_nothing_else_is_left_out(boxes, shim, wire, undelivered):
    box = boxes.new(undelivered)
    trace, scratch = box.root / "trace", box.root / "scratch"
    disk = Disk(box.delivery.parent)
    with opened(box.outbox) as outbox:
        times = dict(outbox.execute("SELECT id, time FROM fix"))
        poison = [time for (time,) in outbox.execute("SELECT time FROM fix WHERE device = 2 ORDER BY time")]
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
