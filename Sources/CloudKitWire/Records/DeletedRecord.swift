// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A record that is gone.
package struct DeletedRecord: JSONValue, Sendable, Hashable {
  package var recordName: String
  /// Sent by us under a key of our own, `deletedRecordType`: there are clients that take whatever has a
  /// `recordType` for a record, deleted or not.
  package var recordType: String?
  package var zoneID: ZoneID?

  package init(recordName: String, recordType: String? = nil, zoneID: ZoneID? = nil) {
    self.recordName = recordName
    self.recordType = recordType
    self.zoneID = zoneID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    recordName = try object.required("recordName")
    recordType = try object.optional("deletedRecordType", or: "recordType")
    zoneID = try object.optional("zoneID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("recordName", recordName)
    writer.member("deletedRecordType", recordType)
    writer.member("zoneID", zoneID)
    writer.member("deleted", true)
    writer.endObject()
  }
}
