// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The members of a field, found in one pass; null counts as absent.
///
/// The members are node indexes rather than nodes: each node would retain the document, and most
/// of a body consists of fields.
struct FieldComponents {
  /// The node index of each member; 0 if absent, because no member has the index 0.
  private(set) var value = 0
  private(set) var type = 0
  private(set) var isEncrypted = 0

  init(_ field: JSONNode) throws(WireError) {
    // Clients also clear a field by `"name": null`.
    if field.kind == .null { return }
    guard field.kind == .object else {
      throw field.mismatch(#"a field such as {"value": …, "type": …}"#)
    }
    withExtendedLifetime(field) {
      let (nodes, text) = (field.document.nodes, field.document.text)
      let end = Int(nodes[field.index].next)
      var key = field.index + 1
      while key < end {
        let node = nodes[key]
        let (start, stop, value) = (Int(node.start), Int(node.end), key + 1)
        key = Int(nodes[value].next)
        if nodes[value].kind == .null { continue }
        if node.isEscaped {
          let name = field.document.unescaped(node)
          name.withUnsafeBufferPointer { assign(value, toMember: $0) }
        } else {
          assign(value, toMember: UnsafeBufferPointer(rebasing: text[start..<stop]))
        }
      }
    }
  }

  @inline(__always)
  private mutating func assign(_ index: Int, toMember name: UnsafeBufferPointer<UInt8>) {
    if name.isEqual(to: StaticString("value").utf8) {
      value = index
    } else if name.isEqual(to: StaticString("type").utf8) {
      type = index
    } else if name.isEqual(to: StaticString("isEncrypted").utf8) {
      isEncrypted = index
    }
  }

  /// The type in the common case: a value, a tag in its documented spelling, no `isEncrypted`.
  @inline(__always)
  func plainType(_ document: JSONDocument) -> FieldType? {
    guard value > 0, type > 0, isEncrypted == 0 else { return nil }
    let node = document.nodes[type]
    guard node.kind == .string, !node.isEscaped else { return nil }
    return withExtendedLifetime(document) {
      let tag = FieldTag(
        UnsafeBufferPointer(rebasing: document.text[Int(node.start)..<Int(node.end)]))
      guard let tag, tag.isCanonical else { return nil }
      return tag.type
    }
  }

  /// A fast check of a value's type: true if it is valid, false if a full check is required.
  @inline(__always)
  func isPlainly(_ type: FieldType, _ document: JSONDocument) -> Bool {
    let node = document.nodes[value]
    switch type {
    case .string: return node.kind == .string
    case .int64, .timestamp: return node.kind == .number && node.isInteger && node.count <= 18
    case .double: return node.kind == .number && node.count <= 300 && node.isInteger
    default: return false
    }
  }
}
