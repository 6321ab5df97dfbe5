"""The manual names every member of what `--json` writes, and no other."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from rig.programs import FOLDER

MAN = Path(__file__).parents[2] / "packaging" / "man"
RECORDING = "time_ms,latitude,longitude,accuracy\n" + "".join(
    f"{1_796_000_000_000 + second * 1000},{47 + second * 0.0001:.4f},8.5,{900 if second == 50 else 5}\n"
    for second in range(120)
)


def documented(page: str, command: str | None = None) -> set[str]:
    """The members that a page names, with those that it leaves to a reference."""
    text = (MAN / page).read_text().split(".Sh JSON\n", 1)[1].split("\n.Sh ", 1)[0]
    if command:
        text = re.split(rf"^\.Ss {command}$", text, flags=re.MULTILINE)[1].split("\n.Ss ", 1)[0]
    names = re.findall(r"^\.It Sy (.*)$", text, re.MULTILINE)
    members = {name for line in names for name in line.split(" , ")}
    if command == "status":
        members |= {name.replace("fix", "last_kept") for name in members if name.startswith("agent.fix.")}
    if command == "replay":
        members |= {f"compare[].{name}" for name in members if "[]" not in name}
    return members


def members(value: object, free: set[str], path: str = "") -> set[str]:
    """The members of a value, where any name below one of `free` is in capitals in the page."""
    if isinstance(value, list):
        return set().union({f"{path}[]"} if value else set(), *(members(item, free, f"{path}[]") for item in value))
    if not isinstance(value, dict):
        return {path}
    if path in free:
        return {f"{path}.*"} if value else set()
    below = (members(item, free, f"{path}.{name}" if path else name) for name, item in value.items())
    return set().union({path} if path else set(), *below)


def check(page: str, command: str | None, *outputs: str, unseen: frozenset[str] = frozenset()) -> None:
    """Holds outputs against the page; what is `unseen` may come only in other circumstances."""
    told = {re.sub(r"\.[A-Z]+$", ".*", name) for name in documented(page, command)}
    free = {name.removesuffix(".*") for name in told if name.endswith(".*")}
    found = set().union(*(members(json.loads(output), free) for output in outputs))
    # An object or an array that only holds the named ones needs no line of its own.
    holders = {name for name in found - told if any(other.startswith((f"{name}.", f"{name}[")) for other in told)}
    assert told - unseen <= found - holders <= told


@pytest.fixture
def busy(undelivered, feed, boxes):
    """A box at work, which has delivered fixes and has a dead letter."""
    box = boxes.new(undelivered)
    box.start_agent()
    box.agent_until(lambda state: state["fix"] and state["last_kept"], "to keep a fix")
    box.start_uploader()
    box.uploader.until(
        lambda: (state := box.uploader_state())["dead"] == 1 and state["delivered"] > 0, "to deliver, and to be refused")
    return box


def asked(box, *arguments) -> str:
    """What `waypost` says, also if it finds a fault."""
    argv = [FOLDER / "waypost", *arguments, "--json", "--config", box.settings_file]
    return subprocess.run(argv, env=box.environment, capture_output=True, text=True, timeout=60).stdout


def test_status_and_dead_letters_and_check_and_compare(busy, undelivered):
    # Nothing is shed here, and this receiver does not tell its satellites.
    unseen = {"outbox.shed_by_cause.*", "agent.outbox.shed.*", "agent.fix.satellites", "agent.last_kept.satellites"}
    stopped = asked(undelivered.box, "status")
    check("waypost.1", "status", asked(busy, "status"), stopped, unseen=frozenset(unseen))
    check("waypost.1", "dead-letters", asked(busy, "dead-letters"))
    check("waypost.1", "check", asked(busy, "check"))
    check("waypost.1", "history --compare", asked(busy, "history", "--compare"), unseen=frozenset({"faults[]"}))


def test_drain(undelivered, boxes):
    box = boxes.new(undelivered)
    code, said = box.run("waypost-uploader", "--drain", "--json")
    assert code == 0
    check("waypost-uploader.8", None, said.splitlines()[-1])


def test_replay(tmp_path):
    recording = tmp_path / "drive.csv"
    recording.write_text(RECORDING + "1796000200000,47.1,8.5,\n")
    call = [FOLDER / "waypost", "replay", "--config", "/dev/null", "--json", "--explain", "--compare", "interval=60s"]
    answer = subprocess.run([*call, recording], capture_output=True, text=True, check=True)
    check("waypost.1", "replay", answer.stdout)
