# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Measures the CloudKit server over HTTP, beside Kinto and raw SQLite, on one machine.

    measure.py CAIRN KINTO FOLDER [RECORDS [large]]

CAIRN is the release build of the command, KINTO that of Kinto's environment, FOLDER one that is
empty, and RECORDS how many there are in the large zone (1,000,000); "large" measures that alone. The load is sent by wrk, with
requests that are prepared beforehand. A line for each figure goes to standard output; a figure
whose requests were not all answered as they should ends the program.
"""

import base64
import ctypes
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request

import devices

HERE = os.path.dirname(os.path.abspath(__file__))
CONTAINER = "iCloud.org.example.bench"
BATCH = 200
THREADS = 2
SCALE = float(os.environ.get("CAIRN_BENCH_SCALE", "1"))
WORDS = "stone path ridge lake hut snow pass wind rain valley north east bridge".split()


class Sample:
    """The same records for all."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def values(self, number):
        words = [self.random.choice(WORDS) for _ in range(12)]
        return {
            "title": f"{words[0]} {words[1]} {number}",
            "note": " ".join(words[2:]),
            "author": f"author {number % 997}",
            "number": number,
            "count": self.random.randrange(1_000_000),
            "rating": round(self.random.random() * 10, 3),
            "date": 1_700_000_000_000 + number * 1_000,
            "checked": number % 2,
        }

    def record(self, number):
        types = {"rating": "DOUBLE", "date": "TIMESTAMP"}
        return {
            name: {
                "value": value,
                "type": types.get(name, "STRING" if isinstance(value, str) else "INT64"),
            }
            for name, value in self.values(number).items()
        }


def post(url, body, headers=None, method="POST"):
    request = urllib.request.Request(
        url, json.dumps(body).encode() if body is not None else None,
        {"Content-Type": "application/json", **(headers or {})}, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer), answer.headers


PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def end_with_parent():
    """Requests a SIGTERM for a child process when its parent ends; the `preexec_fn` of its start."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def stop(process, limit=10):
    """Terminates a process, and kills it after `limit` seconds."""
    process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


class Server:
    """A process that is ended with the program's block."""

    def __init__(self, command, ready, **more):
        self.process = subprocess.Popen(command, preexec_fn=end_with_parent, **more)
        self.ready = ready

    def __enter__(self):
        self.ready(self.process)
        return self

    def __exit__(self, *_):
        stop(self.process)

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read())[1]) // 1024


class Load:
    def __init__(self, folder):
        self.file = os.path.join(folder, "requests")

    def prepare(self, requests):
        with open(self.file, "w") as file:
            for method, path, header, body in requests:
                text = json.dumps(body, separators=(",", ":")) if body is not None else ""
                file.write(f"{method}\t{path}\t{header}\t{text}\n")

    def run(self, address, seconds, connections, threads=THREADS):
        threads, seconds = min(threads, connections), max(1, round(seconds * SCALE))
        result = subprocess.run(
            ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--timeout", "60s",
             "-s", f"{HERE}/replay.lua", address, "--", self.file, str(threads)],
            check=True, capture_output=True, text=True)
        measured = json.loads(result.stdout.strip().splitlines()[-1])
        if measured["failed"]:
            sys.exit(f"measure: {measured['failed']} requests failed: {result.stdout}")
        measured["rate"] = measured["requests"] / measured["seconds"]
        return measured


def figure(name, value, unit, note=""):
    text = f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"
    print(f"cloud  {name:<58} {text:>12} {unit:<10} {note}".rstrip(), flush=True)


