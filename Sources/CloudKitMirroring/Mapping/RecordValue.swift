// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The value of a property as devices compare and merge it; properties without a value are omitted.
///
/// Attributes have their column's value: a date the seconds since 2001, a UUID its 16 bytes, a
/// decimal number its digits, a composite its JSON. To-one relationships have the name of the
/// target's record.
package enum RecordValue: Sendable {
  case integer(Int64)
  case real(Double)
  case text(String)
  case data(Data)
  /// The name of another record.
  case reference(String)
  /// The digest of a value that is too long to be stored twice: its size in bytes and its SHA-256.
  case digest(size: Int, sha256: Data)
}

extension RecordValue: Hashable {
  /// Compares real numbers bit by bit.
  package static func == (lhs: RecordValue, rhs: RecordValue) -> Bool {
    switch (lhs, rhs) {
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    // Swift's `==` ignores different Unicode scalars of equivalent strings.
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.digest, _), (_, .digest): lhs.hasDigest(of: rhs)
    default: false
    }
  }

  /// Compares digests, computing one if needed; numbers and references have none.
  private func hasDigest(of other: RecordValue) -> Bool {
    guard case .digest(let size, let sha256) = shortened(above: -1),
      case .digest(size, sha256) = other.shortened(above: -1)
    else { return false }
    return true
  }

  /// Hashes only the size of values that can have a digest.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): hasher.combine(value.utf8.count)
    case .data(let value): hasher.combine(value.count)
    case .reference(let value): hasher.combine(value)
    case .digest(let size, _): hasher.combine(size)
    }
  }
}

extension RecordValue: Codable {
  /// Decodes the output of ``encode(to:)``.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    var reader = ByteReader(try container.decode(Data.self))
    do {
      self = try RecordValue(from: &reader)
    } catch {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "These bytes are not a record value: \(error.reason).")
    }
  }

  /// Encodes the value as bytes, so that it is restored exactly.
  package func encode(to encoder: any Encoder) throws {
    var writer = ByteWriter()
    write(to: &writer)
    var container = encoder.singleValueContainer()
    try container.encode(writer.data)
  }
}

extension RecordValue {
  /// Writes the type and the value.
  package func write(to writer: inout ByteWriter) {
    switch self {
    case .integer(let value):
      writer.byte(1)
      writer.signed(value)
    case .real(let value):
      writer.byte(2)
      writer.fixed(value.bitPattern)
    case .text(let value):
      writer.byte(3)
      writer.text(value)
    case .data(let value):
      writer.byte(4)
      writer.block(value)
    case .reference(let value):
      writer.byte(5)
      writer.text(value)
    case .digest(let size, let sha256):
      writer.byte(6)
      writer.number(UInt64(Swift.max(0, size)))
      writer.block(sha256)
    }
  }

  /// Reads the output of ``write(to:)``.
  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let kind = try reader.byte()
    switch kind {
    case 1: self = .integer(try reader.signed())
    case 2: self = .real(Double(bitPattern: try reader.fixed()))
    case 3: self = .text(try reader.text())
    case 4: self = .data(Data(try reader.block()))
    case 5: self = .reference(try reader.text())
    case 6:
      guard let size = Int(exactly: try reader.number()) else {
        throw MalformedBytes("a size is out of range")
      }
      self = .digest(size: size, sha256: Data(try reader.block()))
    default: throw MalformedBytes("\(kind) is an unknown type of value")
    }
  }
}
