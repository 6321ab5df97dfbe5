"""The way to the tracker swallows every packet: no refusal, no error, only silence."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from rig.account import await_arrival, await_kept, check_truth
from rig.box import DEVICE, Box
from rig.certificates import Authority
from rig.drive import OPEN_SKY
from rig.namespaces import ip, own_network
from rig.nginx import NGINX, nginx
from rig.relay import Relay
from rig.shim import LONG
from rig.tracker import Tracker

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, for a network of its own")
ADDRESS = "10.99.0.1"


@pytest.fixture(autouse=True)
def network():
    """A network in which what goes to the tracker's address returns by loopback and is dropped there, while nobody has
    the address."""
    with own_network():
        ip("route", "add", f"{ADDRESS}/32", "dev", "lo")
        yield


def heal() -> None:
    """The tracker can be reached."""
    ip("address", "add", f"{ADDRESS}/32", "dev", "lo")


def swallow() -> None:
    """From now on it cannot, not by a connection that is open either."""
    ip("address", "delete", f"{ADDRESS}/32", "dev", "lo")


def calling() -> bool:
    """Whether somebody waits for a connection (SYN_SENT, proc(5))."""
    return any(line.split()[3] == "02" for line in Path("/proc/thread-self/net/tcp").read_text().splitlines()[1:])


@pytest.fixture
def tracker(tmp_path):
    """A tracker over TLS at every address of its network."""
    tracker = Tracker(tmp_path, Authority(tmp_path / "authority"), host="0.0.0.0")
    tracker.start()
    yield tracker
    tracker.stop()


@pytest.fixture
def box(gpsd, tracker, tmp_path):
    """A box that knows the tracker by an address."""
    box = Box(tmp_path / "box", gpsd.port, f"https://{ADDRESS}:{tracker.port}")
    box.settings |= {"sampling.interval": "200ms", "tracker.ca-file": str(tmp_path / "authority/ca.pem")}
    yield box
    box.close()


def test_nobody_answers_the_call_and_the_drive_arrives_when_somebody_does(feed, box, tracker):
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=20, epochs=200, legs=OPEN_SKY)
    uploader.until(calling, "to call the tracker")
    if LONG:
        uploader.says("The next attempt comes in")
    assert box.agent.running and box.uploader_state()["delivered"] == 0
    heal()
    feed.ends()
    await_kept(box, feed, 200)
    check_truth(await_arrival(box, tracker), feed)


def test_an_open_connection_falls_silent_and_nothing_is_lost(feed, box, tracker):
    heal()
    box.start_agent()
    uploader = box.start_uploader()
    feed.start(rate=20, legs=OPEN_SKY)
    uploader.until(lambda: len(tracker.history(DEVICE)) >= 20, "to deliver over the connection")
    swallow()
    box.keeps(len(box.kept()) + 20)
    if LONG:
        uploader.says("The next attempt comes in")
    assert len(tracker.history(DEVICE)) < len(box.kept())
    heal()
    feed.stop()
    await_kept(box, feed, 200)
    check_truth(await_arrival(box, tracker), feed)


@pytest.mark.skipif(not NGINX, reason="needs nginx")
def test_a_shared_connection_that_never_speaks_again_is_left_while_new_ones_work(gpsd, feed, tmp_path):
    authority = Authority(tmp_path / "authority")
    with (
        Tracker(tmp_path) as tracker,
        nginx(tmp_path / "nginx", tracker.endpoint, http2=True, tls=authority.server()) as port,
        closing(Relay(port)) as relay,
        closing(Box(tmp_path / "box", gpsd.port, f"https://127.0.0.1:{relay.port}")) as box,
    ):
        box.settings |= {"sampling.interval": "200ms", "tracker.ca-file": str(authority.certificate)}
        box.start_agent()
        uploader = box.start_uploader()
        feed.start(rate=20, legs=OPEN_SKY)
        uploader.until(lambda: len(tracker.history(DEVICE)) >= 20, "to deliver over the connection")
        assert relay.connections == 1
        relay.silence()
        fallen = len(tracker.history(DEVICE))
        # A request may stall for 20 s.
        uploader.until(lambda: len(tracker.history(DEVICE)) > fallen, "to deliver over another connection", within=50)
        assert (tmp_path / "nginx/access.log").read_text().startswith("HTTP/2.0 ")
        feed.stop()
        await_kept(box, feed, 200)
        check_truth(await_arrival(box, tracker), feed)
