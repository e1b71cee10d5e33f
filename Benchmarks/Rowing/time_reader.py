# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the number of rows or records of a file, and the milliseconds in which a Python library reads them: pandas
for CSV, fitdecode for FIT. The time is the median of the rounds after the first third."""

import statistics
import sys
import time


def season(path):
    import pandas

    return len(pandas.read_csv(path, parse_dates=["Date"]))


def fit(path):
    import fitdecode

    records = 0
    with fitdecode.FitReader(path) as reader:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage) and frame.name == "record":
                records += 1
    return records


kind, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
read = {"season": season, "fit": fit}[kind]
times = []
count = 0
for _ in range(rounds):
    begin = time.perf_counter()
    count = read(path)
    times.append((time.perf_counter() - begin) * 1000)
print(count, statistics.median(times[rounds // 3 :]))
