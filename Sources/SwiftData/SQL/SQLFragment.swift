// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A piece of SQL: text, identifiers and bound values, kept apart until the last step.
///
/// Values never enter the text, and ``prepare()`` is the only place where identifiers are quoted.
package struct SQLFragment: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Segment: Hashable, Sendable {
    case text(String)
    case identifier(String)
    case binding(SQLValue)
    /// A longer fragment, shared instead of copied.
    case nested([Segment])
    /// Operands of an operator that may be applied to them in any grouping.
    case chain(Operator, [SQLFragment])
  }

  package enum Operator: String, Sendable {
    case and = " AND "
    case or = " OR "
  }

  /// Fragments of up to as many segments, such as columns, are copied into those they become part
  /// of.
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

  /// True if a collation stands anywhere in it.
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
    // A column is three segments.
    if case .chain? = segments.first { return isFound(segments) }
    return segments.count > 3 && isFound(segments)
  }

  /// Two operands of an operator, each of which may be a chain of the same.
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

  /// The statement's text with `?` for each value, and the values in order.
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

  /// Collects the values; returns how many bytes the text takes at most.
  private static func prepare(_ segments: [Segment], _ bindings: inout [SQLValue]) -> Int {
    var count = 0
    for segment in segments {
      switch segment {
      case .text(let text): count += text.utf8.count
      // Each quote in it is doubled.
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

  /// Writes a chain in halves of halves, since SQLite limits how deep an expression is: a thousand
  /// operands in a row are a thousand levels, in halves ten.
  private static func write(
    _ operation: Operator, _ operands: ArraySlice<SQLFragment>,
    to buffer: UnsafeMutableBufferPointer<UInt8>, _ position: inout Int
  ) {
    if let only = operands.first, operands.count == 1 {
      return write(only.segments, to: buffer, &position)
    }
    write("(", to: buffer, &position)
    if operands.count <= 16 {
      for (place, operand) in operands.enumerated() {
        if place > 0 { write(operation.rawValue, to: buffer, &position) }
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
  /// Appends a fragment: as it is if it is short, else as one segment.
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
