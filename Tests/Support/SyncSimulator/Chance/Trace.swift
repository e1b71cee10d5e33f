// Cairn
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// The trace of a run: its last lines, and a hash of all lines.
struct Trace {
  private static let length = 400

  private var hasher = SHA256()
  private(set) var last: [String] = []
  private(set) var count = 0

  mutating func note(_ line: String) {
    count += 1
    hasher.update(data: Data(line.utf8))
    hasher.update(data: [10])
    last.append(line)
    if last.count >= 2 * Self.length { last.removeFirst(Self.length) }
  }

  var hash: String { hasher.finalize().map { String(format: "%02x", $0) }.joined() }
}
