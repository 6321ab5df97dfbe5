"""Fixtures of the contract tests: the project's programs, driven by clients that none of us wrote."""

import json
import re
import signal
import sqlite3
import sys
from pathlib import Path

import boto3
import pytest
from botocore.config import Config

sys.path.insert(0, str(Path(__file__).parents[1] / "EndToEnd"))

from box import Box
from recorder import Recorder
from rig.ports import Port, listening
from rig.process import Process
from rig.programs import FOLDER

REGION = "eu-central-1"
KEY, SECRET = "AKIDCONTRACT", "contract/secret+key"


class Tracker:
    """A waypost-tracker process on a free port."""

    def __init__(self, folder: Path, *options: str, faults: list | None = None, keys=((KEY, SECRET),)):
        self.database = folder / "tracker.db"
        self.plan = folder / "faults.json"
        self.log = folder / "tracker.log"
        self.arguments = [FOLDER / "waypost-tracker", "--database", self.database, "--verbose", *options]
        for key, secret in keys:
            self.arguments += ["--key", f"{key}:{secret}"]
        if faults is not None:
            self.set_faults(faults)
            self.arguments += ["--fault-plan", self.plan]
        self.process: Process | None = None
        self.url = ""

    def start(self) -> "Tracker":
        said = len(self.log.read_text()) if self.log.exists() else 0
        self.process = Process(self.arguments, self.log)

        def address() -> re.Match | None:
            return re.search(r"^listening on (http\S+)\n", self.log.read_text()[said:], re.MULTILINE)

        self.url = self.process.until(address, "to say where it listens").group(1)
        return self

    def stop(self, how=signal.SIGTERM) -> int:
        """The exit code."""
        self.process.signal(how)
        return self.process.wait(60)

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
            box = boxes[device, apart] = Box(tmp_path_factory.mktemp("drive"), device)
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
    port = Port()
    environment = {
        "GATEWAY_PORT": str(port.number), "BIND_HOST": "127.0.0.1", "HOME": str(folder), "TMPDIR": str(folder),
        "SFTP_ENABLED": "0", "IOT_MTLS_ENABLED": "0",
    }
    process = Process([sys.executable, "-m", "ministack"], folder / "ministack.log", environment, cwd=folder)
    try:
        process.until(lambda: listening(port.number), "to listen")
        yield f"http://127.0.0.1:{port.number}"
    finally:
        process.kill()


@pytest.fixture
def ministack_client(ministack):
    """Makes boto3's clients for it."""
    return lambda service: boto3.client(
        service, region_name=REGION, endpoint_url=ministack, aws_access_key_id="test", aws_secret_access_key="test",
        config=Config(inject_host_prefix=False))
