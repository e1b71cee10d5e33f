// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A zone dictionary.
package struct Zone: JSONValue, Sendable, Hashable {
  package var zoneID: ZoneID
  package var syncToken: String?
  /// True if the zone supports atomic batches; false for default zones.
  package var atomic: Bool?
  package var deleted: Bool?
  package var isEligibleForZoneShare: Bool?
  package var isEligibleForHierarchicalShare: Bool?

  package init(
    zoneID: ZoneID, syncToken: String? = nil, atomic: Bool? = nil, deleted: Bool? = nil,
    isEligibleForZoneShare: Bool? = nil, isEligibleForHierarchicalShare: Bool? = nil
  ) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.atomic = atomic
    self.deleted = deleted
    self.isEligibleForZoneShare = isEligibleForZoneShare
    self.isEligibleForHierarchicalShare = isEligibleForHierarchicalShare
  }

  package static let inWords = "a zone with zoneID"

  /// Also accepts a bare zone ID, `{"zoneName": …}`.
  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    if let node = object.value("zoneID") {
      zoneID = try ZoneID(json: node)
    } else if object.value("zoneName") != nil {
      zoneID = try ZoneID(json: json)
    } else {
      throw object.missing("zoneID", ZoneID.inWords)
    }
    syncToken = try object.optional("syncToken")
    atomic = try object.optional("atomic")
    deleted = try object.optional("deleted")
    isEligibleForZoneShare = try object.optional("isEligibleForZoneShare")
    isEligibleForHierarchicalShare = try object.optional("isEligibleForHierarchicalShare")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    writer.member("syncToken", syncToken)
    writer.member("atomic", atomic)
    writer.member("deleted", deleted)
    writer.member("isEligibleForZoneShare", isEligibleForZoneShare)
    writer.member("isEligibleForHierarchicalShare", isEligibleForHierarchicalShare)
    writer.endObject()
  }
}
