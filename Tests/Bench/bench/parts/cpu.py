"""Processor time for an epoch, from gpsd to stored."""

import contextlib
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

from rig.process import Process
from rig.wait import until

from .. import bed
from ..figures import Figure, in_turn, medians
from ..running import connected, cpu_seconds, rests
from . import Plan

RATE = 2000


def measure(plan: Plan) -> list[Figure]:
    """Each reader alone on a gpsd of its own, with the same epochs."""
    epochs = plan.of(20_000, 4_000)
    sides = {
        "waypost": lambda: _agent(epochs, 1),
        "gpxlogger": lambda: _client(epochs, _gpxlogger, _marks("<trkpt")),
        "gpspipe": lambda: _client(epochs, _gpspipe, _marks('"class":"TPV"')),
        "user's agent": lambda: _client(epochs, _peer, _rows),
        "waypost, every epoch kept": lambda: _agent(epochs, 100, outbox_commit__every="10s"),
    }
    samples = in_turn("cpu", plan.runs, sides)
    found = medians(samples)
    others = {name: found[name] for name in ("gpxlogger", "gpspipe", "user's agent")}
    note = f"{epochs:,} epochs at {RATE:,} a second; one in 100 kept, each in a synced commit; gpxlogger keeps all, without"
    return [
        Figure("cpu", "CPU per epoch, gpsd to stored", found["waypost"], "us", found["gpxlogger"], "gpxlogger's",
               others, note, samples),
        Figure("cpu", "... every epoch kept and synced, as gpxlogger's file", found["waypost, every epoch kept"], "us",
               None, "", {"gpxlogger": found["gpxlogger"]}, "epochs 100 ms apart, commit-every = 10s"),
    ]  # fmt: skip


def _agent(epochs: int, step_ms: int, **settings) -> float:
    settings = {"sampling_interval": "100ms"} | settings
    with bed.folder() as home, bed.receiver(home) as (feed, gpsd), bed.box(home, "box", gpsd.port, **settings) as box:
        agent = box.start_agent()
        before = rests(agent.pid)
        bed.play(feed, epochs, RATE, step_ms)
        spent = rests(agent.pid) - before
        # What it publishes may be a second old.
        counted = box.agent_until(lambda state: state["received"] >= epochs * 0.99, f"to receive {epochs} epochs", 5)
        received = counted["received"]
        return spent / received * 1e6


def _client(epochs: int, argv: Callable[[int, Path], list], seen: Callable[[Path], int]) -> float:
    with bed.folder() as home, bed.receiver(home) as (feed, gpsd), contextlib.ExitStack() as closing:
        output = home / "output"
        client = Process(argv(gpsd.port, output), home / "client.log")
        closing.callback(client.kill)
        until(lambda: connected(client.pid, gpsd.port), "the client to connect")
        before = rests(client.pid)
        bed.play(feed, epochs, RATE, step_ms=1)
        spent = rests(client.pid) - before
        assert client.running, client.log()
        client.stop()
        _complete(client.name, seen(output), epochs)
        return spent / epochs * 1e6


def _complete(who: str, seen: int, epochs: int) -> None:
    if seen < epochs * 0.99:
        raise RuntimeError(f"of {epochs} epochs {who} saw only {seen}: the figure would be too low")


def _marks(mark: str) -> Callable[[Path], int]:
    return lambda output: output.read_text().count(mark)


def _rows(output: Path) -> int:
    """How many epochs the user's agent saw, which keeps one in a hundred."""
    with contextlib.closing(sqlite3.connect(output)) as database:
        return database.execute("SELECT count(*) FROM fix").fetchone()[0] * 100


def _gpxlogger(port: int, output: Path) -> list:
    return ["gpxlogger", "-e", "sockets", "-f", output, f"127.0.0.1:{port}"]


def _gpspipe(port: int, output: Path) -> list:
    return ["gpspipe", "-w", "-o", output, f"127.0.0.1:{port}"]


def _peer(port: int, output: Path) -> list:
    return [sys.executable, bed.PEER, "record", port, output, 0.1]
