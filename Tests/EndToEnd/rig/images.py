"""What a power cut may leave of a folder at each call of a run, and what has to be in it."""

import copy
import hashlib
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from .books import Books, opened
from .box import Box
from .boxes import Boxes
from .figures import figure
from .shim import LONG, Disk, read_trace
from .strikes import FIXES

#: Images of one run that the usual test opens at most; the long mode opens all.
MOST = 120


class Image:
    """What may be left of a folder at a call, and what has to be in it: the sample times of fixes. `told` are those
    that the tracker has."""

    def __init__(self, files: dict[str, bytes], due: set[int], call: int, told: set[int] = frozenset()) -> None:
        self.files, self.due, self.call, self.told = files, due, call, told

    def part(self, folder: str) -> "Image":
        """Of an image of two folders, what is in one."""
        start = f"{folder}/"
        files = {name.removeprefix(start): text for name, text in self.files.items() if name.startswith(start)}
        return Image(files, self.due, self.call, self.told)

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

    def __init__(self, make: Callable[[], Iterator[Image]], what: str, most: int = MOST) -> None:
        self.what, self._most = what, most
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
        if not LONG and len(left) > self._most:
            left = set(random.Random(self._seed).sample(list(self._due), self._most))
        for image in self._make():
            if image.digest in left:
                left.discard(image.digest)
                self.opened += 1
                yield Image(image.files, self._due[image.digest], image.call, image.told)

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


def times_by_id(box: Box) -> dict[int, int]:
    """The sample time of each fix in a stopped box's outbox."""
    with opened(box.outbox) as outbox:
        return dict(outbox.execute("SELECT id, time FROM fix"))


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


def sent(text: bytes) -> set[int]:
    """The sample times in the text of requests."""
    found = re.findall(rb'"SampleTime":"([^"]+)"', text)
    return {round(datetime.fromisoformat(time.decode()).timestamp() * 1000) for time in found}
