# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the events that icalendar reads in a file, as JSON.

Each end is read twice: with the zone database of Python, and with the definitions in the file.
"""

import json
import pathlib
import sys
from datetime import datetime, timezone

import icalendar


def end(event, name, zones):
    prop = event.get(name)
    if prop is None:
        return None
    value = prop.dt
    if not isinstance(value, datetime):
        return {"day": value.isoformat()}
    found = {"local": value.replace(tzinfo=None).isoformat()}
    if value.tzinfo is None:
        return found
    found["instant"] = value.timestamp()
    zone = prop.params.get("TZID")
    if zone is not None:
        found["zone"] = str(zone)
        defined = value.replace(tzinfo=None)
        # The offset by the definition in the file, without the database.
        offset = zones[str(zone)].utcoffset(defined)
        found["defined"] = (
            defined.replace(tzinfo=timezone.utc).timestamp() - offset.total_seconds()
        )
    return found


def main():
    calendar = icalendar.Calendar.from_ical(pathlib.Path(sys.argv[1]).read_bytes())
    zones = {
        str(zone["TZID"]): zone.to_tz(lookup_tzid=False)
        for zone in calendar.walk("VTIMEZONE")
    }
    events = [
        {
            "uid": str(event["UID"]),
            "summary": str(event.get("SUMMARY", "")),
            "sequence": int(event["SEQUENCE"]),
            "start": end(event, "DTSTART", zones),
            "end": end(event, "DTEND", zones),
            "errors": [str(error) for error in event.errors],
        }
        for event in calendar.walk("VEVENT")
    ]
    json.dump(events, sys.stdout)


if __name__ == "__main__":
    main()
