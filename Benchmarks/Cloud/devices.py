# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Devices that wait for notifications on streams: what they cost, and how soon a change reaches all."""

import asyncio
import json
import os
import resource
import time
import urllib.parse

ZONE = "Watched"


class Process:
    def __init__(self, number):
        self.number = number

    def memory(self):
        """What it has in memory now, in kB."""
        with open(f"/proc/{self.number}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024

    def seconds(self):
        """The processor's time that it has had."""
        with open(f"/proc/{self.number}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(cairn, figure, post, container, count=1_000):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(65_536, limit), limit))
    asyncio.run(_measure(cairn, figure, post, container, count))


async def _measure(cairn, figure, post, container, count):
    process = Process(cairn.server.process.pid)
    url = urllib.parse.urlparse(cairn.address)
    cairn.make_zone(ZONE)
    cairn.ask("subscriptions/modify", {"operations": [{
        "operationType": "create", "subscription": {
            "subscriptionID": "all", "subscriptionType": "zone", "zoneID": {"zoneName": ZONE}}}]})
    place = f"{cairn.address}/device/1/{container}/development/tokens/create{cairn.query}"
    paths = []
    for _ in range(count):
        answer, _headers = post(place, {"apnsEnvironment": "development"})
        paths.append(urllib.parse.urlparse(answer["webcourierURL"]))
    before = process.memory()
    arrivals = asyncio.Queue()

    async def wait(path, begun):
        reader, writer = await asyncio.open_connection(url.hostname, url.port)
        target = path.path + ("?" + path.query if path.query else "")
        writer.write(
            f"GET {target} HTTP/1.1\r\nHost: {url.netloc}\r\nAccept: text/event-stream\r\n\r\n"
            .encode())
        try:
            begun.set_result((await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1])
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    arrivals.put_nowait(time.perf_counter())
        finally:
            writer.close()

    loop = asyncio.get_running_loop()
    beginnings = [loop.create_future() for _ in paths]
    tasks = [asyncio.create_task(wait(*each)) for each in zip(paths, beginnings)]
    if set(await asyncio.gather(*beginnings)) != {b"200"}:
        raise SystemExit("measure: a stream was refused")
    await asyncio.sleep(3)
    figure(f"memory of each of {count:,} waiting devices", (process.memory() - before) / count,
           "kB", "below 100")
    start, used = time.perf_counter(), process.seconds()
    await asyncio.sleep(20)
    figure("  processor's time while nothing happens",
           100 * (process.seconds() - used) / (time.perf_counter() - start), "%", "below 2")
    times = []
    for number in range(9):
        body = {"zoneID": {"zoneName": ZONE}, "operations": [{
            "operationType": "create", "record": {
                "recordName": f"n{number}", "recordType": "Note",
                "fields": {"title": {"value": json.dumps(number)}}}}]}
        start = time.perf_counter()
        await asyncio.to_thread(cairn.ask, "records/modify", body)
        moments = [await asyncio.wait_for(arrivals.get(), 60) for _ in paths]
        times.append(max(moments) - start)
        await asyncio.sleep(0.5)
    figure("  until a change has reached all: median", 1_000 * sorted(times)[4], "ms",
           "below 1,000")
    figure("    longest of nine", 1_000 * max(times), "ms")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
