// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `changes/database` and `zones/changes`.
package struct DatabaseChangesResponse: ResponseBody {
  /// Zones that are gone have `deleted`.
  package var zones: [ZoneResult]
  package var syncToken: String
  package var moreComing: Bool
  /// True for `zones/changes`, where the token has another key.
  package var isMeta: Bool

  package init(zones: [ZoneResult], syncToken: String, moreComing: Bool, isMeta: Bool = false) {
    self.zones = zones
    self.syncToken = syncToken
    self.moreComing = moreComing
    self.isMeta = isMeta
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    zones = try object.required("zones")
    isMeta = object.value("metaSyncToken") != nil
    guard let token: String = try object.optional("metaSyncToken", or: "syncToken") else {
      throw object.missing("syncToken", "a string")
    }
    syncToken = token
    moreComing = try object.optional("moreComing") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zones", zones)
    writer.member(isMeta ? "metaSyncToken" : "syncToken", syncToken)
    writer.member("moreComing", moreComing)
    writer.endObject()
  }
}
