// Cairn
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation

/// Parses a predicate's format string.
///
/// The grammar follows Foundation's predicate format, without arithmetic, subqueries and functions
/// other than `distanceToLocation:fromLocation:`, `tokenize:using:` and `now()`.
struct PredicateParser {
  typealias Failure = PredicateLexer.Failure
  private typealias Token = PredicateLexer.Token

  /// The maximum nesting depth of parentheses, NOT and lists.
  private static let maximumDepth = 64

  private let tokens: [Token]
  private var index = 0
  private var arguments: ArraySlice<Any?>
  private var depth = 0
  /// Whether `tokenize:using:` was read since the last comparison.
  private var isTokenized = false

  /// Returns the syntax tree of a format; an invalid format gives ``PredicateTree/invalid(_:)``.
  static func tree(_ format: String, _ arguments: [Any?]) -> PredicateTree {
    do throws(Failure) {
      var parser = PredicateParser(
        tokens: try PredicateLexer.tokens(format), arguments: arguments[...])
      let tree = try parser.alternatives()
      if let token = parser.current {
        throw Failure(reason: "unexpected \(words(token)) after the end of the predicate")
      }
      if !parser.arguments.isEmpty {
        throw Failure(reason: "there are fewer placeholders than the \(arguments.count) arguments")
      }
      return tree
    } catch {
      return .invalid("The predicate \"\(format)\" is invalid: \(error.reason).")
    }
  }

  private init(tokens: [Token], arguments: ArraySlice<Any?>) {
    self.tokens = tokens
    self.arguments = arguments
  }

  // MARK: Tokens

  private var current: Token? { index < tokens.count ? tokens[index] : nil }

  private static func words(_ token: Token?) -> String {
    switch token {
    case nil: "the end"
    case .word(let word), .name(let word): "\"\(word)\""
    case .string(let string): "the string \"\(string)\""
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .argument(let text), .sign(let text): "\"\(text)\""
    }
  }

  private mutating func consume(sign: String) -> Bool {
    guard current == .sign(sign) else { return false }
    index += 1
    return true
  }

  private func isNext(_ words: String...) -> Bool {
    guard case .word(let word) = current else { return false }
    return words.contains(word.uppercased())
  }

  private mutating func consume(_ words: String...) -> Bool {
    guard case .word(let word) = current, words.contains(word.uppercased()) else { return false }
    index += 1
    return true
  }

  private mutating func expect(sign: String) throws(Failure) {
    guard consume(sign: sign) else {
      throw Failure(reason: "\"\(sign)\" is missing before \(Self.words(current))")
    }
  }

