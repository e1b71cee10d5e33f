// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A ranked search in the words of string properties, which `#FullText` indexes.
///
/// ```swift
/// var search = FullTextDescriptor<Note>("harbour caf*")
/// search.weights = [\.title: 5]
/// search.fetchLimit = 20
/// for match in try context.search(search) {
///   let snippet = match.snippet(of: \.body)
///   print(match.model.title, snippet.text, snippet.highlights.map { snippet.text[$0] })
/// }
/// ```
///
/// (Not in Apple's framework.)
public struct FullTextDescriptor<T: PersistentModel> {
  /// The words to look for.
  public var query: FullTextQuery
  /// The properties to search, all of one index; empty for all properties of the first index.
  public var properties: [PartialKeyPath<T>]
  /// A further condition; nil for none.
  public var predicate: Predicate<T>?
  /// The weights of properties in the score; 1 unless set.
  public var weights: [PartialKeyPath<T>: Double] = [:]
  /// The maximum number of matches; nil or a negative number for no limit.
  public var fetchLimit: Int?
  /// The number of matches to skip; nil for none.
  public var fetchOffset: Int?

  /// Creates a search.
  public init(
    _ query: FullTextQuery, in properties: [PartialKeyPath<T>] = [],
    predicate: Predicate<T>? = nil
  ) {
    self.query = query
    self.properties = properties
    self.predicate = predicate
  }

  /// Creates a search for the text of a search field.
  @_disfavoredOverload
  public init(
    _ text: String, in properties: [PartialKeyPath<T>] = [], predicate: Predicate<T>? = nil
  ) {
    self.init(FullTextQuery(text), in: properties, predicate: predicate)
  }
}

/// A model that a full-text search has found.
///
/// ```swift
/// let matches = try context.search(FullTextDescriptor<Note>("harbour"))
/// for match in matches { print(match.model.title, match.score) }
/// ```
public struct FullTextMatch<T: PersistentModel> {
  /// The model.
  public let model: T
  /// The relevance by BM25, greater for better matches.
  ///
  /// Scores of one search are comparable.
  public let score: Double
  let query: FullTextQuery

  /// The part of a property's text with most of the searched words.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - wordCount: The maximum number of words in the snippet.
  /// - Returns: The part, with the ranges of the words in it.
  public func snippet(of keyPath: KeyPath<T, String>, wordCount: Int = 24) -> FullTextSnippet {
    FullTextSnippet(model[keyPath: keyPath], query, wordCount: wordCount)
  }

  /// The part of a property's text with most of the searched words; empty for nil.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - wordCount: The maximum number of words in the snippet.
  /// - Returns: The part, with the ranges of the words in it.
  public func snippet(of keyPath: KeyPath<T, String?>, wordCount: Int = 24) -> FullTextSnippet {
    FullTextSnippet(model[keyPath: keyPath] ?? "", query, wordCount: wordCount)
  }
}

/// A part of a text, with the searched words in it.
///
/// ```swift
/// for match in try context.search(FullTextDescriptor<Note>("harbour")) {
///   let snippet = match.snippet(of: \.body, wordCount: 12)
///   print(snippet.text, snippet.highlights.map { snippet.text[$0] })
/// }
/// ```
public struct FullTextSnippet: Hashable, Sendable {
  /// The text, with an ellipsis where words are left out.
  public let text: String
  /// The ranges of the searched words in ``text``.
  public let highlights: [Range<String.Index>]
}

extension FullTextSnippet {
  init(_ source: String, _ query: FullTextQuery, wordCount: Int) {
    let words = FullTextTokenizer.words(source)
    let found = query.highlights(in: words)
    let window = Self.window(found, words.count, Swift.max(1, wordCount))
    let utf8 = source.utf8
    func index(_ offset: Int) -> String.Index { utf8.index(utf8.startIndex, offsetBy: offset) }
    let isWhole = window.count == words.count
    let start = window.lowerBound == 0 ? 0 : words[window.lowerBound].start
    let end =
      window.upperBound == words.count ? utf8.count : words[window.upperBound - 1].end
    let prefix = isWhole || start == 0 ? "" : "…"
    let suffix = isWhole || end == utf8.count ? "" : "…"
    let text = prefix + String(source[index(start)..<index(end)]) + suffix
    let shift = prefix.utf8.count - start
    var ranges: [Range<String.Index>] = []
    var last = 0
    for range in found
    where window.contains(range.lowerBound) && range.upperBound <= window.upperBound {
      // Overlapping phrases share their words.
      let lower = Swift.max(last, words[range.lowerBound].start)
      let upper = words[range.upperBound - 1].end
      if lower >= upper { continue }
      last = upper
      let base = text.utf8.startIndex
      ranges.append(
        text.utf8.index(
          base, offsetBy: lower + shift)..<text.utf8.index(base, offsetBy: upper + shift))
    }
    self.init(text: text, highlights: ranges)
  }

  /// The words with most matches, beginning a few words before the first.
  private static func window(_ found: [Range<Int>], _ count: Int, _ size: Int) -> Range<Int> {
    if count <= size { return 0..<count }
    var best = (start: 0, matches: -1)
    for range in found {
      let start = Swift.min(Swift.max(0, range.lowerBound - size / 6), count - size)
      let matches = found.count { $0.lowerBound >= start && $0.upperBound <= start + size }
      if matches > best.matches { best = (start, matches) }
    }
    return best.start..<(best.start + size)
  }
}
