// Cairn
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The bytes of UTF-8 that a limit permits for each character on average.
  ///
  /// One character can have any number of combining marks, so that a number of characters alone does
  /// not limit the size.
  private static let bytesPerCharacter = 8

  /// Whether the text is longer than a number of characters, or larger than they should be.
  ///
  /// - Parameter limit: The maximum number of characters.
  /// - Returns: True if the text is too long.
  func exceeds(_ limit: Int) -> Bool {
    utf8.count > limit * Self.bytesPerCharacter || count > limit
  }

  /// Returns the beginning of the text that does not exceed a number of characters.
  ///
  /// - Parameter limit: The maximum number of characters.
  /// - Returns: The text, cut between two characters, or between two Unicode scalars of one that is too
  ///   large.
  func limited(to limit: Int) -> String {
    let text = String(prefix(limit))
    let largest = limit * Self.bytesPerCharacter
    guard text.utf8.count > largest else { return text }
    var bytes = 0
    let scalars = text.unicodeScalars.prefix { scalar in
      bytes += UTF8.width(scalar)
      return bytes <= largest
    }
    return String(scalars)
  }
}
