"""HTTP bytes for a position, counted at the server."""

import json
from pathlib import Path

from rig.box import Box
from rig.certificates import Authority
from rig.nginx import NGINX, nginx
from rig.terminator import Terminator

from .. import bed
from ..figures import Figure
from ..progress import say
from . import Plan


def measure(plan: Plan) -> list[Figure]:
    """The same fixes by both, with a session token of 900 bytes; what the client says, heads and bodies."""
    fixes = plan.of(1000, 200)
    with bed.folder() as home, bed.responder() as tracker:
        source = bed.record(home, fixes)
        say("http: waypost, HTTP/1.1")
        ours = _by_waypost(source, home, tracker)
        say("http: boto3, HTTP/1.1")
        theirs = _by_peer(source, home, tracker)
        figures = [
            Figure("http", "bytes per position, HTTP/1.1", ours["bytes"], "bytes", 0.90 * theirs["bytes"],
                   "0.90 x boto3's", {"boto3": theirs["bytes"]},
                   f"head {ours['head']:.0f}, body {ours['body']:.0f}; boto3 {theirs['head']:.0f} and"
                   f" {theirs['body']:.0f}; each a tenth of a request with a token of 900 bytes"),
        ]  # fmt: skip
        if NGINX:
            say("http: waypost, HTTP/2")
            second = _by_http2(source, home, tracker)
            figures.append(
                Figure("http", "bytes per position, HTTP/2", second["bytes"], "bytes", 0.5 * theirs["bytes"],
                       "0.5 x boto3's on HTTP/1.1, which is all it speaks", {"boto3, HTTP/1.1": theirs["bytes"]},
                       f"frames inside TLS, from the first connection on, {second['connections']:.0f} of them")
            )  # fmt: skip
        return figures


def drained(box: Box) -> None:
    """Runs the uploader until nothing is left."""
    code, said = box.run("waypost-uploader", "--drain", within=120)
    if code:
        raise RuntimeError(f"waypost-uploader --drain ended with {code}:\n{said}")


def _counted(tracker: bed.Responder) -> dict[str, float]:
    counts = tracker.counts()
    positions = counts["positions"]
    found = {name: counts[name] / positions for name in ("head", "body")}
    return found | {"bytes": found["head"] + found["body"], "positions": positions}


def _by_waypost(source: Box, home: Path, tracker: bed.Responder) -> dict[str, float]:
    tracker.reset()
    source.settings["tracker.endpoint"] = tracker.url
    source.delivery.unlink(missing_ok=True)
    drained(source)
    return _counted(tracker)


def _by_peer(source: Box, home: Path, tracker: bed.Responder) -> dict[str, float]:
    database = bed.as_peer_database(source, home / "fixes")
    tracker.reset()
    with bed.peer(home, "upload", tracker.url, "fleet", database) as process:
        json.loads(process.stdout.readline())
    return _counted(tracker)


def _by_http2(source: Box, home: Path, tracker: bed.Responder) -> dict[str, float]:
    authority = Authority(home / "authority")
    with nginx(home / "nginx", tracker.url, http2=True) as port:
        terminator = Terminator(port, *authority.server())
        source.settings |= {"tracker.endpoint": terminator.url, "tracker.ca-file": str(authority.certificate)}
        for leftover in source.delivery.parent.iterdir():
            leftover.unlink()
        tracker.reset()
        try:
            drained(source)
        finally:
            del source.settings["tracker.ca-file"]
        positions = tracker.counts()["positions"]
        return {"bytes": terminator.received / positions, "connections": terminator.connections}
