// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What is known of a field after it was checked, without its value taken out.
package struct FieldShape: Sendable, Hashable {
  /// Nil if the field is to be cleared, and for a tag of a newer server.
  package var type: FieldType?
  package var isEncrypted = false
  /// True for `{"value": null}` and `{}`.
  package var isCleared = false
  /// True if the client said the type, and not we by looking at the value.
  package var isTyped = true
  /// True if the field is in the documented form, which answers have.
  package var isCanonical = true

  package init() {}

  /// Checks one field.
  ///
  /// Without a tag the type is the declared one, or that which the value suggests. `checksValue` is
  /// false if the value is read next, which checks it as well.
  init(checking field: JSONNode, declared: FieldType? = nil, checksValue: Bool = true)
    throws(WireError)
  {
    let parts = try FieldParts(field)
    let document = field.document
    if let plain = parts.plainType(document), parts.isPlainly(plain, document) {
      type = plain
      return
    }
    func node(_ index: Int) -> JSONNode? {
      index > 0 ? JSONNode(document: document, index: index) : nil
    }
    if let flag = node(parts.isEncrypted) { isEncrypted = try flag.bool() }
    let value = node(parts.value)
    guard let tagNode = node(parts.type) else {
      isCanonical = false
      isTyped = false
      try check(value, guessing: declared)
      return
    }
    guard tagNode.kind == .string else { throw tagNode.mismatch(FieldTag.inWords) }
    let tag =
      tagNode.node.isMarked
      ? Array(tagNode.unescaped.utf8).withUnsafeBufferPointer { FieldTag($0) }
      : tagNode.withBytes { FieldTag($0) }
    guard let tag else {
      if tagNode.isStrict { throw tagNode.mismatch(FieldTag.inWords) }
      isCleared = value == nil
      return
    }
    isEncrypted = isEncrypted || tag.isEncrypted
    isCanonical = tag.isCanonical
    guard let tagType = tag.type else {
      isTyped = false
      try check(value, guessing: declared)
      return
    }
    guard let value else {
      isCleared = true
      return
    }
    type = tagType
    if isEncrypted, !tagType.canBeEncrypted, field.isStrict {
      throw WireError(
        path: field.path, found: "isEncrypted with \(tagType.rawValue)",
        expected: "a type that can be encrypted: neither a reference nor an asset")
    }
    if checksValue, try !FieldCheck.isCanonical(value, tagType) { isCanonical = false }
  }

  private mutating func check(_ value: JSONNode?, guessing declared: FieldType?)
    throws(WireError)
  {
    guard let value else {
      isCleared = true
      isCanonical = true
      return
    }
    var type = declared
    if type == nil { type = try FieldCheck.guess(value) }
    guard let type else { return }
    self.type = type
    _ = try FieldCheck.isCanonical(value, type)
  }
}
