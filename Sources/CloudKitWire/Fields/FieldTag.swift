// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The meaning of a `type` tag, in any spelling in use.
struct FieldTag {
  /// Nil for `LIST`, which does not name the elements' type.
  let type: FieldType?
  /// True for `ENCRYPTED_STRING` and the other encrypted tags.
  let isEncrypted: Bool
  /// True for the documented spelling.
  let isCanonical: Bool

  /// Returns nil for an unknown tag.
  init?(_ tag: UnsafeBufferPointer<UInt8>) {
    for known in Self.known where tag.isEqual(to: known.name.utf8) {
      (type, isEncrypted, isCanonical) = (known.type, known.isEncrypted, known.isCanonical)
      return
    }
    return nil
  }

  private struct Known {
    let name: StaticString
    let type: FieldType?
    var isEncrypted = false
    var isCanonical = true

    static func alias(_ name: StaticString, _ type: FieldType?) -> Known {
      Known(name: name, type: type, isCanonical: false)
    }

    static func encrypted(_ name: StaticString, _ type: FieldType) -> Known {
      Known(name: name, type: type, isEncrypted: true, isCanonical: false)
    }
  }

  /// All known tags, the frequent ones first.
  private static let known: [Known] = [
    Known(name: "STRING", type: .string),
    Known(name: "INT64", type: .int64),
    Known(name: "DOUBLE", type: .double),
    Known(name: "TIMESTAMP", type: .timestamp),
    Known(name: "REFERENCE", type: .reference),
    Known(name: "BYTES", type: .bytes),
    Known(name: "LOCATION", type: .location),
    Known(name: "ASSETID", type: .asset),
    Known(name: "STRING_LIST", type: .stringList),
    Known(name: "INT64_LIST", type: .int64List),
    Known(name: "DOUBLE_LIST", type: .doubleList),
    Known(name: "TIMESTAMP_LIST", type: .timestampList),
    Known(name: "BYTES_LIST", type: .bytesList),
    Known(name: "REFERENCE_LIST", type: .referenceList),
    Known(name: "ASSETID_LIST", type: .assetList),
    Known(name: "LOCATION_LIST", type: .locationList),
    Known(name: "UNKNOWN_LIST", type: .unknownList),
    .encrypted("ENCRYPTED_STRING", .string),
    .encrypted("ENCRYPTED_INT64", .int64),
    .encrypted("ENCRYPTED_DOUBLE", .double),
    .encrypted("ENCRYPTED_TIMESTAMP", .timestamp),
    .encrypted("ENCRYPTED_BYTES", .bytes),
    .encrypted("ENCRYPTED_LOCATION", .location),
    .encrypted("ENCRYPTED_STRING_LIST", .stringList),
    .encrypted("ENCRYPTED_INT64_LIST", .int64List),
    .encrypted("ENCRYPTED_DOUBLE_LIST", .doubleList),
    .encrypted("ENCRYPTED_TIMESTAMP_LIST", .timestampList),
    .encrypted("ENCRYPTED_BYTES_LIST", .bytesList),
    .encrypted("ENCRYPTED_LOCATION_LIST", .locationList),
    // Spellings sent by existing clients.
    .alias("ASSET", .asset),
    .alias("ASSET_LIST", .assetList),
    .alias("BOOLEAN", .int64),
    .alias("BYTE", .bytes),
    .alias("DATETIME", .timestamp),
    .alias("EMPTY_LIST", .unknownList),
    .alias("INT", .int64),
    .alias("LIST", nil),
  ]

  /// The expected tags, for error messages.
  static let inWords = "one of " + FieldType.allCases.map(\.rawValue).joined(separator: ", ")
}
