// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A parsed JSON text with its nodes, in document order.
///
/// The parser accepts strict RFC 8259, with four restrictions and choices of its own: at most
/// ``maximumDepth`` levels; no duplicate keys in one object, because readers could disagree on the
/// value; no lone surrogates and no invalid UTF-8; `\u0000` is a valid character.
///
/// `@unchecked Sendable`: both buffers are written once, before the initializer returns, and live
/// as long as the document, so that nodes can point into it. They are not arrays: reference
/// counting during iteration took a third of the time.
package final class JSONDocument: @unchecked Sendable {
  /// The maximum nesting depth, far more than any body of the protocol has.
  package static let maximumDepth = 64

  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  struct Node {
    var kind: Kind
    /// For a string: it contains backslashes; for a number: it has neither fraction nor exponent.
    var isMarked = false
    /// A hash of a string, to compare keys quickly.
    var hash: UInt16 = 0
    /// The byte offset of the node's start; for a string, after its opening quote.
    var start: UInt32
    var end: UInt32 = 0
    /// The index of the next node after this node and its descendants.
    var next: UInt32 = 0
    /// The index of the containing array or object; ``none`` for the root.
    var parent: UInt32

    static let none = UInt32.max

    var count: Int { Int(end - start) }
  }

  /// The writer of the text.
  package enum Origin: Sendable {
    /// A client; invalid and unknown parts are rejected.
    case client
    /// A server or the local storage; unknown parts are ignored.
    case server
  }

  let text: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<Node>
  let origin: Origin

  /// Parses a text.
  package init(_ text: [UInt8], from origin: Origin) throws(WireError) {
    guard text.count < Int(Int32.max) else {
      throw WireError(path: "", found: "\(text.count) bytes", expected: "less than 2 GiB")
    }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = copy.initialize(from: text)
    var parser = JSONParser(UnsafeBufferPointer(copy))
    do throws(WireError) {
      try parser.parse()
    } catch {
      parser.nodes.deallocate()
      copy.deallocate()
      throw error
    }
    self.text = UnsafeBufferPointer(copy)
    nodes = UnsafeBufferPointer(start: parser.nodes, count: parser.nodeCount)
    self.origin = origin
  }

  deinit {
    nodes.baseAddress?.deallocate()
    text.deallocate()
  }

  /// The root value.
  package var root: JSONNode { JSONNode(document: self, index: 0) }
}
