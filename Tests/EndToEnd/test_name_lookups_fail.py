"""The lookup of the tracker's name fails at random, or never ends."""

import os
import random
import time

import pytest

from rig.account import await_arrival, await_kept, check_truth
from rig.box import Box
from rig.certificates import Authority
from rig.drive import OPEN_SKY
from rig.figures import figure
from rig.namespaces import own_network
from rig.resolver import NO_SUCH_NAME, SERVER_FAILURE, Resolver
from rig.shim import LONG
from rig.tracker import Tracker

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, for a network of its own")


@pytest.fixture(autouse=True)
def resolver(request):
    """The resolver of a network of the test's own, in which it may have a second address, and say nothing there."""
    addresses = getattr(request, "param", ["127.0.0.1"])
    with own_network(*addresses, search="lan"):
        resolvers = [Resolver(lambda: None, address) for address in addresses]
        resolvers[0].manner = lambda: 0
        yield resolvers[0]
        for resolver in resolvers:
            resolver.close()


@pytest.fixture
def tracker(tmp_path):
    """A tracker over TLS."""
    tracker = Tracker(tmp_path, Authority(tmp_path / "authority"))
    tracker.start()
    yield tracker
    tracker.stop()


@pytest.fixture
def box(gpsd, tracker, tmp_path):
    """A box that knows the tracker by its name."""
    box = Box(tmp_path / "box", gpsd.port, f"https://tracker.test:{tracker.port}")
    box.settings |= {"sampling.interval": "200ms", "tracker.ca-file": str(tmp_path / "authority/ca.pem")}
    yield box
    box.close()


def test_what_cannot_be_looked_up_now_is_delivered_later_and_once(feed, box, tracker, resolver):
    seed = random.randrange(1 << 32)
    chance = random.Random(seed)
    resolver.manner = lambda: chance.choice([0, SERVER_FAILURE, SERVER_FAILURE, NO_SUCH_NAME])
    box.start_agent()
    feed.start(rate=50, epochs=500, legs=OPEN_SKY)
    # Each run looks the name up anew.
    for _ in range(4):
        uploader = box.start_uploader()
        before = resolver.asked
        uploader.until(lambda before=before: resolver.asked >= before + 2, "to look the name up")
        assert uploader.stop() == 0
    box.start_uploader()
    feed.ends()
    await_kept(box, feed, 200)
    check_truth(await_arrival(box, tracker), feed)
    figure(f"name lookups that fail at random: {resolver.asked} questions, 0 violations (seed {seed})")


@pytest.mark.parametrize("resolver", [["127.0.0.1", "127.0.0.2"]], indirect=True, ids=["two"])
def test_a_lookup_that_never_ends_holds_up_nothing(feed, box, tracker, resolver):
    resolver.manner = lambda: None
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=20, epochs=200, legs=OPEN_SKY)
    uploader.until(lambda: resolver.asked, "to look the name up")
    # glibc despairs of two silent servers and a search domain after 40 s, a request of the lookup after 10 s.
    end = time.monotonic() + 15
    while time.monotonic() < end:
        assert box.uploader_answer(within=5)["delivered"] == 0
        time.sleep(0.1)
    assert '"delivered":0' in box.ask("status", "--json").replace(" ", "")
    if LONG:
        uploader.says("tracker.test")
    assert uploader.stop() == 0
    feed.ends()
    resolver.manner = lambda: 0
    box.start_uploader()
    await_kept(box, feed, 200)
    check_truth(await_arrival(box, tracker), feed)
