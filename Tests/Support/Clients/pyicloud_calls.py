# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Calls the server with the unmodified CloudKit client of pyicloud from PyPI.

Arguments: the server's address, the file of its certificate authority, the API token, the web
token. Prints each kind of call that succeeded, one per line.
"""

import hashlib
import sys

import requests
from pyicloud.common.cloudkit.client import (
    CloudKitApiError,
    CloudKitAuthError,
    CloudKitContainerClient,
)
from pyicloud.common.cloudkit.models import (
    CKErrorItem,
    CKFVInt64,
    CKFVReference,
    CKFVString,
    CKFVStringList,
    CKModifyOperation,
    CKQueryFilterBy,
    CKQueryObject,
    CKQuerySortBy,
    CKReference,
    CKTombstoneRecord,
    CKWriteRecord,
    CKZoneChangesZoneReq,
    CKZoneIDReq,
)

address, authority, api_token, web_token = sys.argv[1:]
CONTAINER = "iCloud.org.example.clients"
ZONE = CKZoneIDReq(zoneName="Notes")
worked = []


def client(database="private", **parameters):
    session = requests.Session()
    session.verify = authority
    return CloudKitContainerClient(
        f"{address}/database/1/{CONTAINER}/development/{database}",
        session,
        {"ckAPIToken": api_token, "ckWebAuthToken": web_token, **parameters},
        bool_param_style="lower",
    )


def operation(kind, name, fields=None, tag=None):
    return CKModifyOperation(
        operationType=kind,
        record=CKWriteRecord(
            recordName=name, recordType="Note", fields=fields or {}, recordChangeTag=tag
        ),
    )


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def did(call):
    worked.append(call)


def zones(cloud):
    made = cloud.raw_post(
        "/zones/modify",
        {"operations": [{"operationType": "create", "zone": {"zoneID": {"zoneName": "Notes"}}}]},
    )
    check(made["zones"][0]["zoneID"]["zoneName"] == "Notes", made)
    did("zones/modify")
    names = {zone.zoneID.zoneName for zone in cloud.zones_list().zones}
    check(names == {"_defaultZone", "Notes"}, names)
    did("zones/list")
    found = cloud.raw_post("/zones/lookup", {"zones": [{"zoneName": "Notes"}]})
    check(found["zones"][0]["zoneID"]["zoneName"] == "Notes", found)
    did("zones/lookup")


def note(number):
    return {
        "title": {"type": "STRING", "value": f"Note {number:03}"},
        "number": {"type": "INT64", "value": number},
        "length": {"type": "DOUBLE", "value": number / 8},
        "date": {"type": "TIMESTAMP", "value": 1_700_000_000_000 + number},
        "bytes": {"type": "BYTES", "value": "AAEC"},
        "tags": {"type": "STRING_LIST", "value": ["all", "even" if number % 2 == 0 else "odd"]},
        "next": {
            "type": "REFERENCE",
            "value": {"recordName": f"note-{number + 1}", "action": "NONE"},
        },
    }


def records(cloud):
    saved = cloud.modify(
        operations=[operation("create", f"note-{n}", note(n)) for n in range(200)],
        zone_id=ZONE,
        atomic=True,
    )
    check(len(saved.records) == 200 and saved.records[7].recordName == "note-7", "create")
    fields = saved.records[7].fields
    check(fields.title.value == "Note 007" and fields.number.value == 7, fields)
    check(fields["date"].value.timestamp() == 1_700_000_000.007, fields["date"])
    check(fields["bytes"].value == bytes([0, 1, 2]), fields["bytes"])
    check(fields["next"].value.recordName == "note-8", fields["next"])
    did("records/modify create")

    found = cloud.lookup(["note-3", "nowhere"], zone_id=ZONE, desired_keys=["title"])
    check(set(found.records[0].fields) == {"title"}, found.records[0])
    check(isinstance(found.records[1], CKErrorItem), found.records[1])
    check(found.records[1].serverErrorCode == "NOT_FOUND", found.records[1])
    did("records/lookup")

    tag = found.records[0].recordChangeTag
    changed = cloud.modify(
        operations=[operation("update", "note-3", {"number": {"type": "INT64", "value": -3}}, tag)],
        zone_id=ZONE,
    ).records[0]
    check(changed.fields.number.value == -3, changed)
    check(changed.fields.title.value == "Note 003", "an update leaves the other fields")
    check(changed.recordChangeTag != tag, "a new tag")
    did("records/modify update")

    try:
        cloud.modify(
            operations=[operation("update", "note-3", note(3), tag)], zone_id=ZONE, atomic=False
        )
        raise AssertionError("an old tag was taken")
    except CloudKitApiError as error:
        check("CONFLICT" in str(error), error)
    did("records/modify CONFLICT")

    cloud.modify(operations=[operation("forceReplace", "note-3", note(3))], zone_id=ZONE)
    did("records/modify forceReplace")
    gone = cloud.modify(
        operations=[
            operation("delete", "note-198", tag=saved.records[198].recordChangeTag),
            operation("forceDelete", "note-199"),
        ],
        zone_id=ZONE,
    )
    check(all(isinstance(record, CKTombstoneRecord) for record in gone.records), gone)
    did("records/modify delete")


def filtered(comparator, name, value):
    return CKQueryFilterBy(comparator=comparator, fieldName=name, fieldValue=value)


def queries(cloud):
    def names(*filters, sorts=None):
        query = CKQueryObject(recordType="Note", filterBy=list(filters), sortBy=sorts)
        return [record.recordName for record in cloud.query(query=query, zone_id=ZONE).records]

    descending = [CKQuerySortBy(fieldName="number", ascending=False)]
    small = filtered("LESS_THAN", "number", CKFVInt64(type="INT64", value=3))
    check(names(small, sorts=descending) == ["note-2", "note-1", "note-0"], "LESS_THAN")
    title = filtered("EQUALS", "title", CKFVString(type="STRING", value="Note 042"))
    check(names(title) == ["note-42"], "EQUALS")
    start = filtered("BEGINS_WITH", "title", CKFVString(type="STRING", value="Note 10"))
    check(len(names(start)) == 10, "BEGINS_WITH")
    two = CKFVStringList(type="STRING_LIST", value=["Note 001", "Note 002"])
    check(sorted(names(filtered("IN", "title", two))) == ["note-1", "note-2"], "IN")
    odd = filtered("CONTAINS_ANY", "tags", CKFVStringList(type="STRING_LIST", value=["odd"]))
    check(names(small, odd) == ["note-1"], "CONTAINS_ANY")
    nine = CKFVReference(type="REFERENCE", value=CKReference(recordName="note-9"))
    check(names(filtered("EQUALS", "next", nine)) == ["note-8"], "REFERENCE")
    did("records/query")

    query = CKQueryObject(recordType="Note", sortBy=[CKQuerySortBy(fieldName="number")])
    pages, marker = [], None
    while True:
        page = cloud.query(query=query, zone_id=ZONE, results_limit=64, continuation=marker)
        pages.append([record.recordName for record in page.records])
        marker = page.continuationMarker
        if marker is None:
            break
    check([len(page) for page in pages] == [64, 64, 64, 6], [len(page) for page in pages])
    check(sum(pages, []) == [f"note-{n}" for n in range(198)], "pages in order")
    did("records/query continuationMarker")

    everywhere = cloud.query(query=CKQueryObject(recordType="Note"), zone_wide=True)
    check(len(everywhere.records) == 198, len(everywhere.records))
    did("records/query zoneWide")
    token = client(getCurrentSyncToken=True).query_sync_token(query=query, zone_id=ZONE)
    check(token, "a sync token")
    did("records/query getCurrentSyncToken")


def changes(cloud):
    request = CKZoneChangesZoneReq(zoneID={"zoneName": "Notes"})
    first, token = {}, None
    for zone in cloud.iter_changes(zone_req=request, results_limit=50):
        for record in zone.records:
            first[record.recordName] = record
        token = zone.syncToken
    alive = [name for name, record in first.items() if not isinstance(record, CKTombstoneRecord)]
    check(len(alive) == 198, len(alive))
    did("changes/zone paged")

    cloud.modify(operations=[operation("forceDelete", "note-0")], zone_id=ZONE)
    later = cloud.changes(
        zone_req=CKZoneChangesZoneReq(zoneID={"zoneName": "Notes"}, syncToken=token)
    ).zones[0]
    check([record.recordName for record in later.records] == ["note-0"], later)
    check(isinstance(later.records[0], CKTombstoneRecord), later)
    check(later.moreComing is False, later)
    did("changes/zone from a token")

    database = cloud.database_changes()
    check("Notes" in {zone.zoneID.zoneName for zone in database.zones}, database)
    check(cloud.database_changes(sync_token=database.syncToken).zones == [], "nothing newer")
    did("changes/database")

    try:
        cloud.changes(zone_req=CKZoneChangesZoneReq(zoneID={"zoneName": "Nowhere"}))
        raise AssertionError("a zone that is not there was read")
    except CloudKitApiError as error:
        check("ZONE_NOT_FOUND" in str(error), error)
    did("changes/zone ZONE_NOT_FOUND")


def assets(cloud):
    data = bytes(range(256)) * 4096
    token = cloud.upload_asset(
        record_type="Note", field_name="picture", record_name="note-1", data=data, zone_id=ZONE
    )
    check(token.size == len(data), token)
    did("assets/upload")
    saved = cloud.modify(
        operations=[
            operation(
                "forceUpdate",
                "note-1",
                {"picture": {"type": "ASSETID", "value": token.model_dump(exclude_none=True)}},
            )
        ],
        zone_id=ZONE,
    ).records[0]
    did("records/modify with an asset")
    picture = cloud.lookup(["note-1"], zone_id=ZONE).records[0].fields["picture"].value
    check(picture.downloadURL and picture.size == len(data), picture)
    check(saved.fields["picture"].value.fileChecksum == picture.fileChecksum, picture)
    check(cloud.download_asset_bytes(picture.downloadURL) == data, "the bytes")
    did("asset download")
    digest = hashlib.sha256()
    for chunk in cloud.download_asset_stream(picture.downloadURL, chunk_size=10_000):
        digest.update(chunk)
    check(digest.digest() == hashlib.sha256(data).digest(), "the stream")
    did("asset download as a stream")


def refusals():
    stranger = CloudKitContainerClient(
        f"{address}/database/1/{CONTAINER}/development/private",
        client()._http._session,
        {"ckAPIToken": "0" * 64, "ckWebAuthToken": web_token},
    )
    try:
        stranger.zones_list()
        raise AssertionError("a token that nobody made was taken")
    except CloudKitAuthError:
        did("AUTHENTICATION_FAILED")


def public():
    cloud = client("public")
    default = CKZoneIDReq(zoneName="_defaultZone")
    cloud.modify(operations=[operation("create", "open", note(1))], zone_id=default)
    check(len(cloud.query(query=CKQueryObject(recordType="Note"), zone_id=default).records) == 1,
          "public")
    did("public database")
    caller = cloud.raw_post("/users/caller", {})
    check(caller["users"][0]["userRecordName"].startswith("_"), caller)
    did("users/caller")


cloud = client()
zones(cloud)
records(cloud)
queries(cloud)
changes(cloud)
assets(cloud)
refusals()
public()
print("\n".join(worked))
