// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An error in a body.
///
/// A server returns the ``reason`` with `BAD_REQUEST`: the path, the found value and the expected
/// value. The found value is truncated and has no control characters, so that it is safe to log.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the value, such as `operations[3].record.fields.title`; empty for the body itself.
  package var path: String
  package var found: String
  package var expected: String

  package init(path: String, found: String, expected: String) {
    self.path = path
    self.found = found
    self.expected = expected
  }

  /// One sentence with the path, the found and the expected value.
  package var reason: String {
    "\(path.isEmpty ? "the body" : path): found \(found), expected \(expected)"
  }

  package var description: String { reason }

  // MARK: Paths

  /// The path to a node; with `next`, to the next value in that container.
  static func path(
    to index: UInt32, in nodes: UnsafeBufferPointer<ParsedJSON.Node>,
    of text: UnsafeBufferPointer<UInt8>,
    next: Bool = false
  ) -> String {
    guard index != ParsedJSON.Node.none else { return "" }
    var parts: [String] = []
    if next, let part = lastPart(of: Int(index), in: nodes, text) { parts.append(part) }
    var current = Int(index)
    while nodes[current].parent != ParsedJSON.Node.none {
      let parent = Int(nodes[current].parent)
      if nodes[parent].kind == .object {
        parts.append(key(nodes[current - 1], text))
      } else {
        var (number, sibling) = (0, parent + 1)
        while sibling < current {
          number += 1
          sibling = Int(nodes[sibling].next)
        }
        parts.append("[\(number)]")
      }
      current = parent
    }
    return joined(parts.reversed())
  }

  /// The last path component of an unfinished container: its pending key, or the next index.
  private static func lastPart(
    of container: Int, in nodes: UnsafeBufferPointer<ParsedJSON.Node>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> String? {
    var (number, index, last) = (0, container + 1, container + 1)
    let isObject = nodes[container].kind == .object
    while index < nodes.count {
      last = index
      let child = isObject ? index + 1 : index
      guard child < nodes.count else { break }
      number += 1
      index = Int(nodes[child].next)
    }
    if !isObject { return "[\(number)]" }
    return last < nodes.count ? key(nodes[last], text) : nil
  }

  private static func key(_ node: ParsedJSON.Node, _ text: UnsafeBufferPointer<UInt8>) -> String {
    guard let base = text.baseAddress else { return "" }
    let bytes = JSONString.unescaped(base, from: Int(node.start), to: Int(node.end))
    let isPlain =
      !bytes.isEmpty && bytes.count <= 64
      && bytes.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: "_")
      }
    let name = String(decoding: bytes, as: UTF8.self)
    return isPlain ? name : quoted(name)
  }

  private static func joined(_ parts: [String]) -> String {
    var path = ""
    for part in parts {
      if !path.isEmpty, !part.hasPrefix("[") { path += "." }
      path += part
    }
    return path
  }

  // MARK: Quotations

  /// Quotes the character at a position of an arbitrary text.
  static func quoted(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> String {
    let byte = text[position]
    guard byte >= 0x80 else { return quoted(String(UnicodeScalar(byte))) }
    let digits = String(byte, radix: 16, uppercase: true)
    return "the byte 0x\(digits)"
  }

  /// Quotes at most 40 characters of a text, and escapes all but printable ASCII and letters.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == 40 {
        result += "…"
        break
      }
      count += 1
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        if scalar.value >= 0xA0, scalar.properties.isAlphabetic {
          result.unicodeScalars.append(scalar)
        } else {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return result + "\""
  }
}