class Cairn:
    def __init__(self, command, folder):
        self.command, self.folder = command, folder
        def cloud(*arguments, text=None):
            return subprocess.run(
                [command, "cloud", *arguments, "--data", folder], check=True, text=True,
                capture_output=True, input=text).stdout.strip()
        cloud("container", "create", CONTAINER)
        cloud("user", "create", "ann", "--password-file", "-", text="correct horse")
        token = cloud("token", "create", "--container", CONTAINER)
        web = cloud("user", "token", "ann", "--container", CONTAINER, "--stay")
        self.query = f"?ckAPIToken={token}&ckWebAuthToken={urllib.parse.quote(web, safe='')}"
        self.log = open(os.path.join(folder, "log"), "w")
        self.server = Server(
            [command, "cloud", "serve", "--data", folder, "--port", "0", "--rate-limit", "0",
             "--log-level", "warning"], self.ready, stdout=subprocess.PIPE, stderr=self.log,
            text=True)

    def ready(self, process):
        self.address = re.search(r"http://\S*:\d+", process.stdout.readline())[0]

    def path(self, operation):
        return f"/database/1/{CONTAINER}/development/private/{operation}{self.query}"

    def ask(self, operation, body):
        answer, _ = post(self.address + self.path(operation), body)
        if "serverErrorCode" in json.dumps(answer)[:2_000]:
            sys.exit(f"measure: {operation}: {answer}")
        return answer

    def make_zone(self, name):
        self.ask("zones/modify", {"operations": [
            {"operationType": "create", "zone": {"zoneID": {"zoneName": name}}}]})

    def search(self, zone, filters, limit=10):
        return {"query": {"recordType": "Hike", "filterBy": filters},
                "zoneID": {"zoneName": zone}, "resultsLimit": limit}

    def index(self, zone):
        """Asks for two fields, which from then on have an index."""
        for name, value in (("title", "a"), ("number", 1)):
            self.ask("records/query", self.search(zone, [equals(name, value)]))

    def push(self, zone, records):
        return ("POST", self.path("records/modify"), "", {
            "operations": [
                {"operationType": "forceUpdate", "record": {
                    "recordName": name, "recordType": "Hike", "fields": fields}}
                for name, fields in records],
            "zoneID": {"zoneName": zone}})

    def pages(self, zone):
        """A request for each page of a zone's changes."""
        token = None
        while True:
            body = {"zones": [{"zoneID": {"zoneName": zone}}]}
            if token:
                body["zones"][0]["syncToken"] = token
            page = self.ask("changes/zone", body)["zones"][0]
            if page["records"]:
                yield ("POST", self.path("changes/zone"), "", body)
            token = page["syncToken"]
            if not page["moreComing"]:
                return


def equals(name, value):
    return {"comparator": "EQUALS", "fieldName": name, "fieldValue": {"value": value}}


def batches(sample, count, name="record"):
    for batch in range(count):
        numbers = range(batch * BATCH, (batch + 1) * BATCH)
        yield [(f"{name}-{number:08}", sample.record(number)) for number in numbers]


def raw_inserts(folder, seconds):
    """Rows of the same records a second, by SQLite alone: 200 in a transaction, on the disk."""
    sample = Sample(1)
    rows = [[(f"record-{n:08}", *sample.values(n).values())
             for n in range(batch * BATCH, (batch + 1) * BATCH)] for batch in range(int(1_500 * SCALE))]
    database = sqlite3.connect(os.path.join(folder, "raw.sqlite"), isolation_level=None)
    database.executescript("""
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        CREATE TABLE hike (name TEXT PRIMARY KEY, title, note, author, number, count, rating, date,
          checked) WITHOUT ROWID;
        CREATE INDEX by_title ON hike (title); CREATE INDEX by_number ON hike (number);
        """)
    start, done = time.monotonic(), 0
    for batch in rows:
        database.execute("BEGIN")
        database.executemany("INSERT INTO hike VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", batch)
        database.execute("COMMIT")
        done += 1
        if time.monotonic() - start > seconds * SCALE:
            break
    rate = done * BATCH / (time.monotonic() - start)
    database.close()
    return rate


