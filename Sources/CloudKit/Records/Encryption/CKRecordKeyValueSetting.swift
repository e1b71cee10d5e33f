// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Fields by their names: those of a ``CKRecord``, or its ``CKRecord/encryptedValues``.
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
  /// The value of a field; whole numbers are `Int64`, others `Double`.
  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)?
  /// Sets a field, or clears it.
  func setObject(_ object: (any CKRecordValue)?, forKey key: CKRecord.FieldKey)
  /// The value of a field; whole numbers are `Int64`, others `Double`.
  subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? { get set }
  /// The value of a field as a type; nil if it has none of that type.
  subscript<Value: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> Value? { get set }
  /// The names of the fields that have a value, sorted.
  func allKeys() -> [CKRecord.FieldKey]
  /// The names of the fields that were set or cleared since the record was fetched or saved, sorted.
  func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecord: CKRecordKeyValueSetting {}
