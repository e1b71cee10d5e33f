// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A Swift declaration, in the parts that decide whether code which uses it compiles.
///
/// Names of parameters and of generic parameters, `any`, attributes, `final`, `convenience`,
/// `override`, module prefixes and spaces are not among them.
struct Declaration: CustomStringConvertible {
  /// The keyword; `var` for constants, which have a getter only.
  let keyword: String
  /// The name with argument labels.
  let name: String
  /// The protocols and the superclass after the name of a type.
  let conformances: [String]
  /// The declaration in its normal form, without conformances of types.
  let description: String

  private static let keywords: Set = [
    "func", "var", "let", "init", "subscript", "case", "typealias", "associatedtype", "struct",
    "class", "enum", "protocol", "actor", "macro",
  ]
  private static let types: Set = ["struct", "class", "enum", "protocol", "actor"]
  private static let ignored: Set = [
    "any", "final", "convenience", "override", "required", "@preconcurrency", "@escaping",
    "@discardableResult",
  ]

  /// Parses a declaration.
  ///
  /// - Parameters:
  ///   - text: The declaration, as a symbol graph or the table of Apple's symbols spells it.
  ///   - labels: The argument labels; by default the labels in the text. In Swift's syntax the name of a
  ///     subscript's parameter is not a label.
  ///   - constraints: The constraints of the extension around the declaration.
  init?(_ text: String, labels: [String]? = nil, constraints: [String] = []) {
    var rest = Tokens(Self.significant(Tokens(text)))
    var modifiers: [String] = []
    while let token = rest.peek, !Self.keywords.contains(token) { modifiers.append(rest.next()) }
    guard rest.peek != nil else { return nil }
    let token = rest.next()
    keyword = token == "let" ? "var" : token
    let isCallable = ["init", "subscript"].contains(token)
    var base = isCallable ? token : rest.next()
    if base == "init", rest.skip("?") { base += "?" }

    let generics = rest.group("<", ">")?.split().map { $0.joined() } ?? []
    // Parameters of types keep their names, which the members use.
    let isType = Self.types.contains(keyword)
    var renamed: [String: String] = [:]
    for (index, name) in generics.enumerated() where !isType { renamed[name] = "T\(index)" }

    var parameters: [(label: String, type: Tokens)]?
    if rest.peek == "(" {
      parameters = (rest.group("(", ")") ?? Tokens([])).split().enumerated().map { index, part in
        let colon = part[0] == "[" ? nil : part.prefix(3).firstIndex(of: ":")
        let label = colon == nil ? "_" : part[0]
        let type = colon.map { Array(part[($0 + 1)...]) } ?? part
        return (labels.map { $0.indices.contains(index) ? $0[index] : "" } ?? label, Tokens(type))
      }
    }
    let accessors = rest.trailingGroup("{", "}") ?? (token == "let" ? ["get"] : ["get", "set"])
    let clauses = rest.suffix(after: "where")
    let result = rest.spelled(renaming: renamed)
    conformances = isType && rest.skip(":") ? rest.split().map { $0.joined() } : []

    let signature = parameters.map { parameters in
      let list = parameters.map { "\($0.label): \($0.type.spelled(renaming: renamed))" }
      return "(\(list.joined(separator: ", ")))"
    }
    let title = parameters.map { "(\($0.map { "\($0.label):" }.joined()))" }
    name = base.replacing("?", with: "") + (title ?? "")
    let requirements = Set(
      clauses.split().map { Tokens($0).spelled(renaming: renamed) }
        + constraints.map { Tokens(Self.significant(Tokens($0))).spelled(renaming: renamed) })
    let names = generics.map { renamed[$0] ?? $0 }
    var parts = modifiers.sorted() + (isCallable ? [] : [keyword])
    parts.append(
      base + (names.isEmpty ? "" : "<\(names.joined(separator: ", "))>") + (signature ?? ""))
    parts.append(isType ? "" : result)
    if !requirements.isEmpty {
      parts.append("where " + requirements.sorted().joined(separator: ", "))
    }
    if keyword == "var" || keyword == "subscript" {
      parts.append("{ \(accessors.joined(separator: " ")) }")
    }
    description = parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The tokens that remain in the normal form.
  private static func significant(_ tokens: Tokens) -> [String] {
    let modules: Set = ["Swift", "Foundation", "SwiftData"]
    var input = tokens
    var output: [String] = []
    while input.peek != nil {
      let token = input.next()
      if ["@attached", "@freestanding"].contains(token) {
        _ = input.group("(", ")")
      } else if modules.contains(token), input.peek == ".", output.last != "." {
        _ = input.next()
      } else if !ignored.contains(token) {
        output.append(token)
      }
    }
    return output
  }
}

/// The tokens of a declaration that have not been parsed yet.
struct Tokens {
  private var tokens: ArraySlice<String>

