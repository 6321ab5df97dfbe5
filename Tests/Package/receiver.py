"""A simulated receiver with a real gpsd, for a box in a container: prints gpsd's port and runs until its input ends.

It talks from a line `talk` of its input on, until a line `hush`.
"""

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
    print(gpsd.port, flush=True)
    for line in sys.stdin:
        if line.strip() == "talk":
            feed.start(rate=5, legs=OPEN_SKY)
        else:
            feed.stop()
    feed.close()
    gpsd.kill()
