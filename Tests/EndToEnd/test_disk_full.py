"""The disk under the outbox is full: what cannot be written waits in RAM, and nothing is lost."""

import ctypes
import os
import subprocess

import pytest

from rig.account import await_arrival, check_truth, wanted
from rig.drive import OPEN_SKY

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a small disk")
CLONE_NEWNS = 0x20000


@pytest.fixture
def small_disk(box):
    """A disk of 1 MB under the outbox, which only this process and its children see."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) != 0:
        pytest.skip(f"no mount namespace: {os.strerror(ctypes.get_errno())}")
    folder = str(box.outbox.parent)
    if subprocess.run(["mount", "--make-rprivate", "/"]).returncode != 0:
        pytest.skip("the root of this chroot is no mount point: a disk mounted here could be seen outside the test")
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=True)
    yield box.outbox.parent
    box.close()
    subprocess.run(["umount", folder], check=True)


def test_it_says_so_keeps_running_and_stores_again_when_there_is_room(small_disk, feed, box, tracker):
    box.settings["sampling.interval"] = "100ms"
    agent = box.start_agent()
    box.start_uploader()
    feed.start(rate=20, legs=OPEN_SKY)
    box.keeps(5)
    filler = small_disk / "filler"
    fill(filler)
    agent.says("full", within=30)
    assert agent.running
    filler.unlink()
    box.keeps(len(box.kept()) + 20, within=30)
    feed.stop()
    kept = await_arrival(box, tracker)
    check_truth(kept, feed)
    assert [position.time_ms for position in kept] == wanted(feed, 100)


def fill(path) -> None:
    """Takes all the room that is left."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            pass
