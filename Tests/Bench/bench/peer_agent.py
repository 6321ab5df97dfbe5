"""What a user would write instead of waypost: gpsd's JSON, a time filter, SQLite, boto3; ordinary code, ordinary defaults.

    peer_agent.py record PORT DATABASE [INTERVAL]
    peer_agent.py upload URL TRACKER DATABASE

It reads the lines of gpsd until the end, keeps a fix each INTERVAL seconds, each in a commit of its own; or sends what the
database holds in batches of ten and deletes what was taken. Credentials come from the environment. `upload` ends with
one line of JSON: how many it sent, and seconds of the clock and of the processor without the imports. With
PEER_AGENT_STAYS set it then waits for the end of its standard input, to be looked at.
"""

import datetime
import json
import os
import socket
import sqlite3
import sys
import time

TABLE = "CREATE TABLE IF NOT EXISTS fix (id INTEGER PRIMARY KEY, time TEXT, latitude REAL, longitude REAL, accuracy REAL)"


def instant(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def record(port: int, path: str, interval: float = 30.0) -> None:
    database = sqlite3.connect(path)
    database.execute(TABLE)
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(b'?WATCH={"enable":true,"json":true};\n')
    last = None
    for line in connection.makefile("rb"):
        report = json.loads(line)
        if report["class"] != "TPV" or report.get("mode", 0) < 2 or "time" not in report:
            continue
        now = instant(report["time"])
        if last is not None and (now - last).total_seconds() < interval:
            continue
        last = now
        with database:
            database.execute(
                "INSERT INTO fix (time, latitude, longitude, accuracy) VALUES (?, ?, ?, ?)",
                (report["time"], report["lat"], report["lon"], report.get("eph")),
            )


def upload(url: str, tracker: str, path: str) -> None:
    import boto3
    from botocore.config import Config

    database = sqlite3.connect(path)
    client = boto3.client(
        "location", endpoint_url=url, region_name="eu-central-1", config=Config(inject_host_prefix=False)
    )
    sent, began, worked = 0, time.monotonic(), time.process_time()
    while rows := database.execute("SELECT * FROM fix ORDER BY id LIMIT 10").fetchall():
        updates = []
        for _, moment, latitude, longitude, accuracy in rows:
            update = {"DeviceId": "truck-17", "SampleTime": instant(moment), "Position": [longitude, latitude]}
            if accuracy is not None:
                update["Accuracy"] = {"Horizontal": accuracy}
            updates.append(update)
        answer = client.batch_update_device_position(TrackerName=tracker, Updates=updates)
        if answer["Errors"]:
            sys.exit(f"refused: {answer['Errors'][0]}")
        with database:
            database.executemany("DELETE FROM fix WHERE id = ?", [(row[0],) for row in rows])
        sent += len(rows)
    figures = {"sent": sent, "seconds": time.monotonic() - began, "cpu": time.process_time() - worked}
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "record":
        record(int(sys.argv[2]), sys.argv[3], *map(float, sys.argv[4:]))
    else:
        upload(*sys.argv[2:])
    if "PEER_AGENT_STAYS" in os.environ:
        sys.stdin.read()
