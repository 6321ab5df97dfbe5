"""The books of a box: what its two files say of themselves and of each other, read after its processes have ended."""

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

from .box import Box
from .wait import HUNG


@contextmanager
def opened(path: Path):
    """A stopped process's database."""
    with closing(sqlite3.connect(path, timeout=HUNG)) as database:
        yield database


class Books:
    """The account of a box at rest. Making it checks both files and both equations of the guarantee."""

    def __init__(self, box: Box) -> None:
        with opened(box.outbox) as outbox:
            _check(outbox)
            self.ledger = dict(outbox.execute("SELECT name, value FROM ledger"))
            self.times = [time for (time,) in outbox.execute("SELECT time FROM fix ORDER BY id")]
            low_water = self.ledger["low-water"]
            (self.pending,) = outbox.execute("SELECT count(*) FROM fix WHERE id > ?", [low_water]).fetchone()
        kept = self._count("kept")
        self.shed = self._sum("shed.")
        assert self._count("received") == kept + self._sum("dropped."), self.ledger
        assert kept == self.pending + self._count("delivered") + self._count("dead") + self.shed, self.ledger
        assert len(set(self.times)) == len(self.times)
        if box.delivery.exists():
            with opened(box.delivery) as delivery:
                _check(delivery)

    def _count(self, name: str) -> int:
        return self.ledger.get(name, 0)

    def _sum(self, start: str) -> int:
        return sum(value for name, value in self.ledger.items() if name.startswith(start))


def _check(database: sqlite3.Connection) -> None:
    assert database.execute("PRAGMA quick_check").fetchall() == [("ok",)]


def dead_letters(path: Path) -> list[int]:
    """The sample times of the dead letters in a `delivery.db`."""
    with opened(path) as delivery:
        return [time for (time,) in delivery.execute("SELECT time FROM dead_letter ORDER BY time")]
