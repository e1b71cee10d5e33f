// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The identifier of a zone: its name and its owner.
package struct ZoneID: JSONValue, Sendable, Hashable {
  package static let defaultName = "_defaultZone"
  package static let `default` = ZoneID(zoneName: defaultName)

  package enum Kind: String, JSONStringEnum {
    case `default` = "DEFAULT_ZONE"
    case regularCustom = "REGULAR_CUSTOM_ZONE"
    case unknownKind = "UNKNOWN"

    package static var unknown: Kind? { .unknownKind }
  }

  package var zoneName: String
  /// The owner's user record name; nil for the caller, never nil in the shared database.
  package var ownerRecordName: String?
  package var zoneType: Kind?

  package init(zoneName: String, ownerRecordName: String? = nil, zoneType: Kind? = nil) {
    self.zoneName = zoneName
    self.ownerRecordName = ownerRecordName
    self.zoneType = zoneType
  }

  package static let inWords = "a zone ID with zoneName"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    zoneName = try object.optional("zoneName") ?? Self.defaultName
    // An older client sends `ownerName`.
    ownerRecordName = try object.optional("ownerRecordName", or: "ownerName")
    zoneType = try object.optional("zoneType")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zoneName", zoneName)
    writer.member("ownerRecordName", ownerRecordName)
    writer.member("zoneType", zoneType)
    writer.endObject()
  }
}
