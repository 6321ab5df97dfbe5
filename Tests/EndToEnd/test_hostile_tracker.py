"""Whoever answers in the tracker's place answers what no service would: nothing is lost, told or paid for it."""

import gzip
import itertools
import json
import re
import socket

import pytest

from rig.account import await_arrival, await_kept, check_truth
from rig.books import Books
from rig.drive import OPEN_SKY
from rig.stranger import Stranger, drip
from rig.tracker import KEY
from rig.usage import peak_memory

TOKEN = "session/token+of+the+test/" + "t" * 900
#: More than the uploader may grow by, in kB, whatever it is answered. A JSON answer of 1 MB is read whole.
MEMORY = 24_000


def asked(peer: socket.socket) -> bytes:
    """The request: head and body."""
    request = b""
    while b"\r\n\r\n" not in request:
        piece = peer.recv(65_536)
        if not piece:
            raise OSError("no request")
        request += piece
    head, body = request.split(b"\r\n\r\n", 1)
    length = int(re.search(rb"(?i)content-length: *(\d+)", head).group(1))
    while len(body) < length:
        body += peer.recv(65_536)
    return head + b"\r\n\r\n" + body


def answering(text: bytes, again: bytes = b""):
    """An act that answers `text`, and then `again` without end."""

    def act(peer):
        asked(peer)
        peer.sendall(text)
        while again:
            peer.sendall(again)

    return act


def answer(status: str, body: bytes | str = "", **headers: str):
    """A whole answer; `_` in a header's name is `-`."""
    body = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return answering("\r\n".join([*lines, "", ""]).encode() + body)


def one_byte_after_the_other(peer):
    asked(peer)
    drip(peer, b"HTTP/1.1 200 OK\r\nX: " + b"y" * 1000, 3)


def echo(peer):
    """Tells everybody what it was sent, as some proxies do."""
    request = asked(peer).decode(errors="replace")
    body = json.dumps({"message": request}).encode()
    peer.sendall(b"HTTP/1.1 403 Forbidden\r\nx-amzn-ErrorType: UnrecognizedClientException\r\nContent-Length: %d\r\n"
                 b"Location: %s\r\n\r\n" % (len(body), TOKEN.encode()) + body)  # fmt: skip


def refusing(count: int):
    """Errors of `count` updates that were not in the request."""
    one = '{"DeviceId":"truck-17","SampleTime":"2027-01-01T00:00:00.%03dZ","Error":{"Code":"ValidationError","Message":""}}'
    return answer("200 OK", '{"Errors":[' + ",".join(one % (number % 1000) for number in range(count)) + "]}")


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
ACTS = {
    "headers without end": answering(b"HTTP/1.1 200 OK\r\n", b"X: " + b"y" * 8000 + b"\r\n"),
    "a header without end": answering(b"HTTP/1.1 200 OK\r\nX: ", b"y" * 65_536),
    "a body without end": answering(HEAD + b"Content-Length: 999999999999\r\n\r\n", b" " * 65_536),
    "chunks without end": answering(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n" + b"x" * 4096 + b"\r\n"),
    "chunks that are none": answering(HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZZ\r\n\xff\xff\r\n"),
    "a bomb of gzip": answer("200 OK", gzip.compress(b" " * 100_000_000, 9), Content_Encoding="gzip"),
    "a body that is cut": answering(HEAD + b'Content-Length: 100\r\n\r\n{"Errors":[]'),
    "a body that goes on": answering(HEAD + b'Content-Length: 3\r\n\r\n{"Errors":[]}'),
    "one byte after the other": one_byte_after_the_other,
    "the way to itself": answer("301 Moved Permanently", Location="/tracking/v0/trackers/fleet/positions"),
    "many errors": refusing(8000),
    "nesting": answer("200 OK", "[" * 100_000),
    "the year 9999": answer("403 Forbidden", x_amzn_ErrorType="RequestExpired", Date="Fri, 31 Dec 9999 23:59:59 GMT"),
    "a year before Christ": answer("403 Forbidden", x_amzn_ErrorType="RequestExpired", Date="Sat, 01 Jan -044 00:00:00 GMT"),
    "for ever": answer("503 Service Unavailable", Retry_After="1" + "0" * 30),
    "for longer than a number": answer("429 Too Many Requests", x_amz_retry_after="9223372036854775807"),
    "what it was sent": echo,
    "what it was sent again": echo,
    "what it was sent once more": echo,
}  # fmt: skip


@pytest.fixture
def stranger(tracker):
    """It becomes the tracker in the end."""

    def forward(peer):
        with socket.create_connection(("127.0.0.1", tracker.port)) as server:
            server.sendall(asked(peer).replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
            for piece in iter(lambda: server.recv(65_536), b""):
                peer.sendall(piece)

    stranger = Stranger(*ACTS.values(), forward)
    yield stranger
    stranger.close()


def test_nothing_is_lost_or_told(feed, box, tracker, stranger):
    box.settings |= {
        "tracker.endpoint": f"http://127.0.0.1:{stranger.port}", "sampling.interval": "200ms", "delivery.linger": "0s",
        "delivery.max-back-off": "1s",
    }  # fmt: skip
    box.start_agent()
    feed.start(rate=10, epochs=60, legs=OPEN_SKY)
    box.keeps(5)
    box.environment["AWS_SESSION_TOKEN"] = TOKEN
    uploader = box.start_uploader()
    memory = peak_memory(uploader.pid)
    names = itertools.chain(ACTS, ["the tracker"])
    for number, name in enumerate(names, 1):
        uploader.until(lambda number=number: stranger.begun >= number, f"to try again for {name}")
    said = uploader.log() + json.dumps(box.uploader_state())
    assert peak_memory(uploader.pid) <= memory + MEMORY
    feed.ends()
    uploader.until(lambda: box.uploader_state()["hold"] == "credentials", "to hold for credentials")
    assert uploader.stop() == 0
    del box.environment["AWS_SESSION_TOKEN"]
    box.start_uploader()
    await_kept(box, feed, 200)
    check_truth(await_arrival(box, tracker), feed)
    said += box.uploader.log() + (box.delivery.read_bytes() + box.outbox.read_bytes()).decode(errors="replace")
    for secret in (KEY[1], TOKEN, TOKEN[:40]):
        assert secret not in said
    assert box.uploader.stop() == 0 and box.agent.stop() == 0
    assert len(said) < 500_000
    Books(box)
