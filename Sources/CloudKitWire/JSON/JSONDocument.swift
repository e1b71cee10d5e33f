// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A JSON text and the nodes it consists of, in the order of the text.
///
/// What is taken is RFC 8259, strictly, with four decisions of ours on what that leaves open: at most
/// ``maximumDepth`` levels; no key twice in one object, since two readers could then see two values;
/// no lone surrogate and no byte that is not UTF-8, since neither is text; `\u0000` is text like any
/// other.
///
/// `@unchecked Sendable`: both buffers are written once, before the document is there, and are its own
/// until it goes, so that values may keep pointing into it. They are no arrays since each step through
/// those would count references, which took a third of the time.
package final class JSONDocument: @unchecked Sendable {
  /// Far more than any body of the protocol has.
  package static let maximumDepth = 64

  enum Kind: UInt8 {
    case null, `true`, `false`, number, string, array, object
  }

  struct Node {
    var kind: Kind
    /// Of a string: it has backslashes; of a number: it has neither fraction nor exponent.
    var isMarked = false
    /// Of a string: what tells most keys apart.
    var hash: UInt16 = 0
    /// The bytes of the node, those of a string without its quotes.
    var start: UInt32
    var end: UInt32 = 0
    /// The node behind this one and all that is in it.
    var next: UInt32 = 0
    /// The array or object that this is in; ``none`` for the text's own value.
    var parent: UInt32

    static let none = UInt32.max

    var count: Int { Int(end - start) }
  }

  /// Who wrote the text.
  package enum Origin: Sendable {
    /// A client: what is wrong is refused.
    case client
    /// A server, or our own storage: what we do not know yet is left alone.
    case server
  }

  let text: UnsafeBufferPointer<UInt8>
  let nodes: UnsafeBufferPointer<Node>
  let origin: Origin

  /// Takes a text apart.
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

  /// The value that the text is.
  package var root: JSONNode { JSONNode(document: self, index: 0) }
}
