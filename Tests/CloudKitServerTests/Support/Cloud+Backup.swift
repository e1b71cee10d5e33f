// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation

extension Cloud {
  /// The time of restores.
  static let backupDate = Date(timeIntervalSince1970: 1_800_000_000)

  /// A server with two records, one of which has an asset.
  static func filled() async throws -> Cloud {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let asset = try await cloud.upload("bytes of a file")
    try await cloud.modify([
      .note(.create, "a", [("n", .int64(1)), ("file", .asset(asset))]),
      .note(.create, "b", [("n", .int64(2))]),
    ])
    return cloud
  }

  @discardableResult
  func backUp(
    to url: URL, replacing: Bool = false, at date: Date = CallContext.alice.date
  ) async throws -> BackupReport {
    try await storage.backUp(to: url, assets: assetFolder, replacing: replacing, now: { date })
  }

  /// Restores a backup over the data of this server.
  ///
  /// - Parameters:
  ///   - url: The backup.
  ///   - replacing: Whether existing data is replaced.
  ///   - seconds: The seconds after ``backupDate``.
  /// - Returns: The report.
  @discardableResult
  func restore(
    _ url: URL, replacing: Bool = true, after seconds: Double = 0
  ) async throws -> BackupReport {
    try await SQLiteServerStore.restore(
      from: url, to: directory.appending(path: "cloud.sqlite"), assets: assetFolder,
      replacing: replacing, at: Self.backupDate + seconds)
  }
}
