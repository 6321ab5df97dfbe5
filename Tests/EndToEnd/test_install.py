"""packaging/install on a machine without systemd: what it installs runs."""

import os
from pathlib import Path

import pytest

from rig.machine import SETTINGS, Machine
from rig.programs import FOLDER
from rig.wait import until

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, for mounts and users of its own")

INSTALL = Path(__file__).parents[2] / "packaging/install"
DAEMONS = ("waypost-agent", "waypost-uploader")
# The programs are built already.
PREPARE = f"""
rm -f /usr/bin/systemd-sysusers /usr/bin/systemd-tmpfiles /usr/bin/systemctl /etc/init.d/waypost-*
mkdir /run/tools
printf '#!/bin/sh\\necho {FOLDER}\\n' >/run/tools/swift
chmod +x /run/tools/swift
"""


@pytest.fixture
def machine(tmp_path: Path):
    machine = Machine(tmp_path / "scratch", PREPARE)
    yield machine
    machine.end()


def install(machine: Machine, *options: str):
    return machine.run("sh", "-c", 'PATH="/run/tools:$PATH"; exec "$@"', "sh", str(INSTALL), *options)


def test_what_is_installed_without_systemd_runs_by_its_init_scripts(machine: Machine):
    installed = install(machine)
    assert installed.returncode == 0, installed.stderr
    said = installed.stdout.splitlines()
    assert "waypost check" in said[-2] and said[-1].endswith("/etc/init.d/waypost-uploader start")
    assert "systemctl" not in installed.stdout
    assert machine.read("stat -c '%U:%G %a' /var/lib/waypost/outbox") == "waypost-agent:waypost 2750"
    assert machine.read("id -gn waypost-uploader") == "waypost"

    machine.run("sh", "-c", 'printf %s "$1" >/etc/waypost/waypost.conf.d/box.conf', "sh", SETTINGS)
    keys = "[default]\naws_access_key_id = a\naws_secret_access_key = b\n"
    machine.run("sh", "-c", 'umask 077; printf %s "$1" >/etc/waypost/credentials.d/mine', "sh", keys)
    for name in DAEMONS:
        started = machine.run(f"/etc/init.d/{name}", "start")
        assert started.returncode == 0, started.stderr
        control = f"/run/waypost/{name.removeprefix('waypost-')}/control"
        until(lambda control=control: machine.read(f"stat -c %F {control}") == "socket", f"{name} to be up")
        assert machine.run(f"/etc/init.d/{name}", "status").stdout == f"{name} runs\n"
    assert machine.read("readlink /proc/$(cat /run/waypost-agent.pid)/exe") == "/usr/local/bin/waypost-agent"

    for page in machine.read("grep -oP '\\]\\(\\K[^)#]+' /usr/local/share/doc/waypost/OPERATING.md | grep -v ^http").split():
        assert machine.read(f"ls -d /usr/local/share/doc/waypost/{page}"), page
    again = install(machine)
    assert again.stdout.splitlines()[-1].endswith("/etc/init.d/waypost-uploader restart")

    removed = install(machine, "--remove")
    assert removed.returncode == 0, removed.stderr
    assert [machine.read(f"pidof {name}") for name in DAEMONS] == ["", ""]
    assert machine.read("ls -d /etc/init.d/waypost-* /usr/local/bin/waypost* /usr/local/share/doc/waypost") == ""
    assert machine.read("cat /etc/waypost/credentials.d/mine") == keys.strip()


def test_a_machine_that_cannot_make_users_is_told_before_anything_is_installed(machine: Machine):
    machine.run("mount", "-t", "tmpfs", "none", "/usr/sbin")
    failed = install(machine)
    assert failed.returncode == 1
    assert "make the group waypost" in failed.stderr
    assert machine.read("ls -d /etc/waypost /usr/local/bin/waypost") == ""
