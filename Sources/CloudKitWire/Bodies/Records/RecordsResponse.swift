// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The response of `records/query`, `records/modify` and `records/lookup`.
package struct RecordsResponse: ResponseBody {
  package var records: [RecordResult]
  /// Nil on the last page.
  package var continuationMarker: String?
  /// The zone's sync token, if the request had `getCurrentSyncToken=true`.
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

/// Writes a response with many records from stored bytes, without decoding them.
///
/// The bytes decode as a ``RecordsResponse``, ``RecordChangesResponse`` or
/// ``ZoneChangesResponse``.
package struct RecordPageWriter {
  private var writer: JSONWriter
  /// The number of records, deletions and errors written so far.
  package private(set) var count = 0

  /// Begins `{"records":[`.
  package init(capacity: Int = 64 << 10) {
    writer = JSONWriter(capacity: capacity)
    writer.beginObject()
    writer.key("records")
    writer.beginArray()
  }

  /// The number of bytes written so far.
  package var byteCount: Int { writer.bytes.count }

  /// Appends a record with separately stored fields; its own ``Record/fields`` are ignored.
  package mutating func append(_ record: Record, fields: UnsafeRawBufferPointer) {
    record.write(to: &writer, fields: fields)
    count += 1
  }

  package mutating func append(_ result: RecordResult) {
    result.write(to: &writer)
    count += 1
  }

  /// Completes the body and returns its bytes.
  package consuming func finish(
    continuationMarker: String? = nil, syncToken: String? = nil, moreComing: Bool? = nil
  ) -> [UInt8] {
    writer.endArray()
    writer.member("continuationMarker", continuationMarker)
    writer.member("syncToken", syncToken)
    writer.member("moreComing", moreComing)
    writer.endObject()
    return writer.bytes
  }
}
