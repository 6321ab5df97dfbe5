"""`waypost-uploader --drain`, called by a person or by a script."""

import os
import pty
import re
import subprocess

from box import shown_on

BAR = re.compile(r"\[[#.]{20}\] (\d+) of (\d+) positions")


def test_a_drain_shows_on_a_terminal_how_far_it_is(make_box, tracker):
    box = make_box()
    config = box.settings(tracker.url, "all", delivery_max_requests_per_second="4")
    master, slave = pty.openpty()
    with box.start("waypost-uploader", "--drain", "--config", config, stdout=slave, stderr=slave) as process:
        os.close(slave)
        shown = shown_on(master)
    assert process.returncode == 0, shown
    bars = [(int(done), int(whole)) for done, whole in BAR.findall(shown)]
    assert bars and all(0 < done <= whole == len(box.fixes()) for done, whole in bars)
    # What is left when it has ended: whole lines, and no bar.
    left = [line.rpartition("\r\x1b[K")[2] for line in shown.replace("\r\n", "\n").strip().split("\n")]
    assert left[-1].startswith("Delivered ")
    assert not any(BAR.search(line) for line in left)


def test_a_drain_writes_plain_lines_elsewhere(make_box, tracker):
    box = make_box()
    config = box.settings(tracker.url, "all", delivery_max_requests_per_second="4")
    with box.start("waypost-uploader", "--drain", "--config", config,
                   stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        said, errors = (text.decode() for text in process.communicate())
    assert process.returncode == 0
    assert said.startswith("Delivered ") and said.count("\n") == 1
    assert "delivers to tracker all" in errors
    # Neither a bar, nor the priorities of a journal.
    assert not re.search(r"[<\x1b\r]|\[#", errors), errors
