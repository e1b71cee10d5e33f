// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The log of conditions that are no errors, but probably mistakes of the program.
package enum WarningLog {
  /// Writes one warning; by default a line on the standard error.
  @TaskLocal package static var handler: @Sendable (String) -> Void = { warning in
    FileHandle.standardError.write(Data("SwiftData: warning: \(warning)\n".utf8))
  }

  static func write(_ warning: String) { handler(warning) }
}
