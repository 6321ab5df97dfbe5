"""The device ids in a store at rest, and the checksums that vouch for them and for the rows (`Sources/Outbox`)."""

import sqlite3
import struct
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .books import opened

_WORD = (1 << 64) - 1
_REALS = "latitude, longitude, accuracy, hdop, speed, course, altitude, climb"


def rename(outbox: Path, number: int, name: str) -> None:
    """Gives the fixes of a device, by its number, another device id."""
    with opened(outbox) as database:
        if _version(database) > 1:
            _vouch_for_rows(database, "fix", number, _hash(name))
            _vouch(database, number, name)
        database.execute("UPDATE device SET name = ? WHERE id = ?", [name, number])
        database.commit()


def make_older(store: Path, rows: str) -> None:
    """Turns a store of schema 2, whose fixes lie in the table `rows`, into one of schema 1."""
    with opened(store) as database:
        assert _version(database) == 2, "this knows the way from schema 2 only"
        for (number,) in database.execute("SELECT id FROM device").fetchall():
            _vouch_for_rows(database, rows, number, number)
        database.execute("ALTER TABLE device DROP COLUMN checksum")
        database.execute("PRAGMA user_version = 1")
        database.commit()


def _version(database: sqlite3.Connection) -> int:
    return database.execute("PRAGMA user_version").fetchone()[0]


def _vouch(database: sqlite3.Connection, number: int, name: str) -> None:
    checksum = _mix([_hash(name), number]) & 0xFFFFFFFF
    database.execute("UPDATE device SET checksum = ? WHERE id = ?", [checksum, number])


def _vouch_for_rows(database: sqlite3.Connection, table: str, number: int, device: int) -> None:
    """`device` stands for the device in the checksums: the hash of its name, in schema 1 its number. Rows on a page that
    is damaged are passed over; they are read before anything is written, which could not be committed after that."""
    (greatest,) = database.execute(f"SELECT coalesce(max(rowid), 0) FROM {table}").fetchone()
    checksums = []
    for row in range(1, greatest + 1):
        with suppress(sqlite3.DatabaseError):
            checksums += [(checksum, row) for checksum in _checksums(database, table, row, number, device)]
    database.executemany(f"UPDATE {table} SET checksum = ? WHERE rowid = ?", checksums)


def _checksums(database: sqlite3.Connection, table: str, row: int, number: int, device: int) -> list[int]:
    query = f"SELECT id, time, mode, {_REALS}, satellites, age FROM {table} WHERE rowid = ? AND device = ?"
    rows = database.execute(query, [row, number]).fetchall()
    return [
        _mix([id, device, time, mode, *map(_bits, reals), -1 if satellites is None else satellites, age]) & 0xFFFFFFFF
        for id, time, mode, *reals, satellites, age in rows
    ]


def _hash(name: str) -> int:
    return _mix(name.encode())


def _bits(value: float | None) -> int:
    return 0x7FF8_0000_0000_0001 if value is None else struct.unpack("=Q", struct.pack("=d", value + 0.0))[0]


def _mix(words: Iterable[int]) -> int:
    value = 0xCBF2_9CE4_8422_2325
    for word in words:
        value = (value ^ (word & _WORD)) * 0x0000_0100_0000_01B3 & _WORD
        value ^= value >> 32
    return value
