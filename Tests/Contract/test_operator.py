"""The operator's commands read what boto3 has sent."""

import csv
import io
import os
import pty
import re
import subprocess
from datetime import timedelta

import pytest

from box import shown_on
from updates import START, send, update

BAR = re.compile(r"\[[#.]{20}\] 100 positions")


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


@pytest.mark.skipif(not os.path.exists("/dev/pts/ptmx"), reason="needs terminals: /dev/pts is not mounted")
def test_a_long_history_shows_how_far_it_is_and_does_not_tear_its_own_text(make_box, tracker, location):
    send(location, "all", *(update(second, 8 + second / 1000) for second in range(250)))
    box = make_box()
    config = box.settings(tracker.url, "all")
    shown, text = on_terminal(box, "history", "--format", "csv", "--config", config, aside=True)
    assert BAR.search(shown) and shown.endswith("\r\x1b[K")
    assert len(text.splitlines()) == 251
    shown, _ = on_terminal(box, "history", "--format", "csv", "--config", config)
    assert " positions" not in shown and len(shown.splitlines()) == 251
    # It compares with an outbox, which is empty here, and writes at its end.
    shown, _ = on_terminal(box, "history", "--compare", "--config", config)
    assert BAR.search(shown)
    assert "others    250" in shown.rpartition("\r\x1b[K")[2]


def on_terminal(box, *arguments: str, aside: bool = False) -> tuple[str, str]:
    """What `waypost` shows on a terminal, and, if that goes aside, what it writes to its standard output."""
    master, slave = pty.openpty()
    with box.start("waypost", *arguments, stdout=subprocess.PIPE if aside else slave, stderr=slave) as process:
        os.close(slave)
        text = process.stdout.read().decode() if aside else ""
        shown = shown_on(master)
    return shown, text
