// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKit
import Foundation

/// What the mapping of values needs from outside: files and keys.
package struct FieldTransport {
  /// The zone of the records.
  package var zone: CKRecordZone.ID
  /// Writes bytes to a file that is uploaded when the record is saved.
  package var file: (Data) throws -> CKAsset
  /// Reads the bytes of a file that was fetched with its record.
  package var contents: (CKAsset) throws -> Data
  /// Encrypts the value of a field, and decrypts it.
  ///
  /// The second part names the record type and the field, so that a value can't be moved to another.
  package var seal: (Data, String) throws -> Data
  package var open: (Data, String) throws -> Data

  package init(
    zone: CKRecordZone.ID, file: @escaping (Data) throws -> CKAsset,
    contents: @escaping (CKAsset) throws -> Data,
    seal: @escaping (Data, String) throws -> Data, open: @escaping (Data, String) throws -> Data
  ) {
    self.zone = zone
    self.file = file
    self.contents = contents
    self.seal = seal
    self.open = open
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
