// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Access to fields by name: the fields of a ``CKRecord`` or its ``CKRecord/encryptedValues``.
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
  /// The value of a field; integers are `Int64`, other numbers `Double`.
  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)?
  /// Sets a field, or clears it.
  func setObject(_ object: (any CKRecordValue)?, forKey key: CKRecord.FieldKey)
  /// The value of a field; integers are `Int64`, other numbers `Double`.
  subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? { get set }
  /// The value of a field as a type; nil if the field is empty or has another type.
  subscript<Value: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> Value? { get set }
  /// The sorted names of the fields with a value.
  func allKeys() -> [CKRecord.FieldKey]
  /// The sorted names of the fields changed since the record was fetched or saved.
  func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecord: CKRecordKeyValueSetting {}
