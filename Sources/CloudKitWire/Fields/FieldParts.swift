// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What the keys of a field say, found in one pass; null counts as absent.
///
/// Places in the document, not nodes: for each node made a reference would be counted, and fields are
/// what most of a body consists of.
struct FieldParts {
  /// 0 for what is absent; a field itself is never at 0, nor is what it contains.
  private(set) var value = 0
  private(set) var type = 0
  private(set) var isEncrypted = 0

  init(_ field: JSONNode) throws(WireError) {
    guard field.kind == .object else {
      throw field.mismatch(#"a field such as {"value": …, "type": …}"#)
    }
    withExtendedLifetime(field) {
      let (nodes, text) = (field.document.nodes, field.document.text)
      let end = Int(nodes[field.index].next)
      var key = field.index + 1
      while key < end {
        let node = nodes[key]
        let (start, stop, place) = (Int(node.start), Int(node.end), key + 1)
        key = Int(nodes[place].next)
        if nodes[place].kind == .null { continue }
        if node.isMarked {
          let name = JSONText.unescaped(text, from: start, to: stop)
          name.withUnsafeBufferPointer { take($0, place) }
        } else {
          take(UnsafeBufferPointer(rebasing: text[start..<stop]), place)
        }
      }
    }
  }

  @inline(__always)
  private mutating func take(_ name: UnsafeBufferPointer<UInt8>, _ place: Int) {
    if name.isEqual(to: StaticString("value").utf8) {
      value = place
    } else if name.isEqual(to: StaticString("type").utf8) {
      type = place
    } else if name.isEqual(to: StaticString("isEncrypted").utf8) {
      isEncrypted = place
    }
  }

  /// The type of a field that has a value, a tag in its documented spelling, and no other key that
  /// matters: the usual case.
  @inline(__always)
  func plainType(_ document: JSONDocument) -> FieldType? {
    guard value > 0, type > 0, isEncrypted == 0 else { return nil }
    let node = document.nodes[type]
    guard node.kind == .string, !node.isMarked else { return nil }
    return withExtendedLifetime(document) {
      let tag = FieldTag(
        UnsafeBufferPointer(rebasing: document.text[Int(node.start)..<Int(node.end)]))
      guard let tag, tag.isCanonical else { return nil }
      return tag.type
    }
  }

  /// True if the value is plainly one of the type: found without looking closely, so false says
  /// nothing.
  @inline(__always)
  func isPlainly(_ type: FieldType, _ document: JSONDocument) -> Bool {
    let node = document.nodes[value]
    switch type {
    case .string: return node.kind == .string
    case .int64, .timestamp: return node.kind == .number && node.isMarked && node.count <= 18
    case .double: return node.kind == .number && node.count <= 300 && node.isMarked
    default: return false
    }
  }
}
