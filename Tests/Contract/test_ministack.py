"""The uploader delivers to ministack, an emulator that none of us wrote, and boto3 reads the drive back there."""

import json
import os
import socket
import subprocess
import sys
from datetime import datetime, timedelta, timezone

import boto3
import pytest
from box import until
from updates import history


@pytest.fixture(scope="module")
def ministack(tmp_path_factory):
    """The URL of a ministack of our own."""
    folder = tmp_path_factory.mktemp("ministack")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **os.environ, "GATEWAY_PORT": str(port), "BIND_HOST": "127.0.0.1", "HOME": str(folder), "TMPDIR": str(folder),
        "SFTP_ENABLED": "0", "IOT_MTLS_ENABLED": "0", "SERVICES": "location,cognito",
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ministack"], cwd=folder, env=environment, stdout=log, stderr=log)

    def answers() -> bool:
        assert process.poll() is None, (folder / "log").read_text()
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(answers, "ministack to listen", 60)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


@pytest.fixture
def location(ministack):
    return boto3.client(
        "location", region_name="eu-central-1", endpoint_url=ministack, aws_access_key_id="test",
        aws_secret_access_key="test", config=boto3.session.Config(inject_host_prefix=False))


def test_every_fix_arrives_once_in_place_and_time(make_box, ministack, location):
    """The fixes are as far apart as the tracker's own filter wants them, and fewer than ministack keeps."""
    location.create_tracker(TrackerName="drive", PositionFiltering="TimeBased")
    box = make_box(apart=30)
    fixes = box.fixes()
    summary = box.drain(ministack, "drive")
    assert summary["delivered"] == len(fixes) <= 100
    found = history(location, "drive", MaxResults=40, EndTimeExclusive=datetime.now(timezone.utc) + timedelta(days=1))
    assert [round(position["SampleTime"].timestamp() * 1000) for position in found] == [fix[0] for fix in fixes]
    for position, (_, latitude, longitude) in zip(found, fixes):
        assert position["Position"] == pytest.approx([longitude, latitude], abs=1e-7)
        assert set(position["PositionProperties"]) == {"speed", "course"}
        assert position["DeviceId"] == "truck-17"


def test_a_tracker_that_is_not_there_loses_nothing(make_box, ministack):
    box = make_box()
    config = box.settings(ministack, "nosuch")
    result = box.run("waypost-uploader", "--drain", "--json", "--config", config)
    assert result.returncode == 75
    assert json.loads(result.stdout)["pending"] == len(box.fixes())
    assert "nosuch" in result.stderr
