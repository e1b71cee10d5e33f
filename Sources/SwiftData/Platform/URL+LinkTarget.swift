// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension URL {
  /// The file itself, by whichever links one comes to it; it need not be there yet.
  ///
  /// What lies beside a store lies beside this file.
  var linkTarget: URL {
    var url = standardizedFileURL
    // As many links as Linux follows.
    for _ in 0..<40 {
      let path = url.path(percentEncoded: false)
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      url = URL(filePath: target, relativeTo: url.deletingLastPathComponent()).standardizedFileURL
    }
    return url.resolvingSymlinksInPath()
  }
}
