"""A generated drive: where a vehicle is at each epoch of its receiver, with stops, turns and a tunnel."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

METRES_PER_DEGREE = 111_320.0
ACCELERATION = 2.5


@dataclass(frozen=True)
class Leg:
    """For some seconds the driver wants this speed (m/s) and turns at this rate (degrees/s)."""

    seconds: float
    speed: float
    turn: float = 0.0
    sky: bool = True


#: One round of the drive; it is repeated for as long as the drive lasts.
TOWN = (
    Leg(12, 14),
    Leg(9, 8, turn=10),
    Leg(15, 25),
    Leg(6, 0),
    Leg(10, 17, turn=-6),
    Leg(8, 17, sky=False),
    Leg(12, 22),
    Leg(6, 9, turn=-15),
)

#: The same without a tunnel: each epoch is a fix.
OPEN_SKY = tuple(Leg(leg.seconds, leg.speed, leg.turn) for leg in TOWN)


#: A drive of ten seconds with everything in it, for tests.
ROUND_THE_BLOCK = (Leg(3, 14), Leg(2, 9, turn=40), Leg(1.5, 9, sky=False), Leg(1.5, 0), Leg(2, 12, turn=-20))


@dataclass(frozen=True)
class Epoch:
    """What the receiver knows at one instant; `time_ms` is UTC in milliseconds since 1970."""

    time_ms: int
    latitude: float
    longitude: float
    altitude: float
    speed: float
    course: float
    fix: bool


def drive(
    start_ms: int, step_ms: int, legs: tuple[Leg, ...] = TOWN, latitude: float = 47.3769, longitude: float = 8.5417
) -> Iterator[Epoch]:
    """The epochs of an endless drive, `step_ms` apart."""
    speed, course, time_ms = 0.0, 30.0, start_ms
    dt = step_ms / 1000
    while True:
        for leg in legs:
            for _ in range(max(1, round(leg.seconds / dt))):
                yield Epoch(time_ms, latitude, longitude, 408.0, speed, course, leg.sky)
                change = ACCELERATION * dt
                speed += max(-change, min(change, leg.speed - speed))
                course = (course + leg.turn * dt) % 360
                north = speed * dt * math.cos(math.radians(course))
                east = speed * dt * math.sin(math.radians(course))
                latitude += north / METRES_PER_DEGREE
                longitude += east / (METRES_PER_DEGREE * math.cos(math.radians(latitude)))
                time_ms += step_ms
