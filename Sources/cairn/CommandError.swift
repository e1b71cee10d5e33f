// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A failure that the command reports in its own words, with exit status 1.
struct CommandError: Error {
  /// What failed and what to do, without a full stop at the end.
  let message: String

  init(_ message: String) {
    self.message = message
  }

  /// The best text that `error` offers.
  static func describe(_ error: any Error) -> String {
    if let error = error as? CommandError { return error.message }
    if let error = error as? any LocalizedError, let text = error.errorDescription {
      guard let advice = error.recoverySuggestion, !text.contains(advice) else { return text }
      return text + " " + advice
    }
    return String(describing: error)
  }
}
