// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `changes/database`, and its deprecated form `zones/changes`: which zones changed.
package struct DatabaseChangesRequest: RequestBody {
  /// Nil for all zones.
  package var syncToken: String?
  package var resultsLimit: Int?
  /// True for `zones/changes`, where the token has another key.
  package var isMeta: Bool

  package init(syncToken: String? = nil, resultsLimit: Int? = nil, isMeta: Bool = false) {
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
    self.isMeta = isMeta
  }

  package static var mayBeEmpty: Bool { true }

  /// Takes the token under either key.
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
