"""Settings that are wrong: every fault at once, and exit code 78 (EX_CONFIG)."""

import pytest

FAULTS = {
    "sampling.intervall": "30s",
    "sampling.distance": "30 parsecs",
    "receiver.port": "70000",
    "sampling.keep-when": "sometimes",
}


@pytest.mark.parametrize("program", ["waypost-agent", "waypost-uploader"])
def test_all_faults_are_listed_with_file_line_and_what_would_be_accepted(box, program):
    box.settings |= FAULTS
    code, output = box.run(program)
    assert code == 78
    lines = box.settings_file.read_text().splitlines()
    for key, value in FAULTS.items():
        name = key.split(".")[1]
        line = 1 + next(i for i, text in enumerate(lines) if text.startswith(f"{name} = {value}"))
        assert f"{box.settings_file}:{line}" in output, (key, output)
        assert name in output


def test_a_missing_device_id_is_named(box):
    del box.settings["device.id"]
    code, output = box.run("waypost-agent")
    assert code == 78
    assert "device.id" in output


def test_plain_http_to_another_host_is_refused(box):
    box.settings["tracker.endpoint"] = "http://tracker.example"
    code, output = box.run("waypost-uploader")
    assert code == 78
    assert "https" in output
