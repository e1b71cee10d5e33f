// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The value of a field.
package enum FieldValue: Sendable, Hashable {
  case string(String)
  case int64(Int64)
  case double(Double)
  /// Milliseconds since 1970.
  case timestamp(Int64)
  case bytes(Data)
  // Boxed to keep the enum small: values are copied often.
  indirect case reference(Reference)
  indirect case asset(Asset)
  indirect case location(Location)
  case stringList([String])
  case int64List([Int64])
  case doubleList([Double])
  case timestampList([Int64])
  case bytesList([Data])
  case referenceList([Reference])
  case assetList([Asset])
  case locationList([Location])
  /// An empty list of unknown element type.
  case unknownList

  package var type: FieldType {
    switch self {
    case .string: .string
    case .int64: .int64
    case .double: .double
    case .timestamp: .timestamp
    case .bytes: .bytes
    case .reference: .reference
    case .asset: .asset
    case .location: .location
    case .stringList: .stringList
    case .int64List: .int64List
    case .doubleList: .doubleList
    case .timestampList: .timestampList
    case .bytesList: .bytesList
    case .referenceList: .referenceList
    case .assetList: .assetList
    case .locationList: .locationList
    case .unknownList: .unknownList
    }
  }

  /// A date rounded to the nearest millisecond; nil if it is more than 292 million years away.
  package static func date(_ date: Date) -> FieldValue? {
    Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()).map { .timestamp($0) }
  }

  /// The date of a timestamp; nil for other values.
  package var date: Date? {
    guard case .timestamp(let milliseconds) = self else { return nil }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Writes the value without its tag.
  ///
  /// With `numbersAsStrings`, integers and doubles become strings; timestamps remain numbers.
  package func write(to writer: inout JSONWriter, numbersAsStrings: Bool) {
    switch self {
    case .string(let value): writer.string(value)
    case .int64(let value) where numbersAsStrings: writer.quotedInteger(value)
    case .int64(let value): writer.integer(value)
    case .double(let value) where numbersAsStrings && value.isFinite:
      writer.string(value.description)
    case .double(let value): writer.double(value)
    case .timestamp(let value): writer.integer(value)
    case .bytes(let value): writer.string(value.base64EncodedString())
    case .reference(let value): value.write(to: &writer)
    case .asset(let value): value.write(to: &writer)
    case .location(let value): value.write(to: &writer)
    case .stringList(let values): writer.array(values) { $0.string($1) }
    case .int64List(let values):
      writer.array(values) { numbersAsStrings ? $0.quotedInteger($1) : $0.integer($1) }
    case .doubleList(let values):
      writer.array(values) {
        numbersAsStrings && $1.isFinite ? $0.string($1.description) : $0.double($1)
      }
    case .timestampList(let values): writer.array(values) { $0.integer($1) }
    case .bytesList(let values): writer.array(values) { $0.string($1.base64EncodedString()) }
    case .referenceList(let values): writer.array(values) { $1.write(to: &$0) }
    case .assetList(let values): writer.array(values) { $1.write(to: &$0) }
    case .locationList(let values): writer.array(values) { $1.write(to: &$0) }
    case .unknownList: writer.array([] as [String]) { $0.string($1) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func array<Value>(
    _ values: [Value], _ write: (inout JSONWriter, Value) -> Void
  ) {
    beginArray()
    for value in values { write(&self, value) }
    endArray()
  }
}
