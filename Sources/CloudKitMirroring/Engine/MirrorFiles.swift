// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData
import Synchronization

/// The files of long values on their way to the server.
final class MirrorFiles: Sendable {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "cairn-sync-\(UUID().uuidString)")
  private let written = Mutex<Set<URL>>([])

  /// Removes the folder, if there has been a file.
  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Removes the files of what was sent, as far as they are of this folder; they are written anew for what is
  /// sent again.
  func discard(_ files: [URL]) {
    for file in files where written.withLock({ $0.remove(file) }) != nil {
      // One that stays goes with the folder.
      try? FileManager.default.removeItem(at: file)
    }
  }

  /// What writes and reads files, and encrypts with the keys of a database's container.
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
          throw CKError(.assetNotAvailable, "A record came without its file.")
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
