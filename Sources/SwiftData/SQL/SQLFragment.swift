// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A fragment of SQL: text, identifiers and bound values, composed by ``prepare()``.
///
/// Values are always bound, never part of the text. Identifiers are always quoted.
package struct SQLFragment: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Segment: Hashable, Sendable {
    case text(String)
    case identifier(String)
    case binding(SQLValue)
    /// A long fragment, shared instead of copied.
    case nested([Segment])
    /// The operands of an associative operator.
    case chain(Operator, [SQLFragment])
  }

  package enum Operator: String, Sendable {
    case and = " AND "
    case or = " OR "
  }

  /// The maximum number of segments of a fragment that is copied instead of nested.
  fileprivate static let longestCopied = 3

  package var segments: [Segment]

  package init(segments: [Segment] = []) {
    self.segments = segments
  }

  package init(stringLiteral value: String) {
    segments = value.isEmpty ? [] : [.text(value)]
  }

  package init(stringInterpolation: StringInterpolation) {
    segments = stringInterpolation.segments
  }

  package var isEmpty: Bool { segments.isEmpty }

  package static func identifier(_ name: String) -> SQLFragment {
    SQLFragment(segments: [.identifier(name)])
  }

  package static func value(_ value: SQLValue) -> SQLFragment {
    SQLFragment(segments: [.binding(value)])
  }

  package static func += (lhs: inout SQLFragment, rhs: SQLFragment) {
    lhs.segments.append(rhs)
  }

  package static func + (lhs: SQLFragment, rhs: SQLFragment) -> SQLFragment {
    var result = lhs
    result += rhs
    return result
  }

  /// True if the fragment contains a collation.
  var containsCollation: Bool {
    func isFound(_ segments: [Segment]) -> Bool {
      segments.contains { segment in
        switch segment {
        case .text(let text): text.contains("COLLATE")
        case .nested(let inner): isFound(inner)
        case .chain(_, let operands): operands.contains(where: \.containsCollation)
        case .identifier, .binding: false
        }
      }
    }
    // A column reference has three segments.
    if case .chain? = segments.first { return isFound(segments) }
    return segments.count > 3 && isFound(segments)
  }

  /// Combines two operands, flattening chains of the same operator.
  static func chain(_ operation: Operator, _ lhs: SQLFragment, _ rhs: SQLFragment) -> SQLFragment {
    var operands = lhs.operands(of: operation) ?? [lhs]
    if let more = rhs.operands(of: operation) {
      operands += more
    } else {
      operands.append(rhs)
    }
    return SQLFragment(segments: [.chain(operation, operands)])
  }

  private func operands(of operation: Operator) -> [SQLFragment]? {
    guard segments.count == 1, case .chain(operation, let operands)? = segments.first else {
      return nil
    }
    return operands
  }

  /// Returns the text with `?` for each value, and the values in order.
  package func prepare() -> (sql: String, bindings: [SQLValue]) {
    var bindings: [SQLValue] = []
    let count = Self.prepare(segments, &bindings)
    let sql = String(unsafeUninitializedCapacity: count) { buffer in
      var position = 0
      Self.write(segments, to: buffer, &position)
      return position
    }
    return (sql, bindings)
  }

  /// Collects the values, and returns the maximum length of the text in bytes.
  private static func prepare(_ segments: [Segment], _ bindings: inout [SQLValue]) -> Int {
    var count = 0
    for segment in segments {
      switch segment {
      case .text(let text): count += text.utf8.count
      // In the worst case, every character is a quote, which is doubled.
      case .identifier(let name): count += 2 * name.utf8.count + 2
      case .binding(let value):
        count += 1
        bindings.append(value)
      case .nested(let inner): count += prepare(inner, &bindings)
      case .chain(_, let operands):
        for operand in operands { count += prepare(operand.segments, &bindings) + longestOperator }
      }
    }
    return count
  }

  /// The bytes of the longest operator and of a pair of parentheses.
  private static let longestOperator = 7

  private static func write(
    _ segments: [Segment], to buffer: UnsafeMutableBufferPointer<UInt8>, _ position: inout Int
  ) {
    func append(_ byte: UInt8) {
      buffer[position] = byte
      position += 1
    }
    for segment in segments {
      switch segment {
      case .text(let text): write(text, to: buffer, &position)
      case .identifier(let name):
        append(UInt8(ascii: "\""))
        for byte in name.utf8 {
          append(byte)
          if byte == UInt8(ascii: "\"") { append(byte) }
        }
        append(UInt8(ascii: "\""))
      case .binding: append(UInt8(ascii: "?"))
      case .nested(let inner): write(inner, to: buffer, &position)
      case .chain(let operation, let operands):
        write(operation, operands[...], to: buffer, &position)
      }
    }
  }

  private static func write(
    _ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>, _ position: inout Int
  ) {
    var text = text
    text.withUTF8 { utf8 in
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[position...])
        .copyMemory(from: UnsafeRawBufferPointer(utf8))
      position += utf8.count
    }
  }

  /// Writes a chain as a balanced tree, since SQLite limits the depth of expressions.
  ///
  /// A thousand operands in sequence have a depth of a thousand; as a balanced tree, ten.
  private static func write(
    _ operation: Operator, _ operands: ArraySlice<SQLFragment>,
    to buffer: UnsafeMutableBufferPointer<UInt8>, _ position: inout Int
  ) {
    if let only = operands.first, operands.count == 1 {
      return write(only.segments, to: buffer, &position)
    }
    write("(", to: buffer, &position)
    if operands.count <= 16 {
      for (index, operand) in operands.enumerated() {
        if index > 0 { write(operation.rawValue, to: buffer, &position) }
        write(operand.segments, to: buffer, &position)
      }
    } else {
      let middle = operands.startIndex + operands.count / 2
      write(operation, operands[..<middle], to: buffer, &position)
      write(operation.rawValue, to: buffer, &position)
      write(operation, operands[middle...], to: buffer, &position)
    }
    write(")", to: buffer, &position)
  }

  /// An identifier in double quotes, with the quotes in it doubled.
  package static func quoted(_ identifier: String) -> String {
    let quote = UInt8(ascii: "\"")
    let inner =
      identifier.utf8.contains(quote) ? identifier.replacing("\"", with: "\"\"") : identifier
    return "\"" + inner + "\""
  }

  /// Collects `\(identifier:)`, `\(value:)` and `\(fragment)` of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [Segment] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      segments.reserveCapacity(interpolationCount * 3 + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { segments.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ fragment: SQLFragment) {
      segments.append(fragment)
    }

    package mutating func appendInterpolation(identifier: String) {
      segments.append(Segment.identifier(identifier))
    }

    package mutating func appendInterpolation(value: SQLValue) {
      segments.append(.binding(value))
    }
  }
}

extension [SQLFragment.Segment] {
  /// Appends a short fragment's segments, or a long fragment as one nested segment.
  fileprivate mutating func append(_ fragment: SQLFragment) {
    if fragment.segments.count <= SQLFragment.longestCopied {
      append(contentsOf: fragment.segments)
    } else {
      append(.nested(fragment.segments))
    }
  }
}

extension Sequence<SQLFragment> {
  /// The fragments with `separator` between them.
  package func joined(separator: SQLFragment) -> SQLFragment {
    var result = SQLFragment()
    var isFirst = true
    for fragment in self {
      if !isFirst { result += separator }
      result += fragment
      isFirst = false
    }
    return result
  }
}

/// A value of one of SQLite's storage classes.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}

extension SQLValue {
  /// Encodes keys as the JSON list for `json_each`.
  static func jsonList(_ keys: some Sequence<Int64>) -> String {
    var text = "["
    for key in keys {
      if text.utf8.count > 1 { text += "," }
      text += String(key)
    }
    return text + "]"
  }
}
