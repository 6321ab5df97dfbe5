"""The uploader delivers over TLS through nginx, by HTTP/2 where it is offered and by HTTP/1.1 where not."""

import contextlib

import pytest

from rig.certificates import Authority
from rig.nginx import NGINX, nginx
from updates import history

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


@pytest.fixture
def make_proxy(tmp_path, tracker):
    """Starts nginx in front of the tracker; its URL, its authority and its log."""
    with contextlib.ExitStack() as running:

        def make(http2: bool):
            authority, folder = Authority(tmp_path / "authority"), tmp_path / "nginx"
            port = running.enter_context(nginx(folder, tracker.url, http2, authority.server()))
            return f"https://127.0.0.1:{port}", authority, folder / "access.log"

        yield make


@pytest.mark.parametrize("http2, protocol", [(True, "HTTP/2.0"), (False, "HTTP/1.1")])
def test_the_uploader_keeps_one_connection_through_nginx(make_box, make_proxy, tracker, http2, protocol):
    url, authority, log = make_proxy(http2)
    box = make_box()
    box.drain(url, "all", tracker_ca_file=str(authority.certificate))
    found = history(tracker.client(), "all", EndTimeExclusive="2100-01-01T00:00:00Z")
    assert [round(position["SampleTime"].timestamp() * 1000) for position in found] == [fix[0] for fix in box.fixes()]
    lines = [line.split() for line in log.read_text().splitlines()]
    assert {line[0] for line in lines} == {protocol}
    assert {line[1] for line in lines} <= {"TLSv1.2", "TLSv1.3"}
    assert len({line[2] for line in lines}) == 1


def test_an_unknown_authority_is_refused_and_nothing_is_lost(make_box, make_proxy, tmp_path):
    url, _, log = make_proxy(False)
    stranger = Authority(tmp_path / "stranger")
    box = make_box()
    config = box.settings(url, "all", tracker_ca_file=str(stranger.certificate))
    result = box.run("waypost-uploader", "--drain", "--config", config)
    assert result.returncode == 75
    assert "certificate" in result.stderr
    assert log.read_text() == ""
