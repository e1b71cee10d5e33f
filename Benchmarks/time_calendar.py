# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the milliseconds in which icalendar parses a file and reads its events, the median of five rounds."""

import pathlib
import statistics
import sys
import time

import icalendar

data = pathlib.Path(sys.argv[1]).read_bytes()
times = []
for _ in range(6):
    begin = time.perf_counter()
    calendar = icalendar.Calendar.from_ical(data)
    events = [(str(event["UID"]), event["DTSTART"].dt) for event in calendar.walk("VEVENT")]
    times.append((time.perf_counter() - begin) * 1000)
print(len(events), statistics.median(times[1:]))
