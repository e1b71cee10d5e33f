// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A field of a record: a value and its encryption flag.
package struct Field: Sendable, Hashable {
  package var value: FieldValue
  package var isEncrypted: Bool

  package init(_ value: FieldValue, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted
  }

  /// Decodes a field; nil if the field clears its value.
  ///
  /// A value without a type tag has the declared type, or else the type inferred from the value.
  init?(json: JSONNode, declared: FieldType? = nil) throws(WireError) {
    let components = try FieldComponents(json)
    let value = JSONNode(document: json.document, index: components.value)
    if let type = components.plainType(json.document) {
      self.init(try FieldCheck.read(value, type))
      return
    }
    let inference = try FieldTypeInference(checking: json, declared: declared, checksValue: false)
    guard !inference.isCleared else { return nil }
    guard let type = inference.type, components.value > 0 else {
      throw json.mismatch("a field of a known type")
    }
    self.init(try FieldCheck.read(value, type), isEncrypted: inference.isEncrypted)
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
