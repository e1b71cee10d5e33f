// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A reference to another record.
package struct Reference: JSONValue, Sendable, Hashable {
  package enum Action: String, JSONWord {
    case none = "NONE"
    /// The record with the reference is deleted with the one it refers to.
    case deleteSelf = "DELETE_SELF"
    /// The record that it refers to must be there when the reference is saved.
    case validate = "VALIDATE"
  }

  package var recordName: String
  /// Nil for the zone of the record that has the reference.
  package var zoneID: ZoneID?
  /// Nil if the client left it out, as filters may; it then is ``Action/none``.
  package var action: Action?

  package init(recordName: String, zoneID: ZoneID? = nil, action: Action? = Action.none) {
    self.recordName = recordName
    self.zoneID = zoneID
    self.action = action
  }

  package static let inWords = "a reference with recordName"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    recordName = try object.required("recordName")
    zoneID = try object.optional("zoneID")
    action = try object.optional("action")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("recordName", recordName)
    writer.member("zoneID", zoneID)
    writer.member("action", action)
    writer.endObject()
  }

  /// True if it can be kept as it was written: the documented form has an action.
  func isCanonical(_ json: JSONNode) -> Bool { action != nil }
}
