"""waypost's local tracker, read back by boto3."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

import boto3
from botocore.config import Config

from .certificates import Authority
from .ports import Port, listening
from .process import Process
from .programs import FOLDER

REGION = "eu-central-1"
KEY = ("AKIDWAYPOSTTEST00001", "the-secret-of-the-test")
NAME = "fleet"


@dataclass(frozen=True)
class Position:
    """One position as the tracker has it; `time_ms` is its sample time in UTC milliseconds."""

    time_ms: int
    latitude: float
    longitude: float


class Tracker:
    """waypost-tracker with one tracker that stores all it receives; with TLS, if there is an authority to vouch for it."""

    def __init__(self, folder: Path, authority: Authority | None = None, host: str = "127.0.0.1") -> None:
        self._authority = authority
        self._host = host
        self._database = folder / "tracker.db"
        self._log = folder / "tracker.log"
        self._port = Port()
        self.port = self._port.number
        self._process: Process | None = None

    @property
    def endpoint(self) -> str:
        """Its URL."""
        return f"{'https' if self._authority else 'http'}://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it accepts connections."""
        tls = []
        if self._authority:
            chain, key = self._authority.server()
            tls = ["--tls-certificate", chain, "--tls-key", key]
        self._process = Process(
            [
                FOLDER / "waypost-tracker", "--listen", f"{self._host}:{self.port}", "--database", self._database,
                "--tracker", f"{NAME}:None", "--key", ":".join(KEY), *tls,
            ],
            self._log,
        )  # fmt: skip
        self._process.until(lambda: listening(self.port), f"to listen on port {self.port}")

    def stop(self) -> None:
        """Ends it; what it has stored stays."""
        if self._process:
            self._process.stop()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def client(self):
        """An unchanged boto3 client of it."""
        return boto3.client(
            "location", endpoint_url=self.endpoint, region_name=REGION,
            aws_access_key_id=KEY[0], aws_secret_access_key=KEY[1],
            verify=str(self._authority.certificate) if self._authority else None,
            config=Config(inject_host_prefix=False, retries={"total_max_attempts": 1}),
        )  # fmt: skip

    def history(self, device: str) -> list[Position]:
        """All that it has of the device, every page, in order of sample time."""
        now = datetime.now(UTC)
        pages = self.client().get_paginator("get_device_position_history").paginate(
            TrackerName=NAME, DeviceId=device,
            StartTimeInclusive=now - timedelta(days=29), EndTimeExclusive=now + timedelta(days=1),
        )  # fmt: skip
        found = [
            Position(round(entry["SampleTime"].timestamp() * 1000), entry["Position"][1], entry["Position"][0])
            for page in pages
            for entry in page["DevicePositions"]
        ]
        return sorted(found, key=lambda position: position.time_ms)
