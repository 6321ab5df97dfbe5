"""Damage to a database at rest."""

from pathlib import Path

from .books import opened

PAGE = 1024


def damage(path: Path, page: int) -> None:
    """Overwrites the beginning of a page; pages count from 1."""
    with opened(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * 400)


def damage_under_way(path: Path, page: int) -> None:
    """The same while processes use the database: wherever they read that page from, the file or its WAL. The checksums of
    the WAL do not tell: they are looked at when it is recovered."""
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xa5" * 400)
    with path.with_name(f"{path.name}-wal").open("r+b") as wal:
        content = wal.read()
        for frame in range(32, len(content) - PAGE, 24 + PAGE):
            if int.from_bytes(content[frame : frame + 4]) == page:
                wal.seek(frame + 24)
                wal.write(b"\xa5" * 400)


def root_page(path: Path, table: str) -> int:
    """The page at which a table begins."""
    with opened(path) as database:
        return database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0]


def page_of_rows(path: Path) -> int:
    """A page of an outbox that holds nothing but rows: one in the middle of the file."""
    with opened(path) as database:
        return database.execute("PRAGMA page_count").fetchone()[0] // 2
