# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Measures devices whose stores are mirrored, with a server on the same machine.

    sync.py CAIRN BENCHMARKS FOLDER [RECORDS | pages]

CAIRN and BENCHMARKS are release builds of the command and of the program beside this file, FOLDER one
that is empty, RECORDS how many there are at the first sync (100,000). Each device is a process of its
own. A line for each figure goes to standard output. With `pages`, only open pages are measured, which
needs no BENCHMARKS.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

from devices import Process
from measure import CONTAINER, Cairn, end_with_parent, figure, stop


# The maximum time in seconds until a change is on the page of another device.
PAGE_LIMIT = 30


class Proxy:
    """Passes connections on to a server, and counts the bytes of the bodies that it sees."""

    def __init__(self, address):
        self.target = urllib.parse.urlparse(address)
        self.bodies = 0
        self.all = 0
        self.loop = asyncio.new_event_loop()
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()

    def _run(self, started):
        asyncio.set_event_loop(self.loop)

        async def begin():
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            self.address = "http://127.0.0.1:%d" % server.sockets[0].getsockname()[1]
            started.set()

        self.loop.run_until_complete(begin())
        self.loop.run_forever()

    async def _serve(self, reader, writer):
        there, back = await asyncio.open_connection(self.target.hostname, self.target.port)

        async def pass_on(source, sink):
            while data := await source.read(65_536):
                self.all += len(data)
                # Heads end with an empty line; what comes behind is a body, as is a piece without one.
                self.bodies += len(data.rsplit(b"\r\n\r\n", 1)[-1]) if data[:5] in (
                    b"HTTP/", b"POST ", b"GET /") else len(data)
                sink.write(data)
                await sink.drain()
            sink.close()

        await asyncio.gather(pass_on(reader, back), pass_on(there, writer), return_exceptions=True)


class Devices:
    def __init__(self, cairn, program, folder):
        self.cairn, self.program, self.folder = cairn, program, folder
        query = urllib.parse.parse_qs(cairn.query[1:])
        self.tokens = query["ckAPIToken"][0], query["ckWebAuthToken"][0]

    def start(self, role, device, *numbers, address=None):
        api, web = self.tokens
        place = os.path.join(self.folder, device)
        os.makedirs(place, exist_ok=True)
        file = os.path.join(place, "cloudkit.json")
        with open(file, "w") as text:
            json.dump({"default": CONTAINER, "containers": {CONTAINER: {
                "url": address or self.cairn.address, "environment": "development",
                "api_token": api, "web_auth_token": web, "user": "ann"}}}, text)
        return subprocess.Popen(
            [self.program, "--device", role, os.path.join(place, "app.store"), *map(str, numbers)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=end_with_parent,
            env={**os.environ, "CAIRN_CLOUDKIT_CONFIG": file})

    def run(self, role, device, *numbers):
        process = self.start(role, device, *numbers)
        out, _ = process.communicate()
        if process.returncode:
            sys.exit(f"sync: {role} ended with {process.returncode}")
        return [json.loads(line) for line in out.splitlines()]


def metric(cairn, pattern):
    with urllib.request.urlopen(cairn.address + "/metrics") as answer:
        lines = answer.read().decode().splitlines()
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines if re.match(pattern, line))


def measure_first(devices, records):
    sent = devices.run("fill", "first", records)[0]
    figure(f"{records:,} records sent, 50 a batch", sent["seconds"], "s")
    syncs, inserts = [], []
    for turn in range(3):
        synced = devices.run("first", f"new-{turn}")[0]
        if synced["count"] < records:
            sys.exit(f"sync: {synced['count']} of {records} objects came")
        syncs.append(synced["seconds"])
        inserts.append(devices.run("insert", f"local-{turn}", records)[0]["seconds"])
    sync, insert = statistics.median(syncs), statistics.median(inserts)
    figure(f"first sync of {records:,} records", sync, "s", "at most 4")
    figure("  the same inserted without sync, 200 a save", insert, "s")
    figure("  ratio", sync / insert, "x")
    figure("  memory of the device at most", synced["peak"] / 1e6, "MB", "below 200")


