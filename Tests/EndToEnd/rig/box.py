"""A box: its settings, its files, and the agent and the uploader on it."""

import csv
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .process import Process
from .programs import FOLDER
from .tracker import KEY, NAME, REGION, Position
from .wait import HUNG

DEVICE = "truck-17"

#: The names by which a box calls its programs, and the executables behind them.
PROGRAMS = {"waypost-agent": "waypost-agent", "waypost-uploader": "waypost", "waypost": "waypost"}


class Box:
    """Agent and uploader with their own directories below `root`; nothing runs before it is started."""

    def __init__(self, root: Path, gpsd_port: int, endpoint: str) -> None:
        self.root = root
        self.settings_file = root / "waypost.conf"
        self.settings = {
            "device.id": DEVICE,
            "receiver.host": "127.0.0.1",
            "receiver.port": str(gpsd_port),
            "sampling.interval": "1s",
            "sampling.parked": "off",
            "delivery.linger": "1s",
            "delivery.spread": "0s",
            "delivery.max-back-off": "2s",
            "delivery.max-requests-per-second": "off",
            "tracker.name": NAME,
            "tracker.region": REGION,
            "tracker.endpoint": endpoint,
            "credentials.source": "environment",
        }
        self.environment = {"AWS_ACCESS_KEY_ID": KEY[0], "AWS_SECRET_ACCESS_KEY": KEY[1]}
        self.agent: Process | None = None
        self.uploader: Process | None = None
        self._processes: list[Process] = []
        for folder in ("outbox", "delivery", "run/agent", "run/uploader", "bin"):
            (root / folder).mkdir(parents=True)
        self.place(root / "outbox", root / "delivery", root / "run/agent", root / "run/uploader")
        self._programs = root / "bin"
        for name, program in PROGRAMS.items():
            (self._programs / name).symlink_to(FOLDER / program)

    def place(self, outbox: Path, delivery: Path, agent: Path, uploader: Path) -> None:
        """Says which directories the processes use."""
        self.outbox = outbox / "outbox.db"
        self.delivery = delivery / "delivery.db"
        self._agent_directory, self._uploader_directory = agent, uploader
        self.uploader_socket = uploader / "control"
        self.settings |= {
            "outbox.path": str(self.outbox),
            "delivery.path": str(self.delivery),
            "runtime.agent-directory": str(agent),
            "runtime.uploader-directory": str(uploader),
        }

    def write_settings(self) -> None:
        """Writes the settings as a file."""
        sections: dict[str, list[str]] = {}
        for key, value in self.settings.items():
            section, name = key.split(".", 1)
            sections.setdefault(section, []).append(f"{name} = {value}")
        text = "\n".join(f"[{section}]\n" + "\n".join(lines) + "\n" for section, lines in sections.items())
        self.settings_file.write_text(text)

    def start_agent(self, ready: bool = True, prefix: tuple[str, ...] = ()) -> Process:
        """Starts the agent and, if `ready`, waits until it watches gpsd."""
        self.agent = self._start([*prefix, str(self._programs / "waypost-agent")], "agent.log", {})
        if ready:
            self.agent_until(lambda state: state["state"] not in ("starting", "no-gpsd"), "to watch gpsd")
        return self.agent

    def start_uploader(self, *arguments: str, ready: bool = True, prefix: tuple[str, ...] = ()) -> Process:
        """Starts the uploader and, if `ready`, waits until it has published its state."""
        argv = [*prefix, str(self._programs / "waypost-uploader")]
        self.uploader = self._start(argv, "uploader.log", self.environment, *arguments)
        if ready:
            self.uploader.until(lambda: self.uploader_state().get("pid") == self.uploader.pid, "to publish its state")
        return self.uploader

    def run(
        self, program: str, *arguments: str, within: float = HUNG, prefix: tuple[str, ...] = ()
    ) -> tuple[int, str]:
        """Runs one of the programs to its end: its exit code and all that it said."""
        log = self.root / f"run-{len(self._processes)}.log"
        process = self._start([*prefix, str(self._programs / program)], log.name, self.environment, *arguments)
        return process.wait(within), process.log()

    def ask(self, *arguments: str) -> str:
        """What `waypost` with these arguments writes to its standard output."""
        argv = [self._programs / "waypost", *arguments, "--config", self.settings_file]
        return subprocess.run(
            argv, env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            text=True, check=True, timeout=HUNG,
        ).stdout  # fmt: skip

    def history(self) -> list[Position]:
        """What the tracker has, as `waypost history` reads it, in order of sample time."""
        rows = csv.DictReader(self.ask("history", "--format", "csv").splitlines())
        found = [Position(int(row["time_ms"]), float(row["latitude"]), float(row["longitude"])) for row in rows]
        return sorted(found, key=lambda position: position.time_ms)

    def agent_until(self, condition: Callable[[dict], bool], what: str, within: float = HUNG) -> dict:
        """The running agent's published state as soon as it fulfils the condition."""

        def fulfilled() -> dict | None:
            state = self.agent_state()
            return state if state.get("pid") == self.agent.pid and condition(state) else None

        return self.agent.until(fulfilled, what, within)

    def keeps(self, count: int, within: float = HUNG) -> list[Position]:
        """Waits until so many fixes are in the outbox; those that are."""
        self.agent.until(lambda: len(self.kept()) >= count, f"to keep {count} fixes", within)
        return self.kept()

    def rests(self, epochs: int, within: float = HUNG) -> dict:
        """Waits until the agent has received so many epochs and holds none of them; its state then."""
        return self.agent_until(
            lambda state: state["received"] == epochs and state["held"] == 0, f"to be done with {epochs} epochs", within
        )

    def receives(self, epochs: int, within: float = HUNG) -> dict:
        """Waits until the agent has received so many epochs; its state then."""
        return self.agent_until(lambda state: state["received"] >= epochs, f"to receive {epochs} epochs", within)

    def received(self) -> int:
        """How many epochs the running agent has received by now; what it publishes is up to a second old."""
        return _answer(self._agent_directory / "control", HUNG)["received"]

    def uploader_answer(self, within: float) -> dict:
        """What the running uploader itself says of its state: `waypost status` makes do with what it published."""
        return _answer(self.uploader_socket, within)

    def agent_state(self) -> dict:
        """What the agent has published, or nothing."""
        return _state(self._agent_directory / "state.json")

    def uploader_state(self) -> dict:
        """What the uploader has published, or nothing."""
        return _state(self._uploader_directory / "state.json")

    def kept(self) -> list[Position]:
        """The fixes in the outbox, in the order in which they were kept."""
        if not self.outbox.exists():
            return []
        with closing(sqlite3.connect(f"file:{self.outbox}?mode=ro", uri=True, timeout=HUNG)) as database:
            try:
                rows = database.execute("SELECT time, latitude, longitude FROM fix ORDER BY id").fetchall()
            except sqlite3.OperationalError:
                return []  # The agent has not made its table yet.
        return [Position(*row) for row in rows]

    def kept_times(self) -> list[int]:
        """Their sample times."""
        return [position.time_ms for position in self.kept()]

    def close(self) -> None:
        """Kills whatever still runs."""
        for process in self._processes:
            process.kill()

    def _start(self, argv: list[str], log: str, environment: dict[str, str], *arguments: str) -> Process:
        self.write_settings()
        process = Process([*argv, "--config", str(self.settings_file), *arguments], self.root / log, environment)
        self._processes.append(process)
        return process


@contextmanager
def public_box(gpsd_port: int, endpoint: str) -> Iterator[Box]:
    """A box below /tmp, which every user may enter; removed at the end."""
    root = Path(tempfile.mkdtemp(prefix="waypost-box-", dir="/tmp"))
    root.chmod(0o755)
    box = Box(root, gpsd_port, endpoint)
    for name, program in PROGRAMS.items():
        (root / "bin" / name).unlink()
        shutil.copy(FOLDER / program, root / "bin" / name)
    try:
        yield box
    finally:
        box.close()
        shutil.rmtree(root)


def _answer(control: Path, within: float) -> dict:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as asker:
        asker.settimeout(within)
        asker.bind("")  # An abstract address for the answer, of the kernel's choice.
        asker.connect(str(control))
        asker.send(b"status")
        return json.loads(asker.recv(1 << 17))


def _state(path: Path) -> dict:
    try:
        return json.loads(path.read_text())
    except FileNotFoundError:
        return {}
