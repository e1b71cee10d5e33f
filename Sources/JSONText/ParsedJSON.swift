// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A JSON text and its nodes, in document order.
///
/// The struct is a set of pointers. Its owner calls ``deallocate()`` once, and may copy and parse
/// further texts into the same buffers. The buffers are not arrays: reference counting during
/// iteration took a third of the time.
///
/// Functions that run once for each node are public in this module, because the compiler inlines
/// no `package` function into other modules.
public struct ParsedJSON {
  /// The kind of a value.
  public enum Kind: Sendable {
    case null, `true`, `false`, number, string, array, object
  }

  /// A value, or the key of a member, which precedes its value.
  public struct Node {
    /// The kind of the value; a key is a string.
    public let kind: Kind
    @usableFromInline let flag: Bool
    /// A hash of a string, to compare keys quickly; only if duplicate keys are rejected.
    let hash: UInt16
    /// The byte offset of the node's start; for a string, after its opening quote.
    public let start: UInt32
    /// The byte offset of the node's end; for a string, before its closing quote.
    ///
    /// For an array or object, see ``JSONDialect/recordsContainerEnds``.
    public var end: UInt32
    /// The index of the next node after this node and its descendants.
    public internal(set) var next: UInt32
    /// The index of the containing array or object; ``none`` for the root.
    public let parent: UInt32

    /// The parent of the root.
    package static let none = UInt32.max

    init(
      kind: Kind, flag: Bool = false, hash: UInt16 = 0, start: Int, end: Int, next: Int,
      parent: UInt32
    ) {
      self.kind = kind
      self.flag = flag
      self.hash = hash
      self.start = UInt32(truncatingIfNeeded: start)
      self.end = UInt32(truncatingIfNeeded: end)
      self.next = UInt32(truncatingIfNeeded: next)
      self.parent = parent
    }

    /// The number of bytes from start to end.
    @inlinable public var count: Int { Int(end &- start) }

    /// True for a string with backslashes.
    @inlinable public var isEscaped: Bool { kind == .string && flag }

    /// True for a number with neither fraction nor exponent.
    @inlinable public var isInteger: Bool { kind == .number && flag }
  }

  /// The bytes of the text, followed by ``padding`` zeros.
  package private(set) var text: UnsafeMutablePointer<UInt8>
  private var textCapacity: Int
  /// The length of the text in bytes.
  package private(set) var textCount = 0
  /// The nodes, the root first.
  package private(set) var nodes: UnsafeMutablePointer<Node>
  private var nodeCapacity: Int
  /// The number of nodes.
  package private(set) var nodeCount = 0

  /// The zeros after a text: no loop reads past them, and eight bytes are read at a time.
  private static let padding = 8

  /// Allocates buffers, which grow as needed.
  package init(textCapacity: Int, nodeCapacity: Int) {
    self.textCapacity = textCapacity + Self.padding
    self.nodeCapacity = Swift.max(nodeCapacity, 1)
    text = .allocate(capacity: self.textCapacity)
    nodes = .allocate(capacity: self.nodeCapacity)
  }

  /// Frees the buffers.
  package func deallocate() {
    text.deallocate()
    nodes.deallocate()
  }

  /// Copies and parses a text of less than 4 GiB, which replaces the former one.
  ///
  /// After an error, the nodes are those of the part before its position.
  package mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, as dialect: JSONDialect)
    throws(JSONSyntaxError)
  {
    copy(bytes)
    var parser = JSONParser(
      text, count: textCount, dialect: dialect, nodes: nodes, capacity: nodeCapacity)
    defer {
      nodes = parser.nodes
      nodeCapacity = parser.capacity
      nodeCount = parser.nodeCount
    }
    try parser.parse()
  }

  private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    textCount = bytes.count
    let needed = textCount + Self.padding
    if needed > textCapacity {
      text.deallocate()
      textCapacity = Swift.max(needed, textCapacity * 2)
      text = .allocate(capacity: textCapacity)
    }
    if let start = bytes.baseAddress { text.update(from: start, count: textCount) }
    (text + textCount).update(repeating: 0, count: Self.padding)
  }
}
