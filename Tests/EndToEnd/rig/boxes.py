"""Many boxes that begin alike."""

import shutil
import sqlite3
import time
from dataclasses import dataclass, field
from pathlib import Path

from .box import DEVICE, Box
from .devices import rename
from .tracker import Position


@dataclass(frozen=True)
class Base:
    """A stopped box whose stores others begin with. What it has `delivered` went under another device id than what
    waits; `device` is the number of the latter in its outbox. `newest` is the last sample time that it has kept."""

    box: Box
    newest: int
    device: int = 1
    delivered: list[Position] = field(default_factory=list)


class Boxes:
    """Boxes for the same gpsd and tracker, each with a device id of its own, and so with a history of its own."""

    def __init__(self, root: Path, gpsd_port: int, endpoint: str) -> None:
        self._root, self._gpsd_port, self._endpoint = root, gpsd_port, endpoint
        self._count = 0
        self.settings = {"sampling.interval": "100ms"}

    def new(self, base: Base | None = None) -> Box:
        """Another box, with the stores of `base`."""
        self._count += 1
        box = Box(self._root / f"b{self._count}", self._gpsd_port, self._endpoint)
        box.settings |= self.settings
        box.settings["device.id"] = f"{DEVICE}-{self._count}"
        if base:
            for here, there in ((base.box.outbox, box.outbox), (base.box.delivery, box.delivery)):
                shutil.copytree(here.parent, there.parent, dirs_exist_ok=True)
        return box

    def drop(self, box: Box) -> None:
        """Ends and removes a box that was found in order."""
        box.close()
        shutil.rmtree(box.root)


def take_over(box: Box, base: Base) -> None:
    """Gives the fixes that the base has not delivered the device id of the box that begins with them."""
    rename(box.outbox, base.device, box.settings["device.id"])


def record(box: Box, fixes: int, prefix: tuple[str, ...] = ()) -> int:
    """The agent keeps so many more fixes and ends, if nothing strikes it; its exit code."""
    start = now_ms()
    agent = box.start_agent(ready=False, prefix=prefix)
    agent.ends_or(
        lambda: sum(position.time_ms > start for position in readable(box)) >= fixes, f"to keep {fixes} fixes"
    )
    return agent.stop()


def readable(box: Box) -> list[Position]:
    """The fixes in the outbox; none while it is damaged."""
    try:
        return box.kept()
    except sqlite3.DatabaseError:
        return []


def now_ms() -> int:
    """UTC in milliseconds. The receiver is live: a later sample time has not been kept yet."""
    return time.time_ns() // 1_000_000
