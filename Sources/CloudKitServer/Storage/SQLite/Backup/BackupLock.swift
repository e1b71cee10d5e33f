// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// A lock against concurrent backups to the same path.
///
/// A killed process leaves the lock file but not the lock; the next backup removes the file.
struct BackupLock {
  private let file: URL
  private let lock: AdvisoryLock

  /// - throws: ``BackupError``.
  init(of location: String, _ file: URL) throws {
    let path = file.path(percentEncoded: false)
    while true {
      let lock: AdvisoryLock
      do {
        lock = try AdvisoryLock(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
      } catch {
        throw BackupError.failed(file: path, reason: error.message)
      }
      guard (try? lock.acquireIfAvailable(.exclusive)) == true else {
        throw BackupError.inProgress(location)
      }
      // The previous owner may have removed the file after it was opened here.
      let locked = lock.withDescriptor { FileIdentity(descriptor: $0) }
      if let locked, locked == FileIdentity(file) {
        (self.file, self.lock) = (file, lock)
        return
      }
    }
  }

  /// Removes the file; the lock ends with this value.
  func release() {
    withExtendedLifetime(lock) { _ = unlink(file.path(percentEncoded: false)) }
  }
}
