// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `changes/database` and its deprecated form `zones/changes`: fetches the changed zones.
package struct DatabaseChangesRequest: RequestBody {
  /// Nil for all zones.
  package var syncToken: String?
  package var resultsLimit: Int?
  /// True for `zones/changes`, whose token has the key `metaSyncToken`.
  package var isMeta: Bool

  package init(syncToken: String? = nil, resultsLimit: Int? = nil, isMeta: Bool = false) {
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
    self.isMeta = isMeta
  }

  package static var mayBeEmpty: Bool { true }

  /// Accepts the token under either key.
  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    isMeta = object.find("metaSyncToken") != nil
    syncToken = try object.optional("metaSyncToken", or: "syncToken")
    resultsLimit = try Bounds.resultsLimit(object)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member(isMeta ? "metaSyncToken" : "syncToken", syncToken)
    writer.member("resultsLimit", resultsLimit)
    writer.endObject()
  }
}

/// The response of `changes/database` and `zones/changes`.
package struct DatabaseChangesResponse: ResponseBody {
  /// The changed zones; a deleted zone has `deleted`.
  package var zones: [ZoneResult]
  package var syncToken: String
  package var moreComing: Bool
  /// True for `zones/changes`, whose token has the key `metaSyncToken`.
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
