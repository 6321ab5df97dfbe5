"""The wire between uploader and tracker: it records what passes, and fails on demand."""

import contextlib
import http.client
import re
import socket
import threading
from dataclasses import dataclass


@dataclass
class Exchange:
    """One request as it passed, and what became of its answer."""

    path: str
    body: bytes
    status: int
    answered: bool


class Wire:
    """A proxy for HTTP/1.1 on loopback that changes no byte."""

    def __init__(self, upstream: int) -> None:
        self._upstream = upstream
        # Bound as long as the wire lives and never listening: nobody else gets the port while the wire is down.
        self._reservation = socket.socket()
        self._reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._reservation.bind(("127.0.0.1", 0))
        self.port: int = self._reservation.getsockname()[1]
        self.exchanges: list[Exchange] = []
        self._losing = 0
        self._held: threading.Event | None = None
        self._passes = threading.Semaphore(0)
        self._listener: socket.socket | None = None
        self._open: set[socket.socket] = set()
        self.up()

    @property
    def endpoint(self) -> str:
        """The URL that the uploader is told."""
        return f"http://127.0.0.1:{self.port}"

    def up(self) -> None:
        """Accepts connections."""
        self._listener = socket.create_server(("127.0.0.1", self.port), reuse_port=True)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def down(self) -> None:
        """Refuses connections and cuts those that are open."""
        if self._listener:
            # A thread that waits in accept() would keep the port open: wake it first.
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for connection in list(self._open):
            _cut(connection)

    def lose_answers(self, count: int) -> None:
        """The next `count` requests reach the tracker, and their answers are lost."""
        self._losing = count

    def hold_answers(self, after: int = 0) -> None:
        """Answers of the tracker stay on the way until `release`, but for the next `after`."""
        self._passes = threading.Semaphore(after)
        self._held = threading.Event()

    def release(self) -> None:
        """Lets the held answers go."""
        if self._held:
            self._held.set()
            self._held = None

    def updates(self) -> list[Exchange]:
        """The requests that brought positions."""
        return [exchange for exchange in self.exchanges if exchange.path.endswith("/positions")]

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        self._open.add(client)
        try:
            with client, client.makefile("rb") as stream:
                while (request := _request(stream)) is not None:
                    self._pass(client, *request)
        except OSError:
            pass
        finally:
            self._open.discard(client)

    def _pass(self, client: socket.socket, head: bytes, body: bytes) -> None:
        with socket.create_connection(("127.0.0.1", self._upstream)) as server:
            server.sendall(head + body)
            answer = http.client.HTTPResponse(server)
            answer.begin()
            content = answer.read()
        exchange = Exchange(head.split(b" ", 2)[1].decode(), body, answer.status, answered=False)
        self.exchanges.append(exchange)
        if (held := self._held) and not self._passes.acquire(blocking=False):
            held.wait()
        if self._losing:
            self._losing -= 1
            _cut(client)
            return
        lines = [f"HTTP/1.1 {answer.status} {answer.reason}"]
        lines += [f"{k}: {v}" for k, v in answer.getheaders() if k.lower() not in _HOP_BY_HOP]
        lines += [f"Content-Length: {len(content)}", "", ""]
        client.sendall("\r\n".join(lines).encode() + content)
        exchange.answered = True


_HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


def _request(stream) -> tuple[bytes, bytes] | None:
    """The next request's head and body, or None at the end of the connection."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline()
        if not line:
            return None
        head += line
    length = re.search(rb"(?im)^content-length: *(\d+)", head)
    return head, stream.read(int(length.group(1))) if length else b""


def _cut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
