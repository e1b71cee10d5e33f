// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value in a document.
package struct JSONNode: Sendable {
  package let document: JSONDocument
  let index: Int

  @inline(__always)
  init(document: JSONDocument, index: Int) {
    self.document = document
    self.index = index
  }

  @inline(__always)
  var node: ParsedJSON.Node { document.nodes[index] }

  var kind: ParsedJSON.Kind { node.kind }

  package var isNull: Bool { kind == .null }

  /// True if unknown parts are rejected rather than ignored.
  var isStrict: Bool { document.origin == .client }

  /// The exact bytes of the value, without surrounding whitespace.
  package var json: [UInt8] { withJSON { Array($0) } }

  @inline(__always)
  func withJSON<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let node = node
    let quote = node.kind == .string ? 1 : 0
    return withExtendedLifetime(document) {
      body(
        UnsafeBufferPointer(
          rebasing: document.text[(Int(node.start) - quote)..<(Int(node.end) + quote)]))
    }
  }

  /// Calls `body` with the bytes of a scalar; for a string, the escaped bytes between the quotes.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let node = node
    return withExtendedLifetime(document) {
      body(UnsafeBufferPointer(rebasing: document.text[Int(node.start)..<Int(node.end)]))
    }
  }

  // MARK: Scalars

  package func string(_ expected: @autoclosure () -> String = "a string") throws(WireError)
    -> String
  {
    guard kind == .string else { throw mismatch(expected()) }
    return unescaped
  }

  /// The string without escapes.
  var unescaped: String {
    let node = node
    guard node.isEscaped else { return withBytes { String(decoding: $0, as: UTF8.self) } }
    return withExtendedLifetime(document) {
      String(decoding: document.unescaped(node), as: UTF8.self)
    }
  }

  /// True if the value is a string equal to `text`.
  @inline(__always)
  func isString(_ text: StaticString) -> Bool {
    let node = node
    guard node.kind == .string else { return false }
    if node.isEscaped { return unescaped.utf8.elementsEqual(text.utf8) }
    return withBytes { $0.isEqual(to: text.utf8) }
  }

  /// Decodes a Boolean; also accepts the numbers 0 and 1.
  package func bool() throws(WireError) -> Bool {
    switch kind {
    case .true: return true
    case .false: return false
    case .number:
      if withBytes({ $0.isEqual(to: StaticString("0").utf8) }) { return false }
      if withBytes({ $0.isEqual(to: StaticString("1").utf8) }) { return true }
    default: break
    }
    throw mismatch("true or false")
  }

  package func int64(_ expected: @autoclosure () -> String = "an integer of 64 bits")
    throws(WireError) -> Int64
  {
    guard let value = integer else { throw mismatch(expected()) }
    return value
  }

  /// The value as an integer; nil if it is not a number, not integral, or out of range.
  @inline(__always)
  var integer: Int64? {
    let node = node
    guard node.kind == .number else { return nil }
    if node.isInteger { return withBytes { JSONNumber.integer($0) } }
    return JSONNumber.integral(double)
  }

  package func number(_ expected: @autoclosure () -> String = "a number") throws(WireError)
    -> Double
  {
    guard let value = double else { throw mismatch(expected()) }
    return value
  }

  /// The value as a `Double`; nil if it is not a number or out of range.
  @inline(__always)
  var double: Double? {
    guard kind == .number, let value = withBytes({ JSONNumber.double($0) }), value.isFinite
    else { return nil }
    return value
  }

  // MARK: Containers

  package func object(_ expected: @autoclosure () -> String = "an object") throws(WireError)
    -> JSONObject
  {
    guard kind == .object else { throw mismatch(expected()) }
    return JSONObject(node: self)
  }

  package func array(_ expected: @autoclosure () -> String = "an array") throws(WireError)
    -> JSONElements
  {
    guard kind == .array else { throw mismatch(expected()) }
    return JSONElements(document: document, index: index + 1, end: Int(node.next))
  }

  // MARK: Errors

  /// The keys and indexes from the root to this value.
  package var path: String {
    withExtendedLifetime(document) {
      WireError.path(
        to: UInt32(truncatingIfNeeded: index), in: document.nodes, of: document.text)
    }
  }

  /// A description of the value, truncated to a few characters.
  var inWords: String {
    switch kind {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    case .number:
      withBytes { String(decoding: $0.prefix(40), as: UTF8.self) + ($0.count > 40 ? "…" : "") }
    case .string: WireError.quoted(unescaped)
    case .array: "an array"
    case .object: "an object"
    }
  }

  package func mismatch(_ expected: String) -> WireError {
    WireError(path: path, found: inWords, expected: expected)
  }
}

/// The values of an array, or the alternating keys and values of an object.
package struct JSONElements: Sequence, IteratorProtocol {
  let document: JSONDocument
  private(set) var index: Int
  let end: Int

  init(document: JSONDocument, index: Int, end: Int) {
    self.document = document
    self.index = index
    self.end = end
  }

  package mutating func next() -> JSONNode? {
    guard index < end else { return nil }
    let node = JSONNode(document: document, index: index)
    index = Int(document.nodes[index].next)
    return node
  }
}
