// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire

/// A JSON value with literal syntax.
package enum JSONTree: Sendable, JSONWritable {
  case object([(key: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)
  case integer(Int64)
  case bool(Bool)

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .object(let members):
      writer.beginObject()
      for (key, value) in members {
        writer.key(key)
        value.write(to: &writer)
      }
      writer.endObject()
    case .array(let elements): elements.write(to: &writer)
    case .string(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .bool(let flag): writer.bool(flag)
    }
  }

  /// An object with the members of both.
  func adding(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
    guard case .object(let own) = self else { return self }
    return .object(own + members.map { (key: $0.key, value: $0.value) })
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension JSONTree: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
}

extension JSONTree: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONTree: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
}

extension JSONTree: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
