"""What is not signed as it should be is refused with the names that AWS uses."""

from datetime import UTC, datetime, timedelta

import botocore.auth
import pytest
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

from updates import send, update


def refusal(location) -> tuple:
    with pytest.raises(ClientError) as caught:
        location.describe_tracker(TrackerName="all")
    response = caught.value.response
    return response["Error"]["Code"], response["ResponseMetadata"]["HTTPStatusCode"], response["Error"]["Message"]


def test_a_wrong_secret(tracker):
    code, status, message = refusal(tracker.client(secret="wrong"))
    assert (code, status) == ("InvalidSignatureException", 403)
    assert "does not match the signature you provided" in message


def test_an_unknown_key(tracker):
    code, status, message = refusal(tracker.client(key="AKIDNOSUCH"))
    assert (code, status) == ("UnrecognizedClientException", 403)
    assert message == "The security token included in the request is invalid."


def test_a_token_that_does_not_belong_to_the_key(tracker):
    assert refusal(tracker.client(aws_session_token="stray"))[0] == "UnrecognizedClientException"


def test_no_signature(tracker):
    location = tracker.client(config=Config(signature_version=UNSIGNED))
    assert refusal(location) == ("MissingAuthenticationTokenException", 403, "Missing Authentication Token")


@pytest.mark.parametrize("minutes, words", [(-6, "Signature expired"), (6, "Signature not yet current")])
def test_a_clock_that_is_six_minutes_off(tracker, monkeypatch, minutes, words):
    real = botocore.auth.get_current_datetime
    monkeypatch.setattr(
        botocore.auth, "get_current_datetime",
        lambda *given, **named: real(*given, **named) + timedelta(minutes=minutes))
    code, status, message = refusal(tracker.client())
    assert (code, status) == ("InvalidSignatureException", 403)
    assert message.startswith(words)


def test_without_keys_any_key_may_sign(make_tracker):
    open_tracker = make_tracker("--tracker", "all", keys=())
    assert send(open_tracker.client(key="WHOEVER", secret="whatever"), "all", update()) == []
    code, _, _ = refusal(open_tracker.client(config=Config(signature_version=UNSIGNED)))
    assert code == "MissingAuthenticationTokenException"


def test_the_answer_carries_the_time(location):
    headers = location.describe_tracker(TrackerName="all")["ResponseMetadata"]["HTTPHeaders"]
    date = datetime.strptime(headers["date"], "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC)
    assert abs(date - datetime.now(UTC)) < timedelta(seconds=10)