  init(_ tokens: [String]) { self.tokens = tokens[...] }

  /// Splits a text into words, `->`, `==`, `~=`, `...`, and other single characters.
  init(_ text: String) {
    var result: [String] = []
    var rest = text.filter { $0 != "`" }[...]
    while let first = rest.first {
      let isWord = { (character: Character) in
        character.isLetter || character.isNumber || character == "_"
      }
      var token = ""
      if isWord(first) || first == "@" || first == "#" {
        token = String(first) + rest.dropFirst().prefix(while: isWord)
      } else {
        token = ["->", "==", "~=", "..."].first { rest.hasPrefix($0) } ?? String(first)
      }
      rest = rest.dropFirst(token.count)
      if !first.isWhitespace { result.append(token) }
    }
    self.init(result)
  }

  var peek: String? { tokens.first }

  mutating func next() -> String { tokens.popFirst() ?? "" }

  mutating func skip(_ token: String) -> Bool {
    guard tokens.first == token else { return false }
    tokens.removeFirst()
    return true
  }

  /// Removes a group in brackets at the beginning and returns its contents.
  mutating func group(_ open: String, _ close: String) -> Tokens? {
    guard tokens.first == open else { return nil }
    var depth = 0
    for index in tokens.indices {
      depth += tokens[index] == open ? 1 : tokens[index] == close ? -1 : 0
      if depth == 0 {
        let contents = tokens[(tokens.startIndex + 1)..<index]
        tokens = tokens[(index + 1)...]
        return Tokens(Array(contents))
      }
    }
    return nil
  }

  /// Removes a group in brackets at the end and returns its contents.
  mutating func trailingGroup(_ open: String, _ close: String) -> [String]? {
    guard tokens.last == close, let start = tokens.lastIndex(of: open) else { return nil }
    let contents = tokens[(start + 1)...].dropLast()
    tokens = tokens[..<start]
    return Array(contents)
  }

  /// Removes the tokens from `word` to the end and returns the tokens after `word`.
  mutating func suffix(after word: String) -> Tokens {
    guard let start = tokens.firstIndex(of: word) else { return Tokens([]) }
    let contents = tokens[(start + 1)...]
    tokens = tokens[..<start]
    return Tokens(Array(contents))
  }

  /// The parts between commas outside of brackets.
  func split() -> [[String]] {
    var parts: [[String]] = [[]]
    var depth = 0
    for token in tokens {
      if ["(", "[", "<", "{"].contains(token) { depth += 1 }
      if [")", "]", ">", "}"].contains(token) { depth -= 1 }
      if token == ",", depth == 0 {
        parts.append([])
      } else {
        parts[parts.count - 1].append(token)
      }
    }
    return parts.filter { !$0.isEmpty }
  }

  /// The text with the least number of spaces, and without parentheses around a single name.
  func spelled(renaming names: [String: String] = [:]) -> String {
    var result = ""
    let tokens = Array(tokens)
    var index = 0
    while index < tokens.count {
      var token = tokens[index]
      if token == "(", index + 3 < tokens.count, tokens[index + 2] == ")", tokens[index + 3] == "?"
      {
        token = tokens[index + 1]
        index += 2
      }
      token = names[token] ?? token
      let isWord = { (character: Character?) in
        character.map { $0.isLetter || $0.isNumber || "_@#".contains($0) } ?? false
      }
      if isWord(result.last), isWord(token.first) { result += " " }
      result += token
      index += 1
    }
    return result
  }
}
