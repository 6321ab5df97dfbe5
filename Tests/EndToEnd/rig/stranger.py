"""A peer that does not mean well: it plays one act for each connection, and then, for good, the last one."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable

Act = Callable[[socket.socket], None]


class Stranger:
    """A server on loopback. An act that fails, because the other side has hung up, is over."""

    def __init__(self, *acts: Act) -> None:
        self._acts = list(acts)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        #: How many acts have begun; once all have, the last one goes on.
        self.begun = 0
        threading.Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        """Ends it."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _run(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            act = self._acts[min(self.begun, len(self._acts) - 1)]
            self.begun += 1
            threading.Thread(target=self._play, args=(act, peer), daemon=True).start()

    def _play(self, act: Act, peer: socket.socket) -> None:
        with peer, contextlib.suppress(OSError):
            act(peer)


def drip(peer: socket.socket, text: bytes, seconds: float) -> None:
    """One byte each 100 ms."""
    for index in range(int(seconds * 10)):
        peer.sendall(text[index % len(text) : index % len(text) + 1])
        time.sleep(0.1)
