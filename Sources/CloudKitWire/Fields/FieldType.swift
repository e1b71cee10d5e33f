// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The type of a field's value, with its tag as the raw value.
package enum FieldType: String, CaseIterable, Sendable {
  case string = "STRING"
  /// Also represents Booleans, as 0 and 1.
  case int64 = "INT64"
  case double = "DOUBLE"
  /// Whole milliseconds since 1970.
  case timestamp = "TIMESTAMP"
  case bytes = "BYTES"
  case reference = "REFERENCE"
  case asset = "ASSETID"
  case location = "LOCATION"
  case stringList = "STRING_LIST"
  case int64List = "INT64_LIST"
  case doubleList = "DOUBLE_LIST"
  case timestampList = "TIMESTAMP_LIST"
  case bytesList = "BYTES_LIST"
  case referenceList = "REFERENCE_LIST"
  case assetList = "ASSETID_LIST"
  case locationList = "LOCATION_LIST"
  /// An empty list of unknown element type.
  case unknownList = "UNKNOWN_LIST"

  package var isList: Bool {
    switch self {
    case .string, .int64, .double, .timestamp, .bytes, .reference, .asset, .location: false
    default: true
    }
  }

  /// The type of a list's elements, or a scalar type itself; nil for ``unknownList``.
  package var element: FieldType? {
    switch self {
    case .stringList: .string
    case .int64List: .int64
    case .doubleList: .double
    case .timestampList: .timestamp
    case .bytesList: .bytes
    case .referenceList: .reference
    case .assetList: .asset
    case .locationList: .location
    case .unknownList: nil
    default: self
    }
  }

  /// The type of a list with elements of this type; nil for list types.
  package var list: FieldType? {
    switch self {
    case .string: .stringList
    case .int64: .int64List
    case .double: .doubleList
    case .timestamp: .timestampList
    case .bytes: .bytesList
    case .reference: .referenceList
    case .asset: .assetList
    case .location: .locationList
    default: nil
    }
  }

  /// False for references and assets, which have no encrypted form.
  package var canBeEncrypted: Bool {
    switch element {
    case .reference, .asset, nil: false
    default: true
    }
  }
}
