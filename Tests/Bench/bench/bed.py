"""The test bed: receivers, gpsd, boxes, answering servers; each ends with the block that it was made for."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rig.box import Box
from rig.drive import OPEN_SKY
from rig.feed import Feed
from rig.gpsd import Gpsd

PEER = Path(__file__).parent / "peer_agent.py"
#: As long as those that STS gives out.
TOKEN = "T" * 900


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder on a disk: /tmp may be memory."""
    home = Path(os.environ["WAYPOST_BENCH"])
    with tempfile.TemporaryDirectory(prefix="run-", dir=home, ignore_cleanup_errors=True) as path:
        yield Path(path)


@contextmanager
def receiver(home: Path) -> Iterator[tuple[Feed, Gpsd]]:
    """A receiver that says nothing yet, and a real gpsd that listens to it."""
    feed = Feed()
    gpsd = Gpsd(feed, home / "gpsd.log")
    try:
        gpsd.start()
        yield feed, gpsd
    finally:
        gpsd.kill()
        feed.close()


def play(feed: Feed, epochs: int, rate: float, step_ms: int = 1000) -> None:
    """Sends so many epochs, each with a fix, and returns when they are sent."""
    feed.start(rate=rate, step_ms=step_ms, epochs=epochs, legs=OPEN_SKY)
    if not feed.finished.wait(10 + epochs / rate * 4):
        raise TimeoutError(f"the receiver could not send {epochs} epochs at {rate:g} a second")


@contextmanager
def box(home: Path, name: str, gpsd_port: int = 1, endpoint: str = "http://127.0.0.1:1", **settings) -> Iterator[Box]:
    """A box of this name; settings are given with `_` for `.` and `-`: delivery_in__flight."""
    made = Box(home / name, gpsd_port, endpoint)
    made.settings |= {key.replace("__", "-").replace("_", ".", 1): str(value) for key, value in settings.items()}
    made.environment |= {"AWS_SESSION_TOKEN": TOKEN} | _environment_of_the_unit()
    try:
        yield made
    finally:
        made.close()


def _environment_of_the_unit() -> dict[str, str]:
    """What the uploader's service gives it besides."""
    unit = Path(__file__).parents[3] / "packaging/systemd/waypost-uploader.service"
    lines = unit.read_text().splitlines()
    return dict(line.removeprefix("Environment=").split("=", 1) for line in lines if line.startswith("Environment="))


@contextmanager
def peer(
    home: Path, *arguments: str, stays: bool = False, prefix: tuple[str, ...] = ()
) -> Iterator[subprocess.Popen]:
    """The user's agent with these arguments; its standard output is a pipe."""
    environment = {**os.environ, "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY": "x" * 40,
                   "AWS_SESSION_TOKEN": TOKEN} | ({"PEER_AGENT_STAYS": "1"} if stays else {})  # fmt: skip
    process = subprocess.Popen(
        [*prefix, sys.executable, PEER, *map(str, arguments)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def record(home: Path, fixes: int) -> Box:
    """A box that has kept so many fixes, a second apart, and rests."""
    with receiver(home) as (feed, gpsd), box(home, f"full-{fixes}", gpsd.port, outbox_commit__every="1s") as made:
        agent = made.start_agent()
        play(feed, fixes, rate=2000)
        # The last epoch ends only when the receiver falls silent.
        made.agent_until(lambda state: state["received"] >= fixes, f"to receive {fixes} epochs", 30)
        agent.stop()
        kept = len(made.kept())
        if kept < fixes * 0.99:
            raise RuntimeError(f"of {fixes} epochs only {kept} were kept:\n{agent.log()}")
        # The time of a recording that was played is not one for the uploader to go by.
        (Path(made.settings["runtime.agent-directory"]) / "state.json").unlink()
    return made


def as_peer_database(source: Box, path: Path) -> Path:
    """The fixes of a box as the user's agent would have stored them."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE fix (id INTEGER PRIMARY KEY, time TEXT, latitude REAL, longitude REAL, accuracy REAL)"
        )
        database.execute("ATTACH ? AS waypost", [f"file:{source.outbox}?mode=ro"])
        database.execute(
            "INSERT INTO fix SELECT id, strftime('%Y-%m-%dT%H:%M:', time / 1000, 'unixepoch')"
            " || printf('%06.3fZ', time / 1000 % 60 + time % 1000 / 1000.0), latitude, longitude, accuracy"
            " FROM waypost.fix ORDER BY id"
        )
        database.commit()
    return path


class Responder:
    """The server that acknowledges everything, after `delay_ms`, and counts."""

    def __init__(self, delay_ms: int = 0) -> None:
        self._process = subprocess.Popen([tool("responder"), str(delay_ms)], stdout=subprocess.PIPE, text=True)
        self.port = int(self._process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"

    def counts(self) -> dict[str, int]:
        """What has come in since `reset`."""
        return self._ask("counts")

    def reset(self) -> None:
        """Begins to count anew."""
        self._ask("reset")

    def close(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, what: str) -> dict[str, int]:
        with urllib.request.urlopen(f"{self.url}/{what}", timeout=10) as answer:
            return json.load(answer)


@contextmanager
def responder(delay_ms: int = 0) -> Iterator[Responder]:
    """A responder for the block."""
    made = Responder(delay_ms)
    try:
        yield made
    finally:
        made.close()


def tool(name: str) -> Path:
    """A program of `tools`, which packaging/bench has compiled."""
    return Path(os.environ["WAYPOST_BENCH"]) / "tools" / name


class Commits:
    """Sits in the uploader's place and hears the doorbell, which the agent rings after each commit of fixes.

    It listens all the time: the kernel keeps ten rings, and drops the others.
    """

    def __init__(self, made: Box) -> None:
        self.count = 0
        self.first_ns = 0
        self._first = threading.Event()
        self._path = made.uploader_socket
        self._path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._path))
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def first(self, within: float = 10) -> None:
        """Returns after the first commit."""
        if not self._first.wait(within):
            raise TimeoutError(f"no fix was stored within {within:g} s")

    def close(self) -> int:
        """How many there were; then the socket is gone."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._listener.join()
        self._socket.close()
        self._path.unlink()
        return self.count

    def _listen(self) -> None:
        while self._socket.recv(100):
            if not self.count:
                self.first_ns = time.monotonic_ns()
            self.count += 1
            self._first.set()
