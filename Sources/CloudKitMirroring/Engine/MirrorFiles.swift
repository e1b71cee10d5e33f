// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import Foundation
import SwiftData
import Synchronization

/// The files of long values on their way to the server.
final class MirrorFiles: Sendable {
  private let folder: URL
  private let written = Mutex<[URL]>([])

  /// Makes a folder, which goes with it.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "cairn-sync-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "\(folder.path(percentEncoded: false)) can't be made (\(error.localizedDescription)).")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Removes the files of what was sent; they are written anew for what is sent again.
  func discardSent() {
    let files = written.withLock { files in
      defer { files = [] }
      return files
    }
    for file in files { try? FileManager.default.removeItem(at: file) }
  }

  /// What writes and reads files, and encrypts with the keys of a database's container.
  func transport(_ zone: CKRecordZone.ID, _ database: CKDatabase) -> FieldTransport {
    FieldTransport(
      zone: zone,
      file: { data in
        let file = self.folder.appending(path: UUID().uuidString)
        try data.write(to: file)
        self.written.withLock { $0.append(file) }
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
