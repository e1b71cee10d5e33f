// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `zones/lookup`: fetches zones by ID.
package struct LookupZonesRequest: RequestBody {
  package var zones: [ZoneID]

  package init(zones: [ZoneID]) { self.zones = zones }

  /// Accepts zone IDs and objects with a `zoneID`.
  package init(json: JSONNode) throws(WireError) {
    let items: [Zone] = try Bounds.list(
      json.object(), "zones", "an array of zone IDs", atMost: Limits.items)
    zones = items.map(\.zoneID)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    writer.endObject()
  }
}

/// The response of `zones/list`, `zones/lookup` and `zones/modify`.
package struct ZonesResponse: ResponseBody {
  package var zones: [ZoneResult]

  package init(zones: [ZoneResult]) { self.zones = zones }

  package init(json: JSONNode) throws(WireError) {
    zones = try json.object().required("zones")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    writer.endObject()
  }
}
