"""The init scripts of boxes without systemd, with the programs where the package puts them, on a machine of their own.

Mounts and processes are the test's own: what is installed and started there, nobody outside sees.
"""

import os
from pathlib import Path

import pytest

from rig.machine import SETTINGS, Machine
from rig.programs import FOLDER
from rig.users import IDS
from rig.wait import until

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, for mounts and users of its own")

PACKAGING = Path(__file__).parents[2] / "packaging"
# Those that the package brings: nothing makes others before its daemons start.
DIRECTORIES = " ".join(f"/{name}" for name in (PACKAGING / "debian/waypost.dirs").read_text().split())
INSTALL = f"""
echo waypost:x:{IDS["waypost"]}: >>/etc/group
for user in waypost-agent:{IDS["waypost-agent"]} waypost-uploader:{IDS["waypost-uploader"]}; do
    echo "${{user%:*}}:x:${{user#*:}}:{IDS["waypost"]}::/nonexistent:/usr/sbin/nologin" >>/etc/passwd
done
for program in waypost-agent waypost; do
    rm -f "/usr/bin/$program"
    touch "/usr/bin/$program"
    mount --bind "{FOLDER}/$program" "/usr/bin/$program"
done
ln -sf waypost /usr/bin/waypost-uploader
install -D -m 0755 -t /etc/init.d {PACKAGING}/init.d/*
mkdir -p {DIRECTORIES}
"""


@pytest.fixture
def machine(tmp_path: Path):
    machine = Machine(tmp_path / "scratch", INSTALL)
    yield machine
    machine.end()


def write(machine: Machine, path: str, text: str) -> None:
    assert machine.run("sh", "-c", 'printf %s "$2" >"$1"', "sh", path, text).returncode == 0


@pytest.mark.parametrize("daemon", ["agent", "uploader"])
def test_an_init_script_starts_its_daemon_once_tells_of_it_and_stops_it(machine: Machine, daemon: str):
    name = f"waypost-{daemon}"
    script = f"/etc/init.d/{name}"
    assert machine.run(script, "status").returncode == 3
    failed = machine.run(script, "start")
    assert failed.returncode == 1 and "did not stay up" in failed.stderr

    write(machine, "/etc/waypost/waypost.conf.d/box.conf", SETTINGS)
    write(machine, "/etc/waypost/credentials.d/mine", "[default]\naws_access_key_id = a\naws_secret_access_key = b\n")
    hint = machine.read("waypost status | tr -s ' \\n' ' '")
    assert f"start it with: service {name} start" in hint
    started = machine.run(script, "start")
    assert started.returncode == 0, started.stderr
    pid = machine.read(f"cat /run/{name}.pid")
    assert machine.read(f"stat -c %U:%G /proc/{pid}") == f"{name}:waypost"
    assert machine.read(f"grep ^Umask: /proc/{pid}/status").split() == ["Umask:", "0027"]
    until(lambda: machine.read(f"stat -c %F /run/waypost/{daemon}/control") == "socket", "its control socket")
    assert machine.run(script, "status").stdout == f"{name} runs\n"

    again = machine.run(script, "start")
    assert (again.returncode, again.stdout) == (0, f"{name} runs already\n")
    assert machine.run(script, "reload").returncode == 0
    assert machine.read(f"pidof {name}") == pid

    # One that was killed leaves its number in the file, and another process has it by now.
    machine.run("sh", "-c", f"kill -9 {pid}; echo 1 >/run/{name}.pid")
    until(lambda: machine.run(script, "status").returncode == 3, "its end")
    assert machine.run(script, "start").returncode == 0

    if daemon == "uploader":
        secret = "/run/waypost-credentials/aws_mine"
        assert machine.read(f"stat -c '%U %a' {secret}") == f"{name} 400"
        assert machine.run(script, "stop").returncode == 0
        assert machine.run("test", "-e", secret).returncode == 1
    else:
        assert machine.run(script, "stop").returncode == 0
    assert machine.run(script, "status").returncode == 3
    assert machine.read(f"pidof {name}") == ""
    assert machine.run(script, "stop").returncode == 0
