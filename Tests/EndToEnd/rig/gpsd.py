"""A real gpsd on a port of its own, with the feed as its only source."""

import json
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

from .feed import Feed
from .ports import Port, listening
from .process import Process
from .wait import HUNG

#: `packaging/lib` names the one it has unpacked where none is installed.
PROGRAM = shutil.which("gpsd", path=os.environ["PATH"] + ":/usr/local/sbin:/usr/sbin") or "gpsd"


class Gpsd:
    """gpsd in the foreground, on loopback, without a control socket: it cannot meet the system's own."""

    def __init__(self, feed: Feed, log: Path) -> None:
        self._feed = feed
        self._log = log
        self._port = Port()
        self.port = self._port.number
        self._process: Process | None = None

    def start(self) -> None:
        """Starts it and waits until it accepts clients and has dialled the feed."""
        argv = [PROGRAM, "-N", "-n", "-S", str(self.port), self._feed.source]
        self._process = Process(argv, self._log, {"GPSD_SHM_KEY": "0x57505344"})
        self._process.until(lambda: listening(self.port), f"to listen on port {self.port}")
        self._process.until(lambda: self._feed.dialled, "to dial the feed")

    def kill(self) -> None:
        """SIGKILL."""
        if self._process:
            self._process.kill()

    def restart(self) -> None:
        """Kills it and starts it again on the same port."""
        self.kill()
        self._feed.hang_up()
        self.start()


def reports(port: int, within: float = HUNG) -> Iterator[dict]:
    """What a plain client of gpsd is told, one report after the other, until nothing comes for `within` seconds."""
    with socket.create_connection(("127.0.0.1", port), timeout=within) as client:
        client.sendall(b'?WATCH={"enable":true,"json":true}\n')
        try:
            for line in client.makefile("r"):
                yield json.loads(line)
        except TimeoutError:
            return
