// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Encodes values as bytes whose lexicographic order is the values' order.
///
/// All values of an index have one type. A record without the value has the empty key, which precedes
/// all others.
enum IndexKey {
  static let missing: [UInt8] = []
  /// The lower bound of all present values.
  static let first: [UInt8] = [0]
  /// The number of bytes of a string or of data in a key; longer values compare equal after it.
  static let textLength = 384

  /// The key of a value; nil for lists and assets, which have no order.
  static func key(_ value: FieldValue) -> [UInt8]? {
    switch value {
    case .string(let text): self.text(text)
    case .int64(let number), .timestamp(let number): self.number(number)
    case .double(let number): self.number(number)
    case .bytes(let data): [1] + data.prefix(textLength)
    case .reference(let reference): name(reference.recordName)
    case .location(let location): GeoCell.key(location)
    default: nil
    }
  }

  /// The keys of a list's elements, or of a value.
  static func keys(_ value: FieldValue) -> [[UInt8]] {
    switch value {
    case .stringList(let values): values.map { text($0) }
    case .int64List(let values), .timestampList(let values): values.map { number($0) }
    case .doubleList(let values): values.map { number($0) }
    case .bytesList(let values): values.map { [1] + $0.prefix(textLength) }
    case .referenceList(let values): values.map { name($0.recordName) }
    case .locationList(let values): values.map { GeoCell.key($0) }
    default: key(value).map { [$0] } ?? []
    }
  }

  // MARK: Numbers

  /// Eight big-endian bytes after a byte that distinguishes them from the empty key.
  private static func bytes(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { [1] + $0 }
  }

  static func number(_ value: Int64) -> [UInt8] {
    bytes(UInt64(bitPattern: value) ^ (1 << 63))
  }

  static func number(_ value: Double) -> [UInt8] {
    // -0 equals 0.
    let bits = (value == 0 ? 0 : value).bitPattern
    return bytes(bits >> 63 == 0 ? bits | (1 << 63) : ~bits)
  }

  // MARK: Strings

  static func name(_ name: String) -> [UInt8] { [1] + Array(name.utf8) }

  /// The case-folded string and then the string itself, so that strings equal but for case are adjacent.
  static func text(_ text: String) -> [UInt8] {
    var key = folded(text)
    key.append(0)
    key.append(contentsOf: text.utf8.prefix(textLength))
    return key
  }

  /// The lower bound of the strings that equal this one but for case; ``textEnd(_:)`` is the upper one.
  static func textStart(_ text: String) -> [UInt8] { folded(text) + [0] }
  static func textEnd(_ text: String) -> [UInt8] { folded(text) + [1] }

  /// The common prefix of the keys of equal values: for a string, its case-folded part.
  static func shared(_ key: [UInt8], isText: Bool) -> [UInt8] {
    guard isText, let end = key.firstIndex(of: 0) else { return key }
    return Array(key[...end])
  }

  /// The string in lower case, with the bytes 0 and 1 escaped.
  static func folded(_ text: String) -> [UInt8] {
    var text = text
    let isPlain = text.withUTF8 { $0.allSatisfy { $0 >= 2 && $0 < 0x80 } }
    var key: [UInt8] = []
    if isPlain {
      key.reserveCapacity(min(text.utf8.count, textLength) * 2 + 1)
      for byte in text.utf8.prefix(textLength) {
        key.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
      return key
    }
    for byte in text.lowercased().utf8.prefix(textLength) {
      if byte < 2 { key.append(1) }
      key.append(byte < 2 ? byte + 1 : byte)
    }
    return key
  }

  // MARK: Ranges

  /// The first key after all keys with a prefix; nil if there is none.
  static func successor(ofPrefix prefix: [UInt8]) -> [UInt8]? {
    var prefix = prefix
    while let last = prefix.popLast() {
      if last < .max { return prefix + [last + 1] }
    }
    return nil
  }
}

/// A half-open range of index keys.
struct KeyRange: Sendable, Hashable {
  var lower: [UInt8]
  /// The exclusive upper bound; nil for no bound.
  var upper: [UInt8]?

  static let all = KeyRange(lower: [], upper: nil)

  func contains(_ key: [UInt8]) -> Bool {
    !key.lexicographicallyPrecedes(lower)
      && (upper.map { key.lexicographicallyPrecedes($0) } ?? true)
  }

  /// The intersection; nil if it is empty.
  func intersection(_ other: KeyRange) -> KeyRange? {
    let lower = self.lower.lexicographicallyPrecedes(other.lower) ? other.lower : self.lower
    let upper: [UInt8]? =
      switch (self.upper, other.upper) {
      case (let first?, let second?): first.lexicographicallyPrecedes(second) ? first : second
      case (let first, let second): first ?? second
      }
    if let upper, !lower.lexicographicallyPrecedes(upper) { return nil }
    return KeyRange(lower: lower, upper: upper)
  }
}
