"""The power goes while agent and uploader run: both folders are left as of one moment."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rig.books import Books
from rig.box import Box
from rig.boxes import now_ms, readable, record
from rig.images import Image, Images, check_replay, sent, settled, times_by_id, times_in
from rig.shim import Disk, read_trace
from rig.strikes import drain, learn
from rig.wait import until

#: Pairs of images that the usual test opens at most.
MOST = 40


@dataclass
class Run:
    """A recorded run of both programs, and what each folder held before it."""

    disks: dict[str, Disk]
    traces: dict[str, Path]
    scratch: Path

    def moments(self) -> Iterator[Image]:
        """Both folders after each call of either program. Due is what the agent had committed; told, what the tracker
        had answered."""
        chance, disks, due, told, asked = random.Random(6), copy.deepcopy(self.disks), set(), set(), b""
        calls = [(call, name) for name, trace in self.traces.items() for call in read_trace(trace)]
        for number, (call, name) in enumerate(sorted(calls, key=lambda entry: entry[0].seconds)):
            if call.kind == "M" and call.data == b"doorbell":
                due = due | times_in(disks["outbox"].everything(), self.scratch)
            elif call.kind == "M" and name == "delivery":
                asked += call.data
            elif call.kind == "I" and b'"Errors"' in call.data:
                told = sent(asked)
            elif disks[name].take(call):
                sides = [list(disk.images(chance)) for disk in disks.values()]
                # The least of both, the most of both, then what chance puts together.
                mixed = [[chance.choice(side) for side in sides] for _ in range(4)]
                for pair in [*zip(*sides, strict=False), *mixed]:
                    lefts = zip(disks, pair, strict=True)
                    files = {f"{side}/{file}": text for side, left in lefts for file, text in left.items()}
                    yield Image(files, due, number, told)


def recorded(box: Box, shim, scratch: Path) -> Run:
    """Agent and uploader at work on a box that has a backlog."""
    folders = {"outbox": box.outbox.parent, "delivery": box.delivery.parent}
    run = Run(
        {name: Disk(folder) for name, folder in folders.items()},
        {name: box.root / f"{name}.trace" for name in folders}, scratch,
    )  # fmt: skip
    start = now_ms()
    box.start_agent(prefix=shim.record(box.root, run.traces["outbox"]))
    box.start_uploader(prefix=shim.record(box.root, run.traces["delivery"]))
    box.uploader.until(lambda: box.uploader_state()["delivered"] >= 30, "to deliver the backlog")
    box.ask("flush")
    box.agent.until(lambda: box.agent_state()["outbox"]["delivered"] > 0, "to take note of the delivered")
    until(lambda: sum(position.time_ms > start for position in readable(box)) >= 20, "the agent to go on")
    assert box.agent.stop() == 0 and box.uploader.stop() == 0
    for name, folder in folders.items():
        check_replay(run.disks[name], run.traces[name], folder)
    return run


def test_nothing_is_lost_and_nothing_is_declared_delivered_that_was_not(boxes, shim, wire, tmp_path):
    box = boxes.new()
    assert record(box, 30) == 0
    run = recorded(box, shim, tmp_path / "scratch")
    times = times_by_id(box)
    images = Images(run.moments, "both stores at one moment", MOST)
    victim = boxes.new()
    chance = random.Random(7)
    for image in images:
        for name, folder in (("outbox", victim.outbox.parent), ("delivery", victim.delivery.parent)):
            image.part(name).put(folder, chance)
        declared = settled(image.part("delivery").files, run.scratch, times)
        assert declared <= image.told, f"call {image.call}: {len(declared - image.told)} were never delivered"
        requests = len(wire.updates())
        assert drain(victim) == 0
        again = set().union(*(sent(exchange.body) for exchange in wire.updates()[requests:]))
        learn(victim)
        books = Books(victim)
        assert image.due <= set(books.times), f"call {image.call}: {len(image.due - set(books.times))} are missing"
        assert set(books.times) <= declared | again, f"call {image.call}: not every fix was delivered"
        assert (books.pending, books.shed) == (0, 0)
    images.report()
