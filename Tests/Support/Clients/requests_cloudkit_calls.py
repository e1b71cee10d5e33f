# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Calls the server with requests that requests-cloudkit from PyPI signs.

Its release is for Python 2, where text is bytes. The two methods that depend on this are overridden;
the signed text and the requests are unchanged. Arguments: the server's address, the key's ID, the
file of the key. Prints each kind of call that succeeded, one per line.
"""

import base64
import hashlib
import json
import sys

import ecdsa
import requests
from requests_cloudkit import CloudKitAuth

address, key_id, key_file = sys.argv[1:]
BASE = f"{address}/database/1/iCloud.org.example.clients/development/public"


class Auth(CloudKitAuth):
    """Signs bytes."""

    def make_signature(self, formatted_date, body, path):
        text = f"{formatted_date}:{self.encode_body(body)}:{path}"
        with open(self.key_file_name) as file:
            key = ecdsa.SigningKey.from_pem(file.read())
        signature = key.sign(
            text.encode(), hashfunc=hashlib.sha256, sigencode=ecdsa.util.sigencode_der
        )
        return base64.b64encode(signature).decode()

    def encode_body(self, body):
        data = body.encode() if isinstance(body, str) else body or b""
        return base64.b64encode(hashlib.sha256(data).digest()).decode()


def send(operation, body=None, method="POST", **more):
    data = None if body is None else json.dumps(body)
    answer = requests.request(
        method, f"{BASE}/{operation}", data=data, auth=Auth(key_id, key_file), timeout=60, **more
    )
    return answer.status_code, answer.json()


def check(condition, what):
    if not condition:
        raise AssertionError(what)
    return True


record = {
    "recordName": "tide-1",
    "recordType": "Tide",
    "fields": {"place": {"value": "Koper"}, "height": {"value": 1.25}},
}
status, saved = send(
    "records/modify", {"operations": [{"operationType": "create", "record": record}]}
)
check(status == 200 and saved["records"][0]["recordName"] == "tide-1", saved)
author = saved["records"][0]["created"]["userRecordName"]
print("records/modify")

status, found = send("records/lookup", {"records": [{"recordName": "tide-1"}]})
check(found["records"][0]["fields"]["height"] == {"value": 1.25, "type": "DOUBLE"}, found)
check(found["records"][0]["created"]["userRecordName"] == author, found)
print("records/lookup")

query = {"recordType": "Tide", "filterBy": [{
    "fieldName": "place", "comparator": "EQUALS", "fieldValue": {"value": "Koper"}}]}
status, page = send("records/query", {"query": query})
check([item["recordName"] for item in page["records"]] == ["tide-1"], page)
print("records/query")

status, page = send("records/query", {"query": query}, params={"remapEnums": "true"})
check(status == 200 and len(page["records"]) == 1, page)
print("records/query, its query string signed")

status, zones = send("zones/list", method="GET")
check(status == 200 and zones["zones"][0]["zoneID"]["zoneName"] == "_defaultZone", zones)
print("zones/list by GET")

status, gone = send("records/modify", {"operations": [
    {"operationType": "forceDelete", "record": {"recordName": "tide-1"}}]})
check(gone["records"][0]["deleted"] is True, gone)
print("records/modify forceDelete")

status, refused = send("users/caller", {})
check(status == 401 and refused["serverErrorCode"] == "AUTHENTICATION_FAILED", refused)
print("users/caller refused")
