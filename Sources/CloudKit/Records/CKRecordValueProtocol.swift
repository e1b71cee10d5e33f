// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A type of record field values.
///
/// The types are `String`, `Date`, `Data`, `Bool`, all integers, `Float`, `Double`, their
/// Objective-C counterparts, ``CKRecord/Reference``, ``CKAsset``, `CLLocation`, and arrays of
/// these. Other types cannot conform.
public protocol CKRecordValueProtocol {
  /// The value in a record's storage format.
  var _fieldValue: _CKFieldValue { get }
  /// Converts a stored value; nil if it has another type.
  static func _value(of field: _CKFieldValue) -> Self?
}

/// A record field value; on Linux any ``CKRecordValueProtocol`` value, since Swift values are not
/// bridged to objects there.
public typealias CKRecordValue = CKRecordValueProtocol

/// A value in a record's storage format.
public struct _CKFieldValue: Sendable {
  let storage: StoredValue

  init(_ storage: StoredValue) { self.storage = storage }
}
