"""A thousand epochs a second for half an hour with the network down and a million fixes waiting: nothing grows.

The usual run has a short one with fewer fixes; `packaging/test --long` all of it.
"""

import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from rig.drive import OPEN_SKY
from rig.figures import figure
from rig.programs import FOLDER
from rig.shim import LONG
from rig.usage import anonymous_memory, processor_time

RATE = 1000
SECONDS = 1800 if LONG else 16
BACKLOG = 1_000_000 if LONG else 50_000
#: Between two looks at the processes.
PAUSE = 10 if LONG else 1
#: kB that a process may have more at the end: what its allocator does not give back at once.
GROWTH = 512


@dataclass(frozen=True)
class Look:
    """What the processes have used at one moment."""

    epochs: int
    agent_cpu: float
    agent_memory: int
    uploader_memory: int
    journal: int


def fill(path: Path, rows: int) -> None:
    """An outbox with so many fixes of the last days, one a second."""
    end = time.time_ns() // 1_000_000 - 60_000
    subprocess.run([FOLDER / "outbox-child", "backlog", path, str(rows), str(end)], check=True)


def cost(looks: list[Look]) -> float:
    """Microseconds of the agent's CPU for an epoch: the median over the looks."""
    steps = zip(looks, looks[1:], strict=False)
    return statistics.median((b.agent_cpu - a.agent_cpu) / max(1, b.epochs - a.epochs) for a, b in steps) * 1e6


def test_memory_files_and_cost_stay_flat_for_hours_of_fixes(feed, box, wire):
    wire.down()
    box.settings |= {"sampling.interval": "100ms", "outbox.commit-every": "1s"}
    fill(box.outbox, BACKLOG)
    agent, uploader = box.start_agent(), box.start_uploader()
    before = box.agent_state()
    feed.remembers = False
    feed.start(
        rate=RATE, epochs=RATE * SECONDS, legs=OPEN_SKY, received=lambda: box.received() - before["received"]
    )
    looks: list[Look] = []
    while not feed.finished.wait(PAUSE):
        assert feed.talks or feed.finished.is_set()
        journal = Path(f"{box.outbox}-wal").stat().st_size
        looks.append(
            Look(
                feed.count, processor_time(agent.pid), anonymous_memory(agent.pid), anonymous_memory(uploader.pid),
                journal,
            )
        )
    expected = before["received"] + RATE * SECONDS
    state = box.receives(expected)

    # The first third warms up.
    steady = looks[len(looks) // 3 :]
    early, late = steady[: len(steady) // 2], steady[len(steady) // 2 :]
    figure(
        f"endurance: {RATE * SECONDS} epochs in {SECONDS} s over {BACKLOG} waiting fixes; agent"
        f" {early[0].agent_memory} -> {late[-1].agent_memory} kB, uploader {early[0].uploader_memory} ->"
        f" {late[-1].uploader_memory} kB, {cost(early):.0f} -> {cost(late):.0f} us of CPU for an epoch,"
        f" WAL at most {max(look.journal for look in looks) // 1024} kB"
    )
    assert state["received"] == expected
    assert state["received"] == state["held"] + state["kept"] + sum(state["dropped"].values())
    assert state["kept"] - before["kept"] == state["outbox"]["pending"] - before["outbox"]["pending"]
    assert max(look.agent_memory for look in late) <= max(look.agent_memory for look in early) + GROWTH
    assert max(look.uploader_memory for look in late) <= max(look.uploader_memory for look in early) + GROWTH
    assert max(look.journal for look in looks) <= 2 << 20
    # Of a few seconds the processor's clock says too little; `Bench/test_scale.py` counts instructions.
    if LONG:
        assert cost(late) <= cost(early) * 1.3
