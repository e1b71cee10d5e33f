// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A link to another record: a parent, a share, or the root of a share.
package struct RecordLink: JSONValue, Sendable, Hashable {
  package var recordName: String
  package var recordChangeTag: String?
  package var zoneID: ZoneID?

  package init(recordName: String, recordChangeTag: String? = nil, zoneID: ZoneID? = nil) {
    self.recordName = recordName
    self.recordChangeTag = recordChangeTag
    self.zoneID = zoneID
  }

  package static let inWords = "an object with recordName"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    recordName = try object.required("recordName")
    recordChangeTag = try object.optional("recordChangeTag")
    zoneID = try object.optional("zoneID")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("recordName", recordName)
    writer.member("recordChangeTag", recordChangeTag)
    writer.member("zoneID", zoneID)
    writer.endObject()
  }
}
