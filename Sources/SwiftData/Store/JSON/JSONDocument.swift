// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONText

/// The JSON text of one column, parsed into consecutive nodes.
///
/// A document is reusable: a fetch reads thousands of small texts, and the buffers are allocated
/// once. It copies the text, so that a retained decoder stays valid.
final class JSONDocument {
  typealias Node = ParsedJSON.Node

  /// The maximum nesting depth, because decoding is recursive.
  static let maximumDepth = 256

  private var parsed = ParsedJSON(textCapacity: 512, nodeCapacity: 64)

  deinit { parsed.deallocate() }

  subscript(index: Int) -> Node {
    @inline(__always)
    get { parsed.nodes[index] }
  }

  /// The bytes of a scalar.
  @inline(__always)
  func bytes(_ node: Node) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: parsed.text + Int(node.start), count: node.count)
  }

  /// Sets the number that the document keeps for an array or object; see ``Node/memo``.
  func setMemo(_ memo: Int, of container: Int) {
    parsed.nodes[container].end = UInt32(truncatingIfNeeded: memo)
  }

  /// Parses a text; throws if it is not JSON.
  func parse(_ bytes: UnsafeRawBufferPointer) throws {
    // The parser works on a copy of the pointers: access through the object would be checked for
    // exclusivity at each step.
    var parsed = parsed
    defer { self.parsed = parsed }
    do throws(JSONSyntaxError) {
      try parsed.parse(
        bytes.assumingMemoryBound(to: UInt8.self), as: .lenient(maximumDepth: Self.maximumDepth))
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription:
            "\(reason(error, textCount: bytes.count)) at byte \(error.position) of the JSON"))
    }
  }

  private func reason(_ error: JSONSyntaxError, textCount: Int) -> String {
    switch error.reason {
    case .endOfText: "unexpected text after the value"
    case .key: "no key"
    case .colon: "no colon"
    case .comma: "no comma"
    case .digit: "no digit"
    case .endOfString, .noControlCharacter: "a string does not end, or has a control character"
    case .literal: "no value"
    case .depth: "more than \(Self.maximumDepth) levels"
    default: error.position >= textCount ? "unexpected end" : "no value"
    }
  }
}

extension ParsedJSON.Node {
  /// A number that the document keeps for an array or object, at first 0.
  ///
  /// For an object, it is the key that is searched first, because keys are usually read in order;
  /// for an array, the number of its elements, once they are counted.
  var memo: Int { Int(end) }
}
