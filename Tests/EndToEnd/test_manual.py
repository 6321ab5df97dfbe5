"""The man pages and the completion say what the programs say of themselves."""

import configparser
import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rig.programs import FOLDER
from rig.wait import until

ROOT = Path(__file__).parents[2]
MAN = ROOT / "packaging" / "man"
COMPLETION = ROOT / "packaging" / "completion" / "waypost"
COMMON = {"version", "help"}
SETTINGS = {"config", "set"}
PAGES = ("waypost.1", "waypost-agent.8", "waypost-uploader.8", "waypost-tracker.8", "waypost.conf.5")


def page(name: str) -> str:
    return (MAN / name).read_text()


def help_of(program: str, *words: str) -> str:
    """What `program` prints; the uploader is the command by another name."""
    file = FOLDER / ("waypost" if program == "waypost-uploader" else program)
    answer = subprocess.run([program, *words, "--help"], executable=file, capture_output=True, text=True, check=True)
    return answer.stdout


def options(text: str) -> set[str]:
    return set(re.findall(r"^  --([a-z-]+)", text, re.MULTILINE))


def commands() -> list[str]:
    return re.findall(r"^  ([a-z-]+)  ", help_of("waypost").split("Commands", 1)[1], re.MULTILINE)


def documented(text: str) -> set[str]:
    """The long options of mdoc source."""
    return set(re.findall(r"(?:Fl|\|) -([a-z][a-z-]*)", text))


def command_part(name: str) -> str:
    """What waypost(1) says of a command."""
    parts = re.split(r"^\.It Cm ", page("waypost.1"), flags=re.MULTILINE)
    return next(part for part in parts if re.match(rf"{name}\b(?!-)", part))


def settings() -> dict[str, str | None]:
    """Every key of the settings with its default; None for a key that has none."""
    table = (ROOT / "Sources/Configuration/SettingTable.swift").read_text()
    keys = {}
    for declaration in re.split(r"\n    static let ", table):
        key = re.search(r"= *(?:SettingKey(?:<[^>]*>)?|optionalText)\(\s*\"([a-z]+\.[a-z-]+)\"", declaration)
        if key:
            default = re.search(r"default: \"([^\"]*)\"", declaration)
            keys[key[1]] = default[1] if default else "none" if "optionalText(" in declaration else None
    return keys


@pytest.mark.parametrize("program", ["waypost", "waypost-agent", "waypost-uploader", "waypost-tracker"])
def test_each_option_of_a_program_is_in_its_page_and_no_other(program: str):
    (name,) = [name for name in PAGES if name.startswith(f"{program}.") and not name.endswith("5")]
    known = options(help_of(program))
    assert known >= COMMON
    assert known & SETTINGS == (set() if program == "waypost-tracker" else SETTINGS)
    assert known <= documented(page(name))
    if program == "waypost":
        known = known.union(*(options(help_of(program, command)) for command in commands()))
    assert documented(page(name)) <= known


def test_each_command_and_each_of_its_options_is_in_the_page():
    assert len(commands()) > 5
    for command in commands():
        assert options(help_of("waypost", command)) - COMMON - SETTINGS <= documented(command_part(command)), command


def test_each_setting_is_in_the_page_with_its_default():
    keys = settings()
    assert len(keys) > 40
    described = dict(re.findall(r"^\.It Sy ([a-z]+\.[a-z-]+)\n(.*?)(?=^\.It Sy [a-z]+\.|^\.Sh)", page("waypost.conf.5"),
                                re.MULTILINE | re.DOTALL))
    assert set(described) == set(keys)
    for key, default in keys.items():
        if default is not None:
            said = re.search(r"Default:\n\.(?:Li|Pa) (\S+?)(?: ?[.:])?\n", described[key])
            assert said and said[1] == default, key


def test_the_settings_that_are_installed_show_the_defaults():
    section, example, shown = "", False, []
    for line in (ROOT / "packaging/waypost.conf").read_text().splitlines():
        if line.startswith("["):
            section, example = line.strip("[]"), False
        elif setting := re.fullmatch(r"# ([a-z-]+) = (\S+)", line):
            key = f"{section}.{setting[1]}"
            shown.append(key)
            assert key in settings() and (example or settings()[key] == setting[2]), line
        else:
            example = "uch as" in line
    assert len(shown) == len(set(shown)) > 20


def test_completion_knows_each_setting():
    text = COMPLETION.read_text().split("<<'TEXT'\n", 1)[1].split("\nTEXT\n", 1)[0]
    assert set(text.split()) == set(settings())


def examples(profiles: bool = False) -> list[str]:
    """Every piece of settings that a page shows, as `waypost.conf` would have it; or every profile file."""
    found = re.findall(r"^\.Bd -literal.*?\n(\[.*?)^\.Ed", page("waypost.conf.5"), re.MULTILINE | re.DOTALL)
    for name in ("README.md", "packaging/aws/README.md", "packaging/OPERATING.md"):
        text = (ROOT / name).read_text()
        found += re.findall(r"^(\[[a-z]+\]\n.*?)^(?:```|TEXT)$", text, re.MULTILINE | re.DOTALL)
    return [example for example in found if example.startswith("[default]") == profiles]


