// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitMirroring

/// A conflict as JSON and in words; what is not known is null.
struct ConflictRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, app, noticed, entity, record, kind, side, property, written, value
  }

  let conflict: Conflict
  let store: AppStore

  init(_ conflict: Conflict, _ store: AppStore) {
    self.conflict = conflict
    self.store = store
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(conflict.id, forKey: .id)
    try container.encode(store.app, forKey: .app)
    try container.encode(conflict.date.jsonText, forKey: .noticed)
    try container.encode(conflict.entityName, forKey: .entity)
    try container.encode(conflict.recordName, forKey: .record)
    try container.encode(conflict.kind.rawValue, forKey: .kind)
    try container.encode(conflict.side.rawValue, forKey: .side)
    try container.encode(conflict.propertyName, forKey: .property)
    try container.encode(conflict.written?.jsonText, forKey: .written)
    try container.encode(conflict.valueDescription, forKey: .value)
  }

  /// What was not kept.
  var words: String {
    guard let property = conflict.propertyName else { return "its deletion" }
    return "\(property) = \(conflict.valueDescription ?? "nothing")"
  }
}
