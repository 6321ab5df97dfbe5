"""The inside of TLS, for those who count what is sent in it."""

import contextlib
import select
import socket
import ssl
import threading
from pathlib import Path


class Terminator:
    """Ends TLS, offers HTTP/2 alone, and passes on and counts what is inside."""

    def __init__(self, upstream: int, chain: Path, key: Path) -> None:
        self.received = 0
        self.connections = 0
        self._upstream = upstream
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(chain, key)
        self._context.set_alpn_protocols(["h2"])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            raw, _ = self._listener.accept()
            threading.Thread(target=self._serve, args=(raw,), daemon=True).start()

    def _serve(self, raw: socket.socket) -> None:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(OSError), self._context.wrap_socket(raw, server_side=True) as client:
            if client.selected_alpn_protocol() == "h2":
                self.connections += 1
                with socket.create_connection(("127.0.0.1", self._upstream)) as server:
                    self._exchange(client, server)

    def _exchange(self, client: ssl.SSLSocket, server: socket.socket) -> None:
        while True:
            # What TLS has decrypted already does not show at the socket.
            ready = [client] if client.pending() else select.select([client, server], [], [])[0]
            if client in ready:
                data = client.recv(65536)
                self.received += len(data)
                server.sendall(data)
                if not data:
                    return
            if server in ready:
                data = server.recv(65536)
                client.sendall(data)
                if not data:
                    return
