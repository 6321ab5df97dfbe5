"""Fixtures of the contract tests: the project's programs, driven by clients that none of us wrote."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import boto3
import pytest
from box import Box, until
from botocore.config import Config
from recorder import Recorder

ROOT = Path(__file__).resolve().parents[2]
REGION = "eu-central-1"
KEY, SECRET = "AKIDCONTRACT", "contract/secret+key"


def program(name: str) -> Path:
    """The path of one of the project's programs: in $WAYPOST_PROGRAMS, else where `swift build` puts it."""
    given = os.environ.get("WAYPOST_PROGRAMS")
    folders = [Path(given)] if given else [ROOT / ".build/debug", ROOT / ".build/release"]
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    pytest.fail(f"{name} is not built: looked in {', '.join(map(str, folders))}; run swift build")


class Tracker:
    """A waypost-tracker process on a free port."""

    def __init__(self, folder: Path, *options: str, faults: list | None = None, keys=((KEY, SECRET),)):
        self.database = folder / "tracker.db"
        self.plan = folder / "faults.json"
        self.log = folder / "tracker.log"
        self.arguments = [program("waypost-tracker"), "--database", self.database, "--verbose", *options]
        for key, secret in keys:
            self.arguments += ["--key", f"{key}:{secret}"]
        if faults is not None:
            self.set_faults(faults)
            self.arguments += ["--fault-plan", self.plan]
        self.process = None
        self.url = ""

    def start(self) -> "Tracker":
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.arguments, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("listening on http"), f"{line!r}; {self.log.read_text()}"
        self.url = line.split()[-1]
        return self

    def stop(self, how=signal.SIGTERM) -> int:
        """The exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.stdout.close()
        return self.process.wait(timeout=60)

    def set_faults(self, rules: list) -> None:
        """Takes effect at the start, or at SIGHUP."""
        self.plan.write_text(json.dumps({"rules": rules}))

    def client(self, service: str = "location", attempts: int = 1, key: str = KEY, secret: str = SECRET, **more):
        """boto3's own client, unchanged but for the endpoint."""
        config = Config(inject_host_prefix=False, retries={"total_max_attempts": attempts, "mode": "standard"})
        more.setdefault("endpoint_url", self.url)
        return boto3.client(
            service, region_name=REGION, aws_access_key_id=key, aws_secret_access_key=secret,
            config=config.merge(more.pop("config", Config())), **more)

    def rows(self, sql: str) -> list:
        """What the database holds; it is opened read-only."""
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()


@pytest.fixture
def make_tracker(tmp_path: Path):
    """Starts trackers that end with the test."""
    started = []

    def make(*options: str, **more) -> Tracker:
        folder = tmp_path / f"tracker-{len(started)}"
        folder.mkdir()
        started.append(Tracker(folder, *options, **more).start())
        return started[-1]

    yield make
    for tracker in started:
        tracker.stop(signal.SIGKILL)


@pytest.fixture
def tracker(make_tracker) -> Tracker:
    """A tracker with one of each filter."""
    return make_tracker(
        "--tracker", "time", "--tracker", "distance:DistanceBased", "--tracker", "accuracy:AccuracyBased",
        "--tracker", "all:None")


@pytest.fixture
def location(tracker: Tracker):
    """boto3's client for it."""
    return tracker.client()


@pytest.fixture(scope="session")
def drives(tmp_path_factory):
    """Boxes whose agent has recorded a drive from a real gpsd, by device and seconds between fixes."""
    boxes = {}

    def drive(device: str, apart: int) -> Box:
        if (device, apart) not in boxes:
            box = boxes[device, apart] = Box(tmp_path_factory.mktemp("drive"), program, device)
            box.record(90, apart)
        return boxes[device, apart]

    return drive


@pytest.fixture
def make_box(drives, tmp_path):
    """Makes a box with a recorded drive of which nothing is delivered yet."""
    return lambda device="truck-17", apart=1, **more: drives(device, apart).copy(tmp_path / "box", **more)


@pytest.fixture
def recorder():
    """A server that records requests."""
    recorder = Recorder()
    yield recorder
    recorder.close()


@pytest.fixture(scope="session")
def ministack(tmp_path_factory):
    """The URL of a ministack of our own."""
    folder = tmp_path_factory.mktemp("ministack")
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **os.environ, "GATEWAY_PORT": str(port), "BIND_HOST": "127.0.0.1", "HOME": str(folder), "TMPDIR": str(folder),
        "SFTP_ENABLED": "0", "IOT_MTLS_ENABLED": "0",
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "ministack"], cwd=folder, env=environment, stdout=log, stderr=log)

    def answers() -> bool:
        assert process.poll() is None, (folder / "log").read_text()
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(answers, "ministack to listen")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=60)


@pytest.fixture
def ministack_client(ministack):
    """Makes boto3's clients for it."""
    return lambda service: boto3.client(
        service, region_name=REGION, endpoint_url=ministack, aws_access_key_id="test", aws_secret_access_key="test",
        config=Config(inject_host_prefix=False))
