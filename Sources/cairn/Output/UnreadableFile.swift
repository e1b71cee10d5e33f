// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file of the user can't be read.
enum UnreadableFile {
  /// The reason, as what follows the file's name: that it isn't there, or what else is wrong.
  static func reason(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      return errno == ENOENT
        ? "is not there" : "can't be read (\(String(cString: strerror(errno))))"
    }
    defer { close(file) }
    var byte: UInt8 = 0
    guard read(file, &byte, 1) < 0 else { return "can't be read" }
    return "can't be read (\(String(cString: strerror(errno))))"
  }
}
