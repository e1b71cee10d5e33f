// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Warnings of the libraries to the developer of a program, one line each on standard error.
///
/// A warning reports a valid call with a probably unintended result. Errors are thrown instead.
package enum Warning {
  private static let logged = Mutex<Set<String>>([])

  /// Prints a line, unless this process has printed the same line before.
  ///
  /// A failure to write is ignored.
  ///
  /// - Parameter message: The module, the problem and the remedy, as one line.
  package static func logOnce(_ message: String) {
    guard logged.withLock({ $0.insert(message).inserted }) else { return }
    var bytes = Array("\(message)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}
