// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The list of a backup's stores and files of settings, which is the first file of the archive.
struct BackupManifest: Codable, Equatable {
  /// The newest format that this code reads.
  ///
  /// A backup without settings has format 1.
  static let currentFormat = 2
  /// The name of the manifest in the archive.
  static let fileName = "cairn-backup.json"

  /// A file of a store, or of settings.
  struct File: Codable, Equatable {
    /// The path in the archive, and below the data folder.
    let path: String
    let bytes: Int
    /// The SHA-256 of the content, in hexadecimal digits.
    let sha256: String
  }

  /// The store of an app.
  struct Store: Codable, Equatable {
    private enum CodingKeys: String, CodingKey {
      case app, files
      case schemaVersion = "schema_version"
      case storeFormat = "store_format"
    }

    /// The app's name.
    let app: String
    /// The version of the app's models; nil if it is unknown.
    let schemaVersion: String?
    /// The format of the store's file.
    let storeFormat: Int
    /// The store's file, then its external files.
    let files: [File]
  }

  /// The format of the archive.
  let format: Int
  /// The time of the backup.
  let created: Date
  /// The stores, in the order of the apps.
  let stores: [Store]

  /// The files of settings; nil in format 1.
  let settings: [File]?

  /// All files, in the order of the archive.
  var files: [File] { stores.flatMap(\.files) + (settings ?? []) }

  /// Encodes the manifest as JSON.
  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Decodes a manifest; nil if it is malformed.
  init?(_ data: Data) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    guard let value = try? decoder.decode(Self.self, from: data) else { return nil }
    self = value
  }

  init(created: Date, stores: [Store], settings: [File]) {
    (self.created, self.stores) = (created, stores)
    self.settings = settings.isEmpty ? nil : settings
    format = settings.isEmpty ? 1 : Self.currentFormat
  }

  /// The format in a manifest of any version; nil if it is malformed.
  static func format(of data: Data) -> Int? {
    struct Version: Decodable { let format: Int }
    return try? JSONDecoder().decode(Version.self, from: data).format
  }
}
