// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who may read the files that are made.
enum UserMask {
  /// What the user takes away from new files; nil if it is in force.
  private static let former = Mutex<mode_t?>(nil)

  /// From now on only the owner has access to new files and folders, wherever they are: where someone was is
  /// nobody else's business.
  static func closeToOthers() {
    let mask = umask(0o077)
    former.withLock { $0 = $0 ?? mask }
  }

  /// The permissions of a new file that the user has asked for by its name.
  static var newFile: mode_t {
    let mask = former.withLock { $0 }
    if let mask { return 0o666 & ~mask }
    let now = umask(0o077)
    _ = umask(now)
    return 0o666 & ~now
  }
}
