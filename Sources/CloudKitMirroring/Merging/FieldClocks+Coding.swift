// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension FieldClocks {
  /// The version of the encoding, its first byte.
  package static let encodingVersion: UInt8 = 1

  /// The clocks as bytes, for one field of the record: 18 bytes for a new record.
  ///
  /// The version is followed by the devices, the base, the fields by timestamp, and the sums. Small
  /// numbers are short; times are relative to the base.
  package func encoded() -> Data {
    var writer = ByteWriter()
    writer.byte(Self.encodingVersion)
    if fields.isEmpty, sums.isEmpty {
      // Most records are never changed.
      writer.number(1)
      writer.fixed(base.node)
      writer.fixed(base.packed)
      return writer.data
    }
    let nodes = Array(
      Set(fields.values.map(\.node) + sums.values.flatMap(\.nodes) + [base.node])
    ).sorted()
    let places = Dictionary(nodes.enumerated().map { ($1, UInt64($0)) }) { first, _ in first }
    writer.number(UInt64(nodes.count))
    for node in nodes { writer.fixed(node) }
    func write(_ time: HybridTimestamp) {
      writer.signed(Int64(bitPattern: time.packed &- base.packed))
      if nodes.count > 1 { writer.number(places[time.node] ?? 0) }
    }
    writer.fixed(base.packed)
    if nodes.count > 1 { writer.number(places[base.node] ?? 0) }
    let groups = Dictionary(grouping: fields.keys.sorted()) { fields[$0] ?? base }
    writer.number(UInt64(groups.count))
    for (time, names) in groups.sorted(by: { $0.key < $1.key }) {
      write(time)
      writer.number(UInt64(names.count))
      for name in names { writer.text(name) }
    }
    if sums.isEmpty { return writer.data }
    writer.number(UInt64(sums.count))
    for (field, sum) in sums.sorted(by: { $0.key < $1.key }) {
      writer.text(field)
      writer.number(UInt64(sum.parts.count))
      for part in sum.parts {
        write(part.timestamp)
        part.total.write(to: &writer)
      }
    }
    return writer.data
  }

  /// Decodes the output of ``encoded()``.
  ///
  /// Throws for another version, which a newer program wrote, and for malformed bytes.
  package init(decoding data: Data) throws(MalformedBytes) {
    var reader = ByteReader(data)
    let version = try reader.byte()
    guard version == Self.encodingVersion else {
      throw MalformedBytes("version \(version) of the clocks is unknown")
    }
    let nodeCount = try reader.count(ofSize: 8)
    var nodes: [UInt64] = []
    for _ in 0..<nodeCount { nodes.append(try reader.fixed()) }
    func node() throws(MalformedBytes) -> UInt64 {
      let place = nodes.count > 1 ? try reader.number() : 0
      guard place < UInt64(nodes.count) else { throw MalformedBytes("a device is not listed") }
      return nodes[Int(place)]
    }
    let packed = try reader.fixed()
    let base = HybridTimestamp(packed: packed, node: try node())
    func time() throws(MalformedBytes) -> HybridTimestamp {
      let distance = try reader.signed()
      return HybridTimestamp(
        packed: base.packed &+ UInt64(bitPattern: distance), node: try node())
    }
    self.init(base: base)
    if reader.isAtEnd { return }
    for _ in 0..<(try reader.count(ofSize: 2)) {
      let time = try time()
      for _ in 0..<(try reader.count()) { self[try reader.text()] = time }
    }
    if reader.isAtEnd { return }
    for _ in 0..<(try reader.count(ofSize: 2)) {
      let field = try reader.text()
      var sum = Contributions()
      for _ in 0..<(try reader.count(ofSize: 3)) {
        let timestamp = try time()
        sum.add(Contributions.Part(timestamp: timestamp, total: try RecordValue(from: &reader)))
      }
      sums[field] = sum
    }
    guard reader.isAtEnd else { throw MalformedBytes("there are bytes after the clocks") }
  }
}

extension FieldClocks: Codable {
  /// Decodes the output of ``encode(to:)``.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(decoding: try container.decode(Data.self))
    } catch let error as MalformedBytes {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "These bytes are not clocks: \(error.reason).")
    }
  }

  /// Writes the bytes of ``encoded()``.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(encoded())
  }
}
