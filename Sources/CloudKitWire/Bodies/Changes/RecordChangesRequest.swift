// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `records/changes`, deprecated: fetches the changes of one zone.
package struct RecordChangesRequest: RequestBody {
  package var zoneID: ZoneID
  /// Nil to fetch from the start.
  package var syncToken: String?
  package var resultsLimit: Int?
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool

  package init(
    zoneID: ZoneID, syncToken: String? = nil, resultsLimit: Int? = nil,
    desiredKeys: [String]? = nil, numbersAsStrings: Bool = false
  ) {
    self.zoneID = zoneID
    self.syncToken = syncToken
    self.resultsLimit = resultsLimit
    self.desiredKeys = desiredKeys
    self.numbersAsStrings = numbersAsStrings
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    zoneID = try object.required("zoneID")
    syncToken = try object.optional("syncToken")
    resultsLimit = try Bounds.resultsLimit(object)
    desiredKeys = try object.optional("desiredKeys")
    numbersAsStrings = try object.optional("numbersAsStrings", or: "numberAsStrings") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    writer.member("syncToken", syncToken)
    writer.member("resultsLimit", resultsLimit)
    writer.member("desiredKeys", desiredKeys)
    writer.member("numbersAsStrings", ifTrue: numbersAsStrings)
    writer.endObject()
  }
}

/// The response of `records/changes`.
package struct RecordChangesResponse: ResponseBody {
  package var records: [RecordResult]
  package var syncToken: String
  package var moreComing: Bool

  package init(records: [RecordResult], syncToken: String, moreComing: Bool) {
    self.records = records
    self.syncToken = syncToken
    self.moreComing = moreComing
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    records = try object.required("records")
    syncToken = try object.required("syncToken")
    moreComing = try object.optional("moreComing") ?? false
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("records", records)
    writer.member("syncToken", syncToken)
    writer.member("moreComing", moreComing)
    writer.endObject()
  }
}
