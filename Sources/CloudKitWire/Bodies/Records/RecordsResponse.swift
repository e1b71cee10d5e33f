// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `records/query`, `records/modify` and `records/lookup`.
package struct RecordsResponse: ResponseBody {
  package var records: [RecordResult]
  /// Nil on the last page.
  package var continuationMarker: String?
  /// Where the zone stood, if `getCurrentSyncToken=true` asked for it.
  package var syncToken: String?

  package init(
    records: [RecordResult], continuationMarker: String? = nil, syncToken: String? = nil
  ) {
    self.records = records
    self.continuationMarker = continuationMarker
    self.syncToken = syncToken
  }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    records = try object.required("records")
    continuationMarker = try object.optional("continuationMarker")
    syncToken = try object.optional("syncToken")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("records", records)
    writer.member("continuationMarker", continuationMarker)
    writer.member("syncToken", syncToken)
    writer.endObject()
  }
}
