// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A reference to another record.
package struct Reference: JSONValue, Sendable, Hashable {
  package enum Action: String, JSONStringEnum {
    case none = "NONE"
    /// The referring record is deleted together with its target.
    case deleteSelf = "DELETE_SELF"
    /// The target must exist when the reference is saved.
    case validate = "VALIDATE"

    /// The spelling of clients that encode the name of CloudKit's Swift case.
    package static var aliases: [String: Action] {
      ["None": .none, "none": .none, "DeleteSelf": .deleteSelf, "deleteSelf": .deleteSelf]
    }
  }

  package var recordName: String
  /// Nil for the zone of the referring record.
  package var zoneID: ZoneID?
  /// Nil if the client omitted it, as filters may; it then means ``Action/none``.
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

  /// True if the reference can be stored as received: the documented form has an action.
  func isCanonical(_ json: JSONNode) -> Bool {
    guard let action, let node = JSONObject(node: json).value("action"), !node.node.isEscaped else {
      return false
    }
    return node.withBytes { $0.elementsEqual(action.rawValue.utf8) }
  }
}
