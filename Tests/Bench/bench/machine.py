"""The machine and the versions behind the figures."""

import os
import platform
import re
import shutil
import sqlite3
import ssl
import subprocess
from importlib import metadata
from pathlib import Path


def facts() -> dict[str, str]:
    """What somebody needs to know to compare."""
    system = platform.freedesktop_os_release()
    return {
        "system": f"{system['PRETTY_NAME']}, Linux {platform.release()}, {platform.machine()}",
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "load": "{:.1f} {:.1f} {:.1f} (1, 5, 15 min, at the start)".format(*os.getloadavg())
        + f", nice {os.getpriority(os.PRIO_PROCESS, 0)}",
        "waypost": _said("git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"),
        "swift": _said("swift", "--version").splitlines()[0],
        "gpsd": _said("gpsd", "-V").split(" (")[0],
        "libraries": f"SQLite {sqlite3.sqlite_version}, {ssl.OPENSSL_VERSION}, curl {_curl()}",
        "peers": f"Python {platform.python_version()}, boto3 {metadata.version('boto3')}, {_said('gpxlogger', '-V')}",
    }


def platform_key() -> str:
    """Names what decides how many instructions a program takes: the release of Debian, the processor, the compiler."""
    system = platform.freedesktop_os_release()
    swift = re.search(r"Swift version (\d+\.\d+)", _said("swift", "--version"))
    return f"{system['ID']}{system.get('VERSION_ID', '')}-{platform.machine()}-swift{swift.group(1) if swift else '?'}"


def _processor() -> str:
    found = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found.group(1) if found else platform.machine()


def _curl() -> str:
    return _said("curl", "--version").split()[1] if shutil.which("curl") else "not installed"


def _said(*argv: str) -> str:
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    except FileNotFoundError:
        return f"no {argv[0]}"
    return (done.stdout or done.stderr).strip() or f"{argv[0]} says nothing"
