// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// A failure that the command reports with its own message and exit status 1.
package struct CommandError: Error {
  /// The failure and its remedy, without a full stop at the end.
  package let message: String

  package init(_ message: String) {
    self.message = message
  }

  /// The most specific message of `error`, with its recovery suggestion.
  package static func describe(_ error: any Error) -> String {
    if let error = error as? CommandError { return error.message }
    if let error = error as? any LocalizedError, let text = error.errorDescription {
      guard let advice = error.recoverySuggestion, !text.contains(advice) else { return text }
      return text + " " + advice
    }
    return String(describing: error)
  }
}

/// Thrown when the reader of standard output has closed the pipe, as `head` does.
package struct OutputClosed: Error {
  package init() {}
}

/// Describes why a user's file can't be read.
package enum UnreadableFile {
  /// The reason, worded to follow the file's name: `does not exist`, or the system's reason.
  package static func reason(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let error = SystemError.last
      return error == SystemError(ENOENT) ? "does not exist" : "can't be read (\(error))"
    }
    defer { close(file) }
    var byte: UInt8 = 0
    guard read(file, &byte, 1) < 0 else { return "can't be read" }
    return "can't be read (\(SystemError.last))"
  }
}
