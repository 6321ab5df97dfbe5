"""A box: what the agent recorded from a real gpsd, to be delivered by the real uploader to whatever a test likes."""

import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from rig.drive import OPEN_SKY
from rig.feed import Feed
from rig.gpsd import Gpsd
from rig.process import Process
from rig.programs import FOLDER
from rig.wait import until

ROOT = Path(__file__).resolve().parents[2]


class Box:
    """The outbox, the settings and the programs of one box below one folder."""

    def __init__(self, folder: Path, device: str, properties: str = "speed course"):
        self.folder = folder
        self.device = device
        self.properties = properties
        for name in ("outbox", "delivery", "run/agent", "run/uploader", "bin"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        self.outbox = folder / "outbox/outbox.db"

    def settings(self, endpoint: str, tracker: str, **more: str) -> Path:
        """A file of settings; `more` holds SECTION_KEY='VALUE'."""
        values = {
            ("device", "id"): self.device, ("device", "properties"): self.properties,
            ("sampling", "interval"): "1s", ("sampling", "parked"): "off",
            ("outbox", "path"): self.outbox, ("delivery", "path"): self.folder / "delivery/delivery.db",
            ("delivery", "max-requests-per-second"): "off",
            ("tracker", "name"): tracker, ("tracker", "endpoint"): endpoint, ("tracker", "region"): "eu-central-1",
            ("credentials", "source"): "environment",
            ("runtime", "agent-directory"): self.folder / "run/agent",
            ("runtime", "uploader-directory"): self.folder / "run/uploader",
        }
        for name, value in more.items():
            section, key = name.split("_", 1)
            values[section, key.replace("_", "-")] = value
        lines = []
        for section in dict.fromkeys(section for section, _ in values):
            lines.append(f"[{section}]")
            lines += [f"{key} = {value}" for (of, key), value in values.items() if of == section]
        path = self.folder / "waypost.conf"
        path.write_text("\n".join(lines) + "\n")
        return path

    def record(self, fixes: int, apart: int, rate: float = 100) -> None:
        """Lets the real agent record at least so many fixes, so many seconds apart, from a real gpsd; `rate` a second."""
        feed = Feed()
        gpsd = Gpsd(feed, self.folder / "gpsd.log")
        try:
            gpsd.start()
            config = self.settings("http://127.0.0.1:9", "nowhere", receiver_host="127.0.0.1", receiver_port=str(gpsd.port))
            agent = Process([FOLDER / "waypost-agent", "--config", config], self.folder / "agent.log")
            try:
                feed.start(rate=rate, step_ms=apart * 1000, legs=OPEN_SKY)
                until(lambda: len(self.fixes()) >= fixes or not agent.running, f"the agent to store {fixes} fixes")
                assert agent.stop() == 0, agent.log()
            finally:
                agent.kill()
        finally:
            gpsd.kill()
            feed.close()

    def fixes(self) -> list:
        """(sample time in ms, latitude, longitude) of every fix in the outbox, oldest first."""
        if not self.outbox.exists():
            return []
        connection = sqlite3.connect(f"file:{self.outbox}?mode=ro", uri=True)
        try:
            return connection.execute(
                "SELECT time, latitude, longitude FROM fix ORDER BY time").fetchall()
        except sqlite3.OperationalError:
            return []
        finally:
            connection.close()

    def copy(self, folder: Path, properties: str = "speed course") -> "Box":
        """A box with the same fixes of which nothing is delivered."""
        other = Box(folder, self.device, properties)
        shutil.copytree(self.folder / "outbox", folder / "outbox", dirs_exist_ok=True)
        return other

    def run(self, name: str, *arguments, token: str | None = None) -> subprocess.CompletedProcess:
        """Runs one of the names of the operator's binary with credentials in the environment."""
        with self.start(name, *arguments, token=token, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            try:
                output, errors = process.communicate(timeout=120)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        return subprocess.CompletedProcess(process.args, process.returncode, output.decode(), errors.decode())

    def start(self, name: str, *arguments, token: str | None = None, **files) -> subprocess.Popen:
        """Starts one of the names of the operator's binary, likewise, with these files for its output."""
        link = self.folder / "bin" / name
        if not link.exists():
            link.symlink_to(FOLDER / "waypost")
        environment = {
            **os.environ, "AWS_ACCESS_KEY_ID": "AKIDCONTRACT", "AWS_SECRET_ACCESS_KEY": "contract/secret+key",
        }
        environment.pop("AWS_SESSION_TOKEN", None)
        if token:
            environment["AWS_SESSION_TOKEN"] = token
        return subprocess.Popen([link, *map(str, arguments)], env=environment, **files)

    def drain(self, endpoint: str, tracker: str, token: str | None = None, **more: str) -> dict:
        """Delivers everything by `waypost-uploader --drain`; its summary."""
        config = self.settings(endpoint, tracker, **more)
        result = self.run("waypost-uploader", "--drain", "--json", "--config", config, token=token)
        assert result.returncode == 0, f"exit {result.returncode}\n{result.stdout}\n{result.stderr}"
        return json.loads(result.stdout)


def shown_on(terminal: int) -> str:
    """All that is shown on a terminal until its programs have ended, by its other end, which is closed then."""
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:
        pass  # That is how the end of a terminal reads.
    os.close(terminal)
    return shown.decode()
