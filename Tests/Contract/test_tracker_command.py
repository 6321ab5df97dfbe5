"""waypost-tracker's command line and life."""

import signal
import socket
import subprocess

import pytest

from rig.programs import FOLDER
from updates import history, seconds, send, update


def run(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run([FOLDER / "waypost-tracker", *arguments], capture_output=True, text=True, timeout=60)


def test_help_fits_a_screen():
    result = run("--help")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) <= 24
    assert max(map(len, result.stdout.splitlines())) <= 80
    for option in ("--listen", "--database", "--tracker", "--key", "--tls-certificate", "--tls-key", "--fault-plan"):
        assert option in result.stdout


@pytest.mark.parametrize("arguments, code, words", [
    ([], 64, "--database FILE is needed"),
    (["--database", "{}/x.db", "--tracker", "a b"], 64, "is not a tracker's name"),
    (["--database", "{}/x.db", "--tracker", "a:Sometimes"], 64, "is not a filter"),
    (["--database", "{}/x.db", "--key", "confidential"], 64, "it is not ID:SECRET"),
    (["--database", "{}/x.db", "--listen", "8080"], 64, "is not HOST:PORT"),
    (["--database", "{}/x.db", "--tls-key", "x"], 64, "needs --tls-certificate"),
    (["--database", "{}/x.db", "--tls-key", "/nosuch", "--tls-certificate", "/nosuch"], 66,
     "--tls-certificate /nosuch: No such file or directory; name a file"),
    (["--database", "{}/x.db", "--fault-plan", "/nosuch"], 66, "--fault-plan /nosuch: "),
    (["--database", "{}/x.db", "--fault-plan", "/etc/passwd"], 65, "waypost-tracker(8), FAULT PLAN, has its form"),
    (["--database", "{}/x.db", "--identity-pool", "pool"], 64, "is not REGION:ID"),
    (["--database", "{}/x.db", "--role-alias", "fleet"], 64, "needs --client-ca"),
    (["--database", "{}/x.db", "--credential-lifetime", "0"], 64, "is not a number of seconds"),
    (["--database", "{}/x.db", "--set", "tracker.name=x"], 64, "unknown option --set"),
    (["--database", "{}/x.db", "--listen", "192.0.2.1:0"], 69, "--listen wants an address of this machine"),
    (["--database", "/nosuch/x.db"], 73, "/nosuch/x.db"),
    (["--frobnicate"], 64, "unknown option"),
])
def test_what_cannot_be_is_told_in_a_sentence(tmp_path, arguments, code, words):
    result = run(*[argument.format(tmp_path) for argument in arguments])
    assert result.returncode == code
    assert words in result.stderr
    assert "confidential" not in result.stderr


def test_a_file_that_is_no_database_is_left_alone_and_told(tmp_path):
    file = tmp_path / "photo.jpg"
    file.write_text("not a database, and longer than its header: " * 40)
    before = file.read_bytes()
    result = run("--database", file)
    assert result.returncode == 73
    assert f"--database {file}: file is not a database; name another file, or move this one away" in result.stderr
    assert file.read_bytes() == before


def test_a_taken_port_is_told(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        result = run("--database", tmp_path / "x.db", "--listen", address)
    assert result.returncode == 69
    assert f"cannot listen at {address}: Address already in use; end what listens there, or name another port" in result.stderr


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_asked_and_tells_what_came(tracker, location, how):
    send(location, "all", update(), update())
    assert tracker.stop(how) == 0
    assert "all: 2 received, 1 stored, 0 filtered, 1 duplicates, 0 refused" in tracker.log.read_text()


def test_what_was_answered_is_there_after_a_kill(tracker, location):
    send(location, "all", *[update(second) for second in range(50)])
    tracker.stop(signal.SIGKILL)
    tracker.start()
    assert seconds(history(tracker.client(), "all")) == list(range(50))


def test_the_log_has_a_line_for_each_request_without_positions_and_secrets(tracker, location):
    send(location, "all", update(0, 8.1234567))
    log = tracker.log.read_text()
    assert log.count("POST /tracking/v0/trackers/all/positions BatchUpdateDevicePosition 200") == 1
    for secret in ("8.1234567", "contract/secret", "Signature"):
        assert secret not in log
