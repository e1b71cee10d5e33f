// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension URL {
  /// True if a file exists at the path.
  var isThere: Bool { FileManager.default.fileExists(atPath: path(percentEncoded: false)) }
}
