// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Writes the response of `changes/zone` from stored bytes, zone by zone.
package struct ZoneChangesWriter {
  private var writer: JSONWriter
  /// The number of records, deletions and errors written so far.
  package private(set) var count = 0

  package init(capacity: Int = 64 << 10) {
    writer = JSONWriter(capacity: capacity)
    writer.beginObject()
    writer.key("zones")
    writer.beginArray()
  }

  package var byteCount: Int { writer.bytes.count }

  /// Begins a zone; append its records next, then call ``endZone(syncToken:moreComing:)``.
  package mutating func beginZone(_ zoneID: ZoneID) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    writer.key("records")
    writer.beginArray()
  }

  /// Appends a record with separately stored fields; its own ``Record/fields`` are ignored.
  package mutating func append(_ record: Record, fields: UnsafeRawBufferPointer) {
    record.write(to: &writer, fields: fields)
    count += 1
  }

  package mutating func append(_ result: RecordResult) {
    result.write(to: &writer)
    count += 1
  }

  package mutating func endZone(syncToken: String, moreComing: Bool) {
    writer.endArray()
    writer.member("syncToken", syncToken)
    writer.member("moreComing", moreComing)
    writer.endObject()
  }

  /// Appends the error of a failed zone.
  package mutating func append(_ failure: ZoneFailure) { failure.write(to: &writer) }

  /// Completes the body and returns its bytes.
  package consuming func finish() -> [UInt8] {
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}
