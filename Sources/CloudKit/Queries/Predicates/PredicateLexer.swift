// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Splits a predicate's format string into tokens.
struct PredicateLexer {
  enum Token: Equatable {
    /// A name or a keyword, as written.
    case word(String)
    /// A name after `#`, which can't be a keyword.
    case name(String)
    case string(String)
    case integer(Int64)
    case double(Double)
    /// A placeholder: `%@`, `%K`, or a number's, as written.
    case argument(String)
    /// An operator or a bracket, such as `==` or `(`.
    case sign(String)
  }

  /// A syntax error.
  struct Failure: Error {
    let reason: String
  }

  private let characters: [Character]
  private var index = 0

  static func tokens(_ format: String) throws(Failure) -> [Token] {
    var lexer = PredicateLexer(characters: Array(format))
    var tokens: [Token] = []
    while let token = try lexer.next() { tokens.append(token) }
    return tokens
  }

  private init(characters: [Character]) { self.characters = characters }

  private var current: Character? { index < characters.count ? characters[index] : nil }

  private mutating func next() throws(Failure) -> Token? {
    while let character = current, character.isWhitespace { index += 1 }
    guard let character = current else { return nil }
    if character == "\"" || character == "'" { return try text(character) }
    if character == "%" { return try argument() }
    if character == "#" {
      index += 1
      return .name(word())
    }
    if character.isNumber && character.isASCII { return try number() }
    if Self.isNamePart(character) { return .word(word()) }
    return try sign(character)
  }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
      || character == "@" || character == "$"
  }

  private mutating func word() -> String {
    let start = index
    while let character = current, Self.isNamePart(character) { index += 1 }
    return String(characters[start..<index])
  }

  private mutating func text(_ quote: Character) throws(Failure) -> Token {
    index += 1
    var text = ""
    while let character = current {
      index += 1
      if character == quote { return .string(text) }
      guard character == "\\", let escaped = current else {
        text.append(character)
        continue
      }
      index += 1
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      default: text.append(escaped)
      }
    }
    throw Failure(reason: "the string that begins with \(quote) is not closed")
  }

  private mutating func argument() throws(Failure) -> Token {
    let start = index
    index += 1
    while let character = current, "lhqzjt0123456789.".contains(character) { index += 1 }
    guard let kind = current, "@KdiuDUxXfFeEgGaAcs".contains(kind) else {
      throw Failure(reason: "% begins an unknown placeholder: write %@, %K, %d or %f")
    }
    index += 1
    return .argument(String(characters[start..<index]))
  }

  private mutating func number() throws(Failure) -> Token {
    let start = index
    while let character = current,
      character.isHexDigit || character == "." || character == "x"
        || ((character == "-" || character == "+") && characters[index - 1].lowercased() == "e")
    { index += 1 }
    let digits = String(characters[start..<index])
    if let value = Int64(digits) { return .integer(value) }
    if digits.hasPrefix("0x"), let value = Int64(digits.dropFirst(2), radix: 16) {
      return .integer(value)
    }
    guard let value = Double(digits), value.isFinite else {
      throw Failure(reason: "\"\(digits)\" is not a number")
    }
    return .double(value)
  }

  private static let signs = [
    "<=", ">=", "=<", "=>", "==", "!=", "<>", "&&", "||", "<", ">", "=", "!", "(", ")", "{", "}",
    "[", "]", ",", ":", "-", "+", "*", "/",
  ]

  private mutating func sign(_ character: Character) throws(Failure) -> Token {
    let rest = String(characters[index..<min(index + 2, characters.count)])
    guard let sign = Self.signs.first(where: { rest.hasPrefix($0) }) else {
      throw Failure(reason: "\"\(character)\" is not part of a predicate")
    }
    index += sign.count
    return .sign(sign)
  }
}
