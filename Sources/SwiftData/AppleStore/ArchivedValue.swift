// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONText

/// A value of a property list or an archive in a column of a store that Apple's framework wrote.
enum ArchivedValue {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001-01-01T00:00:00Z.
  case date(Double)
  case text(String)
  case data(Data)
  case array([ArchivedValue])
  case dictionary([(key: String, value: ArchivedValue)])

  /// The text of a dictionary's key.
  var key: String {
    switch self {
    case .text(let text): text
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    default: ""
    }
  }

  /// Decodes a keyed archive or a binary property list; nil for other data.
  init?(_ data: Data) {
    guard BinaryPropertyList.begins(data), let list = try? BinaryPropertyList(data) else {
      return nil
    }
    if let archive = KeyedArchive(list) {
      guard let value = try? archive.value(of: archive.root) else { return nil }
      self = value
    } else {
      var remaining = 1 << 20
      guard let value = try? ArchivedValue(list, list.root, 0, &remaining) else { return nil }
      self = value
    }
  }

  private init(
    _ list: BinaryPropertyList, _ index: Int, _ depth: Int, _ remaining: inout Int
  ) throws {
    remaining -= 1
    guard depth < 64, remaining > 0 else { throw BinaryPropertyList.Malformed() }
    switch try list.object(index) {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .date(let value): self = .date(value)
    case .data(let value): self = .data(value)
    case .text(let value): self = .text(value)
    case .reference(let number): self = .integer(Int64(number))
    case .array(let elements):
      self = .array(try elements.map { try ArchivedValue(list, $0, depth + 1, &remaining) })
    case .dictionary(let keys, let values):
      self = .dictionary(
        try zip(keys, values).map { key, value in
          (
            try ArchivedValue(list, key, depth + 1, &remaining).key,
            try ArchivedValue(list, value, depth + 1, &remaining)
          )
        })
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }

  /// The value as JSON text, in the form of `Codable` values in their columns.
  ///
  /// Nil members are left out.
  var jsonText: String {
    var writer = JSONWriter(capacity: 128, hasShortEscapes: false)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .real(let value), .date(let value):
      if value.isFinite { writer.double(value) } else { writer.string(NonFiniteNumber.text(value)) }
    case .text(let value): writer.string(value)
    case .data(let value): writer.string(value.base64EncodedString())
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .dictionary(let members):
      writer.beginObject()
      for member in members where !member.value.isNull {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
