// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The name of a zone and of its owner.
package struct ZoneID: JSONValue, Sendable, Hashable {
  package static let defaultName = "_defaultZone"
  package static let `default` = ZoneID(zoneName: defaultName)

  package enum Kind: String, JSONWord {
    case `default` = "DEFAULT_ZONE"
    case regularCustom = "REGULAR_CUSTOM_ZONE"
    case unknownKind = "UNKNOWN"

    package static var unknown: Kind? { .unknownKind }
  }

  package var zoneName: String
  /// The owner's user record; nil for the caller, but not in the shared database.
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
    // The other spelling is that of an older client.
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
