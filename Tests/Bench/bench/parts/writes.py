"""What storing costs the card: bytes written for a kept fix, syncs for a commit."""

import contextlib
import json
import os
import shutil
import signal
import statistics

from .. import bed
from ..figures import Figure
from ..progress import say
from . import Plan

#: Bytes for a row of the best that was measured with plain SQLite, WAL and FULL, at so many rows a commit
#: (reference/storage-and-delivery.md 2.3).
BEST = {1: 4250, 10: 604, 60: 275}
RATE = 50
#: `commit-every` stands for rows a commit: at one fix a second 10 s are 10 rows. The fixes come RATE times as fast here.
WINDOWS = {1: ("0s", "0s"), 10: ("10s", "200ms"), 60: ("60s", "1200ms")}


def measure(plan: Plan) -> list[Figure]:
    """As many boxes as runs for each window, at once, on one gpsd; counted below the programs, where they call libc.

    The end of the agent copies the WAL into the database: so each row has been written as often as in the long run.
    """
    epochs = plan.of(1800, 600)
    bytes_per_fix: dict[int, list[float]] = {rows: [] for rows in WINDOWS}
    device: dict[int, list[float]] = {rows: [] for rows in WINDOWS}
    syncs: list[float] = []
    for run in range(1, plan.runs + 1):
        say(f"writes: run {run} of {plan.runs}, all windows at once")
        with contextlib.ExitStack() as closing:
            home = closing.enter_context(bed.folder())
            feed, gpsd = closing.enter_context(bed.receiver(home))
            boxes = {}
            for rows, (_, window) in WINDOWS.items():
                box = closing.enter_context(bed.box(home, f"box-{rows}", gpsd.port, outbox_commit__every=window))
                counting = ("env", f"LD_PRELOAD={bed.tool('counter.so')}", f"WAYPOST_COUNTS={box.root / 'counts'}")
                heard = bed.Commits(box)
                box.start_agent(prefix=counting)
                boxes[rows] = (box, heard)
            bed.play(feed, epochs, RATE)
            for rows, (box, heard) in boxes.items():
                box.agent_until(lambda state: state["received"] >= epochs, f"to receive {epochs} epochs")
                written = _storage_writes(box.agent.pid)
                box.agent.stop()
                commits = heard.close()
                kept = len(box.kept())
                counts = json.loads((box.root / "counts").read_text())
                bytes_per_fix[rows].append((counts["wal_bytes"] + counts["database_bytes"]) / kept)
                device[rows].append(written / kept)
                if rows == 1:
                    # A checkpoint syncs the WAL, then the database: those of the latter tell how many there were.
                    syncs.append((counts["wal_syncs"] - counts["other_syncs"]) / commits)
    figures = [
        Figure("writes", f"bytes written per kept fix, commit-every = {WINDOWS[rows][0]}", statistics.median(found),
               "bytes", 1.1 * BEST[rows], "1.1 x best of plain SQLite", {"plain SQLite": BEST[rows]},
               f"{rows} a commit; the kernel hands {statistics.median(device[rows]):.0f} to the disk in its own pages",
               {"waypost": found})
        for rows, found in bytes_per_fix.items()
    ]  # fmt: skip
    figures.append(
        Figure("writes", "syncs per commit", statistics.median(syncs), "syncs", 1.02, "1, and none besides", {},
               "besides two for each checkpoint", {"waypost": syncs}))  # fmt: skip
    return figures + (_strace(plan) if shutil.which("strace") else [])


def _storage_writes(pid: int) -> int:
    """`write_bytes` of /proc/PID/io: what went to storage, in pages of the kernel."""
    with open(f"/proc/{pid}/io") as lines:
        return int(dict(line.split(": ") for line in lines)["write_bytes"])


def _strace(plan: Plan) -> list[Figure]:
    """The same number of syncs as strace sees it, over fewer commits than fill the WAL."""
    say("writes: syncs, by strace")
    epochs = plan.of(200, 100)
    with bed.folder() as home, bed.receiver(home) as (feed, gpsd), bed.box(home, "box", gpsd.port) as box:
        trace = home / "trace"
        heard = bed.Commits(box)
        # The process is strace's: what the agent publishes bears another id.
        strace = ("strace", "-f", "-y", "-e", "trace=fdatasync,fsync", "-o", str(trace))
        agent = box.start_agent(ready=False, prefix=strace)
        agent.until(lambda: box.agent_state().get("state") == "no-receiver", "to watch gpsd")
        before = trace.read_text().count("-wal>")
        bed.play(feed, epochs, RATE)
        agent.until(lambda: box.agent_state()["received"] >= epochs, f"to receive {epochs} epochs")
        after = trace.read_text().count("-wal>")
        # Not strace is to end, which would leave the agent behind, but the agent.
        os.kill(box.agent_state()["pid"], signal.SIGTERM)
        agent.wait()
        commits = heard.close()
    return [
        Figure("writes", "... counted by strace", (after - before) / commits, "syncs", 1.02, "1, and none besides", {},
               f"{commits} commits")]  # fmt: skip
