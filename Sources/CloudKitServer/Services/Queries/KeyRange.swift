// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Keys of an index from a first one up to, but not including, another.
struct KeyRange: Sendable, Hashable {
  var lower: [UInt8]
  /// Nil for no end.
  var upper: [UInt8]?

  static let all = KeyRange(lower: [], upper: nil)

  func contains(_ key: [UInt8]) -> Bool {
    !key.lexicographicallyPrecedes(lower)
      && (upper.map { key.lexicographicallyPrecedes($0) } ?? true)
  }

  /// What is in both; nil if there is nothing.
  func intersection(_ other: KeyRange) -> KeyRange? {
    let lower = self.lower.lexicographicallyPrecedes(other.lower) ? other.lower : self.lower
    let upper: [UInt8]? =
      switch (self.upper, other.upper) {
      case (let first?, let second?): first.lexicographicallyPrecedes(second) ? first : second
      case (let first, let second): first ?? second
      }
    if let upper, !lower.lexicographicallyPrecedes(upper) { return nil }
    return KeyRange(lower: lower, upper: upper)
  }
}
