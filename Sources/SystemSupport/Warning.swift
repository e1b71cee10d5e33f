// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Warnings of the libraries to the developer of a program, one line each on standard error.
///
/// A warning reports a valid call with a probably unintended result. Errors are thrown instead.
package enum Warning {
  private static let logged = Mutex<Set<String>>([])

  /// Writes a warning; by default a line on standard error.
  @TaskLocal package static var handler: @Sendable (String) -> Void = { writeLine($0) }

  /// Logs a warning.
  ///
  /// - Parameter message: The module, the problem and the remedy, as one line.
  package static func log(_ message: String) { handler(message) }

  /// Logs a warning, unless this process has logged the same text before.
  ///
  /// - Parameter message: The module, the problem and the remedy, as one line.
  package static func logOnce(_ message: String) {
    if logged.withLock({ $0.insert(message).inserted }) { log(message) }
  }

  /// Writes a line to standard error; a failure is ignored.
  private static func writeLine(_ message: String) {
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
