// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A file that was uploaded.
package struct StoredAsset: Sendable, Hashable {
  /// Stands for the database of an asset whose owner was deleted: it counts for nobody, and is collected.
  package static let ownerless: Int64 = 0

  /// The storage's number of the asset, never used twice.
  package var id: Int64
  package var database: Int64
  /// The name of the file, which no client knows.
  package var file: String
  /// In bytes.
  package var size: Int64
  /// SHA-256 in base64.
  package var checksum: String

  package init(id: Int64, database: Int64, file: String, size: Int64, checksum: String) {
    self.id = id
    self.database = database
    self.file = file
    self.size = size
    self.checksum = checksum
  }
}
