// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A list element in the form of a field: `{"value": 5, "type": "INT64"}`.
///
/// The documented form is the plain value. Some clients wrap each element; the server accepts both
/// and stores the plain form.
struct TypedElement {
  let value: JSONNode
  let type: FieldType

  /// Decodes a wrapped element; nil for a plain value.
  ///
  /// - Throws: ``WireError`` for an unknown type, and for a list inside a list.
  init?(_ element: JSONNode) throws(WireError) {
    guard let (value, tag) = try Self.components(element) else { return nil }
    self.value = value
    if let tag { type = tag } else { type = try FieldCheck.guess(value) }
    if type.isList { throw element.mismatch("no nested list") }
  }

  /// The value inside a wrapped element of a list; nil for a plain value.
  ///
  /// - Throws: ``WireError`` if the element's type differs from the list's element type.
  static func value(of element: JSONNode, _ type: FieldType) throws(WireError) -> JSONNode? {
    guard let (value, tag) = try components(element) else { return nil }
    if let tag, tag != type {
      throw element.mismatch("an element of type \(type.rawValue), as the list's type says")
    }
    return value
  }

  private static func components(_ element: JSONNode) throws(WireError) -> (JSONNode, FieldType?)? {
    guard element.kind == .object, let value = JSONObject(node: element).value("value") else {
      return nil
    }
    guard let node = JSONObject(node: element).value("type") else { return (value, nil) }
    let name = try node.string(FieldTag.inWords)
    guard let tag = Array(name.utf8).withUnsafeBufferPointer({ FieldTag($0) }) else {
      throw node.mismatch(FieldTag.inWords)
    }
    return (value, tag.type)
  }
}
