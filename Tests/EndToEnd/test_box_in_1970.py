"""A box without a real-time clock: it boots in 1970, and only the receiver knows the time."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rig.account import await_arrival, await_kept, check_truth
from rig.box import Box
from rig.certificates import Authority
from rig.drive import ROUND_THE_BLOCK
from rig.tracker import Tracker

pytestmark = pytest.mark.skipif(shutil.which("faketime") is None, reason="faketime is not installed: apt install faketime")

#: faketime takes every absolute timer for one of the wall clock; this hands those of the time since boot to the kernel.
TIMER = """
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>
int timerfd_settime(int fd, int flags, const struct itimerspec *now, struct itimerspec *old)
{
    return syscall(SYS_timerfd_settime, fd, flags, now, old);
}
"""


@pytest.fixture(scope="module")
def in_1970(tmp_path_factory) -> Iterator[tuple[str, ...]]:
    """What goes before a command whose wall clock starts in 1970; its time since boot is the machine's.

    faketime stays in between as the parent: its child must not outlive it.
    """
    folder = tmp_path_factory.mktemp("timer")
    (folder / "timer.c").write_text(TIMER)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "timer.so", folder / "timer.c"], check=True)
    script = f'LD_PRELOAD={folder}/timer.so:$LD_PRELOAD exec setpriv --pdeathsig KILL "$0" "$@"'
    yield "env", "FAKETIME_DONT_FAKE_MONOTONIC=1", "faketime", "-f", "@1970-01-01 00:00:30", "sh", "-c", script
    # A faketime that was killed leaves its shared memory and semaphore, named by its process.
    for left in Path("/dev/shm").glob("*faketime_s*_*"):
        if not Path("/proc", left.name.rpartition("_")[2]).exists():
            left.unlink(missing_ok=True)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """Whose certificates begin today, long after 1970."""
    return Authority(tmp_path / "authority")


@pytest.fixture
def tracker(tmp_path: Path, authority: Authority):
    """A tracker over TLS, on a machine whose clock is right."""
    tracker = Tracker(tmp_path, authority)
    tracker.start()
    yield tracker
    tracker.stop()


@pytest.fixture
def box(gpsd, tracker: Tracker, authority: Authority, tmp_path: Path):
    """A box that trusts the authority and reaches the tracker without the wire, which would not be its certificate's."""
    box = Box(tmp_path / "box", gpsd.port, tracker.endpoint)
    box.settings |= {"sampling.interval": "200ms", "tracker.ca-file": str(authority.certificate)}
    yield box
    box.close()


def test_it_connects_signs_and_delivers_by_the_receivers_time(feed, box, tracker, in_1970):
    agent = box.start_agent(ready=False, prefix=in_1970)
    agent.until(lambda: box.agent_state().get("state", "no-gpsd") not in ("starting", "no-gpsd"), "to watch gpsd")
    box.start_uploader(ready=False, prefix=in_1970)
    feed.start(rate=50, epochs=500, legs=ROUND_THE_BLOCK)
    feed.ends()
    await_kept(box, feed, 200)
    check_truth(await_arrival(box, tracker), feed)


def test_without_the_receivers_time_it_says_that_the_clock_is_to_blame(feed, box, tracker, in_1970):
    box.start_agent()
    feed.start(rate=50, epochs=50, legs=ROUND_THE_BLOCK)
    kept = box.keeps(1)
    assert box.agent.stop() == 0
    (box.root / "run/agent/state.json").unlink()
    uploader = box.start_uploader(ready=False, prefix=in_1970)
    uploader.until(lambda: box.uploader_state().get("last_error"), "to meet the certificate")
    said = str(box.uploader_state()["last_error"])
    assert "clock" in said or "not yet valid" in said, said
    assert tracker.history("truck-17") == []
    assert box.kept()[: len(kept)] == kept
