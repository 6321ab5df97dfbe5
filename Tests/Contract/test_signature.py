"""botocore, given the same request and instant, computes the same Authorization as our signer."""

import re
from datetime import UTC, datetime

import botocore.auth
import pytest
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials


def authorization_by_botocore(recorder, request, token, monkeypatch) -> str:
    """What botocore would have sent: the same method, URL, body, instant, and headers that are signed."""
    method, target, headers, body = request
    values = {name.lower(): value for name, value in headers}
    signed = re.search("SignedHeaders=([^,]+),", values["authorization"]).group(1).split(";")
    instant = datetime.strptime(values["x-amz-date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    monkeypatch.setattr(
        botocore.auth, "get_current_datetime",
        lambda remove_tzinfo=True: instant.replace(tzinfo=None) if remove_tzinfo else instant)
    added = {"host", "x-amz-date", "x-amz-security-token"}
    given = {name: values[name] for name in signed if name not in added}
    theirs = AWSRequest(method=method, url=recorder.url + target, data=body, headers=given)
    credentials = Credentials("AKIDCONTRACT", "contract/secret+key", token)
    botocore.auth.SigV4Auth(credentials, "geo", "eu-central-1").add_auth(theirs)
    return theirs.headers["Authorization"]


@pytest.mark.parametrize("token", [None, "token/with+marks=="])
@pytest.mark.parametrize("device", ["truck-17", "車両-café_1.x"])
def test_the_uploader_signs_as_botocore_does(make_box, recorder, monkeypatch, device, token):
    make_box(device).drain(recorder.url, "fleet", token=token)
    assert len(recorder.requests) >= 9
    for request in recorder.requests:
        sent = {name.lower(): value for name, value in request[2]}
        assert sent["authorization"] == authorization_by_botocore(recorder, request, token, monkeypatch)
        assert sent.get("x-amz-security-token") == token


@pytest.mark.parametrize("device", ["truck-17", "車両-café_1.x"])
def test_the_operator_signs_as_botocore_does(make_box, recorder, monkeypatch, device):
    """A device id in the path is encoded once on the wire and twice in what is signed."""
    box = make_box(device)
    result = box.run("waypost", "history", "--config", box.settings(recorder.url, "fleet"))
    assert result.returncode == 0, result.stderr
    (request,) = recorder.requests
    sent = {name.lower(): value for name, value in request[2]}
    assert sent["authorization"] == authorization_by_botocore(recorder, request, None, monkeypatch)
