// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData
import Synchronization

/// Temporary files of long values that are sent as assets.
final class MirrorFiles: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "cairn-sync-\(UUID().uuidString)")
  private let written = Mutex<Set<URL>>([])

  /// Removes the folder, if one was created.
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Removes files after a send; files that were not created here stay.
  ///
  /// A record that is sent again gets new files.
  func discard(_ files: [URL]) {
    for file in files where written.withLock({ $0.remove(file) }) != nil {
      // If removal fails, `deinit` removes the file with its folder.
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// Creates a transport that reads and writes files, and encrypts with the keys of the database's
  /// container.
  func transport(_ zone: CKRecordZone.ID, _ database: CKDatabase) -> FieldTransport {
    FieldTransport(
      zone: zone,
      file: { data in
        try FileManager.default.createDirectory(
          at: self.folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        let file = self.folder.appending(path: UUID().uuidString)
        try data.write(to: file)
        self.written.withLock { _ = $0.insert(file) }
        return CKAsset(fileURL: file)
      },
      contents: { asset in
        guard let file = asset.fileURL else {
          throw CKError(.assetNotAvailable, "The file of a fetched asset is missing.")
        }
        return try Data(contentsOf: file)
      },
      seal: {
        try database.seal(
          $0, for: $1.field, of: $1.recordType,
          CKRecord.ID(recordName: $1.recordName, zoneID: zone))
      },
      open: {
        try database.open(
          $0, for: $1.field, of: $1.recordType,
          CKRecord.ID(recordName: $1.recordName, zoneID: zone))
      }, keyName: { database.encryptionKeyName })
  }
}
