// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKRecord {
  /// Fields that are encrypted before they leave this machine.
  ///
  /// ```swift
  /// record["title"] = "Dawn patrol"
  /// record.encryptedValues["notes"] = "Knee hurts."
  /// ```
  ///
  /// The server keeps what it can't read, so it can't search or sort by it either. Every device of the user needs
  /// the same key: see <doc:Encryption>. Without it, saving such a field and fetching such a record are errors.
  ///
  /// All values but references and assets can be encrypted. A field is encrypted in all records of its type or in
  /// none, from the first that is saved; one name can't be of a plain and of an encrypted field. The public
  /// database has no encrypted fields.
  public var encryptedValues: any CKRecordKeyValueSetting & Sendable { EncryptedFields(self) }
}

/// The encrypted fields of a record: a view of it.
private final class EncryptedFields: NSObject, CKRecordKeyValueSetting, Sendable {
  private let record: CKRecord

  init(_ record: CKRecord) { self.record = record }

  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)? { self[key] }

  func setObject(_ object: (any CKRecordValue)?, forKey key: CKRecord.FieldKey) {
    self[key] = object
  }

  subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
    get { record.state.secrets[key]?.object }
    set { set(newValue?._fieldValue.storage, for: key) }
  }

  subscript<Value: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> Value? {
    get { record.state.secrets[key].flatMap { Value._value(of: _CKFieldValue($0)) } }
    set { set(newValue?._fieldValue.storage, for: key) }
  }

  private func set(_ value: StoredValue?, for key: CKRecord.FieldKey) {
    record.change {
      $0.secrets[key] = value
      $0.changedSecrets.insert(key)
    }
  }

  func allKeys() -> [CKRecord.FieldKey] { record.state.secrets.keys.sorted() }

  func changedKeys() -> [CKRecord.FieldKey] { record.state.changedSecrets.sorted() }

  /// Names alone: the values are not to stand in logs.
  override var description: String { "<\(allKeys().joined(separator: ", "))>" }
}
