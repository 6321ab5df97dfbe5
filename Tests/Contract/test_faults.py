"""The fault plan shows clients what a network and a service can do."""

import signal
import time

import pytest
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError, HTTPClientError, ReadTimeoutError, ResponseStreamingError
from botocore.parsers import ResponseParserError

from updates import history, seconds, send, update


def rule(action: dict, **match) -> dict:
    return {"match": {"operation": "BatchUpdateDevicePosition", **match}, "do": action}


def counts(tracker) -> tuple:
    return tracker.rows("SELECT received, stored, duplicates FROM tracker WHERE name = 'all'")[0]


def test_boto3_outlives_throttling_and_failures(make_tracker):
    tracker = make_tracker("--tracker", "all:None", faults=[
        rule({"status": 429, "error": "ThrottlingException", "headers": {"x-amz-retry-after": "10"}}, nth=1),
        rule({"status": 500, "error": "InternalServerException"}, nth=2),
    ])
    assert send(tracker.client(attempts=3), "all", update()) == []
    assert counts(tracker) == (1, 1, 0)


@pytest.mark.parametrize("status, name", [
    (429, "ThrottlingException"), (403, "AccessDeniedException"), (403, "RequestTimeTooSkewed"),
    (503, "ServiceUnavailable"),
])
def test_any_error_can_be_answered(make_tracker, status, name):
    planned = {"status": status, "error": name, "message": "planned"}
    tracker = make_tracker("--tracker", "all:None", faults=[rule(planned)])
    with pytest.raises(ClientError) as caught:
        send(tracker.client(), "all", update())
    assert caught.value.response["Error"] == {"Code": name, "Message": "planned"}
    assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == status


@pytest.mark.parametrize("cut, stored", [("before", 0), ("after", 1), ("halfway", 1)])
def test_a_cut_connection_leaves_the_outcome_open(make_tracker, cut, stored):
    tracker = make_tracker("--tracker", "all:None", faults=[rule({"cut": cut}, nth=1)])
    location = tracker.client()
    with pytest.raises((ConnectionClosedError, HTTPClientError, ResponseStreamingError)):
        send(location, "all", update())
    assert counts(tracker)[1] == stored
    assert send(location, "all", update()) == []
    assert counts(tracker) == (1 + stored, 1, stored)


def test_errors_of_single_updates(make_tracker):
    items = [{"index": 1, "code": "ThrottlingError", "message": "slow down"}]
    tracker = make_tracker("--tracker", "all:None", faults=[rule({"items": items}, nth=1)])
    location = tracker.client()
    errors = send(location, "all", update(0), update(1), update(2))
    assert seconds(errors) == [1]
    assert errors[0]["Error"] == {"Code": "ThrottlingError", "Message": "slow down"}
    assert seconds(history(location, "all")) == [0, 2]


def test_a_slow_answer_holds_up_nobody_else(make_tracker):
    tracker = make_tracker("--tracker", "all:None", faults=[rule({"latency-ms": 120000})])
    with pytest.raises(ReadTimeoutError):
        send(tracker.client(config=Config(read_timeout=1)), "all", update())
    assert seconds(history(tracker.client(config=Config(read_timeout=60)), "all")) == [0]


def test_a_portal_and_a_truncated_answer_are_no_service(make_tracker):
    tracker = make_tracker("--tracker", "all:None", faults=[
        rule({"html": "<html>Log in</html>"}, nth=1), rule({"truncate": True}, nth=2)])
    location = tracker.client()
    for _ in range(2):
        # boto3 itself takes a body without a known member for a success that says nothing.
        with pytest.raises((ResponseParserError, KeyError)):
            send(location, "all", update())
    assert send(location, "all", update()) == []


def test_the_plan_is_read_again_on_sighup(make_tracker):
    tracker = make_tracker("--tracker", "all:None", faults=[rule({"status": 503, "error": "SlowDown"})])
    location = tracker.client()
    with pytest.raises(ClientError):
        send(location, "all", update())
    tracker.set_faults([])
    tracker.process.signal(signal.SIGHUP)
    deadline = time.monotonic() + 10
    while True:
        try:
            assert send(location, "all", update()) == []
            return
        except ClientError:
            assert time.monotonic() < deadline
