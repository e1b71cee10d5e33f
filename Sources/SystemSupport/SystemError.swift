// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The error code of a system call, with the system's message for it.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code, such as `ENOENT`.
  package let code: Int32

  /// Creates the error of a code.
  package init(_ code: Int32) { self.code = code }

  /// The error of this thread's last failed system call (`errno`).
  package static var last: SystemError { SystemError(errno) }

  /// The system's message for the code, without a period: "No such file or directory".
  package var message: String { String(cString: strerror(code)) }

  package var description: String { message }
}
