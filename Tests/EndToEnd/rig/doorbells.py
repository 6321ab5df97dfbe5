"""What hears the agent's doorbell in the uploader's place."""

import socket
from pathlib import Path


class Doorbells:
    """The uploader's control socket while no uploader runs: the agent rings it after each commit."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._path.unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    def close(self) -> int:
        """How often it rang; then the socket is gone."""
        rung = 0
        with self._socket:
            try:
                while self._socket.recv(100):
                    rung += 1
            except BlockingIOError:
                pass
        self._path.unlink()
        return rung
