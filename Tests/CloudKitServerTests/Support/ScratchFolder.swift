// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder of a test's own, which goes when nobody holds it any more.
final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "cairn-cloud-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
