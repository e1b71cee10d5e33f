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
  }

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
    lhs.segments.append(contentsOf: rhs.segments)
  }

  package static func + (lhs: SQLFragment, rhs: SQLFragment) -> SQLFragment {
    SQLFragment(segments: lhs.segments + rhs.segments)
  }

  /// The statement's text with `?` for each value, and the values in order.
  package func prepare() -> (sql: String, bindings: [SQLValue]) {
    var sql = ""
    sql.reserveCapacity(segments.count * 16)
    var bindings: [SQLValue] = []
    for segment in segments {
      switch segment {
      case .text(let text): sql += text
      case .identifier(let name):
        if name.utf8.contains(UInt8(ascii: "\"")) {
          sql += Self.quoted(name)
        } else {
          sql += "\""
          sql += name
          sql += "\""
        }
      case .binding(let value):
        sql += "?"
        bindings.append(value)
      }
    }
    return (sql, bindings)
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
      segments.reserveCapacity(interpolationCount * 4 + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { segments.append(.text(literal)) }
    }

    package mutating func appendInterpolation(_ fragment: SQLFragment) {
      segments.append(contentsOf: fragment.segments)
    }

    package mutating func appendInterpolation(identifier: String) {
      segments.append(.identifier(identifier))
    }

    package mutating func appendInterpolation(value: SQLValue) {
      segments.append(.binding(value))
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
