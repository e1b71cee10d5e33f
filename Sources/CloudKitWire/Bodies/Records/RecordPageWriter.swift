// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Puts an answer with many records together from stored bytes, without making values of them.
///
/// What it writes reads back as a ``RecordsResponse``, ``RecordChangesResponse`` or
/// ``ZoneChangesResponse``.
package struct RecordPageWriter {
  private var writer: JSONWriter
  /// How many records, deletions and errors are in it.
  package private(set) var count = 0

  /// Begins `{"records":[`.
  package init(capacity: Int = 64 << 10) {
    writer = JSONWriter(capacity: capacity)
    writer.beginObject()
    writer.key("records")
    writer.beginArray()
  }

  /// The bytes so far.
  package var byteCount: Int { writer.bytes.count }

  /// A record whose fields are stored elsewhere; its own ``Record/fields`` are not looked at.
  package mutating func append(_ record: Record, fields: UnsafeRawBufferPointer) {
    record.write(to: &writer, fields: fields)
    count += 1
  }

  package mutating func append(_ result: RecordResult) {
    result.write(to: &writer)
    count += 1
  }

  /// The whole body.
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
