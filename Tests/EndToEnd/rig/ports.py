"""Ports of loopback for programs that are started, killed and started again."""

import socket


class Port:
    """A TCP port that nobody else is given as long as this value lives: bound, and never listening. A program that is
    told its number can listen there, for it sets SO_REUSEADDR, as servers do."""

    def __init__(self) -> None:
        self._reservation = socket.socket()
        self._reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reservation.bind(("127.0.0.1", 0))
        self.number: int = self._reservation.getsockname()[1]


def listening(port: int, host: str = "127.0.0.1") -> bool:
    """Whether somebody accepts connections on this port."""
    try:
        socket.create_connection((host, port), timeout=1).close()
        return True
    except OSError:
        return False
