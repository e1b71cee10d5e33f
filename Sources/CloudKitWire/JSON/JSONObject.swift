// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An object in a document, read by its keys.
package struct JSONObject: Sendable {
  package let node: JSONNode

  /// The value of a key; nil if the object lacks it.
  @inline(__always)
  package func find(_ key: StaticString) -> JSONNode? {
    index(of: key.utf8).map { JSONNode(document: node.document, index: $0) }
  }

  package func find(_ key: String) -> JSONNode? {
    var key = key
    return key.withUTF8 { index(of: $0) }.map { JSONNode(document: node.document, index: $0) }
  }

  /// The node index of a key's value, found without retaining the document.
  private func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    withExtendedLifetime(self) {
      let (nodes, text) = (node.document.nodes, node.document.text)
      let end = Int(nodes[node.index].next)
      var index = node.index + 1
      while index < end {
        let candidate = nodes[index]
        let (start, stop) = (Int(candidate.start), Int(candidate.end))
        if candidate.isEscaped {
          if node.document.unescaped(candidate).elementsEqual(key) {
            return index + 1
          }
        } else if stop - start == key.count,
          UnsafeBufferPointer(rebasing: text[start..<stop]).isEqual(to: key)
        {
          return index + 1
        }
        index = Int(nodes[index + 1].next)
      }
      return nil
    }
  }

  /// The value of a key; nil if it is missing or null.
  @inline(__always)
  package func value(_ key: StaticString) -> JSONNode? {
    guard let index = index(of: key.utf8), node.document.nodes[index].kind != .null else {
      return nil
    }
    return JSONNode(document: node.document, index: index)
  }

  /// True if any of the keys is present and not null.
  func hasAny(of keys: [StaticString]) -> Bool {
    keys.contains { key in
      guard let index = index(of: key.utf8) else { return false }
      return node.document.nodes[index].kind != .null
    }
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

  /// Decodes a member whose key has two spellings.
  package func optional<Value: JSONReadable>(
    _ key: StaticString, or other: StaticString, as type: Value.Type = Value.self
  ) throws(WireError) -> Value? {
    if let found = value(key) { return try Value(json: found) }
    return try optional(other)
  }

  /// All keys with their values, in document order.
  package var members: [(name: String, value: JSONNode)] {
    var members: [(name: String, value: JSONNode)] = []
    let end = Int(node.document.nodes[node.index].next)
    var index = node.index + 1
    while index < end {
      let (name, value) = (
        JSONNode(document: node.document, index: index),
        JSONNode(document: node.document, index: index + 1)
      )
      if let name = try? name.string() { members.append((name, value)) }
      index = Int(node.document.nodes[index + 1].next)
    }
    return members
  }

  package func missing(_ key: StaticString, _ expected: String) -> WireError {
    let path = node.path
    return WireError(
      path: path.isEmpty ? "\(key)" : "\(path).\(key)", found: "nothing", expected: expected)
  }
}
