// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKRecord {
  /// The fields that are encrypted on this device before upload.
  ///
  /// ```swift
  /// record["title"] = "Dawn patrol"
  /// record.encryptedValues["notes"] = "Knee hurts."
  /// ```
  ///
  /// The server stores only ciphertext, so it can't search or sort by these fields. All devices of
  /// the user need the same key: see <doc:Encryption>. Without the key, saving such a field and
  /// fetching such a record fail.
  ///
  /// All values except references and assets can be encrypted. A field is either encrypted or plain
  /// in all records of its type, from the first save; one name can't belong to both kinds. The
  /// public database has no encrypted fields.
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

  /// Only the names: values must not appear in logs.
  override var description: String { "<\(allKeys().joined(separator: ", "))>" }
}
