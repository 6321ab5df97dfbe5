"""boto3 sends positions to waypost-tracker and reads them back."""

from datetime import UTC, datetime, timedelta

import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from updates import START, history, seconds, send, update

NORTH = 1 / 111_170  # a metre in degrees of latitude, near 47 degrees


def test_a_position_comes_back_as_it_was_sent(location):
    sent = update(
        0.789, -122.3312345, 47.6098765, Accuracy={"Horizontal": 4.2},
        PositionProperties={"speed": "13.4", "note": 'ü"\\'})
    assert send(location, "all", sent) == []
    latest = location.get_device_position(TrackerName="all", DeviceId="truck-17")
    assert abs(latest["ReceivedTime"] - datetime.now(UTC)) < timedelta(seconds=10)
    for member in sent:
        assert latest[member] == sent[member]


def test_the_latest_position_is_the_newest_by_sample_time(location):
    send(location, "all", update(100), update(50))
    assert seconds([location.get_device_position(TrackerName="all", DeviceId="truck-17")]) == [100]


def test_pages_hold_every_position_once_in_order(location):
    send(location, "all", *[update(second) for second in range(250)])
    assert seconds(history(location, "all")) == list(range(250))
    few = history(
        location, "all", MaxResults=7, StartTimeInclusive=START + timedelta(seconds=100),
        EndTimeExclusive=START + timedelta(seconds=120))
    assert seconds(few) == list(range(100, 120))
    paginator = location.get_paginator("get_device_position_history")
    pages = list(paginator.paginate(TrackerName="all", DeviceId="truck-17", MaxResults=100))
    assert [len(page["DevicePositions"]) for page in pages] == [100, 100, 50]


def test_the_history_is_that_of_the_last_day(location):
    send(location, "all", update(-86400), update(0))
    assert seconds(history(location, "all")) == [0]
    assert seconds(history(location, "all", StartTimeInclusive=START - timedelta(days=2))) == [-86400, 0]


def test_devices_in_any_script_have_their_own_track(location):
    for device in ("café", "車両-7", "x" * 100, "a.b_c"):
        send(location, "all", update(5, device=device))
        assert seconds(history(location, "all", device)) == [5]
        assert location.get_device_position(TrackerName="all", DeviceId=device)["DeviceId"] == device


def test_a_place_out_of_range_is_an_error_of_its_own(location):
    errors = send(location, "all", update(0), update(1, 180.5), update(2, 8, -90.1))
    assert seconds(errors) == [1, 2]
    assert [error["Error"]["Code"] for error in errors] == ["ValidationError"] * 2
    assert errors[0]["Error"]["Message"] == "longitude must be between -180 and 180 degrees"
    assert seconds(history(location, "all")) == [0]


def test_a_repeated_batch_is_stored_once_and_counted(tracker, location):
    batch = [update(second) for second in range(10)]
    assert send(location, "all", *batch) == send(location, "all", *batch) == []
    assert seconds(history(location, "all")) == list(range(10))
    counts = "SELECT received, stored, duplicates FROM tracker WHERE name = 'all'"
    assert tracker.rows(counts) == [(20, 10, 10)]


def test_the_time_filter_keeps_one_position_in_30_seconds(location):
    assert send(location, "time", *[update(second) for second in range(0, 100, 10)]) == []
    assert seconds(history(location, "time")) == [0, 30, 60, 90]


def test_a_backlog_behind_a_live_position_passes_the_time_filter(location):
    send(location, "time", update(3000))
    send(location, "time", *[update(second) for second in (0, 30, 60)])
    assert seconds(history(location, "time")) == [0, 30, 60, 3000]


def test_the_distance_filter_drops_moves_below_30_metres(location):
    send(location, "distance", *[update(step, latitude=47.25 + NORTH * move) for step, move in enumerate((0, 29, 31))])
    assert seconds(history(location, "distance")) == [0, 2]


def test_the_accuracy_filter_adds_both_accuracies(location):
    ways = ((0, 5.0), (14, 10.0), (16, 10.0))
    send(location, "accuracy", *[
        update(step, latitude=47.25 + NORTH * move, Accuracy={"Horizontal": accuracy})
        for step, (move, accuracy) in enumerate(ways)])
    assert seconds(history(location, "accuracy")) == [0, 2]


def test_the_newest_position_of_many_devices(location):
    for index, device in enumerate("abcde"):
        send(location, "all", update(0, index * 10, device=device), update(index + 1, index * 10, device=device))
    got = location.batch_get_device_position(TrackerName="all", DeviceIds=["e", "a", "nosuch"])
    assert got["Errors"] == []
    assert {position["DeviceId"]: seconds([position])[0] for position in got["DevicePositions"]} == {"a": 1, "e": 5}
    pages = location.get_paginator("list_device_positions").paginate(TrackerName="all", PaginationConfig={"PageSize": 2})
    entries = [entry for page in pages for entry in page["Entries"]]
    assert [entry["DeviceId"] for entry in entries] == list("abcde")
    assert "ReceivedTime" not in entries[0]
    box = [[[15, 40], [35, 40], [35, 50], [15, 50], [15, 40]]]
    inside = location.list_device_positions(TrackerName="all", FilterGeometry={"Polygon": box})
    assert [entry["DeviceId"] for entry in inside["Entries"]] == ["c", "d"]


def test_a_deleted_history_is_gone(location):
    send(location, "all", update(0, device="a"), update(0, device="b"))
    assert location.batch_delete_device_position_history(TrackerName="all", DeviceIds=["a", "nosuch"])["Errors"] == []
    assert history(location, "all", "a") == []
    assert seconds(history(location, "all", "b")) == [0]


def test_an_unknown_device_has_no_latest_position(location):
    with pytest.raises(location.exceptions.ResourceNotFoundException) as caught:
        location.get_device_position(TrackerName="all", DeviceId="nosuch")
    assert caught.value.response["Error"]["Message"] == "records not found for given deviceId"
    assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == 404


def test_an_unknown_tracker_is_not_found(location):
    with pytest.raises(location.exceptions.ResourceNotFoundException) as caught:
        send(location, "nosuch", update())
    assert caught.value.response["Error"]["Message"] == "Tracker not found: nosuch."


@pytest.mark.parametrize("updates, member", [
    ([], "updates"),
    ([update(second) for second in range(11)], "updates"),
    ([update(device="a:b")], "updates.1.member.deviceId"),
    ([update(device="x" * 101)], "updates.1.member.deviceId"),
    ([{**update(), "Position": [1.0]}], "updates.1.member.position"),
    ([update(), update(1, Accuracy={"Horizontal": -1.0})], "updates.2.member.accuracy.horizontal"),
    ([update(PositionProperties={str(n): "x" for n in range(5)})], "updates.1.member.positionProperties"),
    ([update(PositionProperties={"x" * 21: "x"})], "updates.1.member.positionProperties.key"),
    ([update(PositionProperties={"x": "y" * 151})], "updates.1.member.positionProperties.value"),
])
def test_the_limits_of_the_service_hold_before_the_tracker_is_looked_up(tracker, updates, member):
    location = tracker.client(config=Config(parameter_validation=False))
    with pytest.raises(ClientError) as caught:
        location.batch_update_device_position(TrackerName="nosuch", Updates=updates)
    response = caught.value.response
    assert response["Error"]["Code"] == "ValidationException"
    assert response["ResponseMetadata"]["HTTPStatusCode"] == 400
    assert response["Reason"] == "FieldValidationFailed"
    assert [field["Name"] for field in response["FieldList"]] == [member]
