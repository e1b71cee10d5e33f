// Cairn
// SPDX-License-Identifier: Apache-2.0

// Members and elements of the protocol's types, and values of parsed documents.

extension JSONWriter {
  /// The path of the first NaN or infinite number, which was written as null.
  package var unwritable: String? {
    nonFiniteOffset.map { JSONDocument.pathAtEnd(of: Array(bytes.prefix($0))) }
  }

  package mutating func member(_ key: StaticString, _ value: some JSONWritable) {
    self.key(key)
    value.write(to: &self)
  }

  /// Writes a member unless its value is nil.
  package mutating func member(_ key: StaticString, _ value: (some JSONWritable)?) {
    if let value { member(key, value) }
  }

  /// Writes a member only if its value is true.
  package mutating func member(_ key: StaticString, ifTrue value: Bool) {
    if value { member(key, true) }
  }

  package mutating func element(_ value: some JSONWritable) { value.write(to: &self) }

  /// Writes the exact bytes of a parsed value.
  @inline(__always)
  mutating func splice(_ node: JSONNode) {
    node.withJSON { splice(UnsafeRawBufferPointer($0)) }
  }
}

extension JSONDocument {
  /// The path of the next value in an unfinished text.
  fileprivate static func pathAtEnd(of bytes: [UInt8]) -> String {
    do throws(WireError) {
      _ = try JSONDocument(bytes, from: .server)
    } catch {
      return error.path
    }
    return ""
  }
}
