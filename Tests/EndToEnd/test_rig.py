"""The rig itself: what the other tests take for granted."""

from datetime import datetime

import pytest

from rig.drive import OPEN_SKY
from rig.gpsd import reports
from rig.nmea import _sentence


def test_sentence_has_the_checksum_of_the_standard():
    body = "GPGLL,5300.97914,N,00259.98174,E,125926,A"
    assert _sentence(body) == f"${body}*28\r\n".encode()


@pytest.mark.parametrize("rate, step_ms", [(10, 100), (2000, 1)])
def test_gpsd_reports_every_epoch_of_the_feed_in_place_and_time(feed, gpsd, rate, step_ms):
    epochs = int(rate * 3)
    client = reports(gpsd.port)
    assert next(client)["class"] == "VERSION"
    assert next(client)["class"] == "DEVICES"
    seen = {}
    feed.start(rate=rate, step_ms=step_ms, epochs=epochs, legs=OPEN_SKY, received=lambda: len(seen))
    for report in client:
        if report["class"] == "TPV" and report["mode"] >= 2:
            seen[round(datetime.fromisoformat(report["time"]).timestamp() * 1000)] = report
            if len(seen) == epochs:
                break
    feed.ends()
    assert sorted(seen) == sorted(feed.sent)
    for time_ms, report in seen.items():
        assert report["lat"] == pytest.approx(feed.sent[time_ms].latitude, abs=1e-7)
        assert report["lon"] == pytest.approx(feed.sent[time_ms].longitude, abs=1e-7)
