// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension URL {
  /// The URL with all symbolic links resolved, including the last one; the file need not exist.
  ///
  /// A store's accompanying files are beside this file.
  var linkTarget: URL {
    var url = standardizedFileURL
    // Linux follows at most 40 links.
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
