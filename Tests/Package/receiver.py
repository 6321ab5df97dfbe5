"""A simulated receiver with a real gpsd, for a box in a container: prints gpsd's port and runs until its input ends."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "EndToEnd"))

from rig.drive import OPEN_SKY  # noqa: E402
from rig.feed import Feed  # noqa: E402
from rig.gpsd import Gpsd  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    feed = Feed()
    gpsd = Gpsd(feed, Path(folder) / "gpsd.log")
    gpsd.start()
    feed.start(rate=5, legs=OPEN_SKY)
    print(gpsd.port, flush=True)
    sys.stdin.read()
    feed.close()
    gpsd.kill()
