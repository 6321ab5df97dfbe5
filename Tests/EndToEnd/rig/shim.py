"""The shim between a program and the kernel: kills at the k-th call that changes something, and records the calls."""

import itertools
import os
import random
import struct
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .figures import figure

SOURCE = Path(__file__).parents[1] / "shim/crash.c"

#: Everything is tried instead of a sample: `packaging/test --long`.
LONG = os.environ.get("WAYPOST_LONG") == "1"


class Shim:
    """The compiled shim; what its methods return goes before the command of a program that is to run under it."""

    def __init__(self, folder: Path) -> None:
        self.library = folder / "crash.so"
        compiler = ["cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
        subprocess.run([*compiler, "-o", self.library, SOURCE, "-ldl"], check=True)

    def kill(self, root: Path, at: int) -> tuple[str, ...]:
        """SIGKILL before the call of this number, of those that send or change a file below `root`; 0 for none."""
        return self._command(CRASH_ROOT=root, CRASH_AT=at)

    def fail(self, root: Path, at: int, error: int) -> tuple[str, ...]:
        """That call fails with `error`, once; here each opening of a file counts too."""
        return self._command(CRASH_ROOT=root, CRASH_AT=at, CRASH_ERRNO=error)

    def sicken(self, root: Path, switch: Path, error: int) -> tuple[str, ...]:
        """All of them that concern files below `root` fail with `error` for as long as the file `switch` exists."""
        return self._command(CRASH_ROOT=root, CRASH_WHILE=switch, CRASH_ERRNO=error)

    def record(self, root: Path, trace: Path) -> tuple[str, ...]:
        """Each such call is recorded in `trace`."""
        return self._command(CRASH_ROOT=root, CRASH_TRACE=trace)

    def _command(self, **environment: object) -> tuple[str, ...]:
        return ("env", f"LD_PRELOAD={self.library}", *(f"{name}={value}" for name, value in environment.items()))


def points(calls: int, most: int, what: str) -> range:
    """The numbers of the calls at which a run of so many `calls` is struck: all of them in the long mode; else about
    `most`, every n-th from a random offset, which is printed."""
    step = 1 if LONG else -(-calls // most)
    first = random.randint(1, step)
    figure(f"{what}: {calls} points, every {step}. from {first}")
    return range(first, calls + 1, step)


@dataclass(frozen=True)
class Call:
    """One recorded call. `kind`: W(rite), T(runcate), S(ync), O(pen), C(reate), R(ename), U(nlink), M(essage sent),
    I(nput)."""

    kind: str
    seconds: float
    inode: int
    offset: int
    path: str
    data: bytes


_RECORD = struct.Struct("=QQqIHH")


def read_trace(path: Path) -> Iterator[Call]:
    """The calls of a trace in their order."""
    content = path.read_bytes()
    position = 0
    while position < len(content):
        time, inode, offset, length, kind, name = _RECORD.unpack_from(content, position)
        position += _RECORD.size
        text = content[position : position + name].decode()
        data = content[position + name : position + name + length]
        position += name + length
        yield Call(chr(kind), time / 1e9, inode, offset, text, data)


def changes(trace: Path) -> int:
    """How many calls of the trace count for `kill`."""
    return sum(call.kind in "WTSRUM" for call in read_trace(trace))


def failures(trace: Path) -> int:
    """How many calls of the trace count for `fail`."""
    return sum(call.kind in "WTSRUMOC" for call in read_trace(trace))


@dataclass
class _File:
    """A file as the disk has it: what was synced, and what was written since."""

    synced: bytes = b""
    pending: tuple[Call, ...] = ()


class Disk:
    """What a power cut may leave of a folder, call by call.

    A write or a truncation is sure after a sync of its file; a new name, a rename and a removal after a sync of the
    folder. Until then each write may have happened or not, in any order, and the last one in part; changes of names
    happen in their order, as journaling file systems keep it, but may be missing from some point on.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        #: Which file an inode is: the number of a file that is gone is given to another.
        self._current: dict[int, int] = {}
        self._files: list[_File] = []
        #: The names that are sure.
        self._names: dict[str, int] = {}
        #: Changes of names that are not, with the number of the file that was made.
        self._changes: list[tuple[Call, int | None]] = []
        for path in folder.iterdir():
            if path.is_file() and not path.name.endswith("-shm"):
                self._names[path.name] = self._begin(path.stat().st_ino, path.read_bytes())

    def take(self, call: Call) -> bool:
        """The next call; false if it does not concern the folder."""
        path = Path(call.path)
        if path == self._folder and call.kind == "S":
            self._names = self._after(self._changes)
            self._changes = []
            return True
        if path.parent != self._folder or path.name.endswith("-shm") or call.kind == "O":
            return False
        match call.kind:
            case "W" | "T":
                self._files[self._current[call.inode]].pending += (call,)
            case "S":
                number = self._current[call.inode]
                file = self._files[number]
                self._files[number] = _File(_apply(file.synced, file.pending))
            case "C":
                self._changes.append((call, self._begin(call.inode)))
            case "R" | "U":
                self._changes.append((call, None))
        return True

    def _begin(self, inode: int, content: bytes = b"") -> int:
        self._current[inode] = len(self._files)
        self._files.append(_File(content))
        return self._current[inode]

    def everything(self) -> dict[str, bytes]:
        """The files as they are while the power is on."""
        return self._image(self._changes, lambda file: file.pending)

    def images(self, chance: random.Random) -> Iterator[dict[str, bytes]]:
        """The files as they may be after a power cut now: the least, the most, and chances in between."""
        yield self._image([], lambda _: ())
        yield self.everything()
        for cut in range(len(self._changes)):
            yield self._image(self._changes[:cut], lambda file: file.pending)
        count = max((len(file.pending) for file in self._files), default=0)
        for length in range(1, count):
            yield self._image(self._changes, lambda file, n=length: file.pending[:n])
        if not count:
            return
        for _ in range(4):
            yield self._image(self._changes, lambda file: _subset(file.pending, chance))
        for _ in range(2):
            yield self._image(self._changes, lambda file: _torn(file.pending, chance))

    def _after(self, changed: list[tuple[Call, int | None]]) -> dict[str, int]:
        names = dict(self._names)
        for call, made in changed:
            name = Path(call.path).name
            if made is not None:
                names[name] = made
            elif name in names:
                number = names.pop(name)
                if call.kind == "R":
                    names[Path(call.data.decode()).name] = number
        return names

    def _image(
        self, changed: list[tuple[Call, int | None]], written: Callable[[_File], tuple[Call, ...]]
    ) -> dict[str, bytes]:
        files = {name: self._files[number] for name, number in self._after(changed).items()}
        return {name: _apply(file.synced, written(file)) for name, file in files.items()}


def _apply(content: bytes, calls: tuple[Call, ...]) -> bytes:
    if not calls:
        return content
    result = bytearray(content)
    for call in calls:
        if call.kind == "T":
            result[call.offset :] = b"\0" * max(0, call.offset - len(result))
        else:
            if len(result) < call.offset:
                result.extend(b"\0" * (call.offset - len(result)))
            result[call.offset : call.offset + len(call.data)] = call.data
    return bytes(result)


def _subset(calls: tuple[Call, ...], chance: random.Random) -> tuple[Call, ...]:
    return tuple(itertools.compress(calls, (chance.random() < 0.6 for _ in calls)))


def _torn(calls: tuple[Call, ...], chance: random.Random) -> tuple[Call, ...]:
    if not calls:
        return calls
    count = chance.randint(1, len(calls))
    last = calls[count - 1]
    if last.kind != "W":
        return calls[:count]
    # A sector is written whole; some cards do not keep even to that.
    length = chance.choice([len(last.data) // 1024 * 512, chance.randint(0, len(last.data))])
    return (*calls[: count - 1], Call("W", last.seconds, last.inode, last.offset, last.path, last.data[:length]))
