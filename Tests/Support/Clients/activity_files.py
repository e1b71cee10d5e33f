# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the records, laps, sessions and weather that fitdecode and fitparse read in a FIT file, as JSON.

Of a GPX file, it prints the points of all tracks that gpxpy reads, with their sensors.
"""

import json
import sys
from datetime import timezone

import fitdecode
import fitparse
import gpxpy


NAMES = ("record", "lap", "session", "weather_conditions")


def plain(value):
    if hasattr(value, "tzinfo"):
        return value.replace(tzinfo=timezone.utc).timestamp()
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def message(fields):
    return {field.name: plain(field.value) for field in fields if field.value is not None}


def with_fitdecode(path):
    found = {name: [] for name in NAMES}
    reader = fitdecode.FitReader(
        path,
        check_crc=fitdecode.CrcCheck.RAISE,
        error_handling=fitdecode.ErrorHandling.RAISE,
    )
    with reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name in found:
                found[frame.name].append(message(frame.fields))
    return found


def with_fitparse(path):
    file = fitparse.FitFile(path, check_crc=True)
    return {
        name: [message(found.fields) for found in file.get_messages(name)]
        for name in NAMES
    }


def with_gpxpy(path):
    with open(path, encoding="utf-8") as file:
        points = gpxpy.parse(file).walk(only_points=True)
        found = []
        for point in points:
            values = {
                "latitude": point.latitude,
                "longitude": point.longitude,
                "elevation": point.elevation,
                "time": plain(point.time),
            }
            for extension in point.extensions:
                for node in extension.iter():
                    if node.text and node.text.strip():
                        values[node.tag.split("}")[-1]] = float(node.text)
            found.append({name: value for name, value in values.items() if value is not None})
        return found


def main():
    if sys.argv[1].endswith(".gpx"):
        json.dump(with_gpxpy(sys.argv[1]), sys.stdout)
        return
    results = [with_fitdecode(sys.argv[1]), with_fitparse(sys.argv[1])]
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
