"""Prometheus's own parser and linter read the metrics, and its rules the alerts."""

import json
import re
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from box import ROOT, Process, until
from rig.programs import FOLDER

RULES = ROOT / "packaging/prometheus"
NAMES = ("waypost-agent", "waypost-uploader")
needs_promtool = pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is missing: packaging/test has it")


@pytest.fixture
def memory():
    """A folder in memory, where metrics are written every 15 s."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        yield Path(folder)


@pytest.fixture
def files(make_box, tracker, memory) -> dict[str, str]:
    """What both daemons wrote after a box had delivered all that it had recorded, by program."""
    box = make_box()
    config = box.settings(
        tracker.url, "all", runtime_metrics=str(memory), receiver_host="127.0.0.1", receiver_port="9",
        delivery_linger="1s", delivery_spread="0s")
    run(box, config)
    return {name: (memory / f"{name}.prom").read_text() for name in NAMES}


def is_up(process, state):
    return state.exists() and json.loads(state.read_text())["pid"] == process.pid


def run(box, config):
    """Lets both run until nothing is pending, and ends them: then the last metrics are written."""
    environment = {"AWS_ACCESS_KEY_ID": "AKIDCONTRACT", "AWS_SECRET_ACCESS_KEY": "contract/secret+key"}
    link = box.folder / "bin/waypost-uploader"
    if not link.exists():
        link.symlink_to(FOLDER / "waypost")
    agent = Process([FOLDER / "waypost-agent", "--config", config], box.folder / "agent.log")
    uploader = Process([link, "--config", config], box.folder / "uploader.log", environment=environment)
    try:
        # From then on they heed signals; a backlog may be gone before.
        for process, name in ((agent, "agent"), (uploader, "uploader")):
            state = box.folder / "run" / name / "state.json"
            process.until(partial(is_up, process, state), "to be up")
        until(lambda: '"pending":0' in box.run("waypost", "status", "--json", "--config", config).stdout,
              "the backlog to be delivered")
        assert agent.stop() == 0, agent.log()
        assert uploader.stop() == 0, uploader.log()
    finally:
        agent.kill()
        uploader.kill()


def samples(text: str) -> dict[tuple, float]:
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text) for sample in family.samples
    }


def test_prometheus_reads_every_family_with_its_help_and_type(files):
    for text in files.values():
        families = list(text_string_to_metric_families(text))
        assert len(families) > 7
        for family in families:
            assert family.name.startswith("waypost_") and family.documentation.endswith("."), family
            assert family.type in ("counter", "gauge"), family
        assert text.count("# HELP") == text.count("# TYPE") == len(families)


def test_the_node_exporter_can_serve_both_files_together(files):
    """It refuses files that give one name two meanings, or one series twice."""
    agent, uploader = (files[name] for name in NAMES)
    assert not samples(agent).keys() & samples(uploader).keys()
    meanings = [dict(re.findall(r"# HELP (\S+) (.*)", text)) for text in (agent, uploader)]
    for name in meanings[0].keys() & meanings[1].keys():
        assert meanings[0][name] == meanings[1][name]


def test_the_metrics_account_for_every_fix(files, make_box):
    agent, uploader = (samples(files[name]) for name in NAMES)
    kept = agent[("waypost_fixes_kept_total",)]
    dropped = sum(value for key, value in agent.items() if key[0] == "waypost_fixes_dropped_total")
    assert kept >= 90
    assert agent[("waypost_epochs_received_total",)] == agent[("waypost_epochs_held",)] + kept + dropped
    shed = sum(value for key, value in agent.items() if key[0] == "waypost_fixes_shed_total")
    assert kept == uploader[("waypost_backlog_fixes",)] + uploader[("waypost_fixes_delivered_total",)] \
        + uploader[("waypost_fixes_dead_total",)] + shed
    assert uploader[("waypost_requests_total",)] >= kept / 10
    assert uploader[("waypost_requests_failed_total",)] == 0
    assert uploader[("waypost_wire_bytes_total",)] > kept * 100
    assert ("waypost_backlog_oldest_sample_timestamp_seconds",) not in uploader


def test_counters_go_on_after_a_restart(make_box, tracker, memory):
    box = make_box()
    config = box.settings(
        tracker.url, "all", runtime_metrics=str(memory), receiver_host="127.0.0.1", receiver_port="9",
        delivery_linger="1s", delivery_spread="0s")
    run(box, config)
    before = {name: samples((memory / f"{name}.prom").read_text()) for name in NAMES}
    run(box, config)
    for name in NAMES:
        after = samples((memory / f"{name}.prom").read_text())
        for key, value in before[name].items():
            if key[0].endswith("_total"):
                assert after[key] >= value, key


def agent_metrics(box, config, memory) -> dict[tuple, float]:
    """What an agent wrote that ran for a moment."""
    agent = Process([FOLDER / "waypost-agent", "--config", config], box.folder / "agent.log")
    state = box.folder / "run/agent/state.json"
    try:
        agent.until(lambda: state.exists() and json.loads(state.read_text())["pid"] == agent.pid, "to be up")
        agent.stop()
    finally:
        agent.kill()
    return samples((memory / "waypost-agent.prom").read_text())


def test_the_limit_is_what_the_disk_can_give_where_that_is_less_than_max_size(make_box, memory):
    box = make_box()
    most = 1024 << 30
    if shutil.disk_usage(box.folder).total >= most:
        pytest.skip("the disk is larger than any max-size")
    config = box.settings(
        "http://127.0.0.1:9", "all", runtime_metrics=str(memory), receiver_host="127.0.0.1", receiver_port="9",
        outbox_max_size="1024G")
    written = agent_metrics(box, config, memory)
    assert written[("waypost_outbox_writable",)] == 1
    assert written[("waypost_outbox_bytes",)] < written[("waypost_outbox_limit_bytes",)] < most


def test_an_outbox_that_cannot_be_written_is_told(make_box, memory):
    box = make_box()
    config = box.settings(
        "http://127.0.0.1:9", "all", runtime_metrics=str(memory), receiver_host="127.0.0.1", receiver_port="9",
        outbox_path=str(box.folder / "missing/outbox.db"))
    written = agent_metrics(box, config, memory)
    assert written[("waypost_outbox_writable",)] == 0
    assert not {("waypost_outbox_bytes",), ("waypost_outbox_limit_bytes",)} & written.keys()


def test_every_metric_is_in_the_manual(files):
    told = set(re.findall(r"\bwaypost_[a-z_]+", (ROOT / "packaging/man/waypost.conf.5").read_text()))
    # Only while something waits.
    told.remove("waypost_backlog_oldest_sample_timestamp_seconds")
    assert told == {name for text in files.values() for name in re.findall(r"# TYPE (\S+)", text)}


@needs_promtool
def test_promtool_has_nothing_to_say_about_the_metrics(files):
    for text in files.values():
        answer = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        assert answer.returncode == 0 and not answer.stderr, answer.stdout + answer.stderr


@needs_promtool
@pytest.mark.parametrize("arguments", [
    ("check", "rules", "waypost.rules.yml"),
    ("test", "rules", "waypost.rules.test.yml", "waypost.losses.test.yml"),
])
def test_promtool_accepts_the_alert_rules_and_their_tests(arguments):
    answer = subprocess.run(["promtool", *arguments], cwd=RULES, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_alerts_ask_only_for_metrics_that_there_are(files):
    known = {name for text in files.values() for name in re.findall(r"# TYPE (\S+)", text)}
    # Only while something waits.
    known.add("waypost_backlog_oldest_sample_timestamp_seconds")
    asked = set(re.findall(r"\bwaypost_[a-z_]+", (RULES / "waypost.rules.yml").read_text()))
    assert asked and asked <= known


def test_every_alert_is_tested():
    alerts = re.findall(r"alert: (\w+)", (RULES / "waypost.rules.yml").read_text())
    tested = re.findall(r"alertname: (\w+)\n\s+exp_alerts:", (RULES / "waypost.rules.test.yml").read_text())
    assert set(alerts) == set(tested)
