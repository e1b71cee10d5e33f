// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A type of values that a field of a record can have.
///
/// `String`, `Date`, `Data`, `Bool`, all integers, `Float`, `Double`, their Objective-C counterparts,
/// ``CKRecord/Reference``, ``CKAsset``, `CLLocation`, and arrays of these. No other types can be made
/// to conform.
public protocol CKRecordValueProtocol {
  /// The value as a record keeps it.
  var _fieldValue: _CKFieldValue { get }
  /// The value that a record keeps; nil if it is of another type.
  static func _value(of field: _CKFieldValue) -> Self?
}

/// A value that a field of a record can have; on Linux one with ``CKRecordValueProtocol``, since
/// Swift values don't become objects there.
public typealias CKRecordValue = CKRecordValueProtocol

/// A value as records keep it.
public struct _CKFieldValue: Sendable {
  let storage: StoredValue

  init(_ storage: StoredValue) { self.storage = storage }
}
