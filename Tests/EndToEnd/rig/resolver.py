"""A resolver for names: it answers every question for an address with loopback, if it answers."""

import socket
import struct
import threading
from collections.abc import Callable

#: Response codes of RFC 1035.
SERVER_FAILURE, NO_SUCH_NAME = 2, 3


class Resolver:
    """At port 53 of an address of loopback. `manner` says for each question what becomes of it: 0 to answer it, a
    response code to fail it, or None for silence."""

    def __init__(self, manner: Callable[[], int | None], address: str = "127.0.0.1") -> None:
        self.manner = manner
        #: Questions that were asked.
        self.asked = 0
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind((address, 53))
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Ends it."""
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                question, peer = self._socket.recvfrom(512)
                self.asked += 1
                code = self.manner()
                if code is not None:
                    self._socket.sendto(_answer(question, code), peer)
            except OSError:
                return


def _answer(question: bytes, code: int) -> bytes:
    """The name ends at the first zero after the head; behind it are type and class. Only type A (1) has an address."""
    end = question.index(b"\0", 12) + 5
    is_address = code == 0 and question[end - 4 : end - 2] == b"\0\1"
    head = question[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, int(is_address), 0, 0)
    address = b"\xc0\x0c" + struct.pack(">HHIH4s", 1, 1, 1, 4, socket.inet_aton("127.0.0.1"))
    return head + question[12:end] + (address if is_address else b"")
