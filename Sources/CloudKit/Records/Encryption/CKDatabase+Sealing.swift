// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKDatabase {
  /// Encrypts bytes with the container's key, bound to a field of a record.
  ///
  /// Throws a ``CKError`` if there is no key.
  package func seal(
    _ data: Data, for field: CKRecord.FieldKey, of type: CKRecord.RecordType, _ id: CKRecord.ID
  ) throws -> Data {
    try connection().cipher().seal(data, for: FieldCipher.Context(type, id, field))
  }

  /// Decrypts the result of ``seal(_:for:of:_:)`` for the same field, on this or another device.
  ///
  /// Throws a ``CKError`` if there is no key, the key differs, or the bytes were changed.
  package func open(
    _ sealed: Data, for field: CKRecord.FieldKey, of type: CKRecord.RecordType, _ id: CKRecord.ID
  ) throws -> Data {
    try connection().cipher().open(sealed, for: FieldCipher.Context(type, id, field))
  }

  /// A fingerprint of the container's key that does not reveal it; nil if there is no valid key.
  package var encryptionKeyName: String? {
    guard let key = try? connection().encryptionKey else { return nil }
    return try? CloudKitEncryptionKey(base64: key).name
  }
}
