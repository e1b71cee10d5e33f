// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `changes/zone`: what changed in zones.
package struct ZoneChangesRequest: RequestBody {
  /// One zone and where its reader stands.
  package struct Item: JSONValue, Sendable, Hashable {
    package var zoneID: ZoneID
    /// Nil for everything from the beginning.
    package var syncToken: String?
    package var options: ZoneChangesOptions

    package init(
      zoneID: ZoneID, syncToken: String? = nil, options: ZoneChangesOptions = .init()
    ) {
      self.zoneID = zoneID
      self.syncToken = syncToken
      self.options = options
    }

    package static let inWords = "an object with zoneID"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      zoneID = try object.required("zoneID")
      syncToken = try object.optional("syncToken")
      options = try ZoneChangesOptions(in: object)
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("zoneID", zoneID)
      writer.member("syncToken", syncToken)
      options.write(to: &writer)
      writer.endObject()
    }
  }

  package var zones: [Item]
  /// What holds where a zone says nothing.
  package var options: ZoneChangesOptions

  package init(zones: [Item], options: ZoneChangesOptions = .init()) {
    self.zones = zones
    self.options = options
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    zones = try Bounds.list(object, "zones", "an array of zones", atMost: Limits.items)
    options = try ZoneChangesOptions(in: object)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    options.write(to: &writer)
    writer.endObject()
  }
}
