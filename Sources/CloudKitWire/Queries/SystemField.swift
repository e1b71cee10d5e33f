// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A field that every record has, and that no client writes.
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

  /// A name in a schema's spelling, whatever the case of its letters.
  package init?(schemaName: String) {
    guard schemaName.hasPrefix("___"), let found = Self.bySchemaName[schemaName.lowercased()]
    else { return nil }
    self = found
  }

  private static let bySchemaName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.schemaName.lowercased(), $0) })
}