class Kinto:
    """Kinto, with the same batches of the same records."""

    records = "/v1/buckets/bench/collections/{}/records"
    header = "Authorization: Basic " + base64.b64encode(b"ann:secret").decode()

    def __init__(self, command, port):
        self.address = f"http://127.0.0.1:{port}"
        self.server = Server(
            [command, "start", "--ini", f"{HERE}/kinto.ini", "--port", str(port)], self.ready,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ready(self, _):
        for _ in range(300):
            try:
                post(self.address + "/v1/", None, method="GET")
                return
            except OSError:
                time.sleep(0.1)
        sys.exit("measure: Kinto does not start")

    def make(self, *collections):
        headers = dict([self.header.split(": ")])
        post(self.address + "/v1/buckets/bench", {}, headers, "PUT")
        for collection in collections:
            post(f"{self.address}/v1/buckets/bench/collections/{collection}", {}, headers, "PUT")

    def push(self, collection, records):
        path = self.records.format(collection)
        return ("POST", "/v1/batch", self.header, {
            "defaults": {"method": "PUT"},
            "requests": [
                {"path": f"{path}/{name}", "body": {"data": values}} for name, values in records]})

    def pages(self, collection):
        path = self.records.format(collection) + f"?_limit={BATCH}"
        while path:
            yield ("GET", path, self.header, None)
            _, headers = post(
                self.address + path, None, dict([self.header.split(": ")]), "GET")
            following = headers.get("Next-Page")
            path = following and following.removeprefix(self.address)


def free_port():
    import socket
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def measure_kinto(command, load, pulled):
    kinto = Kinto(command, free_port())
    with kinto.server:
        kinto.make("push", "pull")
        sample = Sample(1)

        def values(count):
            for batch in range(count):
                numbers = range(batch * BATCH, (batch + 1) * BATCH)
                yield [(f"record-{n:08}", sample.values(n)) for n in numbers]

        load.prepare(kinto.push("push", batch) for batch in values(int(100 * SCALE)))
        push = load.run(kinto.address, 15, 8)["rate"] * BATCH
        for batch in values(pulled // BATCH):
            _, path, header, body = kinto.push("pull", batch)
            post(kinto.address + path, body, dict([header.split(": ")]))
        load.prepare(list(kinto.pages("pull")))
        pull = load.run(kinto.address, 10, 8)["rate"] * BATCH
    return push, pull


def measure_ratios(cairn, kinto_command, load, folder):
    pulled = int(50 * SCALE) * BATCH
    cairn.make_zone("Push")
    cairn.make_zone("Pull")
    post(cairn.address + cairn.path("records/modify"), cairn.push(
        "Pull", next(batches(Sample(1), 1)))[3])
    cairn.index("Pull")
    pushes = []
    raw = raw_inserts(folder, 6)
    for turn in range(2):
        load.prepare(
            cairn.push("Push", batch) for batch in batches(Sample(1), int(1_200 * SCALE), f"record-{turn}"))
        pushes.append(load.run(cairn.address, 6, 8)["rate"] * BATCH)
    push = sum(pushes) / len(pushes)
    for batch in batches(Sample(1), pulled // BATCH):
        post(cairn.address + cairn.path("records/modify"), cairn.push("Pull", batch)[3])
    load.prepare(list(cairn.pages("Pull")))
    pull = load.run(cairn.address, 6, 8)["rate"] * BATCH
    kinto_push, kinto_pull = measure_kinto(kinto_command, load, pulled)
    figure("records pushed, 200 a batch, on the disk", push, "/s")
    figure("records pushed to Kinto, in memory", kinto_push, "/s")
    figure("  ratio", push / kinto_push, "x", "at least 20")
    figure("rows inserted by SQLite alone, 200 a transaction", raw, "/s")
    figure("  ratio", push / raw, "x")
    figure("records pulled, 200 a page", pull, "/s")
    figure("records pulled from Kinto, from memory", kinto_pull, "/s")
    figure("  ratio", pull / kinto_pull, "x", "at least 10")


def measure_latency(cairn, load):
    sample = Sample(2)
    load.prepare(
        cairn.push("Pull", [(f"single-{n}", sample.record(n))]) for n in range(20_000))
    single = load.run(cairn.address, 10, 50)
    figure("one-record modifies of 50 clients", single["rate"], "/s")
    figure("  median", single["p50"], "ms")
    figure("  99th percentile", single["p99"], "ms", "below 50")


def measure_large(cairn, load, records):
    """A large zone, and what a query and a change cost in it."""
    small, large = "Small", "Large"
    for zone in (small, large):
        cairn.make_zone(zone)
    sample = Sample(3)
    for batch in batches(sample, 1_000 // BATCH):
        post(cairn.address + cairn.path("records/modify"), cairn.push(small, batch)[3])
    # From now on: to make an index of all that is there afterwards is not what is measured.
    cairn.index(small)
    step = 500
    for start in range(0, records // BATCH, step):
        count = min(step, records // BATCH - start)
        load.prepare(
            cairn.push(large, [
                (f"record-{n:08}", sample.record(n))
                for n in range((start + i) * BATCH, (start + i + 1) * BATCH)])
            for i in range(count))
        push_all(cairn, load)
    pick = random.Random(4)
    for name in ("one field", "one field, a range of ten"):
        def search():
            number = pick.randrange(records)
            if name == "one field":
                return [equals("number", number)]
            return [
                {"comparator": comparator, "fieldName": "number", "fieldValue": {"value": value}}
                for comparator, value in (
                    ("GREATER_THAN_OR_EQUALS", number), ("LESS_THAN", number + 10))]
        load.prepare(
            ("POST", cairn.path("records/query"), "", cairn.search(large, search()))
            for _ in range(5_000))
        query = load.run(cairn.address, 5, 1)
        figure(f"query by {name}, {records:,} records: median", query["p50"], "ms", "below 5")
        figure("  99th percentile", query["p99"], "ms")
    for size, name, note in (
            (1, "a change", "at most 1.5"), (BATCH, f"a change of {BATCH} at random in a batch", "")):
        times = {small: [], large: []}
        for _ in range(5):
            for zone, count in ((small, 1_000), (large, records)):
                load.prepare(
                    cairn.push(zone, [
                        (f"record-{n:08}", sample.record(n))
                        for n in pick.sample(range(count), size)])
                    for _ in range(2_000 if size == 1 else 150))
                times[zone].append(1e6 / (load.run(cairn.address, 3, 1)["rate"] * size))
        cost = {zone: sorted(values)[2] for zone, values in times.items()}
        figure(f"cost of {name}, in a zone of 1,000 records", cost[small], "µs")
        figure(f"cost of {name}, in a zone of {records:,} records", cost[large], "µs")
        figure("  ratio", cost[large] / cost[small], "x", note)


def push_all(cairn, load):
    """Sends all that is prepared, once."""
    import http.client
    connection = http.client.HTTPConnection(cairn.address.removeprefix("http://"))
    with open(load.file) as file:
        for line in file:
            _, path, _, body = line.rstrip("\n").split("\t")
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                sys.exit(f"measure: {answer.status}")


def main():
    command, kinto_command, folder = sys.argv[1:4]
    records = int(sys.argv[4]) if len(sys.argv) > 4 else 1_000_000
    is_large_only = sys.argv[5:] == ["large"]
    load = Load(folder)
    data = os.path.join(folder, "data")
    os.makedirs(data)
    cairn = Cairn(command, data)
    with cairn.server:
        if not is_large_only:
            measure_ratios(cairn, kinto_command, load, folder)
            measure_latency(cairn, load)
            devices.measure(cairn, figure, post, CONTAINER)
        measure_large(cairn, load, records)
        figure("memory of the server at most", cairn.server.memory(), "MB")


if __name__ == "__main__":
    main()
