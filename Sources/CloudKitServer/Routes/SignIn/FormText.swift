// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// The fields of a form as a browser sends them.
struct FormText: Sendable {
  /// Bytes that such a form may have.
  static let largest = 16 << 10

  private var values: [String: String] = [:]

  /// Reads the text of a form; what isn't one is passed over, and the last of several fields counts.
  init(_ text: String) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decoded(parts[0], plusIsSpace: true),
        let value = PercentCoding.decoded(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
      else { continue }
      values[name] = value
    }
  }

  subscript(name: String) -> String? { values[name] }
}