  private mutating func deeper<Value>(
    _ body: (inout PredicateParser) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw Failure(reason: "it is nested deeper than \(Self.maximumDepth) levels")
    }
    let value = try body(&self)
    depth -= 1
    return value
  }

  // MARK: Logic

  private mutating func alternatives() throws(Failure) -> PredicateTree {
    var parts = [try conjunction()]
    while consume(sign: "||") || consume("OR") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(Failure) -> PredicateTree {
    var parts = [try negation()]
    while consume(sign: "&&") || consume("AND") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(Failure) -> PredicateTree {
    guard consume(sign: "!") || consume("NOT") else { return try condition() }
    return .not(
      try deeper { (parser: inout PredicateParser) throws(Failure) in try parser.negation() })
  }

  private mutating func condition() throws(Failure) -> PredicateTree {
    if consume("TRUEPREDICATE") { return .value(true) }
    if consume("FALSEPREDICATE") { return .value(false) }
    if current == .sign("(") {
      // A parenthesis around a condition, or around one side of a comparison.
      let (start, rest, level) = (index, arguments, depth)
      index += 1
      let inside = try? deeper { (parser: inout PredicateParser) throws(Failure) in
        try parser.alternatives()
      }
      if let inside, consume(sign: ")") { return inside }
      (index, arguments, depth) = (start, rest, level)
    }
    return try comparison()
  }

  private mutating func comparison() throws(Failure) -> PredicateTree {
    var quantifier = PredicateTree.Comparison.Quantifier.direct
    if consume("ANY", "SOME") {
      quantifier = .any
    } else if consume("ALL") {
      quantifier = .all
    } else if consume("NONE") {
      quantifier = .none
    }
    let left = try operand()
    var isNegated = false
    if isNext("NOT") {
      index += 1
      isNegated = true
    }
    let sign = try comparisonSign()
    let options = try options()
    let right = try operand()
    if isTokenized {
      guard sign == .contains || sign == .tokenMatches,
        left == .itself || left == .key("allTokens")
      else { throw Failure(reason: "tokenize:using: needs self TOKENMATCHES") }
      isTokenized = false
    }
    let comparison = PredicateTree.comparison(
      .init(left: left, sign: sign, right: right, quantifier: quantifier, options: options))
    return isNegated ? .not(comparison) : comparison
  }

  private mutating func comparisonSign() throws(Failure) -> PredicateTree.Comparison.Operator {
    let token = current
    index += 1
    switch token {
    case .sign("="), .sign("=="): return .equal
    case .sign("!="), .sign("<>"): return .notEqual
    case .sign("<"): return .less
    case .sign("<="), .sign("=<"): return .lessOrEqual
    case .sign(">"): return .greater
    case .sign(">="), .sign("=>"): return .greaterOrEqual
    case .word(let word):
      if let sign = PredicateTree.Comparison.Operator(rawValue: word.uppercased()) { return sign }
    default: break
    }
    index -= 1
    throw Failure(reason: "a comparison such as == or IN is missing before \(Self.words(token))")
  }

  private mutating func options() throws(Failure) -> PredicateTree.Comparison.Options {
    guard consume(sign: "[") else { return [] }
    var options: PredicateTree.Comparison.Options = []
    guard case .word(let letters) = current else {
      throw Failure(reason: "[ is followed by \(Self.words(current)): expected c, d or cd")
    }
    index += 1
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      // Swift's comparisons are already normalized and locale-independent.
      case "n", "l": break
      default: throw Failure(reason: "the option \"\(letter)\" is unknown: expected c or d")
      }
    }
    try expect(sign: "]")
    return options
  }

  // MARK: Operands

  private mutating func operand() throws(Failure) -> PredicateTree.Operand {
    let token = current
    index += 1
    switch token {
    case .string(let text): return .value(.string(text))
    case .integer(let value): return .value(.int64(value))
    case .double(let value): return .value(.double(value))
    case .name(let name): return .key(name)
    case .argument(let argument): return try operand(of: argument)
    case .sign("-"): return try negative()
    case .sign("("):
      let inside = try deeper { (parser: inout PredicateParser) throws(Failure) in
        try parser.operand()
      }
      try expect(sign: ")")
      return inside
    case .sign("{"): return try list()
    case .word(let word): return try operand(word)
    default:
      index -= 1
      throw Failure(reason: "a field or a value is missing before \(Self.words(token))")
    }
  }

  private mutating func operand(_ word: String) throws(Failure) -> PredicateTree.Operand {
    if current == .sign("("), word.lowercased() == "now" {
      index += 1
      try expect(sign: ")")
      return .value(.date(Date()))
    }
    if current == .sign(":") { return try function(word) }
    if current == .sign("(") {
      throw Failure(reason: "the function \(word)() is not supported")
    }
    switch word.uppercased() {
    case "NIL", "NULL": return .value(nil)
    case "TRUE", "YES": return .value(.int64(1))
    case "FALSE", "NO": return .value(.int64(0))
    case "SELF": return .itself
    default:
      // `self.name` is the field.
      let isOfSelf = word.uppercased().hasPrefix("SELF.")
      return .key(isOfSelf ? String(word.dropFirst(5)) : word)
    }
  }

  private mutating func negative() throws(Failure) -> PredicateTree.Operand {
    switch current {
    case .integer(let value):
      index += 1
      return .value(.int64(-value))
    case .double(let value):
      index += 1
      return .value(.double(-value))
    default: throw Failure(reason: "arithmetic is not supported")
    }
  }

  private mutating func list() throws(Failure) -> PredicateTree.Operand {
    var operands: [PredicateTree.Operand] = []
    if consume(sign: "}") { return .list([]) }
    repeat {
      operands.append(
        try deeper { (parser: inout PredicateParser) throws(Failure) in try parser.operand() })
    } while consume(sign: ",")
    try expect(sign: "}")
    return .list(operands)
  }

  /// `distanceToLocation:fromLocation:(a, b)` or `tokenize:using:(words, options)`.
  private mutating func function(_ word: String) throws(Failure) -> PredicateTree.Operand {
    var name = word
    while consume(sign: ":") {
      name += ":"
      if case .word(let next) = current {
        name += next
        index += 1
      }
    }
    guard name == "distanceToLocation:fromLocation:" || name == "tokenize:using:" else {
      throw Failure(reason: "the function \(name) is not supported")
    }
    try expect(sign: "(")
    let first = try operand()
    try expect(sign: ",")
    let second = try operand()
    try expect(sign: ")")
    guard name == "tokenize:using:" else { return .distance(first, second) }
    guard case .value(.string) = first, case .value(.string) = second else {
      throw Failure(reason: "tokenize:using: needs a string and options such as 'cdl'")
    }
    // Full-text search always ignores case and diacritics.
    isTokenized = true
    return first
  }

  // MARK: Arguments

  private mutating func operand(of argument: String) throws(Failure) -> PredicateTree.Operand {
    guard let value = arguments.popFirst() else {
      throw Failure(reason: "there are more placeholders than arguments")
    }
    if argument == "%K" {
      guard let name = value as? String ?? (value as? NSString).map({ "\($0)" }) else {
        throw Failure(reason: "%K was given \(Self.kind(value)): expected the name of a field")
      }
      return .key(name)
    }
    return try Self.operand(value)
  }

  private static func kind(_ value: Any?) -> String {
    value.map { "a \(type(of: $0))" } ?? "nil"
  }

  /// Converts a Swift value to an operand.
  static func operand(_ value: Any?) throws(Failure) -> PredicateTree.Operand {
    guard let value, !(value is NSNull) else { return .value(nil) }
    switch value {
    case let record as CKRecord:
      return .value(.reference(CKRecord.Reference(record: record, action: .none)))
    case let id as CKRecord.ID:
      return .value(.reference(CKRecord.Reference(recordID: id, action: .none)))
    case let id as UUID: return .value(.string(id.uuidString))
    case let value as any CKRecordValueProtocol:
      return try operand(value._fieldValue.storage)
    case let value as any RawRepresentable: return try operand(value.rawValue)
    case let values as [Any]: return .list(try all(values))
    case let values as any Collection: return .list(try all(values.map { $0 as Any }))
    default: throw Failure(reason: "an argument is \(kind(value)), which is not a field type")
    }
  }

  private static func all(_ values: [Any]) throws(Failure) -> [PredicateTree.Operand] {
    var operands: [PredicateTree.Operand] = []
    for value in values { operands.append(try operand(value)) }
    return operands
  }

  private static func operand(_ value: StoredValue) throws(Failure) -> PredicateTree.Operand {
    switch value {
    case .list(let values):
      var operands: [PredicateTree.Operand] = []
      for value in values { operands.append(try operand(value)) }
      return .list(operands)
    case .unsupported(let reason): throw Failure(reason: "an argument is \(reason)")
    default: return .value(value)
    }
  }
}
