// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `zones/lookup`: zones by their names.
package struct LookupZonesRequest: RequestBody {
  package var zones: [ZoneID]

  package init(zones: [ZoneID]) { self.zones = zones }

  /// Takes zone IDs, and objects with a `zoneID`.
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
