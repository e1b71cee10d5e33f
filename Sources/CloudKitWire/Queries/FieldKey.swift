// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The field of a filter or sort.
package enum FieldKey: Sendable, Hashable {
  case field(String)
  case system(SystemField)

  /// Decodes `fieldName` or `systemFieldName`; nil if both are missing.
  ///
  /// Clients name system fields under both keys, in both spellings; a plain name under `fieldName`
  /// is a field of the record.
  init?(in object: JSONObject) throws(WireError) {
    if let node = object.value("systemFieldName") {
      let name = try node.string()
      guard let field = SystemField(schemaName: name) ?? SystemField(rawValue: name) else {
        let names = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
        throw node.mismatch("one of \(names), or their schema names such as ___recordID")
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

/// A field that every record has and the server maintains.
package enum SystemField: String, CaseIterable, Sendable {
  case recordName
  case createdUserRecordName
  case createdTimestamp
  case modifiedUserRecordName
  case modifiedTimestamp
  case share
  case parent

  /// The name in schemas.
  package var schemaName: String {
    switch self {
    case .recordName: "___recordID"
    case .createdUserRecordName: "___createdBy"
    case .createdTimestamp: "___createTime"
    case .modifiedUserRecordName: "___modifiedBy"
    case .modifiedTimestamp: "___modTime"
    case .share: "___share"
    case .parent: "___parent"
    }
  }

  /// Finds a field by its schema name, ignoring case.
  package init?(schemaName: String) {
    guard schemaName.hasPrefix("___"), let found = Self.bySchemaName[schemaName.lowercased()]
    else { return nil }
    self = found
  }

  private static let bySchemaName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.schemaName.lowercased(), $0) })
}
