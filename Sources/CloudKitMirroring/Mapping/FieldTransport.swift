// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import CloudKitWire
import Foundation
import SwiftData

/// What the mapping of values needs from outside: files and keys.
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
  /// A name for the key, which is another one with another key; nil if there is none.
  package var keyName: () -> String?

  /// Where an encrypted value belongs: it can't be read in another place.
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
  /// Writes the bytes of a long value to a file; throws ``FieldProblem`` for more than a record's file may have.
  func file(_ bytes: Data, of field: FieldLayout, _ entity: EntityLayout) throws -> CKAsset {
    guard bytes.count <= Limits.assetBytes else {
      throw FieldProblem(
        place: "\(entity.name).\(field.property.name)", field: field.name,
        reason: "it has \(bytes.count) bytes, and a file of a record at most \(Limits.assetBytes)")
    }
    return try file(bytes)
  }
}

/// What a record says, as far as this program's version of the schema knows it.
package struct ReceivedRecord: Sendable {
  /// By the names of the fields, places in lists among them.
  package var values: [String: RecordValue] = [:]
  /// Nil for a record without clocks, or with those of a newer version.
  package var clocks: FieldClocks?
  /// The fields that the schema doesn't have, and those whose value can't be read: to be kept, and to
  /// be sent again if the record has to be made anew.
  package var unknown: [CKRecord.FieldKey: StoredValue] = [:]
  /// Why values can't be read; their fields are among the unknown.
  package var problems: [FieldProblem] = []
}
