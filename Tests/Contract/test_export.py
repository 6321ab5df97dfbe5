"""What the box exports is read by software from elsewhere: GDAL, which is ogr2ogr's reader, gpxpy, and the schema of GPX."""

import importlib.util
from datetime import datetime
from pathlib import Path

import fiona
import gpxpy
import pytest
from lxml import etree

#: Degrees: what is written has 7 decimals.
TOLERANCE = 0.6e-7


@pytest.fixture
def box(make_box):
    return make_box()


def export(box, form: str) -> Path:
    path = box.folder / f"track.{form}"
    result = box.run(
        "waypost", "export", "--format", form, "--config", box.settings("http://127.0.0.1:9", "nowhere"))
    assert result.returncode == 0, result.stderr
    path.write_text(result.stdout)
    return path


def milliseconds(text: str) -> int:
    return round(datetime.fromisoformat(text.replace("Z", "+00:00").replace("/", "-")).timestamp() * 1000)


def agree(found: list, box) -> None:
    """Holds (sample time in ms, latitude, longitude) of each point against what is in the outbox."""
    stored = box.fixes()
    assert len(stored) >= 90
    assert [time for time, _, _ in found] == [time for time, _, _ in stored]
    for (_, *place), (_, *there) in zip(found, stored, strict=True):
        assert place == pytest.approx(there, abs=TOLERANCE)


def features(path: Path, **more) -> list:
    """What GDAL finds."""
    with fiona.open(path, **more) as layer:
        return list(layer)


def test_gdal_reads_the_gpx_with_places_and_times(box):
    # The layer of tracks has no times, the one of points has.
    points = features(export(box, "gpx"), layer="track_points")
    agree([
        (milliseconds(point.properties["time"]), point.geometry.coordinates[1], point.geometry.coordinates[0])
        for point in points
    ], box)


def test_gdal_reads_the_geojson_with_places_times_and_properties(box):
    points = features(export(box, "geojson"))
    agree([
        (milliseconds(point.properties["time"]), point.geometry.coordinates[1], point.geometry.coordinates[0])
        for point in points
    ], box)
    assert all(point.geometry.type == "Point" for point in points)
    assert {point.properties["device_id"] for point in points} == {box.device}
    assert all(point.properties["speed"] >= 0 for point in points)


def test_gdal_reads_the_csv_as_a_layer_of_points(box):
    points = features(
        export(box, "csv"), X_POSSIBLE_NAMES="longitude", Y_POSSIBLE_NAMES="latitude", AUTODETECT_TYPE="YES")
    agree([
        (int(point.properties["time_ms"]), point.geometry.coordinates[1], point.geometry.coordinates[0])
        for point in points
    ], box)
    assert [milliseconds(point.properties["time"]) for point in points] == [time for time, _, _ in box.fixes()]


def test_gpxpy_reads_the_gpx(box):
    gpx = gpxpy.parse(export(box, "gpx").read_text())
    (track,) = gpx.tracks
    assert track.name == box.device
    agree([
        (round(point.time.timestamp() * 1000), point.latitude, point.longitude)
        for segment in track.segments for point in segment.points
    ], box)
    points = track.segments[0].points
    assert {point.type_of_gpx_fix for point in points} <= {"2d", "3d"}
    assert all(point.elevation is not None and point.extensions for point in points)


def test_the_gpx_is_valid_by_the_schema_of_gpx_1_1(box):
    # Found, not imported: importing it reads the schema too.
    schema = Path(importlib.util.find_spec("gpx").origin).with_name("gpx.xsd")
    document = etree.parse(export(box, "gpx"))
    etree.XMLSchema(etree.parse(schema)).assertValid(document)
    assert len(document.findall(".//{http://www.topografix.com/GPX/1/1}trkpt")) == len(box.fixes())


def test_an_empty_window_is_a_valid_file_without_points(box):
    schema = Path(importlib.util.find_spec("gpx").origin).with_name("gpx.xsd")
    config = box.settings("http://127.0.0.1:9", "nowhere")
    for form in ("gpx", "geojson", "csv"):
        result = box.run("waypost", "export", "--format", form, "--to", "2001-01-01", "--config", config)
        assert result.returncode == 0, result.stderr
        if form == "gpx":
            etree.XMLSchema(etree.parse(schema)).assertValid(etree.fromstring(result.stdout.encode()))
        else:
            path = box.folder / f"empty.{form}"
            path.write_text(result.stdout)
            assert features(path) == []
