"""The operator's commands read what boto3 has sent."""

import csv
import io
from datetime import timedelta

from updates import START, send, update


def test_the_history_has_every_page(make_box, tracker, location):
    sent = [update(second, 8 + second / 1000) for second in range(250)]
    send(location, "all", *sent)
    box = make_box()
    config = box.settings(tracker.url, "all")
    result = box.run("waypost", "history", "--format", "csv", "--config", config)
    assert result.returncode == 0, result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [float(row["longitude"]) for row in rows] == [each["Position"][0] for each in sent]
    some = box.run(
        "waypost", "history", "--format", "csv", "--config", config,
        "--from", (START + timedelta(seconds=5)).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "--to", (START + timedelta(seconds=9)).strftime("%Y-%m-%dT%H:%M:%SZ"))
    assert len(list(csv.DictReader(io.StringIO(some.stdout)))) == 4


def test_a_wrong_key_is_told_by_its_name(make_box, make_tracker):
    tracker = make_tracker("--tracker", "all", keys=(("AKIDOTHER", "other"),))
    box = make_box()
    result = box.run("waypost", "history", "--config", box.settings(tracker.url, "all"))
    assert result.returncode != 0
    assert "security token included in the request is invalid" in result.stderr
    assert "contract/secret" not in result.stderr
