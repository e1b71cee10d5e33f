// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The values of a record at one moment, and the times at which they were written.
package struct RecordSnapshot: Hashable, Sendable {
  /// The values by the names of the fields; fields without a value are omitted.
  package var values: [String: RecordValue]
  package var clocks: FieldClocks

  package init(values: [String: RecordValue], clocks: FieldClocks) {
    self.values = values
    self.clocks = clocks
  }

  /// The snapshot with digests of long values, which is the form of stored ancestors.
  package var shortened: RecordSnapshot {
    guard values.values.contains(where: \.isLong) else { return self }
    return RecordSnapshot(values: values.mapValues { $0.shortened() }, clocks: clocks)
  }

  /// The names of the fields whose values differ from another snapshot, sorted.
  package func changes(since other: RecordSnapshot?) -> [String] {
    Set(values.keys).union((other?.values ?? [:]).keys)
      .filter { values[$0] != other?.values[$0] }.sorted()
  }

  /// Replaces the values by those that a device has written, and sets the times of changed fields.
  ///
  /// - Parameters:
  ///   - new: All new values of the record.
  ///   - time: The time of the write, from the clock's `tick`. For a write before the device knew
  ///     of others, the time of the write alone. A field with a later timestamp gets the next one
  ///     after that.
  ///   - summed: The names of the fields that are sums.
  /// - Returns: The names of the fields that changed, sorted.
  @discardableResult
  package mutating func write(
    _ new: [String: RecordValue], at time: HybridTimestamp, summed: Set<String> = []
  ) -> [String] {
    let changed = RecordSnapshot(values: new, clocks: clocks).changes(since: self)
    for field in changed {
      var stamp = time.replacing(clocks[field])
      if summed.contains(field), let value = new[field] {
        let known = contributions(to: field)
        stamp = known.parts.reduce(stamp) { $0.replacing($1.timestamp) }
        clocks.sums[field] = known.reaching(value, by: stamp)
      }
      clocks[field] = stamp
    }
    values = new
    return changed
  }

  /// The parts of a sum; a value without recorded parts is attributed to the field's last writer.
  func contributions(to field: String) -> Contributions {
    let known = clocks.sums[field] ?? Contributions()
    guard let value = values[field], known.sum(like: value) != value else { return known }
    return known.reaching(value, by: clocks[field])
  }

  /// The snapshot of a record that a device has created.
  package static func made(
    _ values: [String: RecordValue], at time: HybridTimestamp, summed: Set<String> = []
  ) -> RecordSnapshot {
    var clocks = FieldClocks(base: time)
    for field in summed {
      guard let value = values[field] else { continue }
      clocks.sums[field] = Contributions().reaching(value, by: time)
    }
    return RecordSnapshot(values: values, clocks: clocks)
  }
}

extension RecordSnapshot: Codable {
  private static let version: UInt8 = 1

  /// The snapshot as bytes.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.byte(Self.version)
    writer.block(clocks.encoded())
    writer.number(UInt64(values.count))
    for (field, value) in values {
      writer.text(field)
      value.write(to: &writer)
    }
    return writer.data
  }

  /// Decodes the output of ``encoded()``.
  package init(decoding data: Data) throws(MalformedBytes) {
    var reader = ByteReader(data)
    let version = try reader.byte()
    guard version == Self.version else {
      throw MalformedBytes("version \(version) of a record's values is unknown")
    }
    clocks = try FieldClocks(decoding: Data(try reader.block()))
    values = [:]
    for _ in 0..<(try reader.count(ofSize: 3)) {
      let field = try reader.text()
      values[field] = try RecordValue(from: &reader)
    }
    guard reader.isAtEnd else { throw MalformedBytes("there are bytes after the values") }
  }

  /// Decodes the output of ``encode(to:)``.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(decoding: try container.decode(Data.self))
    } catch let error as MalformedBytes {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "These bytes are not record values: \(error.reason).")
    }
  }

  /// Writes the bytes of ``encoded()``.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(encoded())
  }
}
