// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Names in right-to-left scripts within lines of another direction.
///
/// A line such as "23:55 A → 15:20 B" is one paragraph for the bidirectional algorithm: with two Hebrew names, a
/// display would show B before A, and each time beside the other name.
package enum BidirectionalText {
  private static let firstStrongIsolate = "\u{2068}"
  private static let popDirectionalIsolate = "\u{2069}"

  /// Returns a name for a line with other texts, numbers or arrows.
  ///
  /// A name with a right-to-left character gets isolates (Unicode Standard Annex 9, 2.4). Any other name is unchanged.
  package static func isolated(_ name: String) -> String {
    guard name.unicodeScalars.contains(where: isRightToLeft) else { return name }
    return firstStrongIsolate + name + popDirectionalIsolate
  }

  /// Whether a scalar is in one of the blocks of right-to-left scripts.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
