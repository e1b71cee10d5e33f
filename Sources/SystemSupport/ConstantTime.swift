// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Comparisons whose time reveals nothing about a secret but its length.
package enum ConstantTime {
  /// Whether two byte strings are equal; the time depends on the length of the second one only.
  package static func areEqual(_ candidate: [UInt8], _ secret: [UInt8]) -> Bool {
    var difference = candidate.count ^ secret.count
    for (index, byte) in secret.enumerated() {
      difference |= Int(byte ^ (index < candidate.count ? candidate[index] : 0))
    }
    return difference == 0
  }

  /// Whether two texts have the same bytes; the time depends on the length of the second one only.
  package static func areEqual(_ candidate: String, _ secret: String) -> Bool {
    areEqual(Array(candidate.utf8), Array(secret.utf8))
  }
}
