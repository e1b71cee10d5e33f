# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Answers in the form of Open-Meteo on a free port of 127.0.0.1, and prints each request.

An answer waits until the file that the argument names exists. A number in the file is the HTTP status of a refusal.
"""

import datetime
import http.server
import json
import os
import sys
import time
import urllib.parse

RELEASE = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        print(f"{address.path} {query['latitude']} {query['longitude']}", flush=True)
        while not os.path.exists(RELEASE):
            time.sleep(0.01)
        with open(RELEASE) as release:
            status = release.read().strip()
        if status:
            return self.answer(int(status), {"error": True, "reason": "Daily limit exceeded"})
        if "current" in query:
            return self.answer(
                200,
                {
                    "latitude": float(query["latitude"]),
                    "current": {
                        "time": 1795824000,
                        "temperature_2m": 17.4,
                        "relative_humidity_2m": 81,
                        "weather_code": 61,
                        "wind_speed_10m": 3.2,
                    },
                }
            )
        day = datetime.date.fromisoformat(query["start_date"])
        last = datetime.date.fromisoformat(query["end_date"])
        days = []
        while day <= last:
            days.append(day.isoformat())
            day += datetime.timedelta(days=1)
        self.answer(
            200,
            {
                "latitude": float(query["latitude"]),
                "daily_units": {"temperature_2m_max": "\u00b0C"},
                "daily": {
                    "time": days,
                    "weather_code": [61] * len(days),
                    "temperature_2m_max": [17.4] * len(days),
                    "temperature_2m_min": [-0.6] * len(days),
                    "precipitation_sum": [3.24] * len(days),
                },
            },
        )

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
