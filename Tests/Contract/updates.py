"""Position updates as boto3 takes them."""

from datetime import UTC, datetime, timedelta

START = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)


def update(seconds: float = 0, longitude: float = 8.5, latitude: float = 47.25, device: str = "truck-17", **more):
    """One element of Updates."""
    return {
        "DeviceId": device, "SampleTime": START + timedelta(seconds=seconds), "Position": [longitude, latitude], **more,
    }


def send(location, tracker: str, *updates) -> list:
    """Sends the updates in batches of 10; all their errors."""
    errors = []
    for start in range(0, len(updates), 10):
        answer = location.batch_update_device_position(TrackerName=tracker, Updates=list(updates[start:start + 10]))
        errors += answer["Errors"]
    return errors


def seconds(positions) -> list:
    """The sample times of positions, in seconds after START."""
    return [(position["SampleTime"] - START).total_seconds() for position in positions]


def history(location, tracker: str, device: str = "truck-17", **more) -> list:
    """All pages of a device's history."""
    found = []
    while True:
        page = location.get_device_position_history(TrackerName=tracker, DeviceId=device, **more)
        found += page["DevicePositions"]
        if "NextToken" not in page:
            return found
        more["NextToken"] = page["NextToken"]
