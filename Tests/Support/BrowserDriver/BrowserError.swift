// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error of the browser or its driver.
package enum BrowserError: Error, LocalizedError {
  /// The driver is missing or does not start.
  case noDriver(String)
  /// The driver responded with an error.
  case refused(command: String, message: String)
  /// The response violates the protocol.
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
