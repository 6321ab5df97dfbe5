"""NMEA 0183 sentences, as a GNSS receiver sends them for one epoch."""

import time
from functools import reduce

from .drive import Epoch

KNOTS_PER_METRE_A_SECOND = 3600 / 1852


def sentences(epoch: Epoch) -> bytes:
    """RMC, GGA and GSA of the epoch, each with its checksum."""
    clock, date = _clock(epoch.time_ms)
    if epoch.fix:
        place = f"{_angle(epoch.latitude, 2, 'NS')},{_angle(epoch.longitude, 3, 'EW')}"
        motion = f"{epoch.speed * KNOTS_PER_METRE_A_SECOND:.3f},{epoch.course:.2f}"
        bodies = (
            f"GPRMC,{clock},A,{place},{motion},{date},,,A",
            f"GPGGA,{clock},{place},1,08,0.9,{epoch.altitude:.1f},M,47.0,M,,",
            "GPGSA,A,3,01,03,06,09,12,17,19,22,,,,,1.6,0.9,1.3",
        )
    else:
        bodies = (
            f"GPRMC,{clock},V,,,,,,,{date},,,N",
            f"GPGGA,{clock},,,,,0,00,,,M,,M,,",
            "GPGSA,A,1,,,,,,,,,,,,,,,",
        )
    return b"".join(_sentence(body) for body in bodies)


def _sentence(body: str) -> bytes:
    checksum = reduce(lambda sum, byte: sum ^ byte, body.encode())
    return f"${body}*{checksum:02X}\r\n".encode()


def _clock(time_ms: int) -> tuple[str, str]:
    """hhmmss.sss and ddmmyy."""
    seconds, milliseconds = divmod(time_ms, 1000)
    utc = time.gmtime(seconds)
    return time.strftime("%H%M%S", utc) + f".{milliseconds:03}", time.strftime("%d%m%y", utc)


def _angle(degrees: float, digits: int, letters: str) -> str:
    """[d]ddmm.mmmmmmm and the hemisphere."""
    ten_millionths = round(abs(degrees) * 60 * 10_000_000)
    whole, minutes = divmod(ten_millionths, 60 * 10_000_000)
    return f"{whole:0{digits}}{minutes / 10_000_000:010.7f},{letters[degrees < 0]}"
