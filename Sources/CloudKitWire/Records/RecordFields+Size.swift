// Cairn
// SPDX-License-Identifier: Apache-2.0

extension RecordFields {
  /// Bytes of the names and of what the fields say: texts count in UTF-8, bytes as they are, all else as its
  /// JSON.
  package var dataBytes: Int {
    get throws(WireError) {
      var count = 0
      for (name, field) in try all() {
        count += name.utf8.count
        if let field { count += Self.dataBytes(field) }
      }
      return count
    }
  }

  private static func dataBytes(_ field: Field) -> Int {
    switch field.value {
    case .string(let text): return text.utf8.count
    case .stringList(let texts): return texts.reduce(0) { $0 + $1.utf8.count }
    case .bytes(let data): return data.count
    case .bytesList(let list): return list.reduce(0) { $0 + $1.count }
    default:
      var writer = JSONWriter(capacity: 64)
      field.write(to: &writer)
      return writer.bytes.count
    }
  }
}
