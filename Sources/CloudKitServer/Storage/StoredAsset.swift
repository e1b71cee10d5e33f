// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An uploaded file.
package struct StoredAsset: Sendable, Hashable {
  /// The database of assets whose owner was deleted: they count toward no quota until collected.
  package static let ownerless: Int64 = 0

  /// The storage's number of the asset, never reused.
  package var id: Int64
  package var database: Int64
  /// The name of the file, which clients never see.
  package var file: String
  /// The file's size in bytes.
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

/// Reads assets and credentials.
package protocol AssetReading {
  func asset(_ id: Int64) throws -> StoredAsset?
  /// True if an asset is stored in the file.
  func hasAsset(inFile file: String) throws -> Bool
  /// True if a session or key exists and its user is enabled.
  func has(_ credential: CallerCredential) throws -> Bool
}

/// Records asset files and the records that refer to them.
package protocol AssetWriting: AssetReading {
  /// Adds an asset whose file is already on disk.
  ///
  /// Until `moment`, in milliseconds since 1970, the asset is retained even without a reference.
  func addAsset(_ asset: inout StoredAsset, retainedUntil moment: Int64) throws
  /// Adds a reference from a record to an asset.
  func addHolder(_ record: Int64, in zone: Int64, of asset: Int64) throws
  /// Removes a record's reference to an asset, which is retained at least until `moment`.
  func removeHolder(_ record: Int64, of asset: Int64, retainedUntil moment: Int64) throws
  /// Removes unreferenced assets whose retention ended before `moment`, and returns them.
  ///
  /// The caller can delete their files after the transaction. While a backup copies files, the
  /// method removes nothing.
  func removeUnreferencedAssets(before moment: Int64, limit: Int) throws -> [StoredAsset]
  /// Detaches up to `limit` assets from an erased database and its quota; returns their number.
  func orphanAssets(of database: Int64, limit: Int) throws -> Int
  /// Retains all asset files until `moment` at the latest, while a backup copies them.
  func retainAssets(until moment: Int64) throws
}
