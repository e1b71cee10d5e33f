// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A field of a record: its value, and whether it is to be encrypted.
package struct Field: Sendable, Hashable {
  package var value: FieldValue
  package var isEncrypted: Bool

  package init(_ value: FieldValue, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted
  }

  /// Reads a field; nil if it is to be cleared.
  ///
  /// A value that says no type has the declared one, or that which it looks like.
  init?(json: JSONNode, declared: FieldType? = nil) throws(WireError) {
    let parts = try FieldParts(json)
    let value = JSONNode(document: json.document, index: parts.value)
    if let type = parts.plainType(json.document) {
      self.init(try FieldCheck.read(value, type))
      return
    }
    let shape = try FieldShape(checking: json, declared: declared, checksValue: false)
    guard !shape.isCleared else { return nil }
    guard let type = shape.type, parts.value > 0 else {
      throw json.mismatch("a field of a known type")
    }
    self.init(try FieldCheck.read(value, type), isEncrypted: shape.isEncrypted)
  }

  package func write(to writer: inout JSONWriter, numbersAsStrings: Bool = false) {
    writer.beginObject()
    writer.key("value")
    value.write(to: &writer, numbersAsStrings: numbersAsStrings)
    writer.member("type", value.type.rawValue)
    writer.member("isEncrypted", ifTrue: isEncrypted)
    writer.endObject()
  }
}
