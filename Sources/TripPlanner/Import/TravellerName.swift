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
  /// The number of words with which a form of a name may begin.
  private static let rotationLimit = 8

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

  /// The words without spaces, from each of the first ones on, also without a title that is joined to a word.
  ///
  /// The first and the last name are in either order, and a name of several words may be one word.
  private var forms: Set<String> {
    var result: Set<String> = []
    func add(_ words: [String]) {
      for start in words.indices.prefix(Self.rotationLimit) {
        result.insert((words[start...] + words[..<start]).joined())
      }
    }
    add(words)
    for (index, word) in words.enumerated().prefix(Self.rotationLimit) {
      for title in Self.titles where word.hasSuffix(title) && word.count > title.count + 1 {
        var copy = words
        copy[index] = String(word.dropLast(title.count))
        add(copy)
      }
    }
    return result
  }
}
