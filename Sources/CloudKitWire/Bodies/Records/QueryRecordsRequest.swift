// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `records/query`: fetches the records that match a query.
package struct QueryRecordsRequest: RequestBody {
  package var query: Query
  /// Nil for the default zone, or for all zones if ``zoneWide`` is true.
  package var zoneID: ZoneID?
  package var zoneWide: Bool
  /// 1 to 200; nil for 200.
  package var resultsLimit: Int?
  package var continuationMarker: String?
  /// Nil for all fields.
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool

  package init(
    query: Query, zoneID: ZoneID? = nil, zoneWide: Bool = false, resultsLimit: Int? = nil,
    continuationMarker: String? = nil, desiredKeys: [String]? = nil,
    numbersAsStrings: Bool = false
  ) {
    self.query = query
    self.zoneID = zoneID
    self.zoneWide = zoneWide
    self.resultsLimit = resultsLimit
    self.continuationMarker = continuationMarker
    self.desiredKeys = desiredKeys
    self.numbersAsStrings = numbersAsStrings
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    query = try object.required("query")
    zoneID = try object.optional("zoneID")
    zoneWide = try object.optional("zoneWide") ?? false
    resultsLimit = try Bounds.resultsLimit(object)
    continuationMarker = try object.optional("continuationMarker")
    desiredKeys = try object.optional("desiredKeys")
    numbersAsStrings = try object.optional("numbersAsStrings", or: "numberAsStrings") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("query", query)
    writer.member("zoneID", zoneID)
    writer.member("zoneWide", ifTrue: zoneWide)
    writer.member("resultsLimit", resultsLimit)
    writer.member("continuationMarker", continuationMarker)
    writer.member("desiredKeys", desiredKeys)
    writer.member("numbersAsStrings", ifTrue: numbersAsStrings)
    writer.endObject()
  }
}