def test_settings_that_a_page_shows_are_accepted(tmp_path: Path):
    assert len(examples()) >= 4
    file = tmp_path / "box.conf"
    directories = [f"--set=runtime.{name}-directory={tmp_path / name}" for name in ("agent", "uploader")]
    for example in examples():
        file.write_text(example)
        call = [FOLDER / "waypost", "status", "--config", file, *directories]
        answer = subprocess.run(call, capture_output=True, text=True)
        assert answer.returncode == 0, answer.stderr


def test_a_profile_file_that_a_page_shows_has_a_key():
    assert len(examples(profiles=True)) >= 2
    for example in examples(profiles=True):
        file = configparser.ConfigParser()
        file.read_string(example)
        assert set(file["default"]) == {"aws_access_key_id", "aws_secret_access_key"}


@pytest.mark.parametrize("name", ["waypost.1", "waypost-agent.8", "waypost-uploader.8", "waypost.conf.5"])
def test_a_page_names_the_operating_page_where_the_package_has_it(name: str):
    documents = "".join((ROOT / f"packaging/debian/waypost.{what}").read_text() for what in ("docs", "examples"))
    named = re.findall(r"/usr/share/doc/waypost/(?:examples/)?(\S+)", page(name))
    assert "OPERATING.md.gz" in named
    for document in named:
        assert re.search(rf"(^|/){document.removesuffix('.gz').split('/')[0]}$", documents, re.MULTILINE), document


@pytest.fixture
def bash(tmp_path: Path):
    """A bash on a terminal of its own, which writes what it would offer for a line into a file."""
    offered = tmp_path / "offered"
    start = tmp_path / "bashrc"
    start.write_text(
        f"PATH={FOLDER}:$PATH\nsource {COMPLETION}\n"
        f'offer() {{ _waypost "$@"; printf "%s\\n" "${{COMPREPLY[@]}}" >{offered}.new; mv {offered}.new {offered}; }}\n'
        "complete -F offer waypost\n"
    )
    master, terminal = pty.openpty()
    shell = subprocess.Popen(
        ["bash", "--noprofile", "--rcfile", start, "-i"], stdin=terminal, stdout=terminal, stderr=terminal,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TERM": "dumb"}, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)

    def complete(line: str) -> set[str]:
        offered.unlink(missing_ok=True)
        # The kill character empties the line of the call before.
        os.write(master, b"\x15" + line.encode() + b"\t")
        until(offered.exists, f"bash to complete {line}", within=30)
        return set(offered.read_text().split())

    yield complete
    shell.kill()
    shell.wait()
    os.close(master)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("waypost exp", {"export"}),
        ("waypost --set device.id=x history --co", {"--config", "--compare"}),
        ("waypost export --format g", {"gpx", "geojson"}),
        ("waypost export --format=g", {"gpx", "geojson"}),
        ("waypost export --format=", {"gpx", "geojson", "csv", "text"}),
        ("waypost status --set receiver.p", {"receiver.port="}),
        ("waypost --set=receiver.p", {"receiver.port="}),
        ("waypost --set sampling.interval=30s st", {"status"}),
        ("waypost --set=tracker.endpoint=http://localhost:1 st", {"status"}),
        ("waypost --set sampling.interval= st", {"status"}),
        ("waypost --set sampling.interval=3", set()),
        ("waypost --config /etc/box.conf --set sampling.interval=30s export --fo", {"--format"}),
        ("waypost dead-letters re", {"retry"}),
        ("waypost dead-letters --json ", {"list", "retry", "drop"}),
        ("waypost dead-letters retry ", {"all"}),
        ("waypost --set device.id=x dead-letters drop ", {"all"}),
        ("waypost dead-letters list ", set()),
        ("waypost help st", {"status"}),
        # The cursor stands in the word.
        ("waypost stfoo\x02\x02\x02", {"status"}),
    ],
)
def test_completion_offers_what_fits_the_line(bash, line: str, offered: set[str]):
    assert bash(line) == offered


def test_completion_offers_each_command(bash):
    assert bash("waypost ") == set(commands())


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed: apt install mandoc")
@pytest.mark.parametrize("name", PAGES)
def test_mandoc_finds_no_fault_in_a_page(name: str):
    answer = subprocess.run(["mandoc", "-Tlint", name], cwd=MAN, capture_output=True, text=True)
    # A machine without gpsd's page, or with an old index of pages, is no fault of ours.
    faults = [line for line in answer.stdout.splitlines() if not re.search(r"not found: Xr (gpsd|systemd) ", line)]
    assert faults == []
