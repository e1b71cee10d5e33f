// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A page of the changes of one zone.
package struct ZoneChanges: JSONValue, Sendable, Hashable {
  package var zoneID: ZoneID
  /// Always there: clients need it.
  package var syncToken: String
  package var moreComing: Bool
  package var records: [RecordResult]

  package init(zoneID: ZoneID, syncToken: String, moreComing: Bool, records: [RecordResult]) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.moreComing = moreComing
    self.records = records
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    zoneID = try object.required("zoneID")
    syncToken = try object.required("syncToken")
    moreComing = try object.optional("moreComing") ?? false
    records = try object.required("records")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    writer.member("syncToken", syncToken)
    writer.member("moreComing", moreComing)
    writer.member("records", records)
    writer.endObject()
  }
}
