// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What names may look like that clients give.
package enum NameRules {
  /// A record's or zone's name: up to 255 characters of ASCII without control characters, not
  /// beginning with an underscore, which is the server's.
  package static func isItemName(_ name: String) -> Bool {
    isIdentifier(name) && !name.hasPrefix("_")
  }

  /// Any name that a record, zone, subscription or user can have, also one that the server gave.
  package static func isIdentifier(_ name: String) -> Bool {
    let count = name.utf8.count
    return count > 0 && count <= Limits.nameLength
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// A record type or field: a letter, then letters, digits and underscores.
  package static func isSchemaName(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { isSchemaName($0) }
  }

  static func isSchemaName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first, isLetter(first), name.count <= Limits.nameLength else {
      return false
    }
    return name.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
    }
  }

  /// A type that a client may write: also that of shares.
  package static func isRecordType(_ name: String) -> Bool {
    isSchemaName(name) || name == SystemNames.shareType
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// A field that a client may write: also those of shares.
  package static func isFieldName(_ name: String) -> Bool {
    isSchemaName(name)
      || [SystemNames.shareTitle, SystemNames.shareThumbnail, SystemNames.shareKind].contains(name)
  }

  /// A container: letters, digits, dots, hyphens and underscores, beginning with `iCloud.`.
  package static func isContainer(_ name: String) -> Bool {
    name.hasPrefix("iCloud.") && name.utf8.count > 7 && name.utf8.count <= Limits.nameLength
      && name.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}
