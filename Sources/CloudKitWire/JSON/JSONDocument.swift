// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A parsed JSON text with its nodes, in document order.
///
/// The parser accepts strict RFC 8259, with four restrictions and choices of its own: at most
/// ``maximumDepth`` levels; no duplicate keys in one object, because readers could disagree on the
/// value; no lone surrogates and no invalid UTF-8; `\u0000` is a valid character.
///
/// `@unchecked Sendable`: both buffers are written once, before the initializer returns, and live
/// as long as the document, so that nodes can point into it.
package final class JSONDocument: @unchecked Sendable {
  /// The maximum nesting depth, far more than any body of the protocol has.
  package static let maximumDepth = 64

  /// The writer of the text.
  package enum Origin: Sendable {
    /// A client; invalid and unknown parts are rejected.
    case client
    /// A server or the local storage; unknown parts are ignored.
    case server
  }

  private let parsed: ParsedJSON
  let text: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<ParsedJSON.Node>
  let origin: Origin

  /// Parses a text.
  package init(_ text: [UInt8], from origin: Origin) throws(WireError) {
    guard text.count < Int(Int32.max) else {
      throw WireError(path: "", found: "\(text.count) bytes", expected: "less than 2 GiB")
    }
    var parsed = ParsedJSON(textCapacity: text.count, nodeCapacity: text.count / 16 + 8)
    let failure = text.withUnsafeBufferPointer { bytes -> JSONSyntaxError? in
      do throws(JSONSyntaxError) {
        try parsed.parse(bytes, as: .strict(maximumDepth: Self.maximumDepth))
        return nil
      } catch {
        return error
      }
    }
    self.text = UnsafeBufferPointer(start: parsed.text, count: parsed.textCount)
    nodes = UnsafeBufferPointer(start: parsed.nodes, count: parsed.nodeCount)
    self.parsed = parsed
    self.origin = origin
    if let failure { throw WireError(failure, in: nodes, of: self.text) }
  }

  deinit { parsed.deallocate() }

  /// The UTF-8 of a string node without its escapes.
  func unescaped(_ node: ParsedJSON.Node) -> [UInt8] {
    JSONString.unescaped(parsed.text, from: Int(node.start), to: Int(node.end))
  }

  /// The root value.
  package var root: JSONNode { JSONNode(document: self, index: 0) }
}

extension WireError {
  /// The error for a rejected text, with the nodes before the position of the error.
  fileprivate init(
    _ error: JSONSyntaxError, in nodes: UnsafeBufferPointer<ParsedJSON.Node>,
    of text: UnsafeBufferPointer<UInt8>
  ) {
    path = Self.path(to: error.container, in: nodes, of: text, next: true)
    found =
      error.position >= text.count
      ? "the end of the body"
      : "\(Self.quoted(text, at: error.position)) at byte \(error.position)"
    switch error.reason {
    case .value, .literal: expected = "a value"
    case .endOfText: expected = "the end of the body"
    case .key: expected = "a key in quotes"
    case .colon: expected = "a colon"
    case .comma: expected = nodes[Int(error.container)].kind == .array ? ", or ]" : ", or }"
    case .digit: expected = "a digit"
    case .noLeadingZero: expected = "a number without leading zeros"
    case .endOfString: expected = "the end of a string"
    case .noControlCharacter: expected = "no control character in a string"
    case .escapedCharacter: expected = "one of \" \\ / b f n r t u after a backslash"
    case .hexadecimalDigits: expected = "four hexadecimal digits"
    case .validUTF8: expected = "UTF-8"
    case .loneSurrogate:
      found = "a lone surrogate at byte \(error.position)"
      expected = "Unicode text"
    case .depth:
      found = "more than \(JSONDocument.maximumDepth) levels"
      expected = "at most \(JSONDocument.maximumDepth) levels of arrays and objects"
    case .duplicateKey(let value):
      path = Self.path(to: UInt32(truncatingIfNeeded: value), in: nodes, of: text)
      found = "a duplicate key"
      expected = "each key once"
    }
  }
}
