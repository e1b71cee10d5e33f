// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `records/changes`.
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
