# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Opens many connections that ask for nothing, and then asks for something on a new one.

Arguments: the server's port and how many. Prints how many were opened (the system may let a process
have fewer), and the answer's status.
"""

import http.client
import resource
import socket
import sys

port, wanted = int(sys.argv[1]), int(sys.argv[2])
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if hard != resource.RLIM_INFINITY:
    wanted = min(wanted, hard - 100)
resource.setrlimit(resource.RLIMIT_NOFILE, (wanted + 100, hard))
idle = []
for number in range(wanted):
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    if number % 2:
        connection.send(b"GET /health HTTP/1.1\r\nHost: a\r\nX-Slow: ")
    idle.append(connection)
for _ in range(3):
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    asking.request("GET", "/health")
    answer = asking.getresponse()
    answer.read()
print(len(idle), answer.status)
