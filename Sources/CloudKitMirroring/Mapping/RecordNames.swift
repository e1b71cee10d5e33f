// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
package import Foundation

/// Record names that devices derive independently of each other.
package enum RecordNames {
  /// The name of an object's record, derived from its unique values.
  ///
  /// Two devices that create the same object offline give its record the same name, and so have one
  /// record. The name begins with the entity's name. A single UUID or integer follows as it is,
  /// other values as a hash, since values may be secret and record names are not.
  ///
  /// - Parameters:
  ///   - entity: The entity that declares the constraint.
  ///   - values: The values of its properties in their order.
  /// - Returns: Nil if one of the values is nil: objects with nil are not equal.
  package static func unique(_ entity: String, _ values: [RecordValue?]) -> String? {
    var writer = ByteWriter()
    for value in values {
      guard let value else { return nil }
      value.write(to: &writer)
    }
    let start = NameEscape.recordType(entity)
    if values.count == 1, let value = values[0] {
      switch value {
      case .integer(let number):
        let name = "\(start).\(number)"
        if NameRules.isItemName(name) { return name }
      case .data(let bytes) where bytes.count == 16:
        let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        let name = "\(start).\(uuid.uuidString)"
        if NameRules.isItemName(name) { return name }
      default: break
      }
    }
    return short("\(start.prefix(180)).\(hash(entity, writer.bytes))")
  }

  /// The name of the record that links two others.
  package static func link(_ relationship: String, _ source: String, _ target: String) -> String {
    let name = "\(NameEscape.recordType(relationship))/\(source)/\(target)"
    // Names that contain the separator would be ambiguous.
    let isPlain = !source.contains("/") && !target.contains("/")
    if isPlain, NameRules.isItemName(name) { return name }
    var writer = ByteWriter()
    writer.text(source)
    writer.text(target)
    return short(
      "\(NameEscape.recordType(relationship).prefix(180))/\(hash(relationship, writer.bytes))")
  }

  /// The name of a chunk of a series.
  package static func chunk(_ entity: String, _ owner: String, _ number: Int) -> String {
    let start = NameEscape.recordType(entity)
    let name = "\(start)/\(owner)/\(number)"
    if !owner.contains("/"), NameRules.isItemName(name) { return name }
    return short("\(start.prefix(170))/\(hash(entity, Array(owner.utf8)))/\(number)")
  }

  /// A UUID of version 8 that is derived from a name.
  package static func uuid(_ name: String) -> UUID {
    var bytes = Array(SHA256.hash(data: Array("cairn:\(name)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  private static func hash(_ label: String, _ bytes: [UInt8]) -> String {
    var writer = ByteWriter()
    writer.text(label)
    writer.raw(bytes)
    let digits = Array("0123456789abcdef".utf8)
    let hash = SHA256.hash(data: writer.bytes).prefix(20)
    return String(
      decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Escaped names are ASCII, and none begins with an underscore.
  private static func short(_ name: String) -> String { String(name.prefix(Limits.nameLength)) }
}
