"""A way to a server on which connections can fall silent."""

import contextlib
import socket
import threading


class Relay:
    """Passes on what comes in on connections to a port of loopback."""

    def __init__(self, upstream: int) -> None:
        self._upstream = upstream
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._silent: set[socket.socket] = set()
        self._clients: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def connections(self) -> int:
        """How many there were."""
        return len(self._clients)

    def silence(self) -> None:
        """From now on the connections that are open take whatever comes, and nothing ever comes back. New ones work."""
        self._silent = set(self._clients)

    def close(self) -> None:
        """Accepts no more."""
        # A thread that waits in accept() would keep the port open: wake it first.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._upstream))
            self._clients.append(client)
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self._pass, args=(source, sink, client), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if client not in self._silent:
                    sink.sendall(data)
            if client not in self._silent:
                sink.shutdown(socket.SHUT_WR)
