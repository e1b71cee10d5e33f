// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The JSON text of one column, parsed into consecutive nodes.
///
/// A document is reusable: a fetch reads thousands of small texts, and the buffers are allocated
/// once. It copies the text, so that a retained decoder stays valid.
final class JSONDocument {
  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  struct Node {
    var kind: Kind
    /// True for a string with backslashes.
    var isEscaped = false
    /// The start of a scalar's bytes in the text; a string without its quotes.
    var start: UInt32
    var count: UInt32 = 0
    /// The index of the node after this one and its descendants.
    var next: UInt32 = 0
    /// The index of the enclosing array or object; the root is its own parent.
    var parent: UInt32
    /// In an object, the key that is searched first, because keys are usually read in order.
    var hint: UInt32 = 0
  }

  /// The maximum nesting depth, because decoding is recursive.
  static let maximumDepth = 256

  private var text: UnsafeMutablePointer<UInt8>
  private var textCapacity: Int
  private(set) var textCount = 0
  private var nodes: UnsafeMutablePointer<Node>
  private var nodeCapacity: Int
  private(set) var nodeCount = 0

  init() {
    textCapacity = 512
    nodeCapacity = 64
    text = .allocate(capacity: textCapacity)
    nodes = .allocate(capacity: nodeCapacity)
  }

  deinit {
    text.deallocate()
    nodes.deallocate()
  }

  subscript(index: Int) -> Node {
    @inline(__always)
    get { nodes[index] }
  }

  func setHint(_ hint: Int, of object: Int) {
    nodes[object].hint = UInt32(truncatingIfNeeded: hint)
  }

