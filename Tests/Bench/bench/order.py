"""Which functions of the Swift runtime the daemons call: the linker puts them side by side, the others behind.

Of the runtime and the standard library a twentieth is ever called, but it lies all over them, and the kernel maps 64 kB
around each page that is touched. Only functions that have a section of their own can be moved; those of waypost itself
change too often to be listed, and lie together anyway.
"""

import re
import signal
import subprocess
import sys
from pathlib import Path

from rig.drive import OPEN_SKY

from . import bed

FILE = Path(__file__).parents[3] / "packaging/debian/hot-functions"
HEAD = """\
# Functions of Swift's runtime that the daemons call, for the linker to put side by side: what is not called is then
# hardly ever mapped, a megabyte for each of them. Names that a compiler does not know do no harm.
# Written by packaging/bench --renew-order
"""


def main(runtime: Path) -> int:
    """Adds what is called of the archives in the folder `runtime` to the file; what other compilers have stays."""
    movable = _movable(runtime)
    called = _called_by_daemons() & movable
    before = {line for line in FILE.read_text().splitlines() if not line.startswith("#")} if FILE.exists() else set()
    names = called | (before - movable)
    FILE.write_text(HEAD + "".join(f"{name}\n" for name in sorted(names)))
    print(f"{FILE}: {len(called)} functions of this Swift, {len(names) - len(called)} of others")
    return 0


def _movable(runtime: Path) -> set[str]:
    """The functions that have sections of their own."""
    found: set[str] = set()
    for archive in runtime.glob("*.a"):
        sections = subprocess.run(["readelf", "-SW", archive], check=True, capture_output=True, text=True).stdout
        found.update(re.findall(r" \.text\.(\S+) ", sections))
    return found


def _called_by_daemons() -> set[str]:
    """The life of a box in short: start, record, deliver, read the settings again, end."""
    with bed.folder() as home, bed.receiver(home) as (feed, gpsd), bed.responder() as tracker:
        with bed.box(home, "box", gpsd.port, tracker.url, sampling_interval="1s", delivery_linger="2s") as box:
            profiles = {name: home / f"{name}.out" for name in ("agent", "uploader")}
            uploader = box.start_uploader(prefix=_callgrind(profiles["uploader"]))
            agent = box.start_agent(prefix=_callgrind(profiles["agent"]))
            feed.start(rate=10, legs=OPEN_SKY)
            for positions in (30, 60):
                uploader.until(
                    lambda positions=positions: tracker.counts()["positions"] >= positions, f"to deliver {positions}", 300
                )
                for daemon in (agent, uploader):
                    daemon.signal(signal.SIGHUP)
            for daemon in (agent, uploader):
                daemon.stop()
        return set().union(*map(_functions, profiles.values()))


def _callgrind(profile: Path) -> tuple[str, ...]:
    return ("valgrind", "-q", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={profile}")


def _functions(profile: Path) -> set[str]:
    """Every function that ran, by the names that a profile gives when it meets them first."""
    text = profile.read_text()
    return {name.split("'")[0] for name in re.findall(r"^c?fn=\(\d+\) (.+)$", text, re.MULTILINE)}


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
