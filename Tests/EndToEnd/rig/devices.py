"""The device ids in a store at rest, and the checksums that vouch for them and for the rows (`Sources/Outbox`)."""

import sqlite3
import struct
from collections.abc import Iterable
from pathlib import Path

from .books import opened

_WORD = (1 << 64) - 1
_REALS = "latitude, longitude, accuracy, hdop, speed, course, altitude, climb"


def rename(outbox: Path, number: int, name: str) -> None:
    """Gives the fixes of a device, by its number, another device id."""
    with opened(outbox) as database:
        database.execute("UPDATE device SET name = ? WHERE id = ?", [name, number])
        if _version(database) > 1:
            _vouch(database, number, name)
            _vouch_for_rows(database, "fix", number, _hash(name))
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
    """`device` stands for the device in the checksums: the hash of its name, in schema 1 its number."""
    query = f"SELECT rowid, id, time, mode, {_REALS}, satellites, age FROM {table} WHERE device = ?"
    for row, id, time, mode, *reals, satellites, age in database.execute(query, [number]).fetchall():
        words = [id, device, time, mode, *map(_bits, reals), -1 if satellites is None else satellites, age]
        checksum = _mix(words) & 0xFFFFFFFF
        database.execute(f"UPDATE {table} SET checksum = ? WHERE rowid = ?", [checksum, row])


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
