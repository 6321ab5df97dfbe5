"""The uploader delivers to ministack, an emulator that none of us wrote, and boto3 reads the drive back there."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from updates import history


def test_every_fix_arrives_once_in_place_and_time(make_box, ministack, ministack_client):
    """The fixes are as far apart as the tracker's own filter wants them, and fewer than ministack keeps."""
    location = ministack_client("location")
    location.create_tracker(TrackerName="drive", PositionFiltering="TimeBased")
    box = make_box(apart=30)
    fixes = box.fixes()
    summary = box.drain(ministack, "drive")
    assert summary["delivered"] == len(fixes) <= 100
    found = history(location, "drive", MaxResults=40, EndTimeExclusive=datetime.now(UTC) + timedelta(days=1))
    assert [round(position["SampleTime"].timestamp() * 1000) for position in found] == [fix[0] for fix in fixes]
    for position, (_, latitude, longitude) in zip(found, fixes, strict=True):
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
