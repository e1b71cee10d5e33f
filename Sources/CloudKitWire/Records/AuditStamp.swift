// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The time, user and device of a record's creation or modification.
package struct AuditStamp: JSONValue, Sendable, Hashable {
  /// In milliseconds since 1970.
  package var timestamp: Int64
  package var userRecordName: String?
  package var deviceID: String?

  package init(timestamp: Int64, userRecordName: String? = nil, deviceID: String? = nil) {
    self.timestamp = timestamp
    self.userRecordName = userRecordName
    self.deviceID = deviceID
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object("an object with timestamp")
    timestamp = try object.required("timestamp")
    userRecordName = try object.optional("userRecordName")
    deviceID = try object.optional("deviceID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("timestamp", timestamp)
    writer.member("userRecordName", userRecordName)
    writer.member("deviceID", deviceID)
    writer.endObject()
  }
}
