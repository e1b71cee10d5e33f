// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The labels below a plot that fit side by side on a phone; the stylesheet hides the others there.
struct PhoneLabels: Sendable {
  /// The part of a label that is at its position, as the value of `text-anchor`.
  enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// The width of a plot on a phone in pixels.
  private static let plotWidth = 260.0
  /// The mean width of a character in pixels.
  private static let characterWidth = 7.0
  /// The least distance of two labels in pixels.
  private static let gap = 6.0

  /// The end of the last label that fits.
  private var end = -Double.infinity

  init() {}

  /// Whether the next label, from left to right, is right of the last one that fits.
  ///
  /// - Parameters:
  ///   - label: The text.
  ///   - percent: The position in percent of the plot's width.
  ///   - anchor: The part of the label that is at the position.
  /// - Returns: False for a label to hide on a phone.
  mutating func fits(_ label: String, at percent: Double, _ anchor: Anchor) -> Bool {
    let width = Double(label.count) * Self.characterWidth
    let shift =
      switch anchor {
      case .start: 0.0
      case .middle: width / 2
      case .end: width
      }
    let start = percent / 100 * Self.plotWidth - shift
    guard start > end + Self.gap else { return false }
    end = start + width
    return true
  }
}
