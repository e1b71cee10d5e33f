// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// Converts names of entities and properties to names of record types and fields, and back.
///
/// Most names stay the same. Names that CloudKit forbids or reserves, and names that resemble the
/// mirroring's own, get the prefix `esc_`. In them, each byte other than a letter or digit is
/// written as `_` and two hexadecimal digits, and an underscore twice: `größe` is
/// `esc_gr_c3_b6_c3_9fe`.
package enum NameEscape {
  private static let prefix = "esc_"

  /// The name of the field of a property.
  package static func field(_ property: String) -> String {
    isPlain(property) && !taken.contains(property) ? property : escaped(property)
  }

  /// The name of a field's property.
  package static func property(_ field: String) -> String? { original(field) }

  /// The name of the record type of an entity.
  package static func recordType(_ entity: String) -> String {
    isPlain(entity) && entity != SystemNames.userType ? entity : escaped(entity)
  }

  /// The name of a record type's entity.
  package static func entity(_ recordType: String) -> String? { original(recordType) }

  /// The names of system fields in queries of other programs; `parent` and `share` are allowed,
  /// since objects use these names for their own properties.
  private static let taken = Set(SystemField.allCases.map(\.rawValue)).subtracting([
    SystemField.parent.rawValue, SystemField.share.rawValue,
  ])

  private static func isPlain(_ name: String) -> Bool {
    NameRules.isSchemaName(name) && !name.hasPrefix(prefix) && !HiddenFields.isHidden(name)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  private static func escaped(_ name: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var bytes = Array(prefix.utf8)
    for byte in name.utf8 {
      if isAlphanumeric(byte) {
        bytes.append(byte)
      } else if byte == UInt8(ascii: "_") {
        bytes += [byte, byte]
      } else {
        bytes += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func original(_ name: String) -> String? {
    guard name.hasPrefix(prefix) else { return HiddenFields.isHidden(name) ? nil : name }
    var bytes: [UInt8] = []
    var rest = name.utf8.dropFirst(prefix.utf8.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "_") else {
        bytes.append(byte)
        continue
      }
      guard let next = rest.popFirst() else { return nil }
      if next == byte {
        bytes.append(byte)
        continue
      }
      guard let last = rest.popFirst(),
        let value = UInt8(String(decoding: [next, last], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    guard let original = String(validating: bytes, as: UTF8.self),
      escaped(original).utf8.elementsEqual(name.utf8)
    else { return nil }
    return original
  }
}
