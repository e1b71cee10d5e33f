# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Requests large pages on many connections, and does not read the responses.

Arguments: the server's port and process ID, the container, an API token, a web token, and the number of
connections. Prints the server's resident memory in MB: idle, at its peak, after the connections closed,
after ordinary large reads, and after large writes.
"""

import json
import socket
import sys
import time
import urllib.parse
import urllib.request

port, process, container, api_token, web_token, wanted = sys.argv[1:]
base = f"/database/1/{container}/development/private"
query = "?" + urllib.parse.urlencode({"ckAPIToken": api_token, "ckWebAuthToken": web_token})


def post(path, body):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{base}/{path}{query}",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def resident():
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) // 1024


zone = {"zoneName": "Large"}
post("zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": zone}}]})
for number in range(10):
    record = {"recordName": f"r{number}", "recordType": "Note", "fields": {"text": {"value": "x" * 900_000}}}
    post("records/modify", {"zoneID": zone, "operations": [{"operationType": "create", "record": record}]})
page = {"zones": [{"zoneID": zone}]}
time.sleep(2)
idle = resident()

body = json.dumps(page).encode()
request = (
    f"POST {base}/changes/zone{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
).encode() + body
connections = []
for _ in range(int(wanted)):
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", int(port)))
    connection.sendall(request)
    connections.append(connection)
peak = 0
# Until the memory has not grown for three seconds, at most for two minutes.
quiet, start = 0, time.monotonic()
while quiet < 12 and time.monotonic() - start < 120:
    time.sleep(0.25)
    now = resident()
    quiet = 0 if now > peak else quiet + 1
    peak = max(peak, now)
for connection in connections:
    connection.close()
time.sleep(4)
closed = resident()
for _ in range(10):
    assert len(post("changes/zone", page)["zones"][0]["records"]) > 5
time.sleep(4)
read = resident()
# Ten requests of 18 MB each replace the same twenty records.
for number in range(10):
    operations = [
        {
            "operationType": "forceReplace",
            "record": {
                "recordName": f"w{record}",
                "recordType": "Note",
                "fields": {"text": {"value": str(number) * 900_000}},
            },
        }
        for record in range(20)
    ]
    answer = post("records/modify", {"zoneID": zone, "operations": operations})
    assert all("recordChangeTag" in record for record in answer["records"]), answer
time.sleep(4)
print(idle, peak, closed, read, resident())
