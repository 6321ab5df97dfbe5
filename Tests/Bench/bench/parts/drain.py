"""Draining a backlog: how long, and how much of the processor."""

import json
import resource
import shutil
import subprocess
import time
from pathlib import Path

from rig.box import Box

from .. import bed
from ..figures import Figure, beside, in_turn, medians
from . import Plan
from .http import drained

#: Milliseconds between a request and its answer where the network is slow.
SLOW = 300
LANES = 12


def measure(plan: Plan) -> list[Figure]:
    """Twelve requests at a time against boto3's one, both without a cap."""
    fixes = plan.of(5000, 1000)
    # One request at a time costs one round trip each: a tenth tells how long all would take.
    share = 10
    with bed.folder() as home:
        source = bed.record(home, fixes)
        some = bed.record(home, fixes // share)
        source.settings["delivery.in-flight"] = str(LANES)
        recorded = shutil.copytree(source.outbox.parent, home / "recorded")
        with bed.responder() as near, bed.responder(SLOW) as far:
            samples = in_turn("drain", plan.runs, {
                "waypost": lambda: _waypost(source, recorded, near, "near"),
                "boto3": lambda: _boto3(source, home, near, "near"),
                "sockets": lambda: _sockets(near, fixes // 10),
                "waypost, far": lambda: _waypost(source, recorded, far, "far"),
                "boto3, far": lambda: _boto3(some, home, far, "far", share),
            })  # fmt: skip
    found = medians(samples)

    def time_figure(where: str, what: str, times: int) -> Figure:
        boto3 = beside(samples, f"waypost {where} seconds", f"boto3 {where} seconds")
        others = {"boto3": boto3} | ({"bare sockets": found["sockets seconds"]} if where == "near" else {})
        return Figure(
            "drain", f"{fixes:,} fixes, {what}", found[f"waypost {where} seconds"], "s", boto3 / times,
            f"boto3's / {times}", others,
            f"in-flight = {LANES}, no cap; waypost's with start and end, boto3's without"
            + (f", from {fixes // share:,} fixes" if where == "far" else ""),
            {name: values for name, values in samples.items() if name.endswith(f"{where} seconds")},
        )  # fmt: skip

    ours, theirs = found["waypost near cpu"], beside(samples, "waypost near cpu", "boto3 near cpu")
    return [
        time_figure("near", "answers at once", 3),
        time_figure("far", f"answers after {SLOW} ms", 7),
        Figure("drain", "CPU per delivered position", ours, "us", theirs / 10, "boto3's / 10",
               {"boto3": theirs, "bare sockets": found["sockets cpu"]},
               "waypost's with start and end, boto3's without",
               {name: values for name, values in samples.items() if name.endswith("near cpu")}),
    ]  # fmt: skip


def _waypost(source: Box, recorded: Path, tracker: bed.Responder, where: str) -> dict[str, float]:
    """Nothing of it was ever delivered; the agent runs, as it does on a box."""
    shutil.rmtree(source.outbox.parent)
    shutil.copytree(recorded, source.outbox.parent)
    for leftover in source.delivery.parent.iterdir():
        leftover.unlink()
    tracker.reset()
    source.settings["tracker.endpoint"] = tracker.url
    fixes = len(source.kept())
    agent = source.start_agent(ready=False)
    source.agent_until(lambda state: True, "to start")
    before, began = _children(), time.monotonic()
    drained(source)
    seconds, cpu = time.monotonic() - began, _children() - before
    agent.stop()
    delivered = tracker.counts()["positions"]
    if delivered != fixes:
        raise RuntimeError(f"{delivered} positions arrived, and {fixes} were kept")
    return {f"waypost {where} seconds": seconds, f"waypost {where} cpu": cpu / fixes * 1e6}


def _boto3(source: Box, home: Path, tracker: bed.Responder, where: str, share: int = 1) -> dict[str, float]:
    database = bed.as_peer_database(source, home / "fixes")
    with bed.peer(home, "upload", tracker.url, "fleet", database) as process:
        found = json.loads(process.stdout.readline())
    return {f"boto3 {where} seconds": found["seconds"] * share, f"boto3 {where} cpu": found["cpu"] / found["sent"] * 1e6}


def _sockets(tracker: bed.Responder, requests: int) -> dict[str, float]:
    argv = [bed.tool("post"), str(tracker.port), str(requests), "2600", str(LANES)]
    seconds, cpu = subprocess.run(argv, check=True, capture_output=True, text=True).stdout.split()
    return {"sockets seconds": float(seconds), "sockets cpu": float(cpu) / 10}


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