  /// The bytes of a node.
  @inline(__always)
  func bytes(_ node: Node) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + Int(node.start), count: Int(node.count))
  }

  // MARK: Parsing

  /// Parses a text; throws if it is not JSON.
  func parse(_ bytes: UnsafeRawBufferPointer) throws {
    nodeCount = 0
    textCount = bytes.count
    if textCount + 1 > textCapacity {
      text.deallocate()
      textCapacity = Swift.max(textCount + 1, textCapacity * 2)
      text = .allocate(capacity: textCapacity)
    }
    if let start = bytes.baseAddress {
      UnsafeMutableRawPointer(text).copyMemory(from: start, byteCount: textCount)
    }
    // A sentinel that is not valid JSON: every loop ends here.
    text[textCount] = 0
    // The parser works on its own pointers: access through the object would retain and release it
    // at each step.
    var parser = Parser(text: text, count: textCount, nodes: nodes, capacity: nodeCapacity)
    defer {
      nodes = parser.nodes
      nodeCapacity = parser.capacity
      nodeCount = parser.nodeCount
    }
    try parser.parse()
  }

  private struct Parser {
    private let text: UnsafeMutablePointer<UInt8>
    private let textCount: Int
    private(set) var nodes: UnsafeMutablePointer<Node>
    private(set) var capacity: Int
    private(set) var nodeCount = 0
    private var position = 0
    private var depth = 0

    init(
      text: UnsafeMutablePointer<UInt8>, count: Int, nodes: UnsafeMutablePointer<Node>,
      capacity: Int
    ) {
      self.text = text
      textCount = count
      self.nodes = nodes
      self.capacity = capacity
    }

    private var byte: UInt8 {
      @inline(__always)
      get { text[position] }
    }

    @inline(__always)
    private mutating func append(_ kind: Kind, start: Int, parent: Int) -> Int {
      if nodeCount == capacity { grow() }
      let index = nodeCount
      (nodes + index).initialize(
        to: Node(
          kind: kind, start: UInt32(truncatingIfNeeded: start),
          next: UInt32(truncatingIfNeeded: index + 1),
          parent: UInt32(truncatingIfNeeded: parent)))
      nodeCount += 1
      return index
    }

    private mutating func grow() {
      let grown = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
      grown.moveInitialize(from: nodes, count: nodeCount)
      nodes.deallocate()
      nodes = grown
      capacity *= 2
    }

    private func failure(_ reason: String) -> DecodingError {
      .dataCorrupted(
        .init(codingPath: [], debugDescription: "\(reason) at byte \(position) of the JSON"))
    }

    @inline(__always)
    private mutating func skipSpace() {
      while byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { position += 1 }
    }

    mutating func parse() throws {
      skipSpace()
      _ = try value(parent: 0)
      skipSpace()
      if position != textCount { throw failure("unexpected text after the value") }
    }

    private mutating func value(parent: Int) throws -> Int {
      switch byte {
      case UInt8(ascii: "{"): return try object(parent: parent)
      case UInt8(ascii: "["): return try array(parent: parent)
      case UInt8(ascii: "\""): return try string(parent: parent)
      case UInt8(ascii: "t"): return try word("true", .true, parent)
      case UInt8(ascii: "f"): return try word("false", .false, parent)
      case UInt8(ascii: "n"): return try word("null", .null, parent)
      case UInt8(ascii: "-"), 0x30...0x39: return try number(parent: parent)
      default: throw failure(position >= textCount ? "unexpected end" : "no value")
      }
    }

    private mutating func word(_ word: StaticString, _ kind: Kind, _ parent: Int) throws -> Int {
      let node = append(kind, start: position, parent: parent)
      for index in 0..<word.utf8CodeUnitCount {
        guard byte == word.utf8Start[index] else { throw failure("no value") }
        position += 1
      }
      return node
    }

    private mutating func number(parent: Int) throws -> Int {
      let start = position
      let node = append(.number, start: start, parent: parent)
      if byte == UInt8(ascii: "-") { position += 1 }
      try digits()
      if byte == UInt8(ascii: ".") {
        position += 1
        try digits()
      }
      if byte | 0x20 == UInt8(ascii: "e") {
        position += 1
        if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { position += 1 }
        try digits()
      }
      nodes[node].count = UInt32(truncatingIfNeeded: position - start)
      return node
    }

    private mutating func digits() throws {
      guard byte >= 0x30 && byte <= 0x39 else { throw failure("no digit") }
      while byte >= 0x30 && byte <= 0x39 { position += 1 }
    }

    private mutating func string(parent: Int) throws -> Int {
      position += 1
      let start = position
      let node = append(.string, start: start, parent: parent)
      while byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") {
          nodes[node].isEscaped = true
          position += 1
        }
        if byte < 0x20 { throw failure("a string does not end, or has a control character") }
        position += 1
      }
      nodes[node].count = UInt32(truncatingIfNeeded: position - start)
      position += 1
      return node
    }

    private mutating func array(parent: Int) throws -> Int {
      let node = try begin(.array, parent: parent)
      var count: UInt32 = 0
      if byte != UInt8(ascii: "]") {
        while true {
          _ = try value(parent: node)
          count += 1
          if try !hasNext(until: UInt8(ascii: "]")) { break }
        }
      }
      end(node, count)
      return node
    }

    private mutating func object(parent: Int) throws -> Int {
      let node = try begin(.object, parent: parent)
      var count: UInt32 = 0
      if byte != UInt8(ascii: "}") {
        while true {
          guard byte == UInt8(ascii: "\"") else { throw failure("no key") }
          _ = try string(parent: node)
          skipSpace()
          guard byte == UInt8(ascii: ":") else { throw failure("no colon") }
          position += 1
          skipSpace()
          _ = try value(parent: node)
          count += 1
          if try !hasNext(until: UInt8(ascii: "}")) { break }
        }
      }
      end(node, count)
      return node
    }

    private mutating func begin(_ kind: Kind, parent: Int) throws -> Int {
      depth += 1
      if depth > JSONDocument.maximumDepth {
        throw failure("more than \(JSONDocument.maximumDepth) levels")
      }
      let node = append(kind, start: position, parent: parent)
      position += 1
      skipSpace()
      nodes[node].hint = UInt32(node + 1)
      return node
    }

    /// Whether a comma follows; false at the end of the container.
    private mutating func hasNext(until end: UInt8) throws -> Bool {
      skipSpace()
      if byte == end { return false }
      guard byte == UInt8(ascii: ",") else { throw failure("no comma") }
      position += 1
      skipSpace()
      return true
    }

    private mutating func end(_ node: Int, _ count: UInt32) {
      position += 1
      depth -= 1
      nodes[node].count = count
      nodes[node].next = UInt32(nodeCount)
    }
  }
}
