"""A directory that the process may not use."""

import os
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from rig.account import await_arrival, check_truth, wanted
from rig.box import public_box
from rig.drive import OPEN_SKY
from rig.programs import FOLDER

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be another user")
NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--")


@pytest.fixture
def box(gpsd, wire):
    """A box that everybody may look at and only root may write to."""
    with public_box(gpsd.port, wire.endpoint) as box:
        yield box


@pytest.mark.parametrize("program, forbidden", [("agent", "run/agent"), ("uploader", "run/uploader")])
def test_a_runtime_directory_of_somebody_else_is_named_and_ends_the_program(box, program, forbidden):
    process = start(box, program)
    assert process.wait() == 77
    assert str(box.root / forbidden) in process.log()
    assert "ermission" in process.log()


def test_an_outbox_of_somebody_else_is_named_and_nothing_is_lost_when_it_is_mended(box, feed):
    os.chown(box.root / "run/agent", NOBODY, NOBODY)
    agent = start(box, "agent")
    agent.says(f"{box.outbox} cannot be written; check the disk, and owner and mode of the directory")
    box.agent_until(lambda state: state["state"] not in ("starting", "no-gpsd"), "to watch gpsd")
    feed.start(rate=10, epochs=50, legs=OPEN_SKY)
    feed.ends()
    os.chown(box.outbox.parent, NOBODY, NOBODY)
    box.keeps(len(wanted(feed, 1000)))
    check_truth(box.kept(), feed)


def test_delivery_files_of_somebody_else_are_named_and_delivery_begins_when_they_are_mended(box, feed, tracker):
    for folder in (box.root / "run/agent", box.root / "run/uploader", box.outbox.parent):
        os.chown(folder, NOBODY, NOBODY)
    start(box, "agent")
    box.agent_until(lambda state: state["state"] not in ("starting", "no-gpsd"), "to watch gpsd")
    feed.start(rate=10, epochs=50, legs=OPEN_SKY)
    feed.ends()
    box.keeps(len(wanted(feed, 1000)))
    uploader = start(box, "uploader")
    uploader.says("delivery.db cannot be written; check the disk, and owner and mode of the directory")
    uploader.until(lambda: box.uploader_state().get("state") == "unsaved", "to say that it waits")
    assert "cannot be written" in box.uploader_answer(within=10)["last_error"]
    os.chown(box.delivery.parent, NOBODY, NOBODY)
    check_truth(await_arrival(box, tracker), feed)


@pytest.mark.parametrize(
    "source, files", [("profile", ["file"]), ("iot", ["certificate", "key"])], ids=["profile", "certificate"]
)
def test_credentials_of_root_are_named_with_who_may_read_them(source, files):
    # libcurl looks at a certificate when it is connected.
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        os.chmod(folder, 0o755)
        secret = Path(folder) / "secret"
        secret.write_text("[default]\naws_access_key_id = a\naws_secret_access_key = b\n")
        secret.chmod(0o600)
        settings = ["device.id=x", "tracker.name=t", "tracker.endpoint=http://127.0.0.1:1", f"credentials.source={source}"]
        settings += [f"credentials.{name}={secret}" for name in files]
        if source == "iot":
            endpoint = f"127.0.0.1:{server.getsockname()[1]}"
            settings += [f"credentials.iot-endpoint={endpoint}", "credentials.role-alias=alias"]
        call = [*AS_NOBODY, FOLDER / "waypost", "history", *(f"--set={setting}" for setting in settings)]
        answer = subprocess.run(call, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert (answer.returncode, answer.stderr) == (77, f"waypost: you may not read {secret}; do it as root (sudo)\n")


def test_settings_that_are_closed_to_who_asks_are_named_with_what_opens_them():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        settings = Path(folder) / "box.conf"
        settings.touch(0o600)
        call = [*AS_NOBODY, FOLDER / "waypost", "status", "--config", settings]
        answer = subprocess.run(call, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert answer.returncode == 78
    assert answer.stderr == f"waypost: cannot open {settings}: Permission denied; chmod 644 {settings}\n"


def start(box, program: str):
    """Starts one of the two as a user who owns nothing."""
    return (box.start_agent if program == "agent" else box.start_uploader)(ready=False, prefix=AS_NOBODY)
