// Cairn
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard error: messages, warnings, questions and progress.
enum StandardError {
  /// Whether a person reads it.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `text`; where that fails there is nobody left to tell.
  static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { FileBytes.write(STDERR_FILENO, $0) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}
