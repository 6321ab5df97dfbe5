"""A device with a certificate gets the credentials of a role alias, as from AWS IoT, and writes its own track only."""

import json
import ssl
import urllib.error
import urllib.request

import pytest
from botocore.exceptions import ClientError

from rig.certificates import Authority
from updates import send, update


@pytest.fixture
def authority(tmp_path) -> Authority:
    return Authority(tmp_path / "authority")


@pytest.fixture
def tracker(make_tracker, authority):
    chain, key = authority.server()
    return make_tracker(
        "--tracker", "all:None", "--tls-certificate", chain, "--tls-key", key, "--client-ca", authority.certificate,
        "--role-alias", "fleet", keys=())


def ask(tracker, authority, files=None, thing="truck-17", alias="fleet") -> tuple:
    """Status and body of the answer."""
    context = ssl.create_default_context(cafile=authority.certificate)
    if files:
        context.load_cert_chain(*files)
    request = urllib.request.Request(f"{tracker.url}/role-aliases/{alias}/credentials")
    if thing:
        request.add_header("x-amzn-iot-thingname", thing)
    try:
        with urllib.request.urlopen(request, context=context, timeout=60) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_device_writes_its_own_track_only(tracker, authority):
    status, body = ask(tracker, authority, authority.issue("truck-17"))
    assert status == 200
    given = body["credentials"]
    location = tracker.client(
        key=given["accessKeyId"], secret=given["secretAccessKey"], aws_session_token=given["sessionToken"],
        verify=str(authority.certificate))
    assert send(location, "all", update(device="truck-17")) == []
    with pytest.raises(ClientError) as caught:
        send(location, "all", update(device="truck-18"))
    assert caught.value.response["Error"]["Code"] == "AccessDeniedException"


def test_without_a_certificate_there_is_no_role(tracker, authority):
    assert ask(tracker, authority) == (403, {"message": "Certificate is invalid on this endpoint"})


def test_a_certificate_of_another_authority_is_no_certificate(tracker, authority, tmp_path):
    stranger = Authority(tmp_path / "stranger", "stranger").issue("truck-17")
    assert ask(tracker, authority, stranger) == (403, {"message": "Certificate is invalid on this endpoint"})


def test_a_thing_needs_its_own_certificate(tracker, authority):
    answer = ask(tracker, authority, authority.issue("truck-17"), thing="truck-18")
    assert answer == (403, {"message": "Invalid thing name passed"})


def test_an_unknown_alias_is_told(tracker, authority):
    answer = ask(tracker, authority, authority.issue("truck-17"), alias="nosuch")
    assert answer == (404, {"message": "Role alias does not exist"})
