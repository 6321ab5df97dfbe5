"""The users of an installed box, and the directories that its package makes for them."""

import os
import subprocess
from pathlib import Path

from .box import Box

TMPFILES = Path(__file__).parents[3] / "packaging/tmpfiles.d/waypost.conf"
IDS = {"root": 0, "waypost": 54320, "waypost-agent": 54321, "waypost-uploader": 54322}


def run_as(user: str) -> tuple[str, ...]:
    """What starts a program as that user with the umask of its unit."""
    group = IDS["waypost"]
    return (
        "setpriv", f"--reuid={IDS[user]}", f"--regid={group}", "--clear-groups", "--no-new-privs", "--",
        "sh", "-c", 'umask 0027; exec "$0" "$@"',
    )  # fmt: skip


AGENT, UPLOADER = run_as("waypost-agent"), run_as("waypost-uploader")


def make_directories(root: Path) -> None:
    """Makes the directories of tmpfiles.d below `root`, with their modes and owners."""
    for line in TMPFILES.read_text().splitlines():
        if not line.startswith("d "):
            continue
        _, path, mode, user, group, *_ = line.split()
        folder = root / path.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, IDS[user], IDS[group])
        folder.chmod(int(mode, 8))


def as_uploader(box: Box, statement: str, mode: str) -> str:
    """What SQLite says to the uploader's user when it runs the statement."""
    program = (
        "import sqlite3, sys\n"
        "database = sqlite3.connect(f'file:{sys.argv[1]}?mode={sys.argv[3]}', uri=True)\n"
        "try:\n"
        "    row = database.execute(sys.argv[2]).fetchone()\n"
        "    database.commit()\n"
        "    print(*(row or ('changed',)))\n"
        "except sqlite3.Error as error:\n"
        "    print(error)\n"
    )
    argv = [*UPLOADER, "/usr/bin/python3", "-c", program, str(box.outbox), statement, mode]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip()
