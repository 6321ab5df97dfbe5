"""Points for a kilometre: waypost's max-error against the rules that trackers ship with."""

import csv
import itertools
import json
import math
import os
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rig.drive import drive
from rig.programs import FOLDER

from .. import bed
from ..figures import Figure
from ..progress import say
from . import Plan
from .size import ROOT

EARTH = 6_371_008.8
#: Real drives, where a checkout has them beside it.
SHARED = ROOT.parent / "shared" / "data" / "tracks"


@dataclass(frozen=True)
class Point:
    """One fix: seconds, and metres east and north of the start of its drive."""

    time: float
    east: float
    north: float


def measure(plan: Plan) -> list[Figure]:
    """The same drives through each rule; the errors by this file's own computation, not by waypost's."""
    with bed.folder() as home:
        folder, which = (SHARED, "real drives of ../shared/data/tracks") if SHARED.is_dir() else _generated(home)
        files = sorted(folder.glob("*.csv"))[: plan.of(1000, 10)]
        say(f"points: {len(files)} {which}")
        drives = {file: _read(file) for file in files}
        km = sum(_length(points) for points in drives.values()) / 1000
        kept = {"waypost": [(points, _waypost(file, points)) for file, points in drives.items()]}
        for name, rule in {"Teltonika": teltonika, "Traccar": traccar}.items():
            kept[name] = [(points, list(rule(points))) for points in drives.values()]
    count = {name: sum(len(keep) for _, keep in runs) / km for name, runs in kept.items()}
    worst = {name: max(sed(points, keep) for points, keep in runs) for name, runs in kept.items()}
    bars = {"Teltonika": 0.45, "Traccar": 0.62}
    bar = min(share * count[name] for name, share in bars.items())
    source = " and ".join(f"{share} x {name}'s" for name, share in bars.items())
    note = f"{len(files)} {which}, {km:.0f} km; max-error = 10m, heartbeat = 2min, no interval"
    return [
        Figure("points", "points per km", count["waypost"], "points", bar, source,
               {name: count[name] for name in bars}, note),
        # Kept fixes lie on the fixes' own digits: a centimetre of rounding is not an error of the rule.
        Figure("points", "worst error, each moment", worst["waypost"], "m", 10.01, "fixed",
               {name: worst[name] for name in bars}, "distance to where the kept points put the vehicle at that moment"),
    ]  # fmt: skip


def _waypost(file: Path, points: list[Point]) -> list[int]:
    argv = [
        FOLDER / "waypost", "replay", str(file), "--json", "--explain",
        "--config", os.devnull, "--set", "sampling.interval=off", "--set", "sampling.max-error=10m",
        "--set", "sampling.heartbeat=2min", "--set", "sampling.parked=off",
    ]  # fmt: skip
    report = json.loads(subprocess.run(argv, check=True, capture_output=True, text=True).stdout)
    entries = report["explain"]
    if len(entries) != len(points):
        raise RuntimeError(f"waypost replay saw {len(entries)} of the {len(points)} fixes of {file.name}")
    return [index for index, entry in enumerate(entries) if entry["decision"] == "kept"]


def teltonika(points: list[Point]) -> Iterator[int]:
    """The default of its trackers while they move: 300 s, or 100 m, or 10 degrees, or 10 km/h since the last record."""
    last = None
    for index, point in enumerate(points):
        speed, course = _motion(points, index)
        if last is not None:
            before, speed_before, course_before = last
            turned = abs((course - course_before + 180) % 360 - 180)
            if not (
                point.time - before.time >= 300
                or math.dist(_place(point), _place(before)) >= 100
                # Course means nothing at walking speed.
                or (turned >= 10 and speed >= 10 / 3.6)
                or abs(speed - speed_before) >= 10 / 3.6
            ):
                continue
        last = (point, speed, course)
        yield index


def traccar(points: list[Point]) -> Iterator[int]:
    """The default of its client: 300 s or 75 m since the last record."""
    last = None
    for index, point in enumerate(points):
        if last and point.time - last.time < 300 and math.dist(_place(point), _place(last)) < 75:
            continue
        last = point
        yield index


def sed(points: list[Point], keep: list[int]) -> float:
    """The worst distance between a fix and where the kept ones, joined at constant speed, put the vehicle then."""
    worst = 0.0
    for start, end in itertools.pairwise(keep):
        a, b = points[start], points[end]
        for point in points[start + 1 : end]:
            share = (point.time - a.time) / (b.time - a.time)
            there = (a.east + share * (b.east - a.east), a.north + share * (b.north - a.north))
            worst = max(worst, math.dist(there, _place(point)))
    return worst


def _motion(points: list[Point], index: int) -> tuple[float, float]:
    """Speed and course at a fix, from the one before, or the next one for the first."""
    if len(points) < 2:
        return 0.0, 0.0
    a, b = (points[index - 1], points[index]) if index else (points[0], points[1])
    east, north = b.east - a.east, b.north - a.north
    return math.hypot(east, north) / max(b.time - a.time, 1e-3), math.degrees(math.atan2(east, north)) % 360


def _place(point: Point) -> tuple[float, float]:
    return point.east, point.north


def _length(points: list[Point]) -> float:
    return sum(math.dist(_place(a), _place(b)) for a, b in itertools.pairwise(points))


def _read(file: Path) -> list[Point]:
    with file.open() as lines:
        rows = [(int(row["time_ms"]) / 1000, float(row["latitude"]), float(row["longitude"])) for row in csv.DictReader(lines)]
    points = []
    east = north = 0.0
    for index, (time, latitude, longitude) in enumerate(rows):
        if index:
            # Step by step, so that a drive of many kilometres is not bent by one projection.
            _, latitude_before, longitude_before = rows[index - 1]
            north += math.radians(latitude - latitude_before) * EARTH
            middle = math.radians((latitude + latitude_before) / 2)
            east += math.radians(longitude - longitude_before) * EARTH * math.cos(middle)
        points.append(Point(time, east, north))
    return points


def _generated(home: Path) -> tuple[Path, str]:
    """Three hours of the rig's drive, with a receiver's noise."""
    chance = random.Random(20)
    folder = home / "tracks"
    folder.mkdir()
    for number in range(3):
        noise = [0.0, 0.0]
        with (folder / f"drive-{number}.csv").open("w") as file:
            print("time_ms,latitude,longitude", file=file)
            epochs = drive(1_796_040_000_000, 1000, latitude=47 + number, longitude=8 + number)
            for epoch in itertools.islice(epochs, 3600):
                # A receiver's error wanders: a little of it is new each second.
                noise = [0.98 * value + chance.gauss(0, 0.3) for value in noise]
                latitude = epoch.latitude + noise[0] / 111_320
                longitude = epoch.longitude + noise[1] / (111_320 * math.cos(math.radians(epoch.latitude)))
                print(f"{epoch.time_ms},{latitude:.7f},{longitude:.7f}", file=file)
    return folder, "generated drives with a receiver's noise"
