"""A small disk under the outbox."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .namespaces import MOUNTS, own, private_mounts

PAGE = 4096


class Disk:
    """A disk of its own kind in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self, leaving: int = 0) -> None:
        """Somebody takes all the room that is left, or all but so many bytes."""
        with self._filler.open("ab", buffering=0) as file:
            try:
                while self.free() > leaving:
                    file.write(b"\0" * PAGE)
            except OSError:
                pass

    def free(self) -> int:
        """Bytes that are left."""
        volume = os.statvfs(self.folder)
        return volume.f_bavail * volume.f_frsize

    def empty(self) -> None:
        """What `fill` took is free again."""
        self._filler.unlink()

    def remount(self, option: str) -> None:
        """`ro` or `rw`; the kernel refuses the first while a file is open for writing."""
        subprocess.run(["mount", "-o", f"remount,{option}", str(self.folder)], check=True)


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Disk]:
    """Mounts a disk that only this process and its children see; skips the test where that is not allowed."""
    if os.geteuid() != 0:
        pytest.skip("needs root, to mount a small disk")
    with own(MOUNTS):
        private_mounts()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)
        try:
            yield Disk(folder)
        finally:
            subprocess.run(["umount", str(folder)], check=True)
