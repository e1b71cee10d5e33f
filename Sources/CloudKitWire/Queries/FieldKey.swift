// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a filter or sort is about.
package enum FieldKey: Sendable, Hashable {
  case field(String)
  case system(SystemField)

  /// Reads `fieldName` or `systemFieldName`; nil if there is neither.
  ///
  /// Clients name system fields under both keys, in both spellings; a plain name under `fieldName` is
  /// a field of the record.
  init?(in object: JSONObject) throws(WireError) {
    if let node = object.value("systemFieldName") {
      let name = try node.string()
      guard let field = SystemField(schemaName: name) ?? SystemField(rawValue: name) else {
        let names = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
        throw node.mismatch("one of \(names), or their names in schemas such as ___recordID")
      }
      self = .system(field)
      return
    }
    guard let node = object.value("fieldName") else { return nil }
    let name = try node.string()
    if let field = SystemField(schemaName: name) {
      self = .system(field)
    } else if name.hasPrefix("___") || name.isEmpty {
      throw node.mismatch("the name of a field")
    } else {
      self = .field(name)
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .field(let name): writer.member("fieldName", name)
    case .system(let field): writer.member("systemFieldName", field.rawValue)
    }
  }
}
