"""Processor time for an epoch, from gpsd to stored."""

import contextlib
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

from rig.process import Process
from rig.wait import until

from .. import bed
from ..figures import Figure, beside, in_turn, medians
from ..running import connected, rests
from . import Plan

RATE = 2000
#: Milliseconds between epochs, as of a receiver of 10 Hz. gpsd 3.22 reports epochs that are closer twice.
STEP = 100
#: Both agents' own default: they keep one fix in so many seconds, each in a commit of its own.
INTERVAL = 30


def measure(plan: Plan) -> list[Figure]:
    """Each reader alone on a gpsd of its own, with the same epochs."""
    epochs = plan.of(20_000, 4_000)
    sides = {
        "waypost": lambda: _agent(epochs, sampling_interval=f"{INTERVAL}s"),
        "gpxlogger": lambda: _client(epochs, _gpxlogger, _marks("<trkpt")),
        "gpspipe": lambda: _client(epochs, _gpspipe, _marks('"class":"TPV"')),
        "user's agent": lambda: _client(epochs, _peer, _rows),
        "waypost, every epoch kept": lambda: _agent(epochs, sampling_interval=f"{STEP}ms", outbox_commit__every="10s"),
    }
    samples = in_turn("cpu", plan.runs, sides)
    found = medians(samples)
    others = {name: beside(samples, "waypost", name) for name in ("gpxlogger", "gpspipe", "user's agent")}
    note = (
        f"{epochs:,} epochs of a 10 Hz receiver, {RATE:,} a second; default settings: one in {INTERVAL * 1000 // STEP} is"
        " kept and synced; gpxlogger keeps all, without a sync"
    )
    return [
        Figure("cpu", "CPU per epoch, gpsd to stored", found["waypost"], "us", others["gpxlogger"], "gpxlogger's",
               others, note, samples),
        Figure("cpu", "... every epoch kept and synced, as gpxlogger's file", found["waypost, every epoch kept"], "us",
               None, "", {"gpxlogger": beside(samples, "waypost, every epoch kept", "gpxlogger")}, "commit-every = 10s"),
    ]  # fmt: skip


def _agent(epochs: int, **settings) -> float:
    with bed.folder() as home, bed.receiver(home) as (feed, gpsd), bed.box(home, "box", gpsd.port, **settings) as box:
        agent = box.start_agent()
        before = rests(agent.pid)
        bed.play(feed, epochs, RATE, STEP)
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
        bed.play(feed, epochs, RATE, STEP)
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
    """How many epochs the user's agent saw, by what it kept."""
    with contextlib.closing(sqlite3.connect(output)) as database:
        return database.execute("SELECT count(*) FROM fix").fetchone()[0] * INTERVAL * 1000 // STEP


def _gpxlogger(port: int, output: Path) -> list:
    return ["gpxlogger", "-e", "sockets", "-f", output, f"127.0.0.1:{port}"]


def _gpspipe(port: int, output: Path) -> list:
    return ["gpspipe", "-w", "-o", output, f"127.0.0.1:{port}"]


def _peer(port: int, output: Path) -> list:
    return [sys.executable, bed.PEER, "record", port, output, INTERVAL]
