"""A machine of a test's own: it has the programs of this one, and mounts and processes that nobody outside sees."""

import subprocess
from pathlib import Path

import pytest

BEGIN = """set -e
mount -t tmpfs scratch "$1"
for directory in etc usr/bin usr/local; do
    mkdir -p "$1/$directory" "$1/work/$directory"
    mount -t overlay -o "lowerdir=/$directory,upperdir=$1/$directory,workdir=$1/work/$directory" overlay "/$directory"
done
echo allowed
# The directories of a box after its boot: empty ones.
mount -t tmpfs run /run
mount -t tmpfs lib /var/lib
sed -i /^waypost/d /etc/passwd /etc/group
rm -rf /etc/waypost
"""
END = """
echo ready
# As init does, bash reaps what ends after its parent.
exec bash -c 'while sleep 1; do :; done'
"""

#: Of a box that meets neither a receiver nor a tracker.
SETTINGS = """\
[device]
id = box

[receiver]
host = 127.0.0.1
port = 1

[tracker]
name = fleet
endpoint = http://127.0.0.1:1

[credentials]
source = profile
file = %d/aws_mine
"""


class Machine:
    """Runs commands on a machine that has no systemd, and of waypost what `prepare`, a shell script, puts there."""

    def __init__(self, scratch: Path, prepare: str) -> None:
        scratch.mkdir()
        self._holder = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child",
             "sh", "-c", BEGIN + prepare + END, "sh", scratch],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        said = self._holder.stdout.readline()
        if said != "allowed\n":
            self.end()
            pytest.skip(f"no machine of its own for the test: {said}")
        while (line := self._holder.stdout.readline()) != "ready\n":
            said += line
            if not line:
                self.end()
                pytest.fail(f"what the test needs cannot be put on a machine of its own: {said}")
        children = Path(f"/proc/{self._holder.pid}/task/{self._holder.pid}/children")
        self._first = children.read_text().split()[0]

    def run(self, *command: str) -> subprocess.CompletedProcess:
        """What a command says and ends with."""
        enter = ["nsenter", "--target", self._first, "--mount", "--pid", "--", *command]
        return subprocess.run(enter, capture_output=True, text=True, timeout=60)

    def read(self, command: str) -> str:
        """What a shell command says."""
        return self.run("sh", "-c", command).stdout.strip()

    def end(self) -> None:
        """Ends all that runs there."""
        self._holder.kill()
        self._holder.communicate()
