"""Whoever listens at gpsd's port says all that gpsd never would: it costs a reconnect and nothing else."""

import json
import random
import time
from datetime import UTC, datetime

import pytest

from rig.books import Books
from rig.stranger import Stranger, drip
from rig.usage import peak_memory, processor_time

GREETING = b'{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\n'
#: More than the agent may grow by, in kB, whatever it hears.
MEMORY = 6_000


def report(device: str = "/dev/ttyS0", more: str = '"mode":3,"lat":47.1,"lon":8.1') -> bytes:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
    return f'{{"class":"TPV","device":"{device}","time":"{now}Z",{more}}}\n'.encode()


def after_a_report(text: bytes, seconds: float = 0):
    """An act that begins as gpsd does, so that the agent comes back soon, then says `text`, for a while if so told."""

    def act(peer):
        peer.sendall(GREETING + report())
        end = time.monotonic() + seconds
        peer.sendall(text)
        while time.monotonic() < end:
            peer.sendall(text)

    return act


def silence(peer):
    peer.sendall(GREETING + report())
    peer.recv(1000)
    while peer.recv(1000):
        pass


def one_byte_after_the_other(peer):
    peer.sendall(GREETING + report())
    drip(peer, report() + report(), 20)


def good(peer):
    peer.sendall(GREETING)
    while True:
        peer.sendall(report())
        time.sleep(0.1)


ACTS = {
    "a line without end": after_a_report(b"x" * 65_536, seconds=2),
    "10 MB of noise": after_a_report(random.Random(1).randbytes(10_000_000)),
    "millions of lines": after_a_report(b"\n{}\n[]\n" * 500_000),
    "nesting": after_a_report((b'{"class":"SKY","satellites":' + b"[" * 30_000 + b"\n") * 20),
    "huge numbers": after_a_report(
        b"".join(report(more=f'"mode":3,"lat":{number},"lon":{number},"speed":{number}')
                 for number in ("1e999", "-1e999", "9" * 300, "-0", "1e-999"))),
    "NUL bytes": after_a_report(b"\0" * 1_000_000 + b"\n"),
    "lines on which libgps never returns": after_a_report(b'{"device":"x","class":"TPV","mode":3}\n{,"class":"SKY"}\n'),
    "10,000 devices": after_a_report(b"".join(report(device=f"/dev/tty{number}") for number in range(10_000))),
    "a word that it never ends": one_byte_after_the_other,
    "silence": silence,
    "an end at once": lambda peer: None,
    "another end at once": lambda peer: None,
    "gpsd": good,
}  # fmt: skip


@pytest.fixture
def stranger():
    stranger = Stranger(*ACTS.values())
    yield stranger
    stranger.close()


def test_it_costs_a_reconnect(box, stranger):
    box.settings |= {"receiver.port": str(stranger.port), "receiver.silence": "2s", "sampling.interval": "100ms"}
    agent = box.start_agent()
    memory = peak_memory(agent.pid)
    for number, name in enumerate(ACTS, 1):
        agent.until(lambda number=number: stranger.begun >= number, f"to come back for {name}")
        assert json.loads(box.ask("status", "--json"))["agent"]["running"], name
    kept = len(box.kept())
    box.keeps(kept + 5)
    assert peak_memory(agent.pid) <= memory + MEMORY
    began = processor_time(agent.pid)
    time.sleep(1)
    assert processor_time(agent.pid) - began < 0.5
    assert agent.stop() == 0
    assert len(agent.log()) < 50_000
    Books(box)
