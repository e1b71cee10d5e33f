// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CKDatabase {
  /// Encrypts bytes with the key of the container, for a field of a record that is authenticated with them.
  ///
  /// Throws a ``CKError`` if there is no key.
  package func seal(
    _ data: Data, for field: CKRecord.FieldKey, of type: CKRecord.RecordType, _ id: CKRecord.ID
  ) throws -> Data {
    try connection().cipher().seal(data, at: FieldCipher.Place(type, id, field))
  }

  /// Decrypts what ``seal(_:for:of:_:)`` gave for the same field, here or on another device.
  ///
  /// Throws a ``CKError`` if there is no key or another one, or the bytes are others.
  package func open(
    _ sealed: Data, for field: CKRecord.FieldKey, of type: CKRecord.RecordType, _ id: CKRecord.ID
  ) throws -> Data {
    try connection().cipher().open(sealed, at: FieldCipher.Place(type, id, field))
  }

  /// A name for the key of the container, which says nothing of it; nil if there is none that can be read.
  package var encryptionKeyName: String? {
    guard let key = try? connection().encryptionKey else { return nil }
    return try? CloudKitEncryptionKey(base64: key).name
  }
}
