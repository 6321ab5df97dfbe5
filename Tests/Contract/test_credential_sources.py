"""The uploader gets its credentials from Cognito and from AWS IoT, as the tracker, ministack and botocore know them."""

import json
import re
import time

from botocore.session import Session
from botocore.validate import ParamValidator

from rig.certificates import Authority

POOL = "eu-central-1:0a1b2c3d-1111-4222-8333-444455556666"


def drain(box, endpoint: str, **more) -> dict:
    """Delivers everything."""
    config = box.settings(endpoint, "all", **more)
    result = box.run("waypost-uploader", "--drain", "--json", "--config", config)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "SecretKey" not in result.stderr and "SessionToken" not in result.stderr
    return json.loads(result.stdout)


def test_a_guest_delivers_to_the_tracker(make_box, make_tracker):
    tracker = make_tracker("--tracker", "all:None", "--identity-pool", POOL, keys=())
    box = make_box()
    summary = drain(
        box, tracker.url, credentials_source="cognito", credentials_identity_pool=POOL,
        credentials_cognito_endpoint=tracker.url)
    assert summary["delivered"] == len(box.fixes())
    assert tracker.rows("SELECT stored, duplicates FROM tracker") == [(len(box.fixes()), 0)]
    assert tracker.log.read_text().count(" GetId 200 ") == 1


def test_a_device_with_a_certificate_delivers_to_the_tracker(make_box, make_tracker, tmp_path):
    authority = Authority(tmp_path / "authority")
    chain, key = authority.server()
    tracker = make_tracker(
        "--tracker", "all:None", "--tls-certificate", chain, "--tls-key", key, "--client-ca", authority.certificate,
        "--role-alias", "fleet", keys=())
    certificate, private = authority.issue("truck-17")
    private.chmod(0o600)
    box = make_box()
    summary = drain(
        box, tracker.url, tracker_ca_file=str(authority.certificate), credentials_source="iot",
        credentials_iot_endpoint=tracker.url.removeprefix("https://"), credentials_role_alias="fleet",
        credentials_thing_name="truck-17", credentials_certificate=str(certificate), credentials_key=str(private))
    assert summary["delivered"] == len(box.fixes())
    assert tracker.rows("SELECT stored, duplicates FROM tracker") == [(len(box.fixes()), 0)]


def test_botocore_accepts_what_a_guest_asks(make_box, recorder):
    """The requests to Cognito, by botocore's model of it."""
    model = Session().get_service_model("cognito-identity")
    identity = "eu-central-1:99999999-1111-4222-8333-444455556666"
    given = {"AccessKeyId": "ASIAX", "SecretKey": "s", "SessionToken": "t", "Expiration": time.time() + 3600}
    recorder.answers = {
        "AWSCognitoIdentityService.GetId": {"IdentityId": identity},
        "AWSCognitoIdentityService.GetCredentialsForIdentity": {"IdentityId": identity, "Credentials": given},
    }
    drain(
        make_box(), recorder.url, credentials_source="cognito", credentials_identity_pool=POOL,
        credentials_cognito_endpoint=recorder.url)
    asked = []
    for method, target, headers, body in recorder.requests:
        sent = {name.lower(): value for name, value in headers}
        if "x-amz-target" not in sent:
            assert sent["x-amz-security-token"] == "t"
            continue
        prefix, name = sent["x-amz-target"].split(".")
        operation = model.operation_model(name)
        assert prefix == model.metadata["targetPrefix"]
        assert (method, target) == (operation.http["method"], operation.http["requestUri"])
        assert sent["content-type"] == "application/x-amz-json-" + model.metadata["jsonVersion"]
        assert "authorization" not in sent
        members = json.loads(body)
        assert not ParamValidator().validate(members, operation.input_shape).has_errors()
        for member, value in members.items():
            shape = operation.input_shape.members[member]
            assert len(value) <= shape.metadata["max"] and re.fullmatch(shape.metadata["pattern"], value)
        asked.append(name)
    assert asked == ["GetId", "GetCredentialsForIdentity"]


def test_a_guest_delivers_to_ministack(make_box, ministack, ministack_client):
    cognito = ministack_client("cognito-identity")
    pool = cognito.create_identity_pool(IdentityPoolName="guests", AllowUnauthenticatedIdentities=True)
    location = ministack_client("location")
    location.create_tracker(TrackerName="all", PositionFiltering="TimeBased")
    box = make_box(apart=30)
    drain(
        box, ministack, credentials_source="cognito", credentials_identity_pool=pool["IdentityPoolId"],
        credentials_cognito_endpoint=ministack)
    newest = location.get_device_position(TrackerName="all", DeviceId="truck-17")
    assert round(newest["SampleTime"].timestamp() * 1000) == box.fixes()[-1][0]
