// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock against concurrent backups to the same path.
///
/// A killed process leaves the lock file but not the lock; the next backup removes the file.
struct BackupLock {
  private let file: URL
  private let descriptor: Int32

  /// - throws: ``BackupError``.
  init(of location: String, _ file: URL) throws {
    let path = file.path(percentEncoded: false)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        throw BackupError.failed(file: path, reason: String(cString: strerror(errno)))
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw BackupError.inProgress(location)
      }
      // The previous owner may have removed the file after it was opened here.
      if let locked = FileIdentity(descriptor: descriptor), locked == FileIdentity(file) {
        (self.file, self.descriptor) = (file, descriptor)
        return
      }
      close(descriptor)
    }
  }

  func release() {
    unlink(file.path(percentEncoded: false))
    close(descriptor)
  }
}
