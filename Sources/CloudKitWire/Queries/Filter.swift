// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One condition of a query.
package struct Filter: JSONValue, Sendable, Hashable {
  package var comparator: Comparator
  /// Nil only for a token search in all searchable fields.
  package var key: FieldKey?
  package var value: FieldValue
  /// True if the client gave the value's type; otherwise the schema's type applies.
  package var isTyped: Bool
  /// The radius in metres, for ``Comparator/near``.
  package var distance: Double?

  package init(
    _ comparator: Comparator, _ key: FieldKey?, _ value: FieldValue, distance: Double? = nil
  ) {
    self.comparator = comparator
    self.key = key
    self.value = value
    self.distance = distance
    isTyped = true
  }

  package static let inWords = "a filter with comparator, fieldName and fieldValue"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    comparator = try object.required("comparator")
    key = try FieldKey(in: object)
    guard let valueNode = object.find("fieldValue") else {
      throw object.missing("fieldValue", #"{"value": …, "type": …}"#)
    }
    let inference = try FieldTypeInference(checking: valueNode)
    guard let field = try Field(json: valueNode) else {
      throw valueNode.mismatch("a comparison value")
    }
    value = field.value
    isTyped = inference.isTyped
    distance = try object.optional("distance")
    if let expected = comparator.mismatch(with: value.type) {
      throw WireError(
        path: valueNode.path, found: "a value of type \(value.type.rawValue)", expected: expected)
    }
    if comparator == .near {
      guard let distance else { throw object.missing("distance", "metres, for NEAR") }
      guard distance >= 0 else {
        throw WireError(
          path: json.path + ".distance", found: "\(distance)",
          expected: "a nonnegative number of metres")
      }
    }
    if key == nil, comparator != .containsAllTokens, comparator != .containsAnyTokens {
      throw object.missing("fieldName", "fieldName or systemFieldName")
    }
    if value.type.isList, let list = try valueNode.object().value("value") {
      try Bounds.check(
        try list.array().reduce(0) { (count, _) in count + 1 },
        at: list, atMost: Limits.filterValues)
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("comparator", comparator)
    key?.write(to: &writer)
    writer.key("fieldValue")
    if isTyped {
      Field(value).write(to: &writer)
    } else {
      writer.beginObject()
      writer.key("value")
      value.write(to: &writer, numbersAsStrings: false)
      writer.endObject()
    }
    writer.member("distance", distance)
    writer.endObject()
  }
}
