"""botocore's model of the service validates each request of ours, and would have sent the same."""

import json
import re
import unicodedata
from urllib.parse import unquote

import pytest
from botocore.serialize import create_serializer
from botocore.session import Session
from botocore.utils import parse_timestamp
from botocore.validate import ParamValidator

MODEL = Session().get_service_model("location")
URIS = {
    "BatchUpdateDevicePosition": r"/tracking/v0/trackers/(?P<TrackerName>[^/]+)/positions",
    "GetDevicePositionHistory": r"/tracking/v0/trackers/(?P<TrackerName>[^/]+)/devices/(?P<DeviceId>[^/]+)/list-positions",
}


def operation_of(method: str, target: str) -> tuple:
    """The operation whose URI matches, and its members in the URI."""
    for name, pattern in URIS.items():
        found = re.fullmatch(pattern, target)
        if found and MODEL.operation_model(name).http["method"] == method:
            return MODEL.operation_model(name), {key: unquote(value) for key, value in found.groupdict().items()}
    raise AssertionError(f"no operation has {method} {target}")


def complaints(shape, value, path="") -> list:
    """What the model's limits, which botocore itself leaves to the service, say against a value."""
    found = []
    size = value if isinstance(value, (int, float)) else len(value)
    if not shape.metadata.get("min", size) <= size <= shape.metadata.get("max", size):
        found.append(f"{path}: {size} is out of range")
    if shape.type_name == "string" and "pattern" in shape.metadata:
        letters = "".join("x" if unicodedata.category(c)[0] in "LN" else c for c in value)
        pattern = shape.metadata["pattern"].replace(r"\p{L}\p{N}", "x")
        if not re.fullmatch(pattern, letters, re.ASCII):
            found.append(f"{path}: {value!r} does not match {shape.metadata['pattern']}")
    if shape.type_name == "structure":
        unknown = set(value) - set(shape.members)
        found += [f"{path}: {name} is not in the model" for name in unknown]
        for name in set(value) - unknown:
            found += complaints(shape.members[name], value[name], f"{path}.{name}")
    elif shape.type_name == "list":
        for index, element in enumerate(value):
            found += complaints(shape.member, element, f"{path}[{index}]")
    elif shape.type_name == "map":
        for key, element in value.items():
            found += complaints(shape.key, key, f"{path} key") + complaints(shape.value, element, f"{path}.{key}")
    return found


def plain(value):
    """The value with each timestamp as milliseconds since 1970."""
    if isinstance(value, dict):
        return {key: plain(element) for key, element in value.items()}
    if isinstance(value, list):
        return [plain(element) for element in value]
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", value):
        return round(parse_timestamp(value).timestamp() * 1000)
    return value


def check(request) -> dict:
    """The members of a request that the model accepts."""
    method, target, headers, body = request
    operation, members = operation_of(method, target)
    members |= json.loads(body) if body else {}
    report = ParamValidator().validate(members, operation.input_shape)
    assert not report.has_errors(), report.generate_report()
    assert complaints(operation.input_shape, members) == []
    theirs = create_serializer(MODEL.metadata["protocol"], include_validation=False).serialize_to_request(
        members, operation)
    assert (theirs["method"], unquote(theirs["url_path"])) == (method, unquote(target))
    assert plain(json.loads(theirs["body"] or b"{}")) == plain(json.loads(body or b"{}"))
    sent = {name.lower(): value for name, value in headers}
    assert sent["content-type"] == theirs["headers"]["Content-Type"] == "application/json"
    return members


@pytest.mark.parametrize("device, properties", [
    ("truck-17", "none"),
    ("車両-café_1.x", "speed course altitude mode"),
    ("車" * 50 + "é" * 50, "speed satellites hdop age"),
], ids=["plain", "other scripts, four properties", "hundred characters"])
def test_the_model_accepts_what_the_uploader_sends(make_box, recorder, device, properties):
    box = make_box(device, properties=properties)
    box.drain(recorder.url, "fleet_1.x-" + "y" * 90)
    batches = [check(request)["Updates"] for request in recorder.requests]
    assert max(map(len, batches)) == 10
    updates = [update for batch in batches for update in batch]
    assert {update["DeviceId"] for update in updates} == {device}
    sent = [(plain(update["SampleTime"]), *update["Position"]) for update in updates]
    assert [row[0] for row in sent] == [fix[0] for fix in box.fixes()]
    for row, fix in zip(sent, box.fixes(), strict=True):
        assert row[1:] == pytest.approx((fix[2], fix[1]), abs=1e-7)


def test_the_model_accepts_what_the_operator_asks(make_box, recorder):
    box = make_box("車両-café_1.x")
    result = box.run(
        "waypost", "history", "--from", "2026-01-01T00:00:00Z", "--to", "2026-01-02T00:00:00Z", "--config",
        box.settings(recorder.url, "fleet"))
    assert result.returncode == 0, result.stderr
    (request,) = recorder.requests
    assert check(request)["DeviceId"] == "車両-café_1.x"


def test_a_request_is_small(make_box, recorder):
    make_box(properties="none").drain(recorder.url, "fleet")
    for _, _, _, body in recorder.requests:
        assert b" " not in body and b"\n" not in body
        for update in json.loads(body, parse_float=str)["Updates"]:
            assert all(len(degrees.partition(".")[2]) <= 7 for degrees in map(str, update["Position"]))