def measure_changes(devices, cairn, rounds=200, pause=100):
    watcher = devices.start("watch", "new-0")
    seen = {}

    def read():
        for line in watcher.stdout:
            answer = json.loads(line)
            if "value" in answer:
                seen.setdefault(answer["value"], answer["moment"])

    thread = threading.Thread(target=read)
    thread.start()
    time.sleep(3)
    editor = devices.start("edit", "new-1", rounds, pause)
    saved = [json.loads(line) for line in editor.communicate()[0].splitlines()]
    time.sleep(1)
    delays = sorted(
        (seen[round["value"]] - round["moment"]) / 1e6 for round in saved[1:]
        if round["value"] in seen)
    figure("changes of one property, one each 100 ms", len(saved), "")
    figure("  seen on another device", len(delays), "")
    figure("  from the save to the other's context: median", statistics.median(delays), "ms",
           "below 50")
    figure("  99th percentile", delays[int(len(delays) * 0.99)], "ms", "below 250")
    time.sleep(5)
    process = Process(watcher.pid)
    figure("streams of an idle device", metric(cairn, "cairn_waiting_devices"), "")
    before, idle = process.seconds(), 60
    time.sleep(idle)
    figure(f"  its CPU in {idle} s", (process.seconds() - before) / idle * 100, "%", "below 0.1")
    watcher.communicate()
    thread.join()


def measure_bytes(devices, cairn, rounds=20):
    """The bodies of what one change sends, and of what it makes another device ask and hear."""
    for name, role in (("sender", "edit"), ("receiver", "watch")):
        proxy = Proxy(cairn.address)
        place = proxy.address if role == "edit" else cairn.address
        other = Proxy(cairn.address)
        watcher = devices.start(
            "watch", f"watching-{name}", address=other.address if role == "watch" else None)
        time.sleep(3)
        editor = devices.start("edit", f"editing-{name}", rounds, 1_000, address=place)
        lines = []
        counter = proxy if role == "edit" else other
        for line in editor.stdout:
            lines.append((counter.bodies, counter.all))
        editor.wait()
        watcher.communicate()
        # What was between two saves in the middle belongs to the first of them.
        bodies = [b[0] - a[0] for a, b in zip(lines[5:], lines[6:])]
        wire = [b[1] - a[1] for a, b in zip(lines[5:], lines[6:])]
        figure(f"bodies of a changed property, {name}", statistics.median(bodies), "bytes")
        figure("  with heads", statistics.median(wire), "bytes")


def measure_interruption(devices, cairn, records=20_000):
    """What is sent twice when the device is killed while it sends."""
    pattern = r'cairn_requests_total\{endpoint="records/modify"'
    before = metric(cairn, pattern)
    process = devices.start("fill", "killed", records)
    while metric(cairn, pattern) < before + records / 50 / 2:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    devices.run("first", "killed")
    again = (metric(cairn, pattern) - before) - records / 50
    figure("batches sent again after kill -9 in the middle", again, "", "at most 1")


def page_delays(cairn, folder, names, changes, rounds):
    """The seconds of changes on one device, and until each is on the open page of another.

    `changes(number, run)` changes data with the command `run`, and returns the page's path and a pattern of the
    new content. `sync --watch` syncs the first device, and `serve` the other one.
    """
    first, second = (os.path.join(folder, name) for name in names)

    def run(*arguments, text=None, data=first):
        return subprocess.run(
            [cairn.command, *arguments, "--data", data], check=True, text=True, capture_output=True,
            input=text).stdout

    def start(data, *arguments):
        return subprocess.Popen(
            [cairn.command, *arguments, "--data", data], stdout=subprocess.PIPE, text=True,
            preexec_fn=end_with_parent)

    for data in (first, second):
        run("login", cairn.address, "--user", "ann", "--password-file", "-", text="correct horse",
            data=data)
    times, delays = [], []
    with contextlib.ExitStack() as stack:
        page = start(second, "serve", "--port", "0", "--no-cloud")
        stack.callback(stop, page)
        watch = start(first, "sync", "--watch")
        stack.callback(stop, watch)
        address = re.search(r"http://\S*:\d+", page.stdout.readline())[0]
        watch.stdout.readline()
        time.sleep(3)
        stream = stack.enter_context(
            urllib.request.urlopen(address + "/changes", timeout=PAGE_LIMIT))
        for number in range(rounds):
            begin = time.perf_counter()
            path, pattern = changes(number, run)
            changed = time.perf_counter()
            # As the page's script does: an event, and then the page anew.
            while True:
                try:
                    with urllib.request.urlopen(address + path, timeout=PAGE_LIMIT) as answer:
                        if re.search(pattern, answer.read().decode()):
                            break
                except urllib.error.HTTPError as error:
                    # A page of an object that the device does not have yet.
                    if error.code != 404:
                        raise
                while not (line := stream.readline()).startswith(b"event: changed"):
                    if not line:
                        sys.exit("sync: the stream of changes has ended")
                    if time.perf_counter() - changed > PAGE_LIMIT:
                        sys.exit(f"sync: no page has the change after {PAGE_LIMIT} s")
            end = time.perf_counter()
            times.append(changed - begin)
            delays.append(end - changed)
            time.sleep(0.5)
    return times, delays


