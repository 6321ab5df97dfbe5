"""How far a track that was thinned is from the one that was driven."""

import math

from .tracker import Position

RADIUS = 6_371_008.8


def worst_error(driven: list[Position], left: list[Position]) -> float:
    """The greatest distance in metres between where the vehicle was and where the fixes that are left, joined in straight
    lines at constant speed, put it at that time."""
    worst = 0.0
    index = 0
    for position in driven:
        while index + 2 < len(left) and left[index + 1].time_ms <= position.time_ms:
            index += 1
        start, end = left[index], left[index + 1]
        part = (position.time_ms - start.time_ms) / (end.time_ms - start.time_ms)
        north = start.latitude + part * (end.latitude - start.latitude) - position.latitude
        east = start.longitude + part * (end.longitude - start.longitude) - position.longitude
        east *= math.cos(math.radians(position.latitude))
        worst = max(worst, math.radians(math.hypot(north, east)) * RADIUS)
    return worst
