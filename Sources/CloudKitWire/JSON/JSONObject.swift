// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An object in a document, read by its keys; keys that nobody asks for are passed over.
package struct JSONObject: Sendable {
  package let node: JSONNode

  /// The value of a key; nil if the object lacks it.
  @inline(__always)
  package func find(_ key: StaticString) -> JSONNode? { find(key.utf8) }

  package func find(_ key: String) -> JSONNode? {
    var key = key
    return key.withUTF8 { find($0) }
  }

  @inline(__always)
  private func find(_ key: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    let document = node.document
    return document.nodes.withUnsafeBufferPointer { nodes in
      document.text.withUnsafeBufferPointer { text in
        let end = Int(nodes[node.index].next)
        var index = node.index + 1
        while index < end {
          let candidate = nodes[index]
          let (start, stop) = (Int(candidate.start), Int(candidate.end))
          if candidate.isMarked {
            if JSONText.unescaped(text, from: start, to: stop).elementsEqual(key) {
              return JSONNode(document: document, index: index + 1)
            }
          } else if stop - start == key.count,
            UnsafeBufferPointer(rebasing: text[start..<stop]).isEqual(to: key)
          {
            return JSONNode(document: document, index: index + 1)
          }
          index = Int(nodes[index + 1].next)
        }
        return nil
      }
    }
  }

  /// The value of a key; nil if it is missing or null.
  @inline(__always)
  package func value(_ key: StaticString) -> JSONNode? {
    guard let found = find(key), !found.isNull else { return nil }
    return found
  }

  package func required<Value: JSONReadable>(_ key: StaticString, as type: Value.Type = Value.self)
    throws(WireError) -> Value
  {
    guard let found = find(key) else { throw missing(key, Value.inWords) }
    return try Value(json: found)
  }

  package func optional<Value: JSONReadable>(_ key: StaticString, as type: Value.Type = Value.self)
    throws(WireError) -> Value?
  {
    guard let found = value(key) else { return nil }
    return try Value(json: found)
  }

  /// A member that has two spellings.
  package func optional<Value: JSONReadable>(
    _ key: StaticString, or other: StaticString, as type: Value.Type = Value.self
  ) throws(WireError) -> Value? {
    if let found = value(key) { return try Value(json: found) }
    return try optional(other)
  }

  package func missing(_ key: StaticString, _ expected: String) -> WireError {
    let path = node.path
    return WireError(
      path: path.isEmpty ? "\(key)" : "\(path).\(key)", found: "nothing", expected: expected)
  }
}
