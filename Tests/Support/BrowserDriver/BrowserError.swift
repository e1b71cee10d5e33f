// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a browser can't be driven.
package enum BrowserError: Error, LocalizedError {
  /// The driver isn't there or doesn't start.
  case noDriver(String)
  /// The driver answered with an error.
  case refused(command: String, message: String)
  /// The answer isn't what the protocol says.
  case unexpected(command: String)

  package var errorDescription: String? {
    switch self {
    case .noDriver(let reason):
      "ChromeDriver can't be started: \(reason) Install the Debian packages chromium and "
        + "chromium-driver."
    case .refused(let command, let message): "The browser refused \(command): \(message)"
    case .unexpected(let command): "The browser's answer to \(command) can't be read."
    }
  }
}
