"""What a position costs on the wire, held against boto3: the same fixes, the same session token of 900 bytes."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import boto3
import pytest
from botocore.config import Config

from box import Box
from conftest import KEY, REGION, SECRET
from recorder import Recorder
from rig.certificates import Authority
from rig.nginx import NGINX, nginx
from rig.terminator import Terminator

TOKEN = "T" * 900
FIXES = 2000


@pytest.fixture(scope="module")
def drive(tmp_path_factory) -> Box:
    """A box with a backlog that nobody has delivered."""
    box = Box(tmp_path_factory.mktemp("drive"), "truck-17", properties="none")
    box.record(FIXES, apart=1, rate=1000)
    return box


@pytest.fixture(scope="module")
def by_boto3(drive) -> float:
    """HTTP bytes that boto3 sends for a position of that backlog."""
    recorder = Recorder()
    location = boto3.client(
        "location", endpoint_url=recorder.url, region_name=REGION, aws_access_key_id=KEY, aws_secret_access_key=SECRET,
        aws_session_token=TOKEN, config=Config(inject_host_prefix=False))
    updates = [
        {"DeviceId": drive.device, "SampleTime": datetime.fromtimestamp(time / 1000, UTC),
         "Position": [longitude, latitude], "Accuracy": {"Horizontal": accuracy}}
        for time, latitude, longitude, accuracy in fixes(drive)
    ]
    for start in range(0, len(updates), 10):
        location.batch_update_device_position(TrackerName="all", Updates=updates[start:start + 10])
    recorder.close()
    return written(recorder) / len(updates)


@pytest.fixture
def http2(tmp_path, recorder):
    """Something that speaks HTTP/2 over TLS and counts what is inside; and its authority."""
    authority = Authority(tmp_path / "authority")
    # HTTP/2 without TLS before HTTP/1.1: what comes in there has been counted.
    with nginx(tmp_path / "nginx", recorder.url, http2=True) as port:
        yield Terminator(port, *authority.server()), authority



def fixes(box: Box) -> list:
    """Time, place and accuracy of all that a box has kept."""
    with closing(sqlite3.connect(f"file:{box.outbox}?mode=ro", uri=True)) as outbox:
        return outbox.execute("SELECT time, latitude, longitude, accuracy FROM fix ORDER BY id").fetchall()


def written(recorder: Recorder) -> int:
    """Bytes of all requests as HTTP/1.1 writes them: request line, header lines, body."""
    return sum(
        len(f"{method} {target} HTTP/1.1\r\n\r\n") + sum(len(f"{name}: {value}\r\n") for name, value in headers) + len(body)
        for method, target, headers, body in recorder.requests
    )


def test_a_position_takes_nine_tenths_of_the_bytes_of_boto3_on_http11(drive, by_boto3, recorder, tmp_path):
    summary = drive.copy(tmp_path / "box", properties="none").drain(recorder.url, "all", token=TOKEN)
    ours = written(recorder) / summary["delivered"]
    print(f"HTTP/1.1: {ours:.1f} bytes a position, boto3 {by_boto3:.1f}")
    assert summary["delivered"] == len(fixes(drive))
    assert ours <= 0.90 * by_boto3


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.parametrize("lanes", [1, 12])
def test_a_position_takes_half_of_the_bytes_of_boto3_on_http2(drive, by_boto3, http2, tmp_path, lanes):
    terminator, authority = http2
    summary = drive.copy(tmp_path / "box", properties="none").drain(
        terminator.url, "all", token=TOKEN, tracker_ca_file=str(authority.certificate), delivery_in_flight=str(lanes))
    ours = terminator.received / summary["delivered"]
    print(f"HTTP/2: {ours:.1f} bytes a position, with TLS {summary['bytes'] / summary['delivered']:.1f} in both directions")
    assert summary["delivered"] == len(fixes(drive))
    assert terminator.connections == 1
    # The session token goes over a connection once: HPACK replaces it by a byte afterwards (RFC 7541).
    assert ours <= 0.5 * by_boto3
