"""A receiver on the network: it listens on loopback, gpsd dials it, and it talks NMEA at a steady rate."""

import itertools
import socket
import threading
import time
from collections.abc import Callable

from .drive import TOWN, Epoch, Leg, drive
from .nmea import sentences
from .wait import HUNG

#: Epochs that a feed with an eye on its listener may be ahead of it: half a second at the highest rate of the tests.
AHEAD = 1000


class Feed:
    """Sends the epochs of a drive to whoever dialled last, as a receiver that knows of no listener.

    Nothing is sent before `start`. The connection stays open after the last epoch, because gpsd 3.22 gives a source up
    for ever when it ends.
    """

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        #: What was sent, by UTC milliseconds, if the feed is to remember it.
        self.sent: dict[int, Epoch] = {}
        self.remembers = True
        #: How many epochs were sent.
        self.count = 0
        self._peer: socket.socket | None = None
        self._end = threading.Event()
        self.finished = threading.Event()
        self._talker: threading.Thread | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def source(self) -> str:
        """The feed as a gpsd source."""
        return f"tcp://127.0.0.1:{self.port}"

    @property
    def dialled(self) -> bool:
        """Whether gpsd has dialled."""
        return self._peer is not None

    @property
    def talks(self) -> bool:
        """Whether it still sends: not after its last epoch, nor if it cannot tell what was received."""
        return self._talker is not None and self._talker.is_alive()

    def start(
        self, rate: float = 10, epochs: int | None = None, step_ms: int | None = None, legs: tuple[Leg, ...] = TOWN,
        received: Callable[[], int] | None = None,
    ) -> None:
        """Sends `rate` epochs a second, `epochs` of them or until `stop`.

        Their times are those of a live receiver. With a `step_ms` between epochs that is not of this rate the drive is
        a recording that is played faster: it begins so long ago that it ends now.

        gpsd drops what a client does not take for long. With `received`, which tells how many epochs of this drive have
        come out at its other end, the feed is never more than `AHEAD` epochs ahead of it, however slow the machine.
        """
        step = step_ms or round(1000 / rate)
        ahead = round((epochs or 0) * (step - 1000 / rate)) if step_ms else 0
        start = (time.time_ns() // 1_000_000 - ahead) // step * step
        track = itertools.islice(drive(start, step, legs), epochs)
        self._end.clear()
        self.finished.clear()
        self._talker = threading.Thread(target=self._talk, args=(track, rate, received), daemon=True)
        self._talker.start()

    def ends(self) -> None:
        """Waits until all its epochs are sent."""
        deadline = time.monotonic() + HUNG
        while not self.finished.wait(1):
            assert self.talks or self.finished.is_set(), "the feed broke off"
            assert time.monotonic() < deadline, f"the feed sent only {self.count} epochs within {HUNG:g} s"

    def stop(self) -> None:
        """The receiver falls silent; its connection stays."""
        self._end.set()
        if self._talker:
            self._talker.join()

    def hang_up(self) -> None:
        """Forgets the listener that is gone; the next one that dials is heard."""
        if self._peer:
            self._peer.close()
            self._peer = None

    def close(self) -> None:
        """Ends the feed and its connections."""
        self.stop()
        self._listener.close()
        if self._peer:
            self._peer.close()

    def fixes(self) -> dict[int, Epoch]:
        """The epochs sent with a fix, by UTC milliseconds."""
        return {time_ms: epoch for time_ms, epoch in list(self.sent.items()) if epoch.fix}

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._peer = peer

    def _talk(self, track, rate: float, received: Callable[[], int] | None) -> None:
        began = time.monotonic()
        heard = 0
        for index, epoch in enumerate(track):
            wait = began + index / rate - time.monotonic()
            if self._end.wait(wait) if wait > 0 else self._end.is_set():
                return
            while received and index - heard >= AHEAD:
                heard = received()
                if index - heard >= AHEAD and self._end.wait(0.02):
                    return
            self._send(epoch)
        self.finished.set()

    def _send(self, epoch: Epoch) -> None:
        peer = self._peer
        if not peer:
            return
        try:
            peer.sendall(sentences(epoch))
            self.count += 1
            if self.remembers:
                self.sent[epoch.time_ms] = epoch
        except OSError:
            if self._peer is peer:
                self._peer = None
