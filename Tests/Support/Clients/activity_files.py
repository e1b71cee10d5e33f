# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the records, laps, sessions and weather that fitdecode and fitparse read in a FIT file, as JSON."""

import json
import sys
from datetime import timezone

import fitdecode
import fitparse


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


def main():
    results = [with_fitdecode(sys.argv[1]), with_fitparse(sys.argv[1])]
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
