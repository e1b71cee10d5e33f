// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import CloudKitWire
import Foundation
import SwiftData

/// The dependencies for encoding values: files and encryption keys.
package struct FieldTransport {
  /// The zone of the records.
  package var zone: CKRecordZone.ID
  /// Writes bytes to a file that is uploaded when the record is saved.
  package var file: (Data) throws -> CKAsset
  /// Reads the bytes of a file that was fetched with its record.
  package var contents: (CKAsset) throws -> Data
  /// Encrypts the value of a field, and decrypts it; throws a `CKError` without the key.
  package var seal: (Data, SealedPlace) throws -> Data
  package var open: (Data, SealedPlace) throws -> Data
  /// A name that changes with the key; nil if there is no key.
  package var keyName: () -> String?

  /// The context that an encrypted value is bound to: it can't be decrypted in another one.
  package struct SealedPlace: Hashable, Sendable {
    package let recordType: CKRecord.RecordType
    package let recordName: String
    package let field: CKRecord.FieldKey
  }

  package init(
    zone: CKRecordZone.ID, file: @escaping (Data) throws -> CKAsset,
    contents: @escaping (CKAsset) throws -> Data,
    seal: @escaping (Data, SealedPlace) throws -> Data,
    open: @escaping (Data, SealedPlace) throws -> Data, keyName: @escaping () -> String?
  ) {
    self.zone = zone
    self.file = file
    self.contents = contents
    self.seal = seal
    self.open = open
    self.keyName = keyName
  }
}

extension FieldTransport {
  /// Writes the bytes of a long value to a file; throws ``FieldProblem`` above the size limit for
  /// files.
  func file(_ bytes: Data, of field: FieldLayout, _ entity: EntityLayout) throws -> CKAsset {
    guard bytes.count <= Limits.assetBytes else {
      throw FieldProblem(
        place: "\(entity.name).\(field.property.name)", field: field.name,
        reason: "it has \(bytes.count) bytes, and a file of a record at most \(Limits.assetBytes)")
    }
    return try file(bytes)
  }
}

/// The content of a record, as far as this version of the schema knows it.
package struct ReceivedRecord: Sendable {
  /// The values by the names of their fields, including positions in lists.
  package var values: [String: RecordValue] = [:]
  /// Nil for a record without clocks, or with clocks of a newer version.
  package var clocks: FieldClocks?
  /// Fields that the schema doesn't have, and fields with unreadable values: they are retained, and
  /// sent if the record has to be created again.
  package var unknown: [CKRecord.FieldKey: StoredValue] = [:]
  /// The reasons for unreadable values, whose fields are among the unknown ones.
  package var problems: [FieldProblem] = []
  /// The names of the fields whose values can't be decrypted, because this device has no key; their
  /// ciphertexts are among the unknown fields.
  package var locked: Set<String> = []
}
