// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps other processes from making a backup at the same place meanwhile.
///
/// A process that is killed leaves the file, which keeps out nobody, and which the next one removes.
struct BackupLock {
  private let file: URL
  private let descriptor: Int32

  /// - throws: ``BackupError``.
  init(of place: String, _ file: URL) throws {
    let path = file.path(percentEncoded: false)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        throw BackupError.failed(file: path, reason: String(cString: strerror(errno)))
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw BackupError.underWay(place)
      }
      // Who had it before may have removed the file since it was opened.
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
