// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A traveller's name, as sources write it: `Kim Aroha`, `Aroha, Kim`, `AROHA/KIM MS` or `AROHA/KIMMS`.
struct TravellerName {
  private static let titles: Set<String> = [
    "mr", "mrs", "ms", "miss", "mstr", "dr", "prof", "herr", "frau", "mme", "chd", "inf",
  ]
  /// The minimum number of words of a name that lacks the middle names of another one.
  private static let minimumCount = 2

  private let text: String
  /// The words in lowercase, without titles.
  private let words: [String]

  init(_ text: String) {
    self.text = text
    let words = BookingKeys.words(text.shortenedName)
    let names = words.filter { !Self.titles.contains($0) }
    self.words = names.isEmpty ? words : names
  }

  var isEmpty: Bool { words.isEmpty }

  /// False for the forms of airlines, such as `AROHA/KIM MS`.
  var isReadable: Bool { text != text.uppercased() && !text.contains("/") && !text.contains(",") }

  /// True if both are forms of one name.
  func isSame(as other: TravellerName) -> Bool {
    if !forms.isDisjoint(with: other.forms) { return true }
    let (first, second) = (Set(words), Set(other.words))
    let (fewer, more) = first.count < second.count ? (first, second) : (second, first)
    return fewer.count >= Self.minimumCount && fewer.isSubset(of: more)
  }

  /// The letters in alphabetical order, also without a title that is joined to a word.
  ///
  /// The order and the spaces of the words thus have no effect.
  private var forms: Set<String> {
    func letters(_ words: [String]) -> String { String(words.joined().sorted()) }
    var result: Set<String> = [letters(words)]
    for (index, word) in words.enumerated() {
      for title in Self.titles where word.hasSuffix(title) && word.count > title.count + 1 {
        var copy = words
        copy[index] = String(word.dropLast(title.count))
        result.insert(letters(copy))
      }
    }
    return result
  }
}
