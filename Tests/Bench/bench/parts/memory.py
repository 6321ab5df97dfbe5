"""Memory after an hour's worth of work."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from rig.certificates import Authority
from rig.nginx import nginx
from rig.process import Process
from rig.wait import until

from .. import bed
from ..figures import Figure, in_turn, medians
from ..running import connected, memory, rests
from . import Plan


def measure(plan: Plan) -> list[Figure]:
    """3,600 epochs a second apart, all kept and delivered; then what each process holds."""
    epochs = plan.of(3600, 600)
    for program in ("waypost", "waypost-agent"):
        _read_anew(Path(os.environ["WAYPOST_PROGRAMS"], program))
    samples = in_turn("memory", plan.runs, {
        "waypost": lambda: _waypost(epochs), "user's agent": lambda: _peer_records(epochs),
        "user's upload": lambda: _peer_uploads(epochs),
    })  # fmt: skip
    found = medians(samples)
    note = f"{epochs:,} fixes kept and delivered over TLS; a process alone would also pay what it shares here"
    figures = []
    bars = {"agent": {"PSS": 8, "anonymous": 1.5}, "uploader": {"PSS": 13, "anonymous": 3}}
    for process, other in (("agent", "user's agent"), ("uploader", "user's upload")):
        for kind, bar in bars[process].items():
            others = {other: found[f"{other} {kind}"]}
            if process == "agent":
                others["gpxlogger"] = found[f"gpxlogger {kind}"]
            figures.append(
                Figure("memory", f"{process}, {kind}", found[f"{process} {kind}"], "MB", bar, "fixed", others, note,
                       {name: values for name, values in samples.items() if name.endswith(kind)})
            )  # fmt: skip
    return figures


def _read_anew(program: Path) -> None:
    """Takes it out of memory, as after a boot: what has just been written lies there in larger pieces, mapped as a whole."""
    with program.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _waypost(epochs: int) -> dict[str, float]:
    with contextlib.ExitStack() as closing:
        home = closing.enter_context(bed.folder())
        feed, gpsd = closing.enter_context(bed.receiver(home))
        tracker = closing.enter_context(bed.responder())
        url, trust = closing.enter_context(_behind_tls(home, tracker))
        box = closing.enter_context(bed.box(home, "box", gpsd.port, url, tracker_ca__file=trust))
        agent, uploader = box.start_agent(), box.start_uploader()
        argv = ["gpxlogger", "-e", "sockets", "-f", home / "track.gpx", f"127.0.0.1:{gpsd.port}"]
        gpxlogger = Process(argv, home / "gpxlogger.log")
        closing.callback(gpxlogger.kill)
        until(lambda: connected(gpxlogger.pid, gpsd.port), "gpxlogger to connect")
        bed.play(feed, epochs, rate=400)
        # At once: it ends when gpsd has said nothing for some seconds.
        found = {f"gpxlogger {kind}": value for kind, value in memory(gpxlogger.pid).items()}
        uploader.until(lambda: tracker.counts()["positions"] >= epochs * 0.99, "to deliver all", 60)
        for name, process in (("agent", agent), ("uploader", uploader)):
            rests(process.pid)
            found |= {f"{name} {kind}": value for kind, value in memory(process.pid).items()}
        return found


def _peer_records(epochs: int) -> dict[str, float]:
    with bed.folder() as home, bed.receiver(home) as (feed, gpsd), contextlib.ExitStack() as closing:
        argv = [sys.executable, bed.PEER, "record", gpsd.port, home / "fixes"]
        client = Process(argv, home / "peer.log")
        closing.callback(client.kill)
        until(lambda: connected(client.pid, gpsd.port), "the peer to connect")
        bed.play(feed, epochs, rate=400)
        rests(client.pid)
        return {f"user's agent {kind}": value for kind, value in memory(client.pid).items()}


def _peer_uploads(epochs: int) -> dict[str, float]:
    with bed.folder() as home, bed.responder() as tracker, _behind_tls(home, tracker) as (url, trust):
        database = bed.as_peer_database(bed.record(home, epochs), home / "fixes")
        trusting = ("env", f"AWS_CA_BUNDLE={trust}")
        with bed.peer(home, "upload", url, "fleet", database, stays=True, prefix=trusting) as process:
            process.stdout.readline()
            return {f"user's upload {kind}": value for kind, value in memory(process.pid).items()}


@contextlib.contextmanager
def _behind_tls(home: Path, tracker: bed.Responder) -> Iterator[tuple[str, Path]]:
    """The responder as the service is met: over TLS, with HTTP/2 for who speaks it; its address, and whom to trust."""
    authority = Authority(home / "authority")
    with nginx(home / "nginx", tracker.url, http2=True, tls=authority.server()) as port:
        yield f"https://localhost:{port}", authority.certificate
