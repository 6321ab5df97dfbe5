"""boto3 makes, changes and lists trackers."""

import pytest
from botocore.exceptions import ClientError

from updates import history, send, update


def test_a_tracker_lives_from_create_to_delete(location):
    made = location.create_tracker(
        TrackerName="fleet", PositionFiltering="AccuracyBased", Description="Lorries", Tags={"team": "north"},
        EventBridgeEnabled=True)
    described = location.describe_tracker(TrackerName="fleet")
    assert described["TrackerArn"] == made["TrackerArn"]
    assert described["CreateTime"] == made["CreateTime"]
    assert (described["PositionFiltering"], described["Description"]) == ("AccuracyBased", "Lorries")
    assert (described["Tags"], described["EventBridgeEnabled"]) == ({"team": "north"}, True)
    changed = location.update_tracker(TrackerName="fleet", PositionFiltering="DistanceBased")
    described = location.describe_tracker(TrackerName="fleet")
    assert described["PositionFiltering"] == "DistanceBased"
    assert described["UpdateTime"] == changed["UpdateTime"] >= described["CreateTime"]
    location.delete_tracker(TrackerName="fleet")
    with pytest.raises(location.exceptions.ResourceNotFoundException):
        location.describe_tracker(TrackerName="fleet")


def test_a_tracker_cannot_be_made_twice(location):
    with pytest.raises(location.exceptions.ConflictException):
        location.create_tracker(TrackerName="all")


def test_a_new_tracker_filters_by_time(location):
    location.create_tracker(TrackerName="plain")
    assert location.describe_tracker(TrackerName="plain")["PositionFiltering"] == "TimeBased"


def test_a_deleted_tracker_takes_its_positions_with_it(location):
    location.create_tracker(TrackerName="again")
    send(location, "again", update())
    location.delete_tracker(TrackerName="again")
    location.create_tracker(TrackerName="again")
    assert history(location, "again") == []


def test_trackers_are_listed_by_page(location):
    pages = location.get_paginator("list_trackers").paginate(PaginationConfig={"PageSize": 3})
    names = [entry["TrackerName"] for page in pages for entry in page["Entries"]]
    assert names == ["accuracy", "all", "distance", "time"]


def test_a_name_that_is_none_is_refused(location):
    with pytest.raises(ClientError) as caught:
        location.create_tracker(TrackerName="a b")
    assert caught.value.response["Error"]["Code"] == "ValidationException"
    assert caught.value.response["FieldList"][0]["Name"] == "trackerName"
