// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The words, phrases and prefixes that a full-text search looks for.
///
/// ```swift
/// let typed: FullTextQuery = "harbour \"old town\" caf* -closed"
/// let exact = FullTextQuery.phrase("old town").excluding("closed")
/// ```
///
/// A query ignores case, diacritics and punctuation. Any text is a valid query; one without words
/// matches nothing. (Not in Apple's framework.)
public struct FullTextQuery: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    /// Adjacent terms; the last one may be a prefix.
    case terms([String], isPrefix: Bool)
    case all([Node])
    case any([Node])
    case excluding(Node, Node)
  }

  let node: Node

  private init(_ node: Node) { self.node = node }

  /// Parses the text of a search field.
  ///
  /// All words must occur. Words in double quotes must be adjacent, in order. A word that ends
  /// with `*` is a prefix, and a word or a phrase after `-` must not occur.
  ///
  /// - Parameters:
  ///   - text: The text of the search field.
  ///   - completesLastWord: Whether the last word is a prefix, for a search while the user types.
  public init(_ text: String, completesLastWord: Bool = false) {
    var required: [Node] = []
    var excluded: [Node] = []
    let parts = Self.parts(of: text)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let isPrefix = part.isPrefix || completesLastWord && isLast && !part.isQuoted
      let terms = FullTextTokenizer.words(part.text).map(\.term)
      if terms.isEmpty { continue }
      let node = Node.terms(terms, isPrefix: isPrefix)
      if part.isExcluded { excluded.append(node) } else { required.append(node) }
    }
    let all = Node.all(required)
    node = excluded.isEmpty ? all : .excluding(all, .any(excluded))
  }

  private struct Part {
    var text = ""
    var isQuoted = false
    var isPrefix = false
    var isExcluded = false
  }

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var part = Part()
    func end() {
      if !part.text.isEmpty { parts.append(part) }
      part = Part()
    }
    for character in text {
      switch character {
      case "\"" where part.isQuoted: end()
      case "\"":
        let isExcluded = part.isExcluded && part.text.isEmpty
        end()
        part.isQuoted = true
        part.isExcluded = isExcluded
      case _ where part.isQuoted: part.text.append(character)
      case "*" where !part.text.isEmpty:
        part.isPrefix = true
        end()
      case "-" where part.text.isEmpty: part.isExcluded = true
      case _ where character.isWhitespace:
        end()
      default: part.text.append(character)
      }
    }
    end()
    return parts
  }

  /// A query for adjacent words, in order.
  public static func phrase(_ text: String) -> FullTextQuery {
    FullTextQuery(.terms(FullTextTokenizer.words(text).map(\.term), isPrefix: false))
  }

  /// A query for adjacent words, the last of which may continue.
  public static func prefix(_ text: String) -> FullTextQuery {
    FullTextQuery(.terms(FullTextTokenizer.words(text).map(\.term), isPrefix: true))
  }

  /// A query for texts that match all of several queries.
  public static func all(_ queries: [FullTextQuery]) -> FullTextQuery {
    FullTextQuery(.all(queries.map(\.node)))
  }

  /// A query for texts that match at least one of several queries.
  public static func any(_ queries: [FullTextQuery]) -> FullTextQuery {
    FullTextQuery(.any(queries.map(\.node)))
  }

  /// The query without the texts that match another one.
  public func excluding(_ other: FullTextQuery) -> FullTextQuery {
    FullTextQuery(.excluding(node, other.node))
  }
}

extension FullTextQuery: ExpressibleByStringLiteral {
  /// Parses the text of a search field, as ``init(_:completesLastWord:)`` does.
  public init(stringLiteral value: String) { self.init(value) }
}

// MARK: Expression

extension FullTextQuery {
  /// The FTS5 expression; nil if the query matches nothing.
  var expression: String? { Self.expression(node) }

  private static func expression(_ node: Node) -> String? {
    switch node {
    case .terms(let terms, let isPrefix):
      // A term consists of letters and digits, but quotes are doubled nevertheless.
      if terms.isEmpty { return nil }
      let text = terms.joined(separator: " ").replacing("\"", with: "\"\"")
      return "\"\(text)\"" + (isPrefix ? " *" : "")
    case .all(let nodes):
      let parts = nodes.compactMap(expression)
      return parts.isEmpty || parts.count < nodes.count ? nil : joined(parts, " AND ")
    case .any(let nodes):
      let parts = nodes.compactMap(expression)
      return parts.isEmpty ? nil : joined(parts, " OR ")
    case .excluding(let node, let excluded):
      guard let base = expression(node) else { return nil }
      guard let other = expression(excluded) else { return base }
      return "(\(base) NOT \(other))"
    }
  }

  private static func joined(_ parts: [String], _ operation: String) -> String {
    parts.count == 1 ? parts[0] : "(\(parts.joined(separator: operation)))"
  }
}

// MARK: Matches in a text

extension FullTextQuery {
  /// The indexes of the words of a text that the query looks for.
  func highlights(in words: [FullTextTokenizer.Token]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    Self.collect(node) { terms, isPrefix in
      guard words.count >= terms.count else { return }
      for start in 0...(words.count - terms.count) {
        let isMatch = terms.indices.allSatisfy { index in
          let word = words[start + index].term
          return isPrefix && index == terms.count - 1
            ? word.utf8.starts(with: terms[index].utf8) : word.utf8.elementsEqual(terms[index].utf8)
        }
        if isMatch { ranges.append(start..<(start + terms.count)) }
      }
    }
    return ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
  }

  private static func collect(_ node: Node, _ body: ([String], Bool) -> Void) {
    switch node {
    case .terms(let terms, let isPrefix): if !terms.isEmpty { body(terms, isPrefix) }
    case .all(let nodes), .any(let nodes): for node in nodes { collect(node, body) }
    case .excluding(let node, _): collect(node, body)
    }
  }
}
