// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

/// Bytes that are in the order of the values that they are made from.
///
/// The values of one index are all of one type. A record that lacks the value has the empty key, which is
/// before all others.
enum IndexKey {
  static let missing: [UInt8] = []
  /// Before every value that is there.
  static let first: [UInt8] = [0]
  /// What of a long text or of bytes is in a key: what is alike so far is alike in order.
  static let textLength = 384

  /// The key of a value; nil for what has no order: lists and assets.
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

  /// Eight bytes, the most significant first, behind one that keeps them apart from nothing.
  private static func bytes(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { [1] + $0 }
  }

  static func number(_ value: Int64) -> [UInt8] {
    bytes(UInt64(bitPattern: value) ^ (1 << 63))
  }

  static func number(_ value: Double) -> [UInt8] {
    // -0 is 0.
    let bits = (value == 0 ? 0 : value).bitPattern
    return bytes(bits >> 63 == 0 ? bits | (1 << 63) : ~bits)
  }

  // MARK: Texts

  static func name(_ name: String) -> [UInt8] { [1] + Array(name.utf8) }

  /// The text without its case, then the text as it is: equal texts are beside each other in any case.
  static func text(_ text: String) -> [UInt8] {
    var key = folded(text)
    key.append(0)
    key.append(contentsOf: text.utf8.prefix(textLength))
    return key
  }

  /// The texts that are equal to this one but for case: from here up to ``textEnd(_:)``.
  static func textStart(_ text: String) -> [UInt8] { folded(text) + [0] }
  static func textEnd(_ text: String) -> [UInt8] { folded(text) + [1] }

  /// What the keys of equal values have in common: of a text all but its case.
  static func shared(_ key: [UInt8], isText: Bool) -> [UInt8] {
    guard isText, let end = key.firstIndex(of: 0) else { return key }
    return Array(key[...end])
  }

  /// The text in lower case, without the bytes that end it.
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

  /// The first key behind all that begin with these bytes; nil if there is none.
  static func successor(ofPrefix prefix: [UInt8]) -> [UInt8]? {
    var prefix = prefix
    while let last = prefix.popLast() {
      if last < .max { return prefix + [last + 1] }
    }
    return nil
  }
}
