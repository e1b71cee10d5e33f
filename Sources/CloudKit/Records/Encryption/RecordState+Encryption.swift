// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension RecordState {
  /// Encrypts fields for a request; fields without a value are cleared.
  ///
  /// `cipher` is called only if there are fields to encrypt.
  func sealed(
    _ keys: some Sequence<CKRecord.FieldKey>, _ cipher: () throws -> FieldCipher
  ) throws -> [(name: String, field: Field?)] {
    var fields: [(name: String, field: Field?)] = []
    for key in keys.sorted() {
      guard values[key] == nil else {
        throw CKError(
          .invalidArguments,
          "The field \(key) of \(recordType) \(recordID.recordName) has a plain "
            + "and an encrypted value: clear one of them.")
      }
      guard let value = secrets[key] else {
        fields.append((key, nil))
        continue
      }
      let sealed = try cipher().seal(value, for: FieldCipher.Context(self, key))
      fields.append((key, Field(sealed, isEncrypted: true)))
    }
    return fields
  }
}
