// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A binary property list, as a table of objects that refer to each other by index.
///
/// Foundation's decoder hides the references of keyed archives, which this type contains. An object
/// is decoded when it is read, so that references may form cycles.
struct BinaryPropertyList {
  /// An error for data that is not a valid list.
  struct Malformed: Error {}

  enum Object {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data(Data)
    case text(String)
    /// A reference of a keyed archive.
    case reference(Int)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private static let magic = Array("bplist0".utf8)
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int
  /// The index of the top object.
  let root: Int

  /// Whether data begins as a binary property list does.
  static func begins(_ data: Data) -> Bool { data.starts(with: magic) }

  init(_ data: Data) throws {
    bytes = Array(data)
    guard Self.begins(data), bytes.count >= Self.magic.count + 1 + Self.trailerSize else {
      throw Malformed()
    }
    let trailer = bytes.count - Self.trailerSize
    let offsetSize = Int(bytes[trailer + 6])
    let referenceSize = Int(bytes[trailer + 7])
    let count = try Self.number(bytes, trailer + 8, 8)
    let root = try Self.number(bytes, trailer + 16, 8)
    let table = try Self.number(bytes, trailer + 24, 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count > 0,
      root < count, table < trailer, count <= (trailer - table) / offsetSize
    else { throw Malformed() }
    self.referenceSize = referenceSize
    self.root = root
    let bytes = bytes
    offsets = try (0..<count).map { index in
      let offset = try Self.number(bytes, table + index * offsetSize, offsetSize)
      guard offset < table else { throw Malformed() }
      return offset
    }
  }

  /// Decodes an object.
  func object(_ index: Int) throws -> Object {
    guard offsets.indices.contains(index) else { throw Malformed() }
    let start = offsets[index]
    let low = Int(bytes[start] & 15)
    switch bytes[start] >> 4 {
    case 0: return try simple(low)
    case 1: return .integer(try integer(start + 1, 1 << low))
    case 2: return .real(try real(start + 1, 1 << low))
    case 3: return .date(try real(start + 1, 8))
    case 4:
      let (count, body) = try length(start)
      return .data(Data(try slice(body, count)))
    case 5:
      let (count, body) = try length(start)
      return .text(String(decoding: try slice(body, count), as: UTF8.self))
    case 6:
      let (count, body) = try length(start)
      guard count <= bytes.count else { throw Malformed() }
      let units = try slice(body, count * 2)
      let first = units.startIndex
      return .text(
        String(
          decoding: (0..<count).map { index in
            UInt16(units[first + index * 2]) << 8 | UInt16(units[first + index * 2 + 1])
          }, as: UTF16.self))
    case 8: return .reference(try Self.number(bytes, start + 1, low + 1))
    case 10, 11, 12:
      let (count, body) = try length(start)
      return .array(try references(body, count))
    case 13:
      let (count, body) = try length(start)
      let keys = try references(body, count)
      return .dictionary(
        keys: keys, values: try references(body + count * referenceSize, count))
    default: throw Malformed()
    }
  }

  private func simple(_ low: Int) throws -> Object {
    switch low {
    case 0: .null
    case 8: .boolean(false)
    case 9: .boolean(true)
    default: throw Malformed()
    }
  }

  // MARK: Bytes

  private func slice(_ start: Int, _ count: Int) throws -> ArraySlice<UInt8> {
    guard start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start else {
      throw Malformed()
    }
    return bytes[start..<start + count]
  }

  /// The number of elements of an object, and the position of its content.
  private func length(_ start: Int) throws -> (count: Int, body: Int) {
    let low = Int(bytes[start] & 15)
    if low < 15 { return (low, start + 1) }
    let marker = try slice(start + 1, 1)
    guard let marker = marker.first, marker >> 4 == 1, marker & 15 <= 3 else { throw Malformed() }
    let size = 1 << Int(marker & 15)
    return (try Self.number(bytes, start + 2, size), start + 2 + size)
  }

  private func references(_ start: Int, _ count: Int) throws -> [Int] {
    guard count <= bytes.count / referenceSize else { throw Malformed() }
    return try (0..<count).map {
      try Self.number(bytes, start + $0 * referenceSize, referenceSize)
    }
  }

  /// A signed integer; longer ones than 8 bytes are reduced to their last 8 bytes.
  private func integer(_ start: Int, _ size: Int) throws -> Int64 {
    guard size <= 16 else { throw Malformed() }
    return Int64(bitPattern: try slice(start, size).reduce(0) { $0 << 8 | UInt64($1) })
  }

  private func real(_ start: Int, _ size: Int) throws -> Double {
    let bits = try slice(start, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw Malformed()
    }
  }

  /// An unsigned integer in big-endian order.
  private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) throws -> Int {
    guard start >= 0, size <= 16, start <= bytes.count, size <= bytes.count - start else {
      throw Malformed()
    }
    let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw Malformed() }
    return number
  }
}
