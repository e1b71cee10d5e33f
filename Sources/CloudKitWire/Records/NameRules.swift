// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The validation rules for names in requests.
package enum NameRules {
  /// True for a valid new record or zone name.
  ///
  /// The name has 1 to 255 ASCII characters without control characters. Names with a leading
  /// underscore are reserved for the server.
  package static func isItemName(_ name: String) -> Bool {
    isIdentifier(name) && !name.hasPrefix("_")
  }

  /// True for any valid record, zone, subscription or user name, including server-assigned names.
  package static func isIdentifier(_ name: String) -> Bool {
    let count = name.utf8.count
    return count > 0 && count <= Limits.nameLength
      && name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// True for a valid record type or field name: a letter, then letters, digits and underscores.
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

  /// True for a record type that clients may write, including the share type.
  package static func isRecordType(_ name: String) -> Bool {
    isSchemaName(name) || name == SystemNames.shareType
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// True for a field that clients may write, including the fields of shares.
  package static func isFieldName(_ name: String) -> Bool {
    isSchemaName(name)
      || [SystemNames.shareTitle, SystemNames.shareThumbnail, SystemNames.shareKind].contains(name)
  }

  /// True for a valid container name.
  ///
  /// The name begins with `iCloud.` and has letters, digits, dots, hyphens and underscores.
  package static func isContainer(_ name: String) -> Bool {
    name.hasPrefix("iCloud.") && name.utf8.count > 7 && name.utf8.count <= Limits.nameLength
      && name.utf8.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}

/// Names defined by the protocol.
package enum SystemNames {
  package static let userType = "Users"
  package static let shareType = "cloudkit.share"
  package static let shareTitle = "cloudkit.title"
  package static let shareThumbnail = "cloudkit.thumbnailImageData"
  package static let shareKind = "cloudkit.type"
}
