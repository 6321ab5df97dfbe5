"""boto3 gets a guest's credentials from the tracker's Cognito identity pool, and uses them."""

import time
from datetime import UTC, datetime, timedelta

import pytest
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

from updates import history, seconds, send, update

POOL = "eu-central-1:0a1b2c3d-1111-4222-8333-444455556666"


def code(call) -> str:
    with pytest.raises(ClientError) as caught:
        call()
    return caught.value.response["Error"]["Code"]


def guest(tracker):
    return tracker.client("cognito-identity", config=Config(signature_version=UNSIGNED))


def credentials(tracker) -> dict:
    cognito = guest(tracker)
    identity = cognito.get_id(IdentityPoolId=POOL)["IdentityId"]
    answer = cognito.get_credentials_for_identity(IdentityId=identity)
    assert answer["IdentityId"] == identity
    return answer["Credentials"]


def client(tracker, given: dict):
    return tracker.client(
        key=given["AccessKeyId"], secret=given["SecretKey"], aws_session_token=given["SessionToken"])


def test_a_guest_sends_positions(make_tracker):
    tracker = make_tracker("--tracker", "all:None", "--identity-pool", POOL, keys=())
    given = credentials(tracker)
    assert timedelta(minutes=59) < given["Expiration"] - datetime.now(UTC) <= timedelta(hours=1)
    location = client(tracker, given)
    assert send(location, "all", update(3)) == []
    assert seconds(history(location, "all")) == [3]
    assert code(tracker.client().list_trackers) == "UnrecognizedClientException"


def test_credentials_expire(make_tracker):
    tracker = make_tracker("--tracker", "all:None", "--identity-pool", POOL, "--credential-lifetime", "1", keys=())
    given = credentials(tracker)
    while datetime.now(UTC) <= given["Expiration"]:
        time.sleep(0.05)
    assert code(client(tracker, given).list_trackers) == "ExpiredTokenException"


def test_what_does_not_exist_is_told_by_its_name(make_tracker):
    tracker = make_tracker("--identity-pool", POOL)
    cognito = guest(tracker)
    assert code(lambda: cognito.get_id(IdentityPoolId="eu-central-1:ffff")) == "ResourceNotFoundException"
    assert code(lambda: cognito.get_id(IdentityPoolId="nonsense")) == "InvalidParameterException"
    assert code(lambda: cognito.get_credentials_for_identity(IdentityId="eu-central-1:ffff")) == "ResourceNotFoundException"
    assert code(lambda: cognito.get_id(IdentityPoolId=POOL, Logins={"example.org": "token"})) == "NotAuthorizedException"


def test_the_fault_plan_reaches_cognito_too(make_tracker):
    rule = {"match": {"operation": "GetId"}, "do": {"status": 400, "error": "TooManyRequestsException"}}
    tracker = make_tracker("--identity-pool", POOL, faults=[rule])
    cognito = guest(tracker)
    with pytest.raises(cognito.exceptions.TooManyRequestsException):
        cognito.get_id(IdentityPoolId=POOL)