def page_figures(name, times, delays):
    figure("  the command, a process of its own: median", statistics.median(times) * 1e3, "ms")
    figure("  from its end to the open page of another device: median",
           statistics.median(delays) * 1e3, "ms")
    figure("  the longest", max(delays) * 1e3, "ms", "below 1,000")
    figure(f"  {name} with it: the longest", max(map(sum, zip(times, delays))) * 1e3, "ms")


def measure_page(cairn, folder, rounds=20):
    """From the import of a ruck on one device to the open page of another."""
    def change(number, run):
        file = os.path.join(folder, "track.gpx")
        with open(file, "w") as text:
            text.write('<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>')
            for point in range(600):
                text.write(
                    f'<trkpt lat="{46 + number / 10 + point / 1e4:.5f}" lon="8.5"><ele>400</ele>'
                    f"<time>2026-01-{number + 1:02}T08:{point // 60:02}:{point % 60:02}Z</time></trkpt>")
            text.write("</trkseg></trk></gpx>")
        run("ruck", "import", file, "--name", f"bench {number}")
        return "", rf"\bbench {number}\b"

    times, delays = page_delays(cairn, folder, ("importing", "looking"), change, rounds)
    figure("rucks of 600 points imported on one device", rounds, "")
    page_figures("the import", times, delays)


def measure_trip_page(cairn, folder, rounds=20):
    """From a change of a trip on one device to its open timeline on another."""
    trip = {}

    def change(number, run):
        if not trip:
            trip.update(json.loads(run(
                "trip", "new", "Bench", "--start", "2027-05-01", "--end", "2027-05-09", "--json")))
        run("trip", "day", "add", trip["id"], "--title", f"Museum {number}", "--day",
            f"2027-05-0{1 + number % 9}", "--start", "10:00", "--zone", "Europe/Vienna")
        return f"/trips/{trip['id']}", rf"\bMuseum {number}\b"

    times, delays = page_delays(cairn, folder, ("planning", "travelling"), change, rounds)
    figure("entries added to a trip on one device", rounds, "")
    page_figures("the command", times, delays)


def measure_saves(devices, count=2_000):
    names = ("2,000 saves of one object, without a pause", "saves of one object, 20 ms apart",
             "a save of 10,000 objects")
    for name, answer in zip(names, devices.run("saves", "saves", count)):
        figure(f"{name}: mirrored", answer["seconds"] * 1e3, "ms")
        figure("  without mirroring", answer["local"] * 1e3, "ms")
        figure("  ratio of all", answer["seconds"] / answer["local"], "x", "at most 1.1")
        figure("  ratio of medians", answer["value"], "x")


def main():
    command, program, folder = sys.argv[1:4]
    only_pages = sys.argv[4:] == ["pages"]
    records = int(sys.argv[4]) if len(sys.argv) > 4 and not only_pages else 100_000
    data = os.path.join(folder, "data")
    os.makedirs(data)
    cairn = Cairn(command, data)
    devices = Devices(cairn, program, folder)
    with cairn.server:
        if not only_pages:
            # First, as long as there is nothing to be fetched at the same time.
            measure_saves(devices)
            measure_first(devices, records)
            measure_changes(devices, cairn)
            measure_bytes(devices, cairn)
            measure_interruption(devices, cairn)
        measure_page(cairn, folder)
        measure_trip_page(cairn, folder)


if __name__ == "__main__":
    main()
