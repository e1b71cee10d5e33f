# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Opens many idle connections, and then sends requests on new connections.

Arguments: the server's port and the number of idle connections. Prints the number that was opened,
which the limit of open files may reduce, and the status of the last response.
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
