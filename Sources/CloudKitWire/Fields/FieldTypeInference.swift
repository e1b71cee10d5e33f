// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The type and flags of a validated field, found without decoding its value.
package struct FieldTypeInference: Sendable, Hashable {
  /// Nil if the field clears its value, or has an unknown tag from a newer server.
  package var type: FieldType?
  package var isEncrypted = false
  /// True for `{"value": null}` and `{}`.
  package var isCleared = false
  /// True if the client gave the type; false if it was inferred from the value.
  package var isTyped = true
  /// True if the field has the documented form, as required in responses.
  package var isCanonical = true

  package init() {}

  /// Validates one field.
  ///
  /// A field without a tag has the declared type, or else the type inferred from the value.
  /// `checksValue` is false if the caller decodes the value next, which validates it as well.
  init(checking field: JSONNode, declared: FieldType? = nil, checksValue: Bool = true)
    throws(WireError)
  {
    let components = try FieldComponents(field)
    let document = field.document
    if let plain = components.plainType(document), components.isPlainly(plain, document) {
      type = plain
      return
    }
    func node(_ index: Int) -> JSONNode? {
      index > 0 ? JSONNode(document: document, index: index) : nil
    }
    if let flag = node(components.isEncrypted) { isEncrypted = try flag.bool() }
    let value = node(components.value)
    guard let tagNode = node(components.type) else {
      isCanonical = false
      isTyped = false
      try check(value, guessing: declared)
      return
    }
    guard tagNode.kind == .string else { throw tagNode.mismatch(FieldTag.inWords) }
    let tag =
      tagNode.node.isEscaped
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
