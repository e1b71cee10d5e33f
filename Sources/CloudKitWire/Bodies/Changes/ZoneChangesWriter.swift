// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Puts the answer of `changes/zone` together from stored bytes, zone after zone.
package struct ZoneChangesWriter {
  private var writer: JSONWriter
  /// How many records, deletions and errors are in it.
  package private(set) var count = 0

  package init(capacity: Int = 64 << 10) {
    writer = JSONWriter(capacity: capacity)
    writer.beginObject()
    writer.key("zones")
    writer.beginArray()
  }

  package var byteCount: Int { writer.bytes.count }

  /// Begins a zone; its records follow, then ``endZone(syncToken:moreComing:)``.
  package mutating func beginZone(_ zoneID: ZoneID) {
    writer.beginObject()
    writer.member("zoneID", zoneID)
    writer.key("records")
    writer.beginArray()
  }

  /// A record whose fields are stored elsewhere; its own ``Record/fields`` are not looked at.
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

  /// A zone that has no answer but an error.
  package mutating func append(_ failure: ZoneFailure) { failure.write(to: &writer) }

  /// The whole body.
  package consuming func finish() -> [UInt8] {
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }
}
