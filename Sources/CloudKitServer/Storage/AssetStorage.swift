// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads what files there are.
package protocol AssetReading {
  func asset(_ id: Int64) throws -> StoredAsset?
  /// True if an asset that no record has was to be kept until before a moment.
  func hasUnheldAssets(before moment: Int64) throws -> Bool
  /// True if a file has a row.
  func hasAsset(inFile file: String) throws -> Bool
  /// True if a session or key is there, and its user may sign in.
  func has(_ credential: Call.Credential) throws -> Bool
}

/// Says which files there are, and which records have them.
package protocol AssetWriting: AssetReading {
  /// Adds a file that is on the disk already; it stays until a moment, in milliseconds since 1970, even if
  /// no record has it.
  func addAsset(_ asset: inout StoredAsset, keptUntil moment: Int64) throws
  /// A record has the asset from now on.
  func addHolder(_ record: Int64, in zone: Int64, of asset: Int64) throws
  /// A record has it no longer; it stays until a moment at least.
  func removeHolder(_ record: Int64, of asset: Int64, keptUntil moment: Int64) throws
  /// Removes the rows of assets that no record has and that were to be kept until before a moment; their
  /// files can go once the transaction is done. None while files are being copied.
  func removeUnheldAssets(before moment: Int64, limit: Int) throws -> [StoredAsset]
  /// Takes assets from a database that is erased, at most so many, and counts them for nobody; how many.
  func disownAssets(of database: Int64, limit: Int) throws -> Int
  /// Says that files are being copied, until a moment at most: so long all of them stay.
  func holdAssets(until moment: Int64) throws
}
