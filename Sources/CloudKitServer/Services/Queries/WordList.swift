// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The words of a text, for full-text search: runs of letters and digits without case and diacritics.
enum WordList {
  /// Words of a record beyond this are not found.
  static let limit = 10_000

  static func words(_ text: String) -> Set<String> {
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var words = Set<String>()
    for word in folded.unicodeScalars.split(whereSeparator: {
      !($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }) where words.count < limit {
      words.insert(String(String.UnicodeScalarView(word)))
    }
    return words
  }

  static func key(_ word: String) -> [UInt8] {
    [1] + word.utf8.prefix(IndexKey.textLength)
  }
}
