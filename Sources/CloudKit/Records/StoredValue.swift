// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CoreLocation
import Foundation

/// The stored value of a record field.
package indirect enum StoredValue: Sendable, Hashable {
  case string(String)
  case int64(Int64)
  case double(Double)
  case date(Date)
  case data(Data)
  case reference(CKRecord.Reference)
  case asset(CKAsset)
  case location(CLLocation)
  case list([StoredValue])
  /// The description of an unsupported value, which can't be saved.
  case unsupported(String)

  /// The value in its default Swift type.
  var object: (any CKRecordValueProtocol)? {
    switch self {
    case .string(let value): value
    case .int64(let value): value
    case .double(let value): value
    case .date(let value): value
    case .data(let value): value
    case .reference(let value): value
    case .asset(let value): value
    case .location(let value): value
    case .list(let values): Self.array(values)
    case .unsupported: nil
    }
  }

  /// Converts a list to an array of its elements' type; an empty list becomes an array of strings.
  private static func array(_ values: [StoredValue]) -> (any CKRecordValueProtocol)? {
    func all<Value: CKRecordValueProtocol>(_ type: Value.Type) -> [Value]? {
      let elements = values.compactMap { Value._value(of: _CKFieldValue($0)) }
      return elements.count == values.count ? elements : nil
    }
    guard let first = values.first else { return [String]() }
    return switch first {
    case .string: all(String.self)
    // A list with integers and other numbers becomes an array of `Double`.
    case .int64: all(Int64.self) ?? all(Double.self)
    case .double: all(Double.self)
    case .date: all(Date.self)
    case .data: all(Data.self)
    case .reference: all(CKRecord.Reference.self)
    case .asset: all(CKAsset.self)
    case .location: all(CLLocation.self)
    case .list, .unsupported: nil
    }
  }

  /// The strings for full-text search.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    default: []
    }
  }
}
