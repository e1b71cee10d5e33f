// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `zones/list`, `zones/lookup` and `zones/modify`.
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
